"""A served table with a browser, for the tests of the pages."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.support import recorded_table as fixtures
from tests.support.snapshot_parts import Json
from web.server.server import Server

LARGE = ViewportSize(width=1920, height=1080)
LAPTOP = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=390, height=844)
PATIENCE_MS = 30_000  # a small machine with other work

expect.set_options(timeout=PATIENCE_MS)


class Room:
    """A served table with a browser; errors on a page are kept."""

    def __init__(self, browser: Browser) -> None:
        self.table = fixtures.RecordedTable()
        self.complaints: list[str] = []
        self._browser = browser
        self._server = Server(self.table, "127.0.0.1", 0)
        self._server.start()
        self._contexts: list[BrowserContext] = []

    def open(self, path: str, size: ViewportSize = LARGE, **options: Any) -> Page:
        context = self._browser.new_context(viewport=size, **options)
        context.set_default_timeout(PATIENCE_MS)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self._listen(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self._server.address + path)
        return page

    def _listen(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def last_command(self) -> tuple[str, Json]:
        return self.table.commands[-1]

    def close_pages(self) -> None:
        for context in self._contexts:
            context.close()
        self._contexts.clear()

    def stop(self) -> None:
        self.close_pages()
        self._server.stop()


@pytest.fixture(scope="module")
def house(browser: Browser) -> Iterator[Room]:
    room = Room(browser)
    yield room
    room.stop()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Yield the port of a server with recorded snapshots."""
    server = Server(fixtures.RecordedTable(), "127.0.0.1", 0)
    server.start()
    yield server.port
    server.stop()


@pytest.fixture
def room(house: Room) -> Iterator[Room]:
    """Yield the served table in its idle state: no game and no messages."""
    house.table.refuse = None
    house.table.publish(fixtures.idle())
    house.table.commands.clear()
    house.complaints.clear()
    yield house
    house.close_pages()
    assert house.complaints == []


def sending(page: Page, path: str = "/api/mat") -> Any:
    """Wait for the response to a command sent in the block."""
    return page.expect_response(re.compile(re.escape(path) + "$"))


def go_through(room: Room, page: Page) -> Iterator[str]:
    """Show every situation on a page, one after the other."""
    for seq, (name, make) in enumerate(fixtures.BOARDS.items(), start=1000):
        room.table.publish({**make(), "seq": seq})
        expect(page.locator("html")).to_have_attribute("data-seq", str(seq))
        yield name


WATCH = """() => {
  window.seen = [];
  const covered = (box) => [...document.querySelectorAll("#prompt, .seat")].filter((node) => {
    const own = node.getBoundingClientRect();
    return own.top < box.bottom && own.bottom > box.top;
  }).length;
  const note = () => {
    const kind = document.getElementById("board").dataset.moment, words = document.getElementById("moment");
    const seat = [...document.querySelectorAll(".seat")].findIndex((node) => node.dataset.moment);
    if (kind) window.seen.push([kind, words.textContent, seat, covered(words.getBoundingClientRect())]);
  };
  new MutationObserver(note).observe(document.getElementById("board"), { attributeFilter: ["data-moment"] });
}"""


def watch_moments(page: Page) -> None:
    """Let a board log every moment when it is shown, because a moment ends and a busy machine may check too late."""
    page.evaluate(WATCH)


def moments_seen(page: Page, count: int) -> list[list[Any]]:
    """Return moments as (kind, words, seat, number of covered awaited elements)."""
    page.wait_for_function("(count) => window.seen.length >= count", arg=count)
    seen: list[list[Any]] = page.evaluate("window.seen")
    return seen[:count]
