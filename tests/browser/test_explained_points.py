"""Explanations of points at a table: over HTTP, and on the pages by a tap on a score."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from companion.othello.text import explain
from companion.othello.text.why import PARTS, RULES
from hardware.fitted_table import FittedTable
from hardware.table_file.layout import full_mat
from tests.app.test_live_table import get
from tests.support.running_table import Json, People, running, served
from tests.support.served_pages import PHONE
from tests.support.table_pages import visited


def assert_explained(board: Json, players: list[Json]) -> None:
    for seat, player in zip(board["seats"], players, strict=True):
        assert (player["name"], player["total"]) == (seat["name"], seat["points"])
        parts: Counter[str] = Counter()
        for entry in player["entries"]:
            parts[entry["part"]] += entry["points"]
            assert entry["part_words"] == PARTS[entry["part"]]
            assert len(entry["rules_words"]) == len(entry["rules"])
        assert {part: parts[part] for part in PARTS} == seat["breakdown"]


def test_every_point_of_a_running_game_and_of_its_end_is_explained(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", pace=0) as house, served(house) as address:
        house.command("start", names=["Ann", "Ben", "Cal"])
        people = People(house, seed=4)
        acts = {1}
        while len(acts) < 5:
            people.play(until=lambda board: board["act"] not in acts)
            acts.add(house.board["act"])
            assert_explained(house.board, get(address, "/api/explain")["players"])
        people.play()
        players = get(address, "/api/explain")["players"]
        assert_explained(house.board, players)
        scored = next(entry for player in players for entry in player["entries"] if entry["part"] == "script")
        assert any("scores" in words for words in scored["told"])


def test_every_rule_that_an_explanation_names_has_words() -> None:
    source = Path(explain.__file__).read_text()
    named = set(re.findall(r'"([A-Z]\d+)"', source))
    assert named == set(RULES)


def open_sheet(page: Page, name: str) -> str:
    """Tap a player's score; return the text of the sheet."""
    rows = page.locator(".seat, .desk-seat, #call-rows tr").filter(has_text=name)
    rows.locator(".score").filter(visible=True).click()
    sheet = page.get_by_role("dialog", name="Why these points")
    expect(sheet).to_contain_text(f"{name}: why")
    words = sheet.inner_text()
    page.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    return words


def test_a_tap_on_a_score_tells_why(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        house = visitors.house
        house.command("start", names=["Ann", "Ben", "Cal"])
        page = visitors.open("/board", viewport=PHONE)
        assert "everybody starts with" in open_sheet(page, "Ann") or "Nothing counts yet" in open_sheet(page, "Ann")
        people = People(house, seed=4)
        people.play(until=lambda board: board["act"] == 2 and any(seat["scored"] for seat in board["seats"]))
        seat = next(seat for seat in house.board["seats"] if seat["scored"])
        expect(page.locator(".seat").filter(has_text=seat["name"]).locator(".score")).to_have_text(str(seat["points"]))
        words = open_sheet(page, seat["name"])
        assert f"why {seat['points']}?" in words and seat["scored"][0]["title"] in words
        assert re.search(r"K2\s+a card that succeeds", words)
        assert open_sheet(visitors.open("/desk", viewport=PHONE), seat["name"]) == words
        visitors.leave()
        people.play()
        for winner in house.board["winners"]:
            assert "why" in open_sheet(visitors.open("/board"), winner)


def test_in_deathmatch_a_reason_counts_the_acts_as_the_board_does(browser: Browser, tmp_path: Path) -> None:
    fitted = FittedTable(full_mat(3), [], [], lambda: 0.0, {}, served=())
    with visited(browser, tmp_path / "table.db", fitted=fitted) as visitors:
        house = visitors.house
        house.command("start", game="deathmatch", names=["Ann", "Ben", "Cal"], lead=0, variants=["castle"])
        for name, card in (("Ann", "blades.1"), ("Ben", "blades.2"), ("Cal", "coins.3")):
            house.command("answer", by=name, do="play", card=card)
        house.command("answer", do="winner", to="Ben")
        house.command("answer", by="Ben", do="damage", card="blades.1", target="Ann")
        assert "Act 1, scene 1" in open_sheet(visitors.open("/desk", viewport=PHONE), "Ann")
