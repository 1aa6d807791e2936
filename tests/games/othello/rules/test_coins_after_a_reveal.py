"""Coins right after the own reveal, until the next player acts (O1, O2, Z4, T4, T5)."""

from typing import Any

import pytest

from companion.othello.model import events as e
from companion.othello.model.vocabulary import WhyEnded
from companion.othello.notation.read import position_from_json
from companion.othello.rules.submit import lapse
from tests.games.othello.rules.table import Json, Table

SEIZER: Json = {"placed": "Seize", "intrigue": 1}
IAGO: Json = {"coins": {"Iago": 1}}
FOUR = "Ann Bea Cal Dot"
LAST: Json = {"order": ["Bea", "Cal", "Ann"], "turn": "Ann"}


def scene(players: str = "Ann Bea Cal", **keys: Any) -> Table:
    """Ann is the Lead, in Act I; everybody has placed a card, and Bea's is the first turn."""
    names = players.split()
    cards = dict(zip(names, ("I.1", "I.7", "I.3", "I.4", "I.10"), strict=False))
    return Table(players, **keys | {name: {"placed": cards[name]} | keys.get(name, {}) for name in names})


def last_turn(**keys: Any) -> Table:
    """The same scene in which only Ann, the Lead, has not revealed."""
    return scene(**LAST | keys)


def uses_iago(table: Table, name: str) -> bool:
    """Return True if a player's Iago coin wounds Cassio now."""
    before = table.state.wounds["Cassio"]
    table.play(name, "coin", coin="Iago", on="Cassio").everybody_passes()
    return table.state.wounds["Cassio"] == before + 1


def test_o1_the_next_prompt_opens_at_once_and_the_coin_still_counts() -> None:
    table = scene(Bea=IAGO).play("Bea", "reveal")
    assert table.asked == ("reveal", ["Cal"])
    assert uses_iago(table, "Bea")
    assert table.asked == ("reveal", ["Cal"])


def test_o1_also_when_the_next_player_is_skipped_because_their_seize_took_the_card() -> None:
    table = scene(FOUR, Bea=IAGO, Cal=SEIZER).play("Bea", "reveal").play("Cal", "seize")
    assert table.asked == ("reveal", ["Dot"])
    assert uses_iago(table, "Bea")


def test_o1_also_when_the_next_player_has_no_card() -> None:
    table = scene(FOUR, Bea=IAGO, Cal={"placed": None}).play("Bea", "reveal")
    assert table.asked == ("reveal", ["Dot"])
    assert uses_iago(table, "Bea")


def test_o1_also_when_two_players_are_skipped() -> None:
    seats: Json = {"Bea": {"placed": "I.7"}, "Cal": {"placed": "I.3"} | IAGO, "Dot": SEIZER, "Eve": {"placed": None}}
    table = scene("Ann Bea Cal Dot Eve", **seats).play("Bea", "reveal").everybody_passes()
    table.play("Cal", "reveal").play("Dot", "seize")
    assert table.asked == ("reveal", ["Ann"])
    assert uses_iago(table, "Cal")


def test_z4_who_seized_and_is_skipped_has_not_revealed() -> None:
    table = scene(FOUR, Bea=IAGO, Cal=SEIZER | IAGO).play("Bea", "reveal").play("Cal", "seize")
    assert table.forbidden("Cal", "coin", coin="Iago", on="Cassio") == {"coin.not-now": ("O1",)}
    assert not table.offers("Cal", "coin")


def test_l2_whose_card_was_blocked_may_still_use_a_coin() -> None:
    table = scene(Bea=IAGO, Ann={"spotlight": 1}).play("Bea", "reveal").play("Ann", "spotlight")
    assert uses_iago(table, "Bea")


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("reveal", {}),
        ("exit", {}),
        ("coin", {"coin": "Iago", "on": "Othello"}),
        ("improv", {"way": "face-down", "give": "I.6"}),
        ("from-hand", {"card": "Exchange", "target": "Ann", "look": False, "give": "I.6"}),
    ],
)
def test_o1_until_the_next_player_acts(do: str, fields: Json) -> None:
    cal: Json = {"hand": ["I.6", "Exchange"], "intrigue": 1} | IAGO
    table = scene(FOUR, Ann={"hand": ["I.2"]}, Bea=IAGO, Cal=cal).play("Bea", "reveal").play("Cal", do, **fields)
    table.everybody_passes()
    assert table.forbidden("Bea", "coin", coin="Iago", on="Cassio") == {"coin.not-now": ("O1",)}
    assert not table.offers("Bea", "coin")


def test_o1_who_says_that_they_use_none_has_none_to_use_any_more() -> None:
    table = scene(Bea=IAGO).play("Bea", "reveal").play("Bea", "pass")
    assert table.forbidden("Bea", "coin", coin="Iago", on="Cassio") == {"coin.not-now": ("O1",)}


def test_o1_several_coins_one_after_the_other() -> None:
    table = scene(Bea={"coins": {"Iago": 1, "Othello": 1}}).play("Bea", "reveal").play("Bea", "coin", coin="Othello")
    assert table.lead == "Bea"
    assert uses_iago(table, "Bea")


