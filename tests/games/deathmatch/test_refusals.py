"""Refusals of answers: every code with its rules, and the order of importance."""

from typing import Any

import pytest

from companion.core.errors import InputError
from companion.core.verdict import Forbidden
from companion.deathmatch.model.answers import Answer, Do, answer_from_json
from companion.deathmatch.notation.names import check_names
from companion.deathmatch.rules.reasons import Code, is_own
from companion.deathmatch.rules.submit import submit
from tests.games.deathmatch.table import Json, Table

NAMES = ["Ann", "Ben", "Cal"]
AT = "changes[0].from.at"
LIMIT: Json = {"what": "limit", "of": "Ann", "suit": "coins"}
TWICE: Json = {"do": "carry-out", "by": "Ann", "changes": [LIMIT | {"now": 1}, LIMIT | {"now": 2}]}


def changed(**change: Any) -> Json:
    """Return an answer in which a text made this change."""
    return {"do": "carry-out", "by": "Ann", "changes": [change]}


def in_damage(**keys: Any) -> Table:
    """Ben has won a scene of three blades."""
    return Table(**keys).round("blades.1", "blades.2", "blades.3").play(None, "winner", to="Ben")


# --- turn and moment


def test_dp1_dp2_only_who_has_the_turn_plays() -> None:
    table = Table()
    assert table.forbidden("Ben", "play", "coins.1") == {"play.not-your-turn": ("DP1",)}
    table.round("coins.1")
    assert table.forbidden("Cal", "play", "coins.1") == {"play.not-your-turn": ("DP2",)}
    assert table.forbidden("Ann", "play", "coins.1") == {"play.not-your-turn": ("DP2",)}


def test_dp1_where_no_card_is_to_be_played_nobody_plays() -> None:
    for table in (Table(setting=None), in_damage(), Table(phase="casting", setting=None)):
        assert table.refused("Ben", "play", "coins.1") == "answer.not-now"


def test_dp1_what_nobody_asked_for_is_not_now() -> None:
    table = Table()
    assert table.forbidden(None, "protagonist", to="Ann") == {"answer.not-now": ("DP1", "DS5")}
    assert table.forbidden("Ann", "damage", "coins.1", target="Ben") == {"answer.not-now": ("DP1", "DP4")}
    assert table.forbidden("Ann", "carry-out") == {"answer.not-now": ("DP1", "DJ2")}
    assert table.forbidden(None, "carry-out", source="setting") == {"answer.not-now": ("DP1", "DC4")}


def test_dp4_only_the_winner_places_damage() -> None:
    table = in_damage()
    assert table.forbidden("Ann", "damage", "blades.1", target="Cal") == {"damage.not-winner": ("DP4",)}


def test_dp4_a_card_of_the_scene_goes_to_another_player() -> None:
    table = in_damage()
    assert table.forbidden("Ben", "damage", "coins.1", target="Ann") == {"damage.not-in-scene": ("DP4",)}
    assert table.forbidden("Ben", "damage", "blades.1", target="Ben") == {"damage.self": ("DP4",)}
    both = table.forbidden("Ben", "damage", "coins.1", target="Ben")
    assert list(both) == ["damage.not-in-scene", "damage.self"]


def test_a_refusal_calls_a_card_as_it_is_called_on_its_face() -> None:
    with pytest.raises(Forbidden, match=r"^The card “a stolen note” is not in this scene\.$"):
        in_damage(deck="stand-in").play("Ben", "damage", "letters.2", target="Ann")


def test_dp3_who_won_laid_a_card_in_this_scene() -> None:
    table = Table(Cal={"hand": [], "pile": 0}).round("coins.1", "coins.2")
    assert table.forbidden(None, "winner", to="Cal") == {"winner.not-in-scene": ("DP3",)}


def test_dc2_a_trickster_is_no_standard_card_and_is_in_the_hand() -> None:
    table = Table(Ann={"hand": ["coins.1", "coins.2", "coins.3"]})
    assert table.forbidden("Ann", "trickster", "coins.1") == {"trickster.not-a-trickster": ("DC2",)}
    assert table.forbidden("Ann", "trickster", "Jest") == {"trickster.not-held": ("DT1",)}


def test_dp1_a_card_is_in_the_hand_to_be_played() -> None:
    table = Table(Ann={"hand": ["coins.1", "coins.2", "coins.3"]}, Ben={"hand": ["coins.4"], "pile": 0})
    assert table.forbidden("Ann", "play", "poison.1") == {"play.not-held": ("DP1",)}
    table.round("coins.1")
    assert table.forbidden("Ben", "play", "poison.1") == {"play.not-held": ("DP2",)}


def test_an_unknown_card_is_none_of_which_all_copies_lie_elsewhere() -> None:
    table = Table(discard=["coins.1"] * 3, Ben={"hand": ["coins.2"]})
    assert table.refused("Ann", "play", "coins.1") == "play.not-held"
    assert table.unknown("Ann", "play", "coins.2")
    assert "coins.1" not in table.offered("play")


