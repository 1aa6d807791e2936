"""Impossible values in answers: each field is used or refused with its rule, and no card is in two places.

tests/games/othello/test_answer_fields.py covers all fields of all answers; here are those once accepted by mistake.
"""

from typing import Any

import pytest

from companion.othello.model.cards import is_unknown
from companion.othello.notation.read import position_from_json
from tests.games.othello.rules.table import DECK, Json, Table, card

Reasons = dict[str, tuple[str, ...]]
BURIED: Json = {"do": "improv", "way": "hand", "give": "Revive"}
DEAD: Json = {"tiles": {"Cassio": {"dead": True}}}
HANDS: Json = {
    "Ann": {"placed": "I.1", "hand": ["I.2"]},
    "Ben": {"hand": ["I.4"]},
    "Cal": {"placed": "I.3", "hand": ["I.6", "I.7"]},
}


def revealing(placed: str, **keys: Any) -> Table:
    """Ben's turn to reveal this card; Ann holds I.2, Ben I.4, Cal I.6 and I.7."""
    seats = {name: HANDS[name] | keys.pop(name, {}) for name in HANDS}
    seats["Ben"]["placed"] = placed
    return Table(**{"deck": DECK, **keys, **seats})


# --- more than the box has


@pytest.mark.parametrize(
    ("phase", "keys", "answer", "reason"),
    [
        ("pre-placement", {"staging_discard": ["No Drama"] * 3}, {"do": "protect", "with_": "no-drama"}, "protect"),
        ("pre-placement", {"staging_discard": ["Exchange"] * 5}, {"do": "from-hand", "card": "Exchange"}, "from-hand"),
        ("placement", {"staging_discard": ["Revive"] * 3}, {"do": "place", "card": "Revive"}, "place"),
        ("placement", {"staging": ["Revive"] * 3}, {"do": "place", "card": "Revive"}, "place"),
        ("pre-placement", {"staging_discard": ["Revive"] * 3}, BURIED, "improv"),
    ],
)
def test_c4_no_unknown_card_is_one_of_which_the_box_has_no_more(
    phase: str, keys: Json, answer: Json, reason: str
) -> None:
    ben = {"hand": ["?staging", "?"], "intrigue": 3}
    table = Table(phase=phase, turn="Ben", Ann={"hand": ["I.1"]}, Ben=ben, Cal={"hand": ["I.3"]}, piles=keys)
    assert table.forbidden("Ben", **answer) == {f"{reason}.elsewhere": ("C4",)}


@pytest.mark.parametrize("do", ["reveal", "exit"])
def test_c4_no_face_down_card_is_one_of_which_the_box_has_no_more(do: str) -> None:
    table = revealing("?staging", piles={"staging_discard": ["Take the Lead"] * 6}, Cal={"hand": ["Take the Lead"]})
    assert table.forbidden("Ben", do, card="Take the Lead") == {f"{do}.elsewhere": ("C4",)}


@pytest.mark.parametrize("do", ["reveal", "exit"])
def test_c2_no_face_down_card_is_one_that_lies_elsewhere(do: str) -> None:
    table = revealing("?script", Ann={"scored": ["I.10"]})
    assert table.forbidden("Ben", do, card="I.10") == {f"{do}.elsewhere": ("C2",)}
    assert table.forbidden("Ben", do, card="I.99") == {f"{do}.no-such-card": ("C2", "C4")}
    assert revealing("I.5").forbidden("Ben", do, card="I.99") == {f"{do}.no-such-card": ("C2", "C4")}


def test_c4_a_card_of_which_the_box_has_no_more_may_be_the_one_in_the_own_hand() -> None:
    table = revealing("?staging", piles={"staging_discard": ["Seize"] * 4}, Ben={"hand": ["Seize"]})
    table.play("Ben", "exit", card="Seize")
    assert table.seat("Ben").hand == ["?staging"]


def test_c2_a_card_that_has_left_the_game_is_none_of_the_unknown_ones() -> None:
    table = revealing("?script", removed=["I.10"])
    assert table.forbidden("Ben", "reveal", card="I.10") == {"reveal.elsewhere": ("C2",)}


def test_z1_no_sixth_seize_is_shown() -> None:
    table = revealing("I.5", piles={"staging_discard": ["Seize"] * 5}, Cal={"placed": "?", "intrigue": 1})
    table.play("Ben", "reveal")
    assert table.forbidden("Cal", "seize") == {"seize.elsewhere": ("C4",)}
    assert table.forbidden("Cal", "protect", with_="desdemona") == {"protect.no-coin": ("O5",)}


