"""Players' slips at a table: the actual cards are accepted or asked about, and no output reveals a hidden card.

Each slip happens at two tables that differ only in cards that nobody has turned up. Output, records and questions are
the same at both, to the last byte, and name none of these cards.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.mat_table import STAGE, MatTable

Json = dict[str, Any]
GONE: Json = {"done": True}
HAND: Json = {"hand": ["?script", "?staging"]}
SCRIPT, STAGING, ANY = ("I.4", "I.7"), ("Seize", "Exchange"), ("I.4", "III.4")


def shown(table: MatTable) -> str:
    """Return all visible output of a table, with its recorded violations and questions."""
    session = table.session
    noted = [body for kind, body in table.book.records if kind in ("irregularity", "question")]
    told = {"desk": table.desk, "cues": table.cues, "due": session.view.due, "noted": noted}
    return json.dumps(told | {"told": [session.view.message(player) for player in range(len(table.names))]})


def miscued(**cal: Any) -> MatTable:
    """Cal, whose card is face down, has to put down another one."""
    ben = {"placed": "?staging", "hand": ["?script"]}
    table = MatTable(Ben=ben, Cal={"placed": "?script", **cal}, Ann={"placed": "?script"})
    table.turn_up("Ben", "Miscue").press("Cal")
    assert table.asked == ("swap", ["Cal"])
    return table


def lays_the_same_again(card: str) -> MatTable:
    back = "?staging" if "." not in card else "?script"
    hand = ["?script" if back == "?staging" else "?staging"]
    return miscued(placed=card, hand=hand).turn_up("Cal", card)


def lays_a_card_that_cannot_be_there(card: str) -> MatTable:
    """The player places a discarded card, or one of another act, instead of the own one on the own turn."""
    ben = {"placed": "I.6", "intrigue": 1, **HAND}
    return MatTable(Ben=ben, Cal={"placed": "?script"}, Ann=GONE, script_discard=["I.4"]).turn_up("Ben", card)


def lays_a_card_in_anothers_place(card: str) -> MatTable:
    return MatTable("placement", Ann=HAND, Ben=HAND, Cal=HAND).lay("Ben", "I.6").lay("Ben", card).lay("Ann", card)


def lays_a_card_out_of_turn(card: str) -> MatTable:
    cal = {"placed": "I.5", **HAND}
    return MatTable(Ben={"placed": "?script"}, Cal=cal, Ann={"placed": "?script"}).turn_up("Cal", card)


SLIPS: list[tuple[Callable[[str], MatTable], tuple[str, str]]] = [
    (lays_the_same_again, SCRIPT),
    (lays_the_same_again, STAGING),
    *((lays_a_card_that_cannot_be_there, cards) for cards in (SCRIPT, STAGING, ANY)),
    *((lays_a_card_in_anothers_place, cards) for cards in (SCRIPT, STAGING, ANY)),
    *((lays_a_card_out_of_turn, cards) for cards in (SCRIPT, STAGING, ANY)),
]


@pytest.mark.parametrize(("slip", "cards"), SLIPS)
def test_a_slip_with_a_card_that_lies_face_down_tells_nobody_which_it_is(
    slip: Callable[[str], MatTable], cards: tuple[str, str]
) -> None:
    ours, theirs = (shown(slip(card)) for card in cards)
    assert ours == theirs
    assert not any(f"{card}{end}" in ours for card in cards for end in '". ,:')


def test_who_lays_the_same_card_again_at_a_miscue_is_told_at_the_seat_that_another_one_is_needed() -> None:
    table = miscued(placed="I.4", hand=["?script"]).turn_up("Cal", "I.4")
    assert table.board["seats"][2]["told"] == "the same card again: play another one"
    assert table.asked == ("swap", ["Cal"])
    assert (table.irregular, table.questions) == ([], [])
    table.turn_up("Cal", "I.7")
    assert table.seat("Cal").placed == "I.7"


# --- a card from the other pile, and which pile it was


def before_placement(**keys: Any) -> MatTable:
    hands = {"Ann": HAND, "Ben": {"hand": ["?staging", "?staging"]}, "Cal": HAND}
    return MatTable("placement", **{**hands, **keys})


def test_a_card_from_the_other_pile_is_taken_as_true_and_noted() -> None:
    table = before_placement()
    piles = len(table.state.script), len(table.state.staging)
    table.lay("Ben", "I.4")
    assert table.seat("Ben").placed == "I.4"
    assert table.seat("Ben").hand == ["?staging"]
    assert (len(table.state.script), len(table.state.staging)) == (piles[0] - 1, piles[1] + 1)
    assert table.irregular == ["draw.other-pile"]
    assert table.board["seats"][1]["told"] == "Ben has drawn a script card, not a staging card."
    assert "I.4" not in shown(table)
    table.undo()
    assert (len(table.state.script), len(table.state.staging)) == piles
    assert table.seat("Ben").hand == ["?staging", "?staging"]


def test_the_last_script_card_drawn_in_place_of_a_staging_card_empties_the_pile() -> None:
    table = before_placement()
    del table.state.script[1:]
    table.lay("Ben", "I.4")
    assert table.state.marker == "script-empty"
    assert any("script pile is empty" in line for line in table.log)


def test_a_card_of_the_other_pile_counts_after_a_miscue_too() -> None:
    table = miscued(hand=["?staging"]).lift("Cal").lay("Cal", "I.7")
    assert table.seat("Cal").placed == "I.7"
    assert table.irregular == ["draw.other-pile"]


def drawing(lies: str, hand: list[str], pile: int = 9) -> MatTable:
    """Ben, whose card was seized, may draw from either pile; he has drawn by hand, and places his next card."""
    ben = {"placed": "?script", "hand": hand}
    cal = {"placed": "?staging", "intrigue": 1, "hand": ["?script"]}
    table = MatTable(Ben=ben, Cal=cal, Ann=GONE)
    del table.state.script[pile:]
    table.turn_up("Ben", "I.4").turn_up("Cal", "Seize")
    assert table.asked == ("draw", ["Ben"])
    return table.lift("Ben").lay("Ben", lies)


def test_the_pile_that_was_drawn_from_is_read_from_a_card_that_only_it_can_have_given() -> None:
    assert drawing("I.7", ["?staging"]).seat("Ben").hand.count("?script") == 1
    assert drawing("Exchange", ["?script"]).seat("Ben").hand.count("?staging") == 1


def test_which_pile_is_asked_where_the_card_does_not_tell_it_and_no_pile_ends_by_a_guess() -> None:
    table = drawing("I.7", ["?script", "?staging"], 1)
    assert table.asked == ("draw", ["Ben"])
    assert table.cue("Ben") == "draw-either"
    assert table.state.marker == "act-begins"
    assert not any("script pile is empty" in line for line in table.log)
    table.hold("Ben")
    assert table.seat("Ben").hand.count("?staging") == 2
    assert table.state.marker == "act-begins"


# --- a No Drama in front of its player


def asked_to_protect(**ben: Any) -> MatTable:
    """Ann wants to block Ben's action, and Ben may answer."""
    ben = {"placed": "?script", "hand": ["?staging"], "intrigue": 1} | ben
    table = MatTable(Ann={"placed": "?script", "spotlight": 1}, Ben=ben, Cal={"placed": "?script"})
    table.turn_up("Ben", "I.4").press("Ann")
    assert table.asked == ("protect", ["Ben"])
    return table


