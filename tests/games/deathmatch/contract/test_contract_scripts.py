"""The contract, sentence by sentence: scripts with cards on the mat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.deathmatch.contract.told import (
    DECK,
    HIT,
    UNSEEN,
    Json,
    codes,
    do,
    four,
    last_scene,
    three,
)


def test_a_first_trickster_on_the_mat_is_shown_and_a_second_is_laid(script: Any) -> None:
    told = script(three(**UNSEEN), ("seat1.play", "Jape"))
    assert told.position["carrying"] == {"by": "Ann", "card": "Jape"} and not codes(told)
    told = script(three(**UNSEEN), ("seat1.play", "Jape"), ("seat1.play", "Prank"))
    assert told.seat("Ann")["played"] == "Prank" and told.position["discard"] == ["Jape"]


def test_a_trickster_on_the_mat_with_nothing_else_is_laid(script: Any) -> None:
    told = script(three(**(UNSEEN | {"Ann": {"hand": ["Jape", "Prank", "Jape"]}})), ("seat1.play", "Jape"))
    assert told.seat("Ann")["played"] == "Jape" and told.position["carrying"] is None


def test_a_trickster_on_the_mat_in_answer_is_laid(script: Any) -> None:
    told = script(three(**UNSEEN), ("seat1.play", "blades.1"), ("seat2.play", "Jape"))
    assert told.seat("Ben")["played"] == "Jape" and "Sacrificed" in told.kinds()


def test_a_characters_tag_is_secret_and_the_second_time_reveals(script: Any) -> None:
    told = script(three(**UNSEEN), ("seat1.play", "character:Duke"))
    assert (told.seat("Ann")["character"], told.seat("Ann")["revealed"]) == ("Duke", False) and not codes(told)
    told = script(three(**UNSEEN), ("seat1.play", "character:Duke"), ("seat1.play", "character:Duke"))
    assert told.seat("Ann")["revealed"] and told.position["carrying"] == {"by": "Ann", "card": "Duke"}
    told = script(three(**UNSEEN), ("seat2.play", "character:Nurse"), ("seat2.play", "character:Nurse"))
    assert not told.seat("Ben")["revealed"]


def test_an_evening_on_the_mat(script: Any) -> None:
    start = {"game": "deathmatch", "deck": DECK, "seats": [{"name": n} for n in ("Ann", "Ben", "Cal")]}
    told = script(start, ("seat2.play", "protagonist"))
    assert told.asks == ("setting", ["Ben"]) and all(s["hand"] == ["?action"] * 3 for s in told.position["seats"])
    piles = {s["name"]: s["pile"] for s in told.position["seats"]}
    assert piles == {"Cal": 21, "Ann": 21, "Ben": 21} and all(
        s["character"] == "?character" for s in told.position["seats"]
    )
    lay = (
        ("seat2.play", "protagonist"),
        ("stage.target", "setting:garden"),
        ("seat2.play", "blades.1"),
        ("seat3.play", "blades.2"),
        ("seat1.play", "blades.3"),
    )
    told = script(start, *lay)
    assert told.asks == ("winner", []) and not codes(told)
    told = script(start, *lay, ("seat1", "press"))
    assert told.asks == ("damage", ["Ann"])
    told = script(start, *lay, ("seat1", "press"), ("seat3.play", "blades.1"))
    assert told.seat("Cal")["pool"] == ["blades.1"] and told.asks == ("action", ["Cal"]) and not codes(told)


def test_gestures_that_are_not_allowed_are_irregular(script: Any) -> None:
    assert codes(script(three(**UNSEEN), ("seat2.play", "blades.1"))) == ["play.not-your-turn"]
    assert codes(script(three(**UNSEEN), ("stage.target", "setting:garden"))) == ["setting.not-now"]
    assert codes(script(three(**UNSEEN), ("seat2.play", "protagonist"))) == ["answer.not-now"]
    laid = (("seat1.play", "blades.1"), ("seat2.play", "Jape"), ("seat3.play", "blades.3"))
    assert codes(script(three(**UNSEEN), *laid, ("seat2", "press"))) == ["winner.sacrificed"]


def test_a_mat_has_two_to_six_seats(script: Any) -> None:
    start = {"game": "deathmatch", "deck": DECK, "seats": [{"name": n} for n in "ABCDEFG"]}
    told = script(start)
    assert told.status == 2 and "seats" in told.err


def test_an_act_that_begins_has_no_scene_in_which_a_trickster_was_played(play: Any) -> None:
    told = play(last_scene(4, "Ann", trickster_played=True), HIT)
    assert told.asks == ("setting", ["Ben"]) and told.position["trickster_played"] is False


def test_with_honour_a_face_up_character_cannot_be_declared_before_the_points_are_reached(refused: Any) -> None:
    told = refused(three(rulings={"DJ3": "honour"}, Ben={"revealed": True}), do("Ben", "slain"))
    assert told.code == "slain.not-reached" and {"DE1", "DJ3"} & told.rules


@pytest.mark.parametrize(
    ("rulings", "scene"),
    [({}, 5), ({"DJ7": "at-once"}, 5), ({"DJ7": "at-once"}, 2)],
)
def test_the_act_ends_with_the_scene_in_which_its_first_is_slain(play: Any, rulings: Json, scene: int) -> None:
    seats = {n: {"hand": ["coins.1"], "played": f"blades.{i}"} for i, n in enumerate(("Ann", "Ben", "Cal", "Dan"), 1)}
    seats["Ann"]["pool"] = ["coins.2", "blades.1"]
    opener = "Ann" if scene == 5 else "Ben"
    position = four(phase="damage", scene=scene, opener=opener, turn="Dan", rulings=rulings, **seats)
    told = play(position, do("Dan", "damage", card="blades.1", target="Ann"))
    assert told.position["act"] == 2 and told.asks == ("setting", ["Ben"])


def test_the_first_slain_in_the_second_action_before_the_card_ends_the_act(play: Any) -> None:
    position = four(rulings={"DJ3": "honour"}, scene=5, turn="Ann", Ann={"pool": ["coins.2", "blades.2"]})
    told = play(position, do("Ann", "slain"))
    assert told.position["act"] == 2 and told.asks == ("setting", ["Ben"])


def test_a_player_on_the_mat_who_holds_another_card_is_told_of_the_turn_alone(script: Any) -> None:
    told = script(three(), ("seat2.play", "poison.4"))
    assert codes(told) == ["play.not-your-turn"] and "hold" not in told.doc["irregularities"][0]["message"]
