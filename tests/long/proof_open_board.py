"""A page that stays open for a day keeps its size and its state: it receives thousands of events in fast time.

Bots cause about 1.4 events a second, people far fewer. Memory that grows with each event would show in the second half
of this test; in the first half, the browser's engine still learns about the scripts. The test runs first with recorded
situations, the same ones in both halves, then with real games of bots on every page of every game. There memory varies
between moments, so the least of several moments is compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Error, Page, expect

from companion.games import game_ids
from tests.support import recorded_table as fixtures
from tests.support import served_pages as web_room
from tests.support.phones import closed
from tests.support.running_table import House, running, served
from tests.support.served_pages import Room
from tests.support.table_pages import Visitors

room, house = web_room.room, web_room.house

WARM, EVENTS, AT_ONCE = 16_000, 2000, 50  # the mat page's memory settles only after some 15,000 events
MOST_MORE = 1.05  # largest growth of nodes, listeners and bytes by the end
SHOWN, MOMENTS = 500, 5  # situations on each page in each half of the real games, and number of measurements
MOST_MORE_IN_GAMES = 1.2
STEP = 0.5  # seconds of the table's time per step
# Counted in the tab, not in the page: a phone reloads its page when the game of its key is over.
COUNT = "document.addEventListener('shown', () => { sessionStorage.shown = Number(sessionStorage.shown ?? 0) + 1; })"
COUNTED = "Number(sessionStorage.shown ?? 0)"


def measured(line: CDPSession) -> dict[str, float]:
    """Return the page's memory after garbage collection."""
    for _ in range(3):
        line.send("HeapProfiler.collectGarbage")
    found = {each["name"]: each["value"] for each in line.send("Performance.getMetrics")["metrics"]}
    return {name: found[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")}


def follow(room: Room, page: Page, first: int, count: int) -> None:
    """Show this many situations, a few at a time, and wait until the page shows the last one."""
    boards = cycle(fixtures.BOARDS.values())
    for seq in range(first, first + count):
        room.table.publish({**next(boards)(), "seq": seq})
        if seq % AT_ONCE == 0:
            expect(page.locator("html")).to_have_attribute("data-seq", str(seq))
    room.table.publish({**fixtures.reveal(), "seq": first + count})
    expect(page.locator("html")).to_have_attribute("data-seq", str(first + count))


@pytest.mark.parametrize("path", ["/board", "/mat", "/desk"])
def test_a_page_left_open_holds_no_more_than_at_first(room: Room, path: str) -> None:
    page = room.open(path)
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable")
    follow(room, page, 10_000, WARM)
    before = measured(line)
    follow(room, page, 40_000, EVENTS)
    after = measured(line)
    print(f"promise open-board-{path[1:]}: {EVENTS} events: {before} -> {after}")
    for name, value in after.items():
        assert value <= before[name] * MOST_MORE + 50, (name, before, after)


def shown(page: Page) -> int:
    """Return the number of situations that a tab has shown; -1 while its page reloads."""
    try:
        return int(page.evaluate(COUNTED))
    except Error:
        return -1


def least(house: House, pages: Mapping[str, Page], lines: Mapping[str, CDPSession]) -> dict[str, dict[str, float]]:
    """Return the smallest memory of each page while it shows this many more situations."""
    found: list[dict[str, dict[str, float]]] = []
    most = {path: shown(page) for path, page in pages.items()}
    for _moment in range(MOMENTS):
        most = {path: count + SHOWN // MOMENTS for path, count in most.items()}
        while any(shown(page) < most[path] for path, page in pages.items()):
            house.clock.now += STEP
            house.catch_up()
        found.append({path: measured(line) for path, line in lines.items()})
    return {path: {name: min(each[path][name] for each in found) for name in found[0][path]} for path in pages}


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", game_ids())
def test_pages_open_over_real_games_hold_no_more_than_at_first(browser: Browser, tmp_path: Path, game: str) -> None:
    with (
        running(tmp_path / "table.db", demo=True, game=game) as house,
        served(house) as address,
        closed(house) as (seats, doors),
    ):
        visitors, own = Visitors(browser, house, address), Visitors(browser, house, seats.address)
        pages = {path: visitors.open(path) for path in ("/board", "/mat", "/desk")}
        pages["/seat/1"] = own.open(f"/seat/1#{doors.make_keys([1])[1]}")
        for page in pages.values():
            page.add_init_script(COUNT)
            page.reload()
        lines = {path: page.context.new_cdp_session(page) for path, page in pages.items()}
        for line in lines.values():
            line.send("Performance.enable")
        first, second = least(house, pages, lines), least(house, pages, lines)
        visitors.leave()
        own.leave()
        assert visitors.complaints == [told for told in own.complaints if "403" not in told] == []
    for path, before in first.items():
        print(f"promise open-pages: {game} {path}: {SHOWN} situations: {before} -> {second[path]}")
        for name, value in second[path].items():
            assert value <= before[name] * MOST_MORE_IN_GAMES + 50, (path, name, before, second[path])
