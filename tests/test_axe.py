"""Pages have no fault that axe-core finds: all of them on a phone, and what is a game's own on a tablet.

Every page, size, game and look is in tests/proof_axe.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_check import faults, pages
from live_pages import visited
from playwright.sync_api import Browser

from companion.games import USUAL, game_ids

GAMES_OWN = ["/board", "/mat", "/seat/1"]


@pytest.mark.parametrize("game", game_ids())
def test_no_page_has_a_fault(browser: Browser, tmp_path: Path, game: str) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game=game, names=["Ann", "Ben", "Cal"])
        found = list(faults(people, GAMES_OWN, ["tablet"]))
        if game == USUAL:
            found += faults(people, pages(), ["phone"])
    assert found == []