def test_a2_no_sixth_seize_is_swapped_in_against_a_miscue() -> None:
    cal = {"placed": "I.3", "hand": ["?staging"], "intrigue": 2}
    table = revealing("Miscue", piles={"staging_discard": ["Seize"] * 5}, Cal=cal).play("Ben", "reveal", target="Cal")
    for give in ("Seize", "?staging"):
        assert table.forbidden("Cal", "improv", way="face-down", give=give) == {"improv.elsewhere": ("C4",)}


def test_c11_no_card_is_handed_on_of_which_the_box_has_no_more() -> None:
    own = {"id": "Masque", "kind": "staging", "text": "Everybody swaps.", "changes": ["hand"]}
    ben: Json = {"hand": ["?staging", "?script"]}
    table = revealing("Masque", deck=[*DECK, own], Ben=ben, piles={"staging_discard": ["Revive"] * 3})
    table.play("Ben", "reveal").everybody_passes()
    for name, rule in (("Revive", "C4"), ("I.6", "C2")):
        moved = {"what": "hand", "card": name, "from": "Ben", "to": "Ann"}
        assert table.forbidden("Ben", "carry-out", changes=[moved]) == {"carry-out.hand": ("C11", rule)}
    back = {"what": "hand", "card": "?script", "from": "Ben", "to": "Ben"}
    assert table.forbidden("Ben", "carry-out", changes=[back]) == {"carry-out.hand": ("C11", "C11")}


def test_i3_the_face_down_card_is_not_put_down_once_more_from_the_hand() -> None:
    ben: Json = {"placed": "I.5", "hand": ["?script"], "intrigue": 1}
    table = Table(phase="after-placement", Ben=ben, Cal={"placed": "I.3"}, Ann={"placed": "I.1"})
    assert table.forbidden("Ben", "improv", way="face-down", give="I.5") == {"improv.elsewhere": ("C2",)}


# --- cards of an Exchange


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"give": "I.8"}, "give"),  # in the draw pile
        ({"give": "I.10"}, "give"),  # scored
        ({"give": "II.1"}, "give"),  # of another act
        ({"take": "I.6", "give": "I.6"}, "give"),  # the card just taken
        ({"give": "Exchange"}, "give"),  # the Exchange itself
        ({"take": "I.8"}, "take"),
        ({"take": "I.10"}, "take"),
        ({"take": "I.3"}, "take"),  # placed
        ({"take": "?staging"}, "take"),
        ({"take": "Seize"}, "take"),
        ({"look": True, "take": "I.8"}, "take"),
    ],
)
@pytest.mark.parametrize("way", ["card", "from-hand", "coin"])
def test_a1_what_cannot_be_taken_or_given_is_refused(known: bool, chosen: Json, field: str, way: str) -> None:
    ben: Json = {"hand": ["I.4" if known else "?script"], "intrigue": 3, "coins": {"Roderigo": 1}}
    cal = {"hand": ["I.6", "I.7"] if known else ["I.6", "?script"]}
    piles = {"script": ["I.8"]}
    if way == "from-hand":
        ben["hand"] = [*ben["hand"], "Exchange"]
    table = revealing("Exchange" if way == "card" else "I.5", Ben=ben, Cal=cal, Ann={"scored": ["I.10"]}, piles=piles)
    begin = {"card": {"do": "reveal"}, "from-hand": {"do": "from-hand", "card": "Exchange"}}
    answer = begin.get(way, {"do": "coin", "coin": "Roderigo"})
    assert table.forbidden("Ben", **answer, target="Cal", **chosen) == {f"exchange.{field}": ("A1",)}


def test_a1_what_cannot_be_given_is_refused_when_it_is_chosen() -> None:
    table = revealing("Exchange", Ben={"hand": ["?script", "I.4"]}, Ann={"scored": ["I.10"]})
    table.play("Ben", "reveal", target="Cal", look=False, take="I.6").everybody_passes()
    for give in ("I.10", "I.6", "Exchange"):
        assert table.forbidden("Ben", "choose", give=give) == {"choose.give": ("A1",)}
    table.play("Ben", "choose", give="I.8")
    assert table.seat("Cal").hand == ["I.7", "I.8"]


def test_a1_a_second_copy_of_what_is_taken_must_be_in_the_box() -> None:
    ben, cal = {"hand": ["?staging"]}, {"hand": ["?staging", "I.7"]}
    for lying, legal in ((3, True), (4, False)):
        table = revealing("Exchange", Ben=ben, Cal=cal, piles={"staging_discard": ["Seize"] * lying})
        chosen = {"target": "Cal", "look": False, "take": "Seize", "give": "Seize"}
        if legal:
            table.play("Ben", "reveal", **chosen).everybody_passes()
            assert table.seat("Cal").hand == ["I.7", "Seize"]
        else:
            assert table.forbidden("Ben", "reveal", **chosen) == {"exchange.give": ("A1",)}


