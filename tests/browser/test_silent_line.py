"""A connection that goes silent without an end, as in a dead spot: pages report it within 5 s and recover
automatically.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from playwright.sync_api import TimeoutError as Timeout

from tests.support.phones import closed
from tests.support.running_table import Json, running
from tests.support.served_pages import PHONE
from tests.support.table_pages import Visitors
from tests.support.waiting import until

SAID_MS = 5000
LOG_IN = """async (pin) => {
  const body = JSON.stringify({ pin });
  await fetch("/api/login", { method: "POST", headers: { "Content-Type": "application/json" }, body });
}"""
MOST_MS = 1500  # extra time for a busy machine


class Relay:
    """A relay to a server that can go silent: connections stay open, and nothing arrives on either side."""

    def __init__(self, port: int) -> None:
        self._target = port
        self.silent = False
        self._dead: set[socket.socket] = set()
        self._open: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def go_silent(self) -> None:
        self.silent = True

    def work(self, *, old_lines: bool) -> None:
        """Let bytes through again; without `old_lines` the connections open until now stay dead."""
        if not old_lines:
            self._dead.update(self._open)
        self.silent = False

    def close(self) -> None:
        self._listening.close()
        for line in self._open:
            line.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while True:
                data = one.recv(65536)
                while self.silent and one not in self._dead:
                    if not data:
                        break  # clients that have given up are skipped
                    time.sleep(0.02)  # as TCP, which resends until the data arrives
                if one in self._dead and data:
                    continue
                if not data:
                    break
                other.sendall(data)
        if not self.silent:
            with suppress(OSError):
                other.shutdown(socket.SHUT_WR)


@contextmanager
def relayed(browser: Browser, folder: Path, game: str = "othello") -> Iterator[tuple[Visitors, Relay, dict[str, str]]]:
    """Yield a closed table with a game whose pages go through a relay; the paths of pages by name."""
    with running(folder / "table.db", pace=0) as house, closed(house) as (server, doors):
        house.command("start", game=game, names=["Ann", "Ben", "Cal"], **({} if game == "asides" else {"lead": 0}))
        relay = Relay(server.port)
        visitors = Visitors(browser, house, relay.address)
        asked = (
            house.board["seats"].index(next(seat for seat in house.board["seats"] if is_asked(seat, house.desk))) + 1
        )
        paths = {"seat": f"/seat/{asked}#{doors.make_keys([asked])[asked]}", "pin": str(doors.first_pin())}
        paths |= {"board": "/board", "mat": "/mat", "desk": "/desk"}
        try:
            yield visitors, relay, paths
        finally:
            relay.silent = False
            visitors.leave()
            relay.close()


def is_asked(seat: Json, desk: Json) -> bool:
    return desk["decision"] is not None and seat["name"] in desk["decision"]["players"]


def logged_in(visitors: Visitors, pin: str, path: str) -> Page:
    page = visitors.open("/board")
    page.evaluate(LOG_IN, pin)
    page.goto(visitors.address + path)
    return page


def is_live(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-link", "live")


@pytest.mark.parametrize(
    ("name", "old_lines"), [("board", True), ("mat", False), ("desk", True), ("seat", False)], ids=str
)
def test_a_page_says_within_5_s_that_its_line_is_dead_and_comes_back_by_itself(
    browser: Browser, tmp_path: Path, name: str, old_lines: bool
) -> None:
    with relayed(browser, tmp_path) as (visitors, relay, paths):
        page = logged_in(visitors, paths["pin"], paths[name])
        is_live(page)
        relay.go_silent()
        expect(page.locator("#lost")).to_be_visible(timeout=SAID_MS + MOST_MS)
        visitors.house.command("pause", paused=True)
        relay.work(old_lines=old_lines)
        is_live(page)
        expect(page.locator("html")).to_have_attribute("data-seq", str(visitors.house.board["seq"]))
        expect(page.locator("#lost")).to_be_hidden()


@pytest.mark.parametrize(("game", "old_lines"), [("othello", False), ("asides", True)], ids=str)
def test_a_tap_into_a_dead_line_is_told_and_the_buttons_work_again_without_a_reload(
    browser: Browser, tmp_path: Path, game: str, old_lines: bool
) -> None:
    with relayed(browser, tmp_path, game) as (visitors, relay, paths):
        phone = visitors.open(paths["seat"], viewport=PHONE)
        is_live(phone)
        button = phone.locator("#options > button").first
        expect(button).to_be_visible()
        relay.go_silent()
        button.click()
        expect(phone.locator("#toast")).to_have_text(
            "No answer from the table. Trying again …", timeout=SAID_MS + MOST_MS
        )
        expect(phone.locator("#dock")).not_to_have_attribute("data-busy", "", timeout=SAID_MS)
        before = visitors.house.board["seq"]
        relay.work(old_lines=old_lines)
        is_live(phone)
        with suppress(Timeout):  # on the same connection the first tap may still count, and the question is gone
            button.click(timeout=5000)
        until(lambda: bool(visitors.house.board["seq"] > before))
        expect(phone.locator("html")).to_have_attribute("data-seq", str(visitors.house.board["seq"]))


def test_a_table_that_is_slow_is_told_of_and_waited_for(browser: Browser, tmp_path: Path) -> None:
    with relayed(browser, tmp_path) as (visitors, _relay, paths):
        phone = visitors.open(paths["seat"], viewport=PHONE)
        is_live(phone)
        held: list[Route] = []
        phone.route("**/api/answer", lambda route: held.append(route))
        before = visitors.house.board["seq"]
        phone.locator("#options > button").first.click()
        expect(phone.locator("#toast")).to_have_text("No answer from the table. Trying again …")
        expect(phone.locator("#dock")).to_have_attribute("data-busy", "")
        held[0].continue_()
        until(lambda: bool(visitors.house.board["seq"] > before))
        expect(phone.locator("#dock")).not_to_have_attribute("data-busy", "")
        is_live(phone)
