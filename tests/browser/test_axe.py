"""axe-core finds no fault on the pages: all of them on a phone in a game of Othello, its own ones on a tablet.

tests/long/proof_axe.py has every page, size, game and theme.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.support.axe_check import faults, pages
from tests.support.table_pages import visited

GAMES_OWN = ["/board", "/mat", "/seat/1"]


def test_no_page_has_a_fault(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", names=["Ann", "Ben", "Cal"])
        found = [*faults(people, GAMES_OWN, ["tablet"]), *faults(people, pages(), ["phone"])]
    assert found == []