def test_a_no_drama_before_its_player_answers_as_one_on_the_stage_does() -> None:
    table = asked_to_protect().lift("Ben").lay("Ben", "No Drama")
    assert table.board["seats"][1]["protected"]
    assert table.scored("Ben") == ["I.4"]
    assert (table.irregular, table.questions) == ([], [])


def test_any_other_card_there_answers_nothing_and_is_the_one_for_the_next_scene() -> None:
    assert asked_to_protect().lay("Ben", "Seize").asked == ("protect", ["Ben"])


def test_a_no_drama_counts_where_the_record_has_none_but_script_cards_in_the_hand() -> None:
    table = asked_to_protect(hand=["?script"]).lay("Ben", "No Drama")
    assert table.board["seats"][1]["protected"]
    assert table.irregular == ["draw.other-pile"]


# --- a question ends with its subject


@pytest.mark.parametrize("restarts", [False, True])
def test_a_question_about_a_card_on_the_stage_is_over_once_the_card_is_gone(restarts: bool) -> None:
    table = MatTable(Ben={"placed": "?script"}, Cal={"placed": "?script"}, Ann=GONE).lay(STAGE, "Villainy")
    assert len(table.questions) == 1
    if restarts:
        table.session = table.restarted()
    table.lift(STAGE)
    assert table.questions == []
    assert table.restarted().view.record.questions == ()


# --- owners of coins and of cards on the mat


def test_a_coin_laid_out_of_turn_is_its_only_owners_who_is_told_at_the_seat() -> None:
    cal = {"placed": "?script", "coins": {"Othello": 1}}
    table = MatTable(Ben={"placed": "?script"}, Cal=cal, Ann=GONE).lay(STAGE, "coin:Othello")
    assert table.irregular == ["coin.not-now"]
    told = [seat["told"] for seat in table.board["seats"]]
    assert told == [None, None, "It is not the moment for this: Cal may do it in a turn of their own."]


def test_a_card_laid_early_shows_its_back_as_soon_as_it_lies_there() -> None:
    table = MatTable("pre-placement", Ann=HAND, Ben=HAND, Cal=HAND).lay("Ann", "I.1")
    assert [seat["card"] for seat in table.board["seats"]] == [{"face": "down", "early": True}, None, None]
    table.lift("Ann")
    assert table.board["seats"][0]["card"] is None
