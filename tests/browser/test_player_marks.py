"""A player's mark is the same on the board, the mat, the desk and the phones."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.served_pages import LARGE, PHONE
from tests.support.table_pages import visited

SEATS = {"/board": "#seats .seat", "/mat": ".station", "/desk": ".desk-seat", "/seat/2": ".own-player"}
MARKS = """(all) => all.map((seat) => [...seat.querySelectorAll(".lamp > .art")].filter((mark) =>
  mark.getBoundingClientRect().width >= 12).map((mark) => mark.firstChild.getAttribute("href")).join())"""


@pytest.mark.parametrize("game", ["othello", "deathmatch", "asides"])
def test_each_player_has_the_same_mark_on_every_page(game: str, browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game=game, names=["Ann", "Ben", "Cal", "Dan"])
        for path, seats in SEATS.items():
            page = people.open(path, viewport=PHONE if "seat" in path else LARGE)
            expect(page.locator(seats)).to_have_count(4)
            marks = page.locator(seats).evaluate_all(MARKS)
            wanted = {f"seat{number}": f"#art-player-{number}" for number in range(1, 5)}
            keys = page.locator(seats).evaluate_all("all => all.map((seat) => seat.dataset.key)")
            assert marks == [wanted[key] for key in keys], path
        expect(page.locator(".own-mark use")).to_have_attribute("href", "#art-player-2")
