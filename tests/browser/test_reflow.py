"""Pages at 400 % zoom on a small screen, 320 by 256, and on a phone with larger or wider text.

Nothing scrolls sideways, the focused element is not covered, and names are complete.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from bench.chromium import chromium
from companion.games import game_ids
from tests.conftest import QUIET
from tests.support.axe_check import pages
from tests.support.phones import seated
from tests.support.table_pages import visited

ZOOMED = ViewportSize(width=320, height=256)
LONG = ["Maximiliane Oberhuberin", "Donaudampfschifffahrtska", "W" * 24]
CHOSEN = {  # chosen by a reader: WCAG 1.4.4 and 1.4.12
    "": ZOOMED["width"],
    "html { font-size: 200% }": 390,
    "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }": 320,
}
SIDEWAYS = """(rules) => {
  document.querySelectorAll("details").forEach((node) => { node.open = true; });
  const chosen = document.head.appendChild(document.createElement("style"));
  chosen.textContent = rules;
  const width = document.documentElement.scrollWidth;
  chosen.remove();
  return width;
}"""
CUT = """nodes => nodes.filter((node) => {
  const { overflow, fontSize } = getComputedStyle(node);
  const more = node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 4;
  return (overflow !== "visible" && more) || parseFloat(fontSize) < 16;
}).map((node) => node.textContent)"""
COVERED = """() => {
  const node = document.activeElement, { left, right, top, bottom } = node.getBoundingClientRect();
  const shows = (x, y) => node.contains(document.elementFromPoint(x, y));
  const seen = [left + 3, right - 3].some((x) => shows(x, top + 3) || shows(x, bottom - 3));
  return node === document.body || seen ? "" : node.textContent;
}"""


def test_no_page_goes_sideways(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("language", language="de")  # German words are longer
        people.house.command("start", names=LONG, lead=0)
        page, wide = people.open("/board", viewport=ZOOMED, bypass_csp=True), []
        more = [f"/{page}?game=deathmatch" for page in ("start", "join")]
        for path in (*pages(), *more):
            page.goto(people.address + path)
            expect(page.get_by_role("heading", level=1).first, path).to_be_attached()
            for rules, width in CHOSEN.items():
                page.set_viewport_size({**ZOOMED, "width": width})
                found = page.evaluate(SIDEWAYS, rules)
                wide += [] if found == width else [f"{path} {rules}: {found}"]
        people.complaints[:] = [each for each in people.complaints if "404" not in each]
    assert wide == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [360, 390, 844, 1024])
def test_no_page_goes_sideways_where_the_browsers_own_letters_are_twice_as_large(
    browser: Browser, tmp_path: Path, width: int, language: str
) -> None:
    large = browser.browser_type.launch(
        executable_path=chromium(), args=[*QUIET, "--blink-settings=defaultFontSize=32"]
    )
    try:
        with visited(large, tmp_path / "table.db") as people:
            people.house.command("language", language=language)
            people.house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
            page, wide = people.open("/desk", viewport=ViewportSize(width=width, height=768)), []
            assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "36px"
            own = [f"/{page}?game={game}" for page in ("start", "join") for game in game_ids()]
            for path in ("/board", "/mat", "/desk", "/how", "/history", "/seats", *own):
                page.goto(people.address + path)
                expect(page.get_by_role("heading", level=1).first, path).to_be_attached()
                found = page.evaluate("document.documentElement.scrollWidth")
                wide += [] if found == width else [f"{path}: {found}"]
    finally:
        large.close()
    assert wide == []


def test_nothing_covers_what_is_focused_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    with seated(browser, tmp_path / "table.db", names=["Ann", "Ben", "Cal"], lead=0) as (_visitors, phones):
        phone = phones[1]  # the game asks this player first
        phone.set_viewport_size(ZOOMED)
        expect(phone.locator("#options button").first).to_be_visible()
        covered = []
        for _ in range(20):
            phone.keyboard.press("Tab")
            covered.append(str(phone.evaluate(COVERED)))
    assert [words for words in covered if words] == []


@pytest.mark.parametrize("game", game_ids())
def test_no_button_of_a_seat_lies_outside_of_a_small_mat_and_no_name_is_cut(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("language", language="de")
        people.house.command("start", game=game, names=LONG, seed=1, lead=0)
        page = people.open("/mat", viewport=ZOOMED)
        expect(page.locator(".station")).to_have_count(3)
        rights = page.locator(".station button").evaluate_all("all => all.map((b) => b.getBoundingClientRect().right)")
        assert max(rights) <= ZOOMED["width"]
        assert page.locator(".station h2").evaluate_all(CUT) == []
        page.goto(people.address + "/board")
        expect(page.locator(".seat-name")).to_have_text(LONG)
        assert page.locator(".seat-name").evaluate_all(CUT) == []
        senses = page.locator(".senses")
        senses.locator("summary").click()
        assert (senses.locator("div").bounding_box() or {"x": -1})["x"] >= 0


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
