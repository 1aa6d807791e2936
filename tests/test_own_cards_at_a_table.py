"""Owners' own staging cards at a table: what is asked, what a gesture means then, and what the pages are told (C11)."""

from typing import Any

import pytest
from mat_table import Json, MatTable
from rules.table import DECK

from companion.play.verdict import Forbidden

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
    table = turned_up()
    asked = table.desk["decision"]
    assert asked["text"] == "Carry out Ben’s The Masque"
    assert asked["carry_out"]["changes"] == ["spotlight"]
    assert asked["carry_out"]["card"]["text"] == "Everybody takes a token."
    assert [seat["cue"] for seat in table.board["seats"]] == ["idle", "choose", "on-deck"]
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