def test_o1_a_position_printed_then_has_the_moment_still() -> None:
    table = scene(FOUR, Bea=IAGO, Cal=SEIZER).play("Bea", "reveal").play("Cal", "seize")
    assert table.position["frames"] == [["Reveals", [1, 2, 3, 0], 2, 1]]
    table.game.state = position_from_json(table.position)
    assert uses_iago(table, "Bea")


# --- the last player ---


def test_o1_the_last_player_uses_a_coin_just_earned_before_the_draws() -> None:
    deck_coin: Json = {"Ann": {"placed": "I.2"}}
    table = last_turn(**deck_coin).play("Ann", "reveal")
    assert table.asked == ("after-reveal", ["Ann"])
    assert uses_iago(table, "Ann")
    assert table.state.scene == 2


@pytest.mark.parametrize(
    ("coin", "ann", "others"),
    [
        ("Iago", {}, {}),
        ("Othello", {}, {}),
        ("Cassio", {"hand": ["I.6"]}, {}),
        ("Emilia", {}, {"coins": {"Iago": 1}}),
        ("Roderigo", {"hand": ["I.6"]}, {"hand": ["I.5"]}),
    ],
)
def test_o1_the_last_player_is_asked_with_every_coin_that_could_do_something(
    coin: str, ann: Json, others: Json
) -> None:
    table = last_turn(Ann={"coins": {coin: 1}} | ann, Cal={"done": True, "placed": None} | others)
    table.play("Ann", "reveal")
    assert table.asked == ("after-reveal", ["Ann"])
    assert table.offers("Ann", "coin", coin=coin)


@pytest.mark.parametrize("coin", ["Desdemona", "Emilia", "Roderigo", "Cassio"])
def test_o1_and_is_not_asked_with_a_coin_that_could_do_nothing(coin: str) -> None:
    table = last_turn(Ann={"coins": {coin: 1}}, Bea={"done": True, "placed": None}, Cal={"done": True, "placed": None})
    table.play("Ann", "reveal").everybody_passes()
    assert table.state.scene == 2


def test_o1_the_lead_that_an_othello_coin_takes_last_begins_the_draws() -> None:
    order: Json = {"lead": "Cal", "order": ["Ann", "Cal", "Bea"], "turn": "Bea"}
    table = scene(Bea={"placed": "I.7", "coins": {"Othello": 1}}, **order).play("Bea", "reveal")
    table.play("Bea", "coin", coin="Othello")
    assert table.lead == "Bea"
    assert [event.player for event in table.happened(e.Drew)][:1] == [1]


@pytest.mark.parametrize("spotlight", [True, False])
def test_l2_z2_the_last_player_whose_card_was_stopped_has_the_moment_too(spotlight: bool) -> None:
    if spotlight:
        table = last_turn(Ann=IAGO, Cal={"spotlight": 1, "done": True, "placed": None}).play("Ann", "reveal")
        table.play("Cal", "spotlight")
        asked = "Ann"
    else:
        table = scene(order=["Bea", "Ann", "Cal"], Bea={"done": True, "placed": None}, Ann=IAGO, Cal=SEIZER)
        table.play("Ann", "reveal").play("Cal", "seize")
        asked = "Ann"
    assert table.asked == ("after-reveal", [asked])
    assert uses_iago(table, asked)


def test_o1_the_moment_passes_when_its_time_is_up() -> None:
    table = last_turn(Ann=IAGO).play("Ann", "reveal")
    lapse(table.game)
    assert table.state.scene == 2


def test_o1_a_blocked_coin_leaves_the_other_ones() -> None:
    ann: Json = {"coins": {"Iago": 1, "Othello": 1}}
    table = last_turn(Ann=ann, Cal={"done": True, "placed": None, "spotlight": 1}).play("Ann", "reveal")
    table.play("Cal", "pass").play("Ann", "coin", coin="Othello", target="Bea").play("Cal", "spotlight")
    assert table.asked == ("after-reveal", ["Ann"])
    assert uses_iago(table, "Ann")


def test_t4_in_a_final_scene_the_coin_counts_before_the_act_is_over() -> None:
    table = last_turn(Ann=IAGO, marker="final-scene", last_scene=1, scene=1).play("Ann", "reveal")
    assert table.asked == ("after-reveal", ["Ann"])
    assert uses_iago(table, "Ann")
    assert table.happened(e.ActEnded) == [e.ActEnded(1, WhyEnded.FINAL_SCENE)]


def test_t5_after_a_full_curtain_there_is_no_moment() -> None:
    table = last_turn(Ann=IAGO | {"placed": "I.12"}, half_curtain=True).play("Ann", "reveal").everybody_passes()
    assert table.asked[0] == "intermission"


def test_o1_after_a_half_curtain_there_is_one() -> None:
    table = last_turn(Ann=IAGO | {"placed": "I.9"}, marker="script-empty").play("Ann", "reveal").everybody_passes()
    assert table.asked == ("after-reveal", ["Ann"])
