"""Slips of hands at a table: what lies there is taken as true or asked about, and nobody is told a hidden card.

Each slip happens at two tables that differ only in cards that nobody has turned up. Everything that is shown, noted and
asked is the same at both, to the last byte, and names none of these cards.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from mat_table import MatTable

Json = dict[str, Any]
GONE: Json = {"done": True}
HAND: Json = {"hand": ["?script", "?staging"]}
SCRIPT, STAGING, ANY = ("I.4", "I.7"), ("Seize", "Exchange"), ("I.4", "III.4")


def shown(table: MatTable) -> str:
    """All that anybody may see of a table, with what was noted and asked in its book."""
    session = table.session
    noted = [body for kind, body in table.book.records if kind in ("irregularity", "question")]
    told = {"desk": table.desk, "cues": table.cues, "due": session.due(), "noted": noted}
    return json.dumps(told | {"told": [session.told(player) for player in range(len(table.names))]})


def miscued(**cal: Any) -> MatTable:
    """Cal, whose card lies face down, is to put down another one."""
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
    """One that was discarded, or is of another act, in place of the own card in the own turn."""
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
    assert table.board["seats"][2]["told"] == "the same card again: lay another one"
    assert table.asked == ("swap", ["Cal"])
    assert (table.irregular, table.questions) == ([], [])
    table.turn_up("Cal", "I.7")
    assert table.seat("Cal").placed == "I.7"