def test_a1_whom_it_is_aimed_at_is_not_chosen_again() -> None:
    table = revealing("Exchange", Ben={"intrigue": 3}).play("Ben", "reveal", target="Cal").everybody_passes()
    assert table.forbidden("Ben", "choose", look=False, target="Ann") == {"choose.target": ("V1",)}
    table.play("Ben", "choose", look=False, give="I.4")
    assert len(table.seat("Cal").hand) == 2


# --- fields without a meaning here, or with contradictions


MEANINGLESS: list[tuple[str, Json, Json, Reasons]] = [
    ("I.4", {}, {"look": True}, {"i.4.look": ("K2",)}),
    ("I.4", {}, {"look": False}, {"i.4.look": ("K2",)}),
    ("I.4", {}, {"pay": True}, {"i.4.pay": ("K2",)}),
    ("I.4", {}, {"take": "I.6"}, {"i.4.take": ("K2",)}),
    ("I.4", {}, {"give": "I.4"}, {"i.4.give": ("K2",)}),
    ("I.4", {}, {"target": "Cal"}, {"i.4.target": ("K2",)}),
    ("Take the Lead", {}, {"look": True}, {"take-the-lead.look": ("A4",)}),
    ("Take the Lead", {}, {"pay": True}, {"take-the-lead.pay": ("A4",)}),
    ("Take the Lead", {}, {"target": "Ann"}, {"take-the-lead.target": ("A4",)}),
    ("No Drama", {}, {"target": "Cal"}, {"no-drama.target": ("A3",)}),
    ("Miscue", {}, {"target": "Cal", "give": "I.4"}, {"miscue.give": ("A2",)}),
    ("Miscue", {}, {"target": "Cal", "take": "I.6"}, {"miscue.take": ("A2",)}),
    ("Miscue", {"Cal": {"revealed": True}}, {"target": "Cal"}, {"miscue.target": ("A2",)}),
    ("Miscue", {"Cal": {"protected": True}}, {"target": "Cal"}, {"miscue.target": ("N1",)}),
    ("Revive", DEAD, {"pay": False}, {"revive.pay": ("A7",)}),
    ("Revive", DEAD | {"lead": "Ben", "turn": "Ben"}, {"pay": True}, {"revive.pay": ("A7",)}),
    ("Villainy", {"lead": "Ben", "turn": "Ben"}, {"pay": True, "cut": {"Cassio": 2}}, {"villainy.pay": ("A6",)}),
]


@pytest.mark.parametrize(("placed", "keys", "chosen", "reasons"), MEANINGLESS)
def test_v1_what_a_card_leaves_nobody_to_choose_is_refused_with_its_rule(
    placed: str, keys: Json, chosen: Json, reasons: Reasons
) -> None:
    keys = dict(keys)
    ben = {"intrigue": 3, "hand": ["I.5"]}
    table = revealing(placed, Ben=ben, **keys)
    assert table.forbidden("Ben", "reveal", **chosen) == reasons


@pytest.mark.parametrize(
    ("coins", "answer", "reasons"),
    [
        ({"Emilia": 1, "Iago": 1}, {"take": "Emilia"}, {"emilia.take": ("O6",)}),
        ({"Emilia": 1, "Iago": 1, "Cassio": 1}, {"take": "Emilia"}, {"emilia.take": ("O6",)}),
        ({"Iago": 1}, {"take": "Cassio"}, {"emilia.take": ("O6",)}),
        ({"Iago": 1, "Othello": 1}, {"take": "Cassio"}, {"emilia.take": ("O6",)}),
        ({"Iago": 1, "Othello": 1}, {"take": "?"}, {"emilia.take": ("O6",)}),
        ({"Iago": 1}, {"look": True}, {"emilia.look": ("O6",)}),
        ({"Iago": 1}, {"give": "I.4"}, {"emilia.give": ("O6",)}),
    ],
)
@pytest.mark.parametrize("aimed", [True, False])
def test_o6_a_coin_that_cannot_be_taken_is_refused(coins: Json, answer: Json, reasons: Reasons, aimed: bool) -> None:
    table = revealing("I.5", Ben={"coins": {"Emilia": 1}, "intrigue": 3}, Cal={"coins": coins})
    target = {"target": "Cal"} if aimed else {}
    assert table.forbidden("Ben", "coin", coin="Emilia", **target, **answer) == reasons
    table.play("Ben", "coin", coin="Emilia", target="Cal")
    if table.decision.kind == "choose" and "take" in answer:
        assert table.forbidden("Ben", "choose", **answer) == {"choose.take": ("O6",)}


@pytest.mark.parametrize("improv", [{}, {"way": "hand"}, {"give": "I.4"}])
@pytest.mark.parametrize(("coin", "code"), [("Iago", "iago"), ("Othello", "take-the-lead"), ("Roderigo", "exchange")])
def test_o2_only_a_cassio_coin_has_an_improv(coin: str, code: str, improv: Json) -> None:
    table = revealing("I.5", Ben={"coins": {coin: 1}})
    assert f"{code}.way" in table.forbidden("Ben", "coin", coin=coin, improv=improv)


