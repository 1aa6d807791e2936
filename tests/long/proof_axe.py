"""axe-core finds no fault on any page of any game, at any size, before, during and after a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.games import game_ids, game_of
from tests.support.axe_check import SIZES, faults, pages
from tests.support.table_pages import visited
from tests.support.waiting import until


def test_no_page_has_a_fault_before_a_game(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        found = list(faults(people, [page for page in pages() if page != "/history/1"], list(SIZES)))
    assert found == []


@pytest.mark.parametrize("game", game_ids())
def test_no_page_has_a_fault_in_a_game_or_after_it(browser: Browser, tmp_path: Path, game: str) -> None:
    names = [f"Player {number}" for number in range(1, game_of(game).info.seats[-1] + 1)]
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game=game, names=names)
        found = list(faults(people, pages(), list(SIZES)))
        people.house.command("demo", game=game)
        until(lambda: people.house.board["table"]["state"] == "over")
        found += faults(people, pages(), list(SIZES))
    assert found == []
