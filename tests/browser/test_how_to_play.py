"""The page "How to play": pictures, symbols and lights of each game, and a way to it from every page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from companion.games import game_ids, game_of
from tests.support.table_pages import visited

MISSING = 'all => all.map(use => use.getAttribute("href")).filter(id => document.querySelector(id) === null)'


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_game_is_explained_in_five_pictures(browser: Browser, tmp_path: Path, language: str) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("language", language=language)
        for game in game_ids():
            people.house.command("start", game=game, names=["Ann", "Ben", "Cal"])
            page = people.open("/how", viewport=ViewportSize(width=390, height=844))
            expect(page.locator("h1")).to_contain_text(game_of(game).info.title)
            expect(page.locator(".how-step")).to_have_count(5)
            assert page.locator("use").evaluate_all(MISSING) == []
            expect(page.locator(".how-lights .lamp")).to_have_count(10)
            assert page.evaluate("document.documentElement.scrollWidth") == 390
            people.leave()


def test_every_page_leads_to_how_to_play_and_it_leads_back(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game="othello", names=["Ann", "Ben", "Cal"])
        page = people.open("/board")
        for path in ("/mat", "/desk", "/start", "/history"):
            page.goto(people.address + path)
            page.get_by_role("link", name="How to play").click()
            expect(page.locator(".how-step")).to_have_count(5)
            page.get_by_role("button", name="Back").click()
            page.wait_for_url(f"**{path}")
        page.goto(f"{people.address}/how")
        page.get_by_role("button", name="The rules that apply now").click()
        expect(page.locator("dialog h2")).to_have_text("The rules that apply now")


def test_a_phone_finds_how_to_play_behind_its_rules(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game="asides", names=["Ann", "Ben", "Cal"])
        page = people.open("/seat/1", viewport=ViewportSize(width=390, height=844))
        page.get_by_role("button", name="Rules").click()
        page.locator("dialog").get_by_role("link", name="How to play").click()
        expect(page.locator(".how-step")).to_have_count(5)


def test_how_to_play_explains_each_game_before_any_has_begun(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        page = people.open("/start?game=asides", viewport=ViewportSize(width=390, height=844))
        page.goto(people.address + "/how")
        page.get_by_role("link", name="Asides").click()
        expect(page.locator("h1")).to_contain_text("Asides")
        expect(page.locator(".how-step")).to_have_count(5)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.get_by_role("link", name="Asides").click()
        expect(page.locator("h1")).to_contain_text("Asides")


def test_who_looks_up_the_chosen_game_comes_back_to_the_names_that_were_entered(
    browser: Browser, tmp_path: Path
) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        page = people.open("/start?game=deathmatch")
        page.get_by_label("Name at seat 1").fill("Zoe")
        page.get_by_role("button", name="One seat more").click()
        seats = page.locator(".seat-row:visible").count()
        page.get_by_role("link", name="How to play").click()
        expect(page.locator("h1")).to_contain_text(game_of("deathmatch").info.title)
        page.get_by_role("link", name="Asides").click()
        expect(page.locator("h1")).to_contain_text("Asides")
        page.get_by_role("button", name="Back").click()
        page.wait_for_url("**/start?game=deathmatch")
        expect(page.get_by_label("Name at seat 1")).to_have_value("Zoe")
        expect(page.locator(".seat-row:visible")).to_have_count(seats)
