"""The origin of each number at a seat: the last step that changed it, at the desk and in the record."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from companion.table.snapshot import desk
from tests.support.mat_table import MatTable
from tests.support.served_pages import PHONE
from tests.support.table_pages import visited
from tests.support.waiting import until


def marks(found: MatTable) -> dict[str, Any]:
    told = found.desk["marks"]
    assert desk(found.restarted().view)["marks"] == told
    return dict(told)


def table() -> MatTable:
    """Ben's turn, with a card that brings tokens."""
    seats: dict[str, Any] = {"Ann": {"placed": "?script"}, "Ben": {"placed": "?script"}}
    return MatTable("reveal", "Ann Ben Cal", **seats, Cal={"placed": "?script"})


def test_a_number_is_known_as_the_step_that_changed_it_last_also_from_the_book() -> None:
    found = table()
    assert not any(marks(found).values())
    found.say(None, "correct", changes=[{"what": "wounds", "of": "Ann", "now": 2}], because="miscounted")
    found.say(None, "correct", changes=[{"what": "wounds", "of": "Cal", "now": 1}], because="miscounted")
    typed = marks(found)
    assert typed["seat1"]["wounds"] == ["typed", 0] and typed["seat3"]["wounds"] == ["typed", 1]
    assert typed["seat2"] == {}
    found.press("Ben").turn_up("Ben", "I.4")
    seen = marks(found)
    assert seen["seat2"]["points"][0] == "seen" and seen["seat1"]["wounds"] == ["typed", 0]
    found.undo()
    assert marks(found) == typed
    found.undo()
    found.undo()
    assert not any(marks(found).values())


WIDE = "W" * 24  # the longest name, without a place to break it
PARTS: dict[str, Any] = {
    "othello": {"what": "intrigue", "of": WIDE, "now": 5},
    "deathmatch": {"what": "card", "card": "poison.3", "from": {"hand": "Ben"}, "to": {"pool": WIDE}},
}
NUMBERS = {"othello": ("intrigue", "intrigue 5"), "deathmatch": ("points.poison", "3 poison")}


@pytest.mark.parametrize("game", PARTS)
def test_at_the_desk_each_number_has_its_mark_and_says_in_words_where_it_is_from(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    number, words = NUMBERS[game]
    with visited(browser, tmp_path / "table.db") as visitors:
        visitors.house.command("start", game=game, names=[WIDE, "Ben", "Cal"], lead=0)
        page = visitors.open("/desk", viewport=PHONE)
        row = page.locator(".desk-seat").first
        mark = row.locator(f'[data-number="{number}"]')
        expect(mark).to_have_attribute("data-how", "inferred" if game == "deathmatch" else "typed")  # with the Lead
        visitors.house.command("answer", do="correct", because="miscounted", changes=[PARTS[game]])
        until(lambda: bool(visitors.house.desk["marks"]["seat1"]))
        expect(mark).to_have_attribute("data-how", "typed")
        assert row.locator("summary").evaluate("node => node.getBoundingClientRect().height") >= 44
        row.locator("summary").click()
        said = (
            row.locator(".marks li").filter(has_text="typed").filter(has_text=re.compile("put.* right", re.IGNORECASE))
        )
        expect(said.first).to_be_visible()
        expect(said.filter(has_text=re.compile(rf"^\s*{words}"))).to_be_visible()
        counts = page.locator("#counts [data-number]")
        expect(counts).to_have_count(8 if game == "othello" else 0)  # two piles and six characters
        if game == "othello":
            wounds = [{"what": "wounds", "name": "Iago", "now": 2}]
            visitors.house.command("answer", do="correct", because="miscounted", changes=wounds)
            iago = page.locator('#counts [data-number="tiles.Iago"]')
            expect(iago).to_have_text("Iago: 2 wounds")
            expect(iago).to_have_attribute("data-how", "typed")
            expect(page.locator('#counts [data-number="piles.script"]')).to_have_attribute("data-how", "typed")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_what_a_position_says_was_typed(browser: Browser, tmp_path: Path) -> None:
    seats = [{"name": name, "placed": "?script"} for name in ("Ann", "Ben", "Cal")]
    position = {"edition": "2024", "lead": "Ann", "phase": "reveal", "seats": seats}
    with visited(browser, tmp_path / "table.db", position=position) as visitors:
        page = visitors.open("/desk", viewport=ViewportSize(width=1280, height=800))
        row = page.locator(".desk-seat").first
        expect(row.locator('[data-number="points"]')).to_have_attribute("data-how", "typed")
        row.locator("summary").click()
        expect(row.locator(".marks li").first).to_contain_text("as the game began")
