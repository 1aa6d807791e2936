"""Differences of the first printing of 2024."""

from typing import Any

import pytest

from companion.othello.model import events as e
from companion.othello.model.ruleset import load_edition
from tests.games.othello.rules.table import DECK, Table, card, opening

RULES = load_edition("2024-first")


def first(**keys: Any) -> Table:
    """Ann (the Lead), Ben and Cal in the reveal of Act I, by the first printing."""
    return Table(edition="2024-first", **keys)


def test_c4_missed_entrance_is_in_the_box_in_the_place_of_miscue() -> None:
    assert dict(RULES.staging_cards) == {
        "Exchange": 5,
        "No Drama": 3,
        "Take the Lead": 7,
        "Seize": 5,
        "Villainy": 3,
        "Revive": 3,
        "Missed Entrance": 3,
    }


def test_c4_a_miscue_is_no_card_of_this_edition() -> None:
    table = first(phase="placement", Ann={"hand": ["?"]}, Ben={"hand": ["?"]}, Cal={"hand": ["?"]})
    assert table.forbidden("Ben", "place", card="Miscue") == {"place.no-such-card": ("C2", "C4")}
    assert table.play("Ben", "place", card="Missed Entrance").seat("Ben").placed == "Missed Entrance"


def test_c4_it_is_dealt_like_any_other() -> None:
    table = opening("Ann Ben Cal Dot", "Ann", edition="2024-first")
    cards = [*table.state.staging, *(card for seat in table.state.seats for card in seat.hand)]
    assert cards.count("Missed Entrance") == 3


def test_c5_the_box_has_twenty_nine_wound_tokens() -> None:
    assert RULES.tokens == {"intrigue": 42, "spotlight": 24, "wounds": 29}


@pytest.mark.parametrize(("intrigue", "looks"), [(1, [False]), (2, [True, False])])
def test_a1_to_look_costs_two_intrigue_tokens(intrigue: int, looks: list[bool]) -> None:
    ben = {"placed": "Exchange", "hand": ["I.7"], "intrigue": intrigue}
    table = first(Ben=ben, Cal={"placed": "I.3", "hand": ["I.5"]})
    table.play("Ben", "reveal", target="Cal")
    if len(looks) > 1:
        assert table.choices("look") == looks
        table.play("Ben", "choose", look=True)
    assert table.seat("Ben").intrigue == (0 if len(looks) > 1 else 1)


def test_a1_it_is_not_played_from_the_hand() -> None:
    table = first(Ben={"placed": "I.4", "hand": ["Exchange", "I.7"]}, Cal={"placed": "I.3", "hand": ["I.5"]})
    assert not table.offers("Ben", "from-hand")
    assert table.forbidden("Ben", "from-hand", card="Exchange", target="Cal") == {"from-hand.placed-only": ("A1",)}


def test_a1_a_roderigo_coin_does_what_it_does_all_the_same() -> None:
    table = first(
        Ben={"placed": "I.4", "hand": ["I.7"], "coins": {"Roderigo": 1}}, Cal={"placed": "I.3", "hand": ["I.5"]}
    )
    table.play("Ben", "coin", coin="Roderigo", target="Cal", look=False)
    assert (table.seat("Ben").hand, table.seat("Cal").hand) == (["I.5"], ["I.7"])


def test_a2_missed_entrance_does_what_miscue_does() -> None:
    table = first(
        Ben={"placed": "Missed Entrance", "hand": ["I.4"]},
        Cal={"placed": "I.3", "hand": ["I.5"]},
        piles={"script": ["I.10"], "staging": ["Revive", "Seize"]},
    )
    table.play("Ben", "reveal").play("Cal", "swap", card="I.5")
    assert (table.seat("Cal").placed, table.state.staging_discard) == ("I.5", ["Missed Entrance"])
    table.play("Ben", "swap", card="I.4")
    assert (table.pile("Ben"), table.seat("Ben").hand) == (["I.4"], ["Revive"])


def test_a2_a_seize_may_be_swapped_in_against_it() -> None:
    table = first(Ben={"placed": "Missed Entrance"}, Cal={"placed": "I.3", "hand": ["Seize"], "intrigue": 2})
    table.play("Ben", "reveal").window_closes()
    table.play("Cal", "improv", way="face-down", give="Seize")
    assert (table.seat("Cal").spotlight, table.seat("Cal").placed, table.seat("Ben").done) == (1, None, True)


@pytest.mark.parametrize("do", ["reveal", "exit"])
def test_a2_without_anybody_to_aim_it_at_it_is_only_exited_with(do: str) -> None:
    table = first(Ben={"placed": "Missed Entrance"}, Cal={"placed": "I.3"})
    assert table.play("Ben", do).seat("Ben").intrigue == 1


@pytest.mark.parametrize(("lead", "wounds"), [("Ann", 2), ("Ben", 3)])
def test_a6_the_wounds_of_villainy_cost_no_coins(lead: str, wounds: int) -> None:
    table = first(lead=lead, order=["Ben", "Cal", "Ann"], Ben={"placed": "Villainy"}, Cal={"placed": "I.3"})
    assert "villainy.wounds" in table.forbidden("Ben", "reveal", wounds=["Othello"] * (wounds + 1))
    table.play("Ben", "reveal", wounds=["Othello"] * wounds)
    assert table.state.wounds["Othello"] == wounds
    assert table.happened(e.CoinUsed) == []


def test_a6_nor_do_they_take_a_coin_that_is_there() -> None:
    table = first(Ben={"placed": "Villainy", "coins": {"Iago": 1}}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal", wounds=["Othello"])
    assert table.seat("Ben").coins == {"Iago": 1}


def test_x3_a_kill_by_the_dead_is_successful_and_set_aside() -> None:
    table = first(act=5, tiles={"Othello": {"dead": True}}, Ben={"placed": "V.9"}, Cal={"placed": "V.6"})
    table.play("Ben", "reveal")
    assert ([card for card, _role in table.state.set_aside], set(table.state.dead)) == (["V.9"], {"Othello"})


def test_x3_a_kill_of_the_dead_is_played_and_scored_as_any_card_about_them() -> None:
    deck = [*DECK, card("V.10", "Bianca kills Desdemona", 2)]
    table = first(deck=deck, act=5, tiles={"Desdemona": {"dead": True}}, Ben={"placed": "V.10"}, Cal={"placed": "V.6"})
    assert table.play("Ben", "reveal").pile("Ben") == ["V.10"]
    assert table.happened(e.Died) == []
