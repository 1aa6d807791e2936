"""axe-core finds no fault on the pages: all of them on a phone in a game of Othello, its own ones on a tablet.

tests/proof_axe.py has every page, size, game and theme.
"""

from __future__ import annotations

from pathlib import Path

from axe_check import faults, pages
from live_pages import visited
from playwright.sync_api import Browser

GAMES_OWN = ["/board", "/mat", "/seat/1"]


def test_no_page_has_a_fault(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", names=["Ann", "Ben", "Cal"])
        found = [*faults(people, GAMES_OWN, ["tablet"]), *faults(people, pages(), ["phone"])]
    assert found == []
