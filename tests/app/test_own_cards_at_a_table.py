"""Owners' own staging cards at a table: their questions, gestures and page content (C11)."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.core.verdict import Forbidden
from companion.journal import Journal
from companion.table.lights import LATE_SECONDS
from tests.games.othello.rules.table import DECK
from tests.support.mat_table import Json, MatTable
from tests.support.served_pages import PHONE
from tests.support.table_pages import visited

MASQUE: Json = {
    "id": "Masque",
    "kind": "staging",
    "title": "The Masque",
    "text": "Everybody takes a token.",
    "changes": ["spotlight"],
}
SCRIPT: Json = {"placed": "?script"}


def turned_up(**keys: Any) -> MatTable:
    """Ben has turned up the Masque; Cal is next, then Ann."""
    seats = {"Ann": SCRIPT, "Ben": {"placed": "?staging"}, "Cal": SCRIPT, **keys}
    return MatTable(deck=[*DECK, MASQUE], **seats).lay("Ben", "Masque").turn_up("Ben", "Masque")


def test_the_pages_are_told_what_the_card_says_and_may_change() -> None:
    table = turned_up().wait(LATE_SECONDS)
    asked = table.desk["decision"]
    assert asked["text"] == "Ben: do what The Masque says"
    assert asked["carry_out"]["changes"] == ["spotlight"]
    assert asked["carry_out"]["card"]["text"] == "Everybody takes a token."
    assert [seat["cue"] for seat in table.board["seats"]] == ["idle", "go-on", "on-deck"]
    assert table.board["newest"]["title"] == "The Masque"


def test_what_changed_is_said_at_a_page() -> None:
    table = turned_up().say("Ben", "carry-out", changes=[{"what": "spotlight", "of": "Cal", "now": 2}])
    assert table.seat("Cal").spotlight == 2
    assert table.seat("Ben").done
    assert table.restarted().state.seats[2].spotlight == 2
    assert table.irregular == []


def test_what_the_card_does_not_change_is_refused_and_nothing_is_lost() -> None:
    table = turned_up()
    with pytest.raises(Forbidden, match="This card changes spotlight, and not lead"):
        table.say("Ben", "carry-out", changes=[{"what": "lead", "of": "Cal"}])
    assert table.desk["decision"]["kind"] == "carry-out"


def test_a_press_of_its_player_says_that_nothing_changed() -> None:
    assert turned_up().press("Ben").seat("Ben").done
    assert turned_up().hold("Ben").seat("Ben").done


def test_the_next_card_turned_up_says_so_too() -> None:
    table = turned_up().lay("Cal", "I.4").turn_up("Cal", "I.4")
    assert table.seat("Ben").done
    assert table.scored("Cal") == ["I.4"]
    assert table.irregular == []


def test_what_came_of_it_can_be_taken_back() -> None:
    table = turned_up().say("Ben", "carry-out", changes=[{"what": "spotlight", "of": "Cal", "now": 2}])
    assert table.undo() == "Ben tells what changed"
    assert table.seat("Cal").spotlight == 0
    assert table.desk["decision"]["kind"] == "carry-out"


# --- on the pages

EVERYTHING = ["intrigue", "spotlight", "coin", "handkerchief", "wounds", "life", "lead", "hand"]


def test_what_came_of_it_is_told_with_a_form_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    seats = [
        {"name": "Ann", "hand": ["?script"], "coins": {"Iago": 2}},
        {"name": "Ben", "placed": "Masque"},
        {"name": "Cal", "placed": "?script"},
    ]
    masque = MASQUE | {"changes": EVERYTHING}
    position = {"edition": "2024", "deck": [*DECK, masque], "phase": "reveal", "lead": "Ann", "seats": seats}
    with closing(Journal.open(tmp_path / "table.db")) as journal:
        journal.begin_game({"position": position, "seed": 1}, 0.0)
    with visited(browser, tmp_path / "table.db") as visitors:
        visitors.house.command("answer", by="Ben", do="reveal")
        visitors.house.let_the_window_close()
        page = visitors.open("/desk", viewport=PHONE)
        form = page.locator("#carry form")
        expect(page.locator("#who")).to_have_text("Ben: do what The Masque says")
        expect(page.locator(".carry-text")).to_have_text("Everybody takes a token.")
        form.get_by_label("Cal: one more", exact=True).last.click()  # a spotlight
        form.get_by_label("on Cassio: one more").click()
        form.get_by_label("Brabantio lives").uncheck()
        form.get_by_label("Who has the handkerchief").select_option("Cal")
        form.get_by_role("button", name="Other coins").click()
        form.get_by_label("How many there are now").fill("0")
        form.get_by_role("button", name="Another card").click()
        form.get_by_label("From whom").select_option("Ann")
        form.get_by_label("To whom").select_option("Cal")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        visitors.house.table.command("mat", {"do": "press", "button": "seat1"})  # the typed text stays
        form.get_by_role("button", name="That is how it is now").click()
        expect(page.locator("#carry")).to_be_hidden()
        ann, _ben, cal = visitors.house.board["seats"]
        assert (cal["spotlight"], cal["handkerchief"], cal["hand"], ann["hand"], ann["coins"]) == (2, True, 1, 0, {})
        tiles = {tile["character"]: (tile["wounds"], tile["dead"]) for tile in visitors.house.board["tiles"]}
        assert (tiles["Cassio"], tiles["Brabantio"]) == ((1, False), (0, True))
