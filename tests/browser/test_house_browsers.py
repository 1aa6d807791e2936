"""Browsers as houses have them: without storage, with a translator, without a way to keep the screen on."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.served_pages import PATIENCE_MS, PHONE
from tests.support.table_pages import visited

BLOCKED = """for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });"""


@pytest.mark.parametrize("path", ["/board", "/mat", "/desk", "/start", "/seat/1", "/login", "/shop"])
def test_a_browser_that_keeps_nothing_shows_every_page(browser: Browser, tmp_path: Path, path: str) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        visitors.house.command("start", names=["Ann", "Ben", "Cal"], lead=1)
        page = visitors.open("/board", viewport=PHONE)
        page.add_init_script(BLOCKED)
        page.goto(visitors.address + path)
        page.get_by_label("Sound and contrast").click()
        page.get_by_label("Stronger contrast").check()
        expect(page.get_by_label("Stronger contrast")).to_be_checked()


def test_a_page_that_the_browser_translates_is_not_loaded_anew(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        house = visitors.house
        house.command("start", names=["Ann", "Ben", "Cal"], lead=1)
        page = visitors.open("/board")
        page.wait_for_function("() => Number(document.documentElement.dataset.seq) > 0")
        page.evaluate("() => { document.documentElement.lang = 'fr'; window.translated = true; }")
        house.command("rename", seat="seat1", name="Zoe")
        page.wait_for_function(
            "(seq) => Number(document.documentElement.dataset.seq) >= seq", arg=house.board["seq"], timeout=PATIENCE_MS
        )
        assert page.evaluate("() => window.translated") is True


def test_a_tablet_that_cannot_be_kept_awake_is_told_once(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        visitors.house.command("start", names=["Ann", "Ben", "Cal"], lead=1)
        page = visitors.open("/board", viewport=PHONE, has_touch=True, is_mobile=True)
        page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined });")
        page.goto(visitors.address + "/mat")
        expect(page.locator("#toast")).to_contain_text("cannot keep the screen on")
        page.reload()
        page.wait_for_function("() => Number(document.documentElement.dataset.seq) > 0")
        expect(page.locator("#toast")).to_be_hidden()


TABS = 9  # a browser opens six connections to a table


def test_any_number_of_tabs_follows_the_table_and_each_is_answered(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        house = visitors.house
        house.command("start", names=["Ann", "Ben", "Cal"], lead=1)
        tabs = [visitors.open("/board")]
        tabs += [tabs[0].context.new_page() for _ in range(TABS - 1)]
        for tab in tabs[1:]:
            tab.goto(visitors.address + "/board")
        house.command("rename", seat="seat1", name="Zoe")
        for tab in tabs:
            expect(tab.locator("html")).to_have_attribute("data-seq", str(house.board["seq"]))
        assert tabs[0].evaluate("() => fetch('/api/door').then((answer) => answer.status)") == 200
        tabs.pop().close()  # the tab that opened its feed last
        house.command("rename", seat="seat1", name="Eve")
        for tab in tabs:
            expect(tab.locator("html")).to_have_attribute("data-seq", str(house.board["seq"]))
            expect(tab.locator("#lost")).to_be_hidden()
