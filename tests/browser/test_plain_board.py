"""Browsers without scripts, and browsers older than docs/browsers.md, see a plain board that follows the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games import game_ids
from tests.support.served_pages import PHONE
from tests.support.table_pages import visited

NAMES = ["Ann", "Ben", "Cal"]
OLDER = "const real = CSS.supports; CSS.supports = (...words) => !words.join().includes('color-mix') && real(...words);"


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("path", ["/board", "/seat/1"])
def test_without_scripts_the_board_and_the_seats_show_the_public_state(
    browser: Browser, tmp_path: Path, game: str, path: str
) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game=game, names=NAMES)
        page = people.open(path, viewport=PHONE, java_script_enabled=False)
        board = people.house.board
        expect(page).to_have_url(people.address + "/plain")
        expect(page.get_by_role("heading", level=1)).to_have_text(board["where"])
        expect(page.get_by_text(board["headline"])).to_be_visible()
        for row, seat in zip(page.get_by_role("row").all()[1:], board["seats"], strict=True):
            expect(row).to_contain_text(seat["name"])
            expect(row).to_contain_text(str(seat.get("total", seat["points"])))
            expect(row).to_contain_text(seat["press"])
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_plain_board_says_what_happens_and_what_is_asked(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game="deathmatch", names=NAMES, lead=0)
        people.house.mat("tag", zone="stage.target", thing="setting:castle")
        card = people.house.desk["hands"]["seat1"][0]
        people.house.mat("tag", zone="seat1.play", thing=card)
        board = people.house.board
        assert board["happening"] and board["headline"] != board["happening"]
        page = people.open("/plain", java_script_enabled=False)
        expect(page.get_by_text(board["happening"])).to_be_visible()
        expect(page.get_by_text(board["headline"])).to_be_visible()
        expect(page.get_by_role("columnheader", name="Damage")).to_be_visible()


def test_the_plain_board_follows_the_game(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        page = people.open("/plain", java_script_enabled=False)
        expect(page.get_by_text("No game is being played.")).to_be_visible()
        people.house.command("start", names=NAMES)
        expect(page.get_by_text(people.house.board["headline"])).to_be_visible()  # by itself


@pytest.mark.parametrize("path", ["/board", "/desk"])
def test_an_older_browser_is_led_to_the_plain_board_and_may_come_back(
    browser: Browser, tmp_path: Path, path: str
) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        page = people.open("/how")
        page.add_init_script(OLDER)
        page.goto(people.address + path)
        expect(page).to_have_url(f"{people.address}/plain?from={path}")
        expect(page.get_by_text("Safari 16.4, Chrome 111 and Firefox 128")).to_be_visible()
        page.get_by_role("link", name="Open the page all the same").click()
        expect(page).to_have_url(f"{people.address}{path}?anyway")
        expect(page.locator("html")).to_have_attribute("data-link", "live")


def test_a_page_for_the_host_says_that_it_needs_scripts(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        page = people.open("/desk", java_script_enabled=False)
        page.get_by_role("link", name="The plain board").click()
        expect(page).to_have_url(people.address + "/plain")


@pytest.mark.parametrize("came", ["//example.org", "/nowhere", "javascript:alert(1)", "https://example.org/board"])
def test_the_way_back_leads_to_no_other_site(browser: Browser, tmp_path: Path, came: str) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        page = people.open(f"/plain?from={came}")
        expect(page.get_by_role("link")).to_have_attribute("href", "/board?anyway")
