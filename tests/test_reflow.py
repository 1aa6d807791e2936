"""Pages at 400 % zoom of a small screen, 320 by 256: nothing goes sideways, and what is focused is not covered."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_check import pages
from live_pages import visited
from phones import seated
from playwright.sync_api import Browser, ViewportSize, expect

from companion.games import game_ids

ZOOMED = ViewportSize(width=320, height=256)
COVERED = """() => {
  const node = document.activeElement, { left, right, top, bottom } = node.getBoundingClientRect();
  const shows = (x, y) => node.contains(document.elementFromPoint(x, y));
  const seen = [left + 3, right - 3].some((x) => shows(x, top + 3) || shows(x, bottom - 3));
  return node === document.body || seen ? "" : node.textContent;
}"""


def test_no_page_goes_sideways(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("language", language="de")  # whose words are longer
        people.house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        page, wide = people.open("/board", viewport=ZOOMED), []
        for path in pages():
            page.goto(people.address + path)
            expect(page.get_by_role("heading", level=1).first, path).to_be_attached()
            width = page.evaluate("document.documentElement.scrollWidth")
            wide += [] if width == ZOOMED["width"] else [f"{path}: {width}"]
        people.complaints[:] = [each for each in people.complaints if "404" not in each]
    assert wide == []


def test_nothing_covers_what_is_focused_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    with seated(browser, tmp_path / "table.db", names=["Ann", "Ben", "Cal"], lead=0) as (_visitors, phones):
        phone = phones[1]  # whom the game asks first
        phone.set_viewport_size(ZOOMED)
        expect(phone.locator("#options button").first).to_be_visible()
        covered = []
        for _ in range(20):
            phone.keyboard.press("Tab")
            covered.append(str(phone.evaluate(COVERED)))
    assert [words for words in covered if words] == []


@pytest.mark.parametrize("game", game_ids())
def test_no_button_of_a_seat_lies_outside_of_a_small_mat(browser: Browser, tmp_path: Path, game: str) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("language", language="de")
        people.house.command("start", game=game, names=["Ann", "Ben", "Cal"], seed=1, lead=0)
        page = people.open("/mat", viewport=ZOOMED)
        expect(page.locator(".station")).to_have_count(3)
        rights = page.locator(".station button").evaluate_all("all => all.map((b) => b.getBoundingClientRect().right)")
        assert max(rights) <= ZOOMED["width"]


def test_the_words_of_a_name_stay_whole_on_a_small_phone_also_where_text_is_spaced_wider(
    browser: Browser, tmp_path: Path
) -> None:
    names = ["Ann", "Maximiliane Oberhuberin"]
    with seated(browser, tmp_path / "table.db", names=names, lead=0) as (_visitors, phones):
        phone = phones[1]
        phone.set_viewport_size(ZOOMED)
        expect(phone.locator("#name")).to_have_text(names[1])
        for spacing in ("normal", "0.12em"):  # WCAG 1.4.12
            high, line = phone.locator("#name").evaluate(
                "(name, spacing) => { document.body.style.letterSpacing = spacing;"
                " return [name.offsetHeight, parseFloat(getComputedStyle(name).lineHeight)]; }",
                spacing,
            )
            assert high <= 2 * line + 1, spacing