IMPROVS: list[tuple[Json, Json, Reasons]] = [
    ({"hand": ["Seize", "I.4"]}, {"way": "hand", "give": "Seize", "draw": "script"}, {"improv.draw": ("I2",)}),
    ({"hand": ["Seize"]}, {"way": "hand", "draw": "script"}, {"improv.draw": ("I2",)}),
    ({"hand": ["I.4"]}, {"way": "hand", "give": "I.4", "draw": "script"}, {"improv.draw": ("P7",)}),
    ({"hand": ["I.4"]}, {"way": "face-down", "give": "I.4", "draw": "staging"}, {"improv.draw": ("I3",)}),
]


@pytest.mark.parametrize(("ben", "chosen", "reasons"), IMPROVS)
@pytest.mark.parametrize("coin", [True, False])
def test_i2_a_pile_that_an_improv_does_not_draw_from_is_refused(
    ben: Json, chosen: Json, reasons: Reasons, coin: bool
) -> None:
    piles = {"script": [], "script_discard": [], "staging": 5}
    if reasons == {"improv.draw": ("I2",)}:
        piles["script"] = ["I.8"]
    table = revealing("I.5", Ben=ben | {"intrigue": 1, "coins": {"Cassio": 1}}, piles=piles)
    answer = {"do": "coin", "coin": "Cassio", "improv": chosen} if coin else {"do": "improv", **chosen}
    assert table.forbidden("Ben", **answer) == reasons


def test_a2_nothing_is_chosen_for_a_card_that_is_put_down_face_down() -> None:
    cal = {"hand": ["I.6", "Exchange"]}
    table = revealing("Miscue", Cal=cal).play("Ben", "reveal", target="Cal")
    assert table.forbidden("Cal", "swap", card="Exchange", target="Ann") == {"swap.face-down": ("A2",)}


def test_a2_what_is_chosen_for_the_card_revealed_after_a_miscue_is_judged_like_any_other() -> None:
    ben = {"hand": ["I.4", "Exchange", "Revive"]}
    table = revealing("Miscue", Ben=ben, piles={"staging": ["Seize", "Seize"]})
    table.play("Ben", "reveal", target="Cal").play("Cal", "swap", card="I.6")
    assert table.forbidden("Ben", "swap", card="I.4", wounds=["Cassio"]) == {"i.4.wounds": ("K2",)}
    assert table.forbidden("Ben", "swap", card="Exchange", target="Cal", give="Exchange") == {"exchange.give": ("A1",)}
    reasons = {"revive.nobody-dead": ("A7",), "revive.no-intrigue": ("A7",), "swap.exits": ("J21",)}
    assert table.forbidden("Ben", "swap", card="Revive", character="Cassio") == reasons
    table.play("Ben", "swap", card="Revive")
    assert table.seat("Ben").intrigue == 1


def test_r3_who_takes_the_token_chooses_nothing_for_the_card() -> None:
    ann = {"placed": "Seize", "hand": ["I.2"]}
    keys: Json = {"edition": "2022", "variants": ["extra-lead-villainy"], "Ann": ann}
    table = revealing("Exchange", **keys).play("Ben", "reveal", target="Cal").play("Ann", "seize")
    assert table.forbidden("Ann", "choose", play=False, target="Ben") == {"choose.target": ("R3",)}
    assert table.forbidden("Ann", "choose", play=True, target="Ann") == {"choose.target": ("A1",)}
    table.play("Ann", "choose", play=True, target="Ben", look=False, give="I.2")
    assert table.asked[0] != "choose"


# --- missing or existing players


@pytest.mark.parametrize(
    ("safe", "reasons"),
    [(True, {"emilia.protected": ("N1",)}), (False, {"emilia.no-target": ("O6",)})],
)
def test_n1_that_there_is_nobody_is_said_only_when_there_is_nobody(safe: bool, reasons: Reasons) -> None:
    cal: Json = {"protected": True, "coins": {"Iago": 1}} if safe else {}
    table = revealing("I.5", Ben={"coins": {"Emilia": 1}}, Cal=cal)
    assert table.forbidden("Ben", "coin", coin="Emilia") == reasons


def test_c2_what_was_refused_leaves_a_position_that_can_be_read() -> None:
    table = revealing("Exchange", Ben={"hand": ["?script"]}, deck=[*DECK, card("I.11", "Iago confronts Cassio", 1)])
    table.play("Ben", "reveal", target="Cal", take="I.6", give="I.11")
    assert not any(is_unknown(name) for name in table.seat("Ben").hand)
    assert position_from_json(table.position).seats[2].hand == ["I.7", "I.11"]
