"""A page that is left open for a day neither grows nor forgets: thousands of events come to it in fast time.

Bots bring a table about 1.4 events a second, people far fewer. What grew with each event would show in the second
half of this. (In the first, the browser's engine keeps what it learns of the scripts.)
"""

from __future__ import annotations

from itertools import cycle

import pytest
import web_fixtures as fixtures
import web_room
from playwright.sync_api import CDPSession, Page, expect
from web_room import Room

room, house = web_room.room, web_room.house

WARM, EVENTS, AT_ONCE = 2000, 2000, 50
MOST_MORE = 1.05  # of nodes, listeners and bytes, at the end of it


def measured(line: CDPSession) -> dict[str, float]:
    """What the page holds once nothing is left to throw away."""
    for _ in range(3):
        line.send("HeapProfiler.collectGarbage")
    found = {each["name"]: each["value"] for each in line.send("Performance.getMetrics")["metrics"]}
    return {name: found[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")}


def follow(room: Room, page: Page, first: int, count: int) -> None:
    """Show so many situations, a few at a time, and wait until the page has come to the last one."""
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
    follow(room, page, 20_000, EVENTS)
    after = measured(line)
    print(f"promise open-board-{path[1:]}: {EVENTS} events: {before} -> {after}")
    for name, value in after.items():
        assert value <= before[name] * MOST_MORE + 50, (name, before, after)