def test_the_weightiest_reason_is_about_who_may_answer_then_the_turn_the_moment_and_the_card() -> None:
    table = Table(Ann={"hand": ["Jest", "coins.1", "coins.2"]}, Ben={"hand": ["coins.1"], "pile": 0, "revealed": True})
    table.play("Ann", "trickster", "Jest")
    found = table.forbidden("Ben", "trickster", "coins.4")
    assert list(found) == [
        "trickster.not-your-action",
        "trickster.second",
        "trickster.not-a-trickster",
        "trickster.not-held",
    ]
    assert list(table.forbidden("Ben", "reveal")) == [
        "reveal.not-your-action",
        "reveal.already",
        "reveal.other-character",
    ]


def test_dh3_a_discard_goes_before_every_other_reason() -> None:
    table = Table(Ann={"hand": ["?action"] * 4})
    assert list(table.forbidden("Ben", "play", "coins.1")) == ["answer.discard-first", "play.not-your-turn"]


def test_dh3_who_is_out_is_told_that_before_all() -> None:
    table = Table("Ann Ben Cal Dot", Ann={"hand": ["?action"] * 4}, Dot={"out": True})
    assert table.refused("Dot", "discard", cards=["coins.1"]) == "answer.out"


def test_a_setting_text_and_a_death_may_be_told_while_cards_are_to_be_discarded() -> None:
    seats: dict[str, Any] = {"Ann": {"hand": ["?action"] * 4}, "Ben": {"pool": ["blades.4", "coins.8"]}}
    table = Table("Ann Ben Cal Dot", setting="heath", **seats)
    table.play(None, "carry-out", source="setting").play("Ben", "slain", character="Hamlet")
    assert table.asked == ("discard", ["Ann"])


# --- visible part of a refusal


def test_what_tells_of_a_hand_or_of_a_character_is_for_its_player_alone() -> None:
    assert {code for code in Code if is_own(code)} == {
        Code.PLAY_NOT_HELD,
        Code.PLAY_BY_CHOICE,
        Code.TRICKSTER_NOT_HELD,
        Code.REVEAL_OTHER,
        Code.DISCARD_NOT_HELD,
        Code.SLAIN_NOT_NOW,
        Code.SLAIN_NOT_REACHED,
        Code.CHANGE_NOT_HELD,
    }


# --- unreadable answers


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        ({"do": "dance", "by": "Ann"}, "do"),
        ({"do": "play", "card": "coins.1"}, "by"),
        ({"do": "play", "by": "Ann"}, "card"),
        ({"do": "play", "by": "Zoe", "card": "coins.1"}, "by"),
        ({"do": "play", "by": "Ann", "card": 7}, "card"),
        ({"do": "damage", "by": "Ann", "card": "coins.1"}, "target"),
        ({"do": "damage", "by": "Ann", "card": "coins.1", "target": "Zoe"}, "target"),
        ({"do": "protagonist"}, "to"),
        ({"do": "winner", "to": "Zoe"}, "to"),
        ({"do": "discard", "by": "Ann"}, "cards"),
        ({"do": "discard", "by": "Ann", "cards": "coins.1"}, "cards"),
        ({"do": "carry-out"}, "by"),
        ({"do": "carry-out", "by": "Ann", "source": "card"}, "source"),
        (changed(what="weather"), "changes[0].what"),
        (changed(what="slain", of="Zoe"), "changes[0].of"),
        (changed(what="limit", of="Ann", suit="x", now=1), "changes[0].suit"),
        (changed(**{"what": "card", "card": "x", "from": "hand", "to": "discard"}), "changes[0].from"),
        (changed(**{"what": "card", "card": "x", "from": {"hand": "Ann", "at": "top"}, "to": "discard"}), AT),
        (changed(what="slain", of="Ann", now="Ben"), "changes[0].now"),
        (TWICE, "changes[1]"),
    ],
)
def test_an_answer_that_cannot_be_read_names_the_field(answer: Any, field: str) -> None:
    with pytest.raises(InputError) as error:
        answer_from_json(answer, NAMES)
    assert error.value.field == field


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        ({"do": "play", "by": "Ann", "card": "daggers.1"}, "card"),
        ({"do": "play", "by": "Ann", "card": "?action"}, "card"),
        ({"do": "setting", "by": "Ann", "card": "beach"}, "card"),
        ({"do": "reveal", "by": "Ann", "character": "Macbeth"}, "character"),
        ({"do": "discard", "by": "Ann", "cards": ["?action", "daggers.1"]}, "cards[1]"),
        (changed(what="setting", now="beach"), "changes[0].now"),
        (changed(what="character", of="Ann", now="x"), "changes[0].now"),
    ],
)
def test_a_card_that_the_deck_has_not_is_told_with_its_field(answer: Any, field: str) -> None:
    with pytest.raises(InputError) as error:
        check_names(answer_from_json(answer, NAMES), Table().state)
    assert error.value.field == field


def test_keys_that_nobody_knows_are_ignored() -> None:
    answer_from_json({"do": "play", "by": "Ann", "card": "coins.1", "mood": "grim"}, NAMES)


# --- errors of a programmer


@pytest.mark.parametrize("wrong", [Answer(Do.PROTAGONIST, to=-1), Answer(Do.PROTAGONIST, to=9), Answer(Do.PROTAGONIST)])
def test_a_seat_that_is_not_there_is_no_answer(wrong: Answer) -> None:
    with pytest.raises(InputError) as error:
        submit(Table(phase="casting", setting=None, protagonist=None).game, wrong)
    assert error.value.field == "to"
