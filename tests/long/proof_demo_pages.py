"""A stranger's view of a demo table in a browser at every size: one touch starts a game, and no page has a fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games import game_ids, game_of
from tests.support.axe_check import SIZES, faults
from tests.support.table_pages import visited

PAGES = ["/board", "/mat", "/shop", "/seat/1"]
TAUGHT = [name for name in game_ids() if game_of(name).info.lesson is not None]
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("game", TAUGHT)
def test_one_touch_begins_a_lesson_and_one_more_ends_it(browser: Browser, tmp_path: Path, game: str) -> None:
    (tmp_path / "shop.toml").write_text("demo = true\n")
    with visited(browser, tmp_path / "table.db") as people:
        found = list(faults(people, PAGES, list(SIZES)))
        for size in SIZES.values():
            page = people.open("/board", viewport=size)
            touch = page.locator(f'#invite [data-game="{game}"] [data-what="lesson"]')
            if size["width"] > 1000 or game == TAUGHT[0]:  # on a phone the next game is below the first
                expect(touch).to_be_in_viewport(ratio=1.0)
            assert page.evaluate(OVERFLOW) <= 0
            page.close()
        page = people.open("/board", viewport=SIZES["tablet"])
        page.locator(f'#invite [data-game="{game}"] [data-what="lesson"]').click()
        page.wait_for_url("**/mat#wall")
        expect(page.locator("#prompter .prompt-do")).to_be_visible()
        seat = people.open("/seat/1", viewport=SIZES["phone"])
        expect(seat.locator("#prompter .prompt-do")).to_be_in_viewport(ratio=1.0)
        seat.close()
        found += faults(people, PAGES, list(SIZES))
        for size in SIZES.values():
            page.set_viewport_size(size)
            assert page.evaluate(OVERFLOW) <= 0
        page.locator(".prompt-skip").click()
        expect(page.locator("#prompter")).to_be_hidden()
    assert found == []
