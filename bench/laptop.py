"""Time until a press is answered with eight phones, a wall and seven tabs: `make bench ARGS=laptop`.

The phones play Deathmatch at a closed table with a journal, first on devices of their own: only the table runs here,
and sixteen connections follow it. Then one browser on this machine shows all sixteen pages, each phone with its own
storage. There the time is from the touch until the table's answer has arrived at the phone. The time until the phone
has painted the next state is printed beside it: without a graphics card, this browser paints the fifteen other pages on
the same processors.
"""

from __future__ import annotations

import json
import socket
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.chromium import chromium
from bench.goals import Figure
from tests.support.phones import closed, visiting
from tests.support.running_table import running
from tests.support.waiting import until

PLAYERS, TABS = 8, 7
PRESSES, SHORT_PRESSES = 120, 3
READ = 1.1  # seconds, from a question that is asked once more until it can be answered
PATHS = ("/board", "/mat", "/seats")
GAME: dict[str, Any] = {
    "game": "deathmatch",
    "names": [f"Player {number}" for number in range(1, PLAYERS + 1)],
    "lead": 0,
    "rulings": {"DJ1": "higher-any"},
}
# The times from a touch until it was answered, and until the page has painted the next state.
_WATCH = """() => {
  window.answers = [];
  let pressed = 0, answered = 0;
  const { fetch } = window;
  window.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    answered = performance.now();
    return answer;
  };
  const note = (since) => window.answers.push([answered - since, performance.now() - since]);
  addEventListener("click", (event) => { pressed = event.timeStamp; }, true);
  const changed = () => {
    const since = pressed;
    pressed = 0;
    if (since) requestAnimationFrame(() => setTimeout(note, 0, since));
  };
  new MutationObserver(changed).observe(document, { subtree: true, attributeFilter: ["data-seq"] });
}"""


def answered(folder: Path, presses: int) -> list[float]:
    """Press with eight phones, each on a device of its own; return the seconds until each press was answered."""
    with running(folder / "devices.db") as house, closed(house) as (server, doors), ExitStack() as followers:
        house.command("start", **GAME)
        keys = doors.make_keys(range(1, PLAYERS + 1))
        cookies = [f"cuelight-seat-{server.port}={seat}.{doors.come_in(seat, key)}" for seat, key in keys.items()]
        for path, cookie in [("/live/own", each) for each in cookies] + [("/live/board", "")] * (TABS + 1):
            followers.enter_context(_following(server.port, path, cookie))
        lines = [HTTPConnection("127.0.0.1", server.port) for _ in cookies]
        found: list[float] = []
        while len(found) < presses and house.board["table"]["state"] == "playing":
            for player, (line, cookie) in enumerate(zip(lines, cookies, strict=True)):
                options = json.loads(house.table.own(player))["own"]["options"]
                if options:
                    body = json.dumps(options[0]["answer"])
                    began = time.monotonic()
                    line.request("POST", "/api/answer", body, {"Cookie": cookie, "Content-Type": "application/json"})
                    response = line.getresponse()
                    response.read()
                    found.append(time.monotonic() - began)
                    assert response.status == HTTPStatus.OK
                    break
        for line in lines:
            line.close()
        return found


@contextmanager
def _following(port: int, path: str, cookie: str) -> Iterator[None]:
    """Follow a feed from the next snapshot on, as a page does, and throw away what it sends."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(f"GET {path}?since= HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
        assert b" 200 " in line.recv(65536)
        reading = Thread(target=_read_all, args=(line,))
        reading.start()
        yield
        line.shutdown(socket.SHUT_RDWR)
        reading.join()


def _read_all(line: socket.socket) -> None:
    while line.recv(65536):
        pass


def played(browser: Browser, folder: Path, presses: int) -> list[tuple[float, float]]:
    """Play with phones until so many presses are answered, or to the end.

    Returns the seconds of each until its answer, and until the phone has painted it.
    """
    with (
        running(folder / "table.db") as house,
        closed(house) as (server, doors),
        visiting(browser, house, server) as visitors,
    ):
        house.command("start", **GAME)
        visitors.open("/board")
        tabs = visitors.open("/board").context
        for number in range(1, TABS):
            tabs.new_page().goto(visitors.address + PATHS[number % len(PATHS)])
        phones = []
        for seat, key in doors.make_keys(range(1, PLAYERS + 1)).items():
            phone = visitors.open(f"/seat/{seat}#{key}", viewport={"width": 390, "height": 844})
            phone.get_by_role("button", name="I know who I am").click()
            phone.evaluate(_WATCH)
            phones.append(phone)
        found: list[tuple[float, float]] = []
        while len(found) < presses and house.board["table"]["state"] == "playing":
            until(lambda: all(_seq(phone) == str(house.board["seq"]) for phone in phones))
            found += _pressed(phones)
        return found


def _seq(phone: Page) -> str | None:
    return phone.locator("html").get_attribute("data-seq")


def _is_answered(phone: Page) -> bool:
    return bool(phone.evaluate("() => window.answers.length"))


def _pressed(phones: Sequence[Page]) -> list[tuple[float, float]]:
    """Press the first button that answers on a phone, if asked again once more; return what the last press took."""
    for phone in phones:
        for card in [None, *phone.locator(".own-cards button.card").all()]:
            if card is not None:
                card.click()
            buttons = phone.locator("#options > button:not(.again)").filter(has_not_text="Reveal yourself")
            if buttons.count() == 0:
                continue
            phone.evaluate("() => { window.answers = []; }")
            buttons.first.click()
            if phone.get_by_role("button", name="No, not now").is_visible():
                time.sleep(READ)
                buttons.first.click()
            until(partial(_is_answered, phone))
            [heard, painted], *_ = phone.evaluate("() => window.answers")
            return [(heard / 1000, painted / 1000)]
    time.sleep(0.05)
    return []


def figures(short: bool) -> Iterator[Figure]:
    """Yield the times that 95 of 100 presses take at most: with a device for each page, and with one for all."""
    presses = SHORT_PRESSES if short else PRESSES
    with tempfile.TemporaryDirectory() as name:
        times = [1000 * seconds for seconds in answered(Path(name), presses)]
        context = f"median {statistics.median(times):.0f}, most {max(times):.0f} ms, of {len(times)} presses"
        yield Figure("laptop-devices", statistics.quantiles(times, n=20)[-1], context)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium())
            found = played(browser, Path(name), presses)
    heard, painted = (sorted(1000 * seconds for seconds in times) for times in zip(*found, strict=True))
    shown = f"painted after {statistics.median(painted):.0f} ms, {statistics.quantiles(painted, n=20)[-1]:.0f} ms"
    context = f"median {statistics.median(heard):.0f} ms, of {len(found)} presses; median and p95 {shown}"
    yield Figure("laptop", statistics.quantiles(heard, n=20)[-1], context)
