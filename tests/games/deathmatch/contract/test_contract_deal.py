"""The contract, sentence by sentence: the deal of a new game (DS1 to DS5)."""

from __future__ import annotations

from typing import Any

from tests.games.deathmatch.contract.told import (
    CHARACTERS,
    do,
    new,
    three,
)


def test_the_deal_begins_at_the_left_and_some_have_one_more(play: Any) -> None:
    told = play(new("Ann", "Ben", "Cal"), do(None, "protagonist", to="Ann"))
    sizes = {s["name"]: len(s["hand"]) + len(s["pile"]) for s in told.position["seats"]}
    assert sizes == {"Ben": 4, "Cal": 3, "Ann": 3}
    assert [e["player"] for e in told.events("Dealt")] == ["Ben", "Cal", "Ann"] * 3 + ["Ben"]
    assert all(len(s["hand"]) == 3 for s in told.position["seats"])
    assert told.asks == ("setting", ["Ann"])
    assert len({s["character"] for s in told.position["seats"]} | set(told.position["characters"])) == 8
    assert "ProtagonistChanged" in told.kinds() and told.kinds().count("CharacterDealt") == 3
    assert told.kinds().count("Drew") == 9
    assert told.events("ActBegan")[0]["act"] == 1


def test_the_deal_that_must_be_equal_removes_the_rest(play: Any) -> None:
    told = play(new("Ann", "Ben", "Cal", rulings={"DJ12": "equal"}), do(None, "protagonist", to="Ann"))
    assert [len(s["hand"]) + len(s["pile"]) for s in told.position["seats"]] == [3, 3, 3]
    assert len(told.position["removed"]) == 1


def test_the_seed_says_the_deal(play: Any) -> None:
    one, other = (
        play(new("Ann", "Ben", "Cal"), do(None, "protagonist", to="Ann"), options=("--seed", "5")) for _ in "ab"
    )
    assert one.position == other.position
    third = play(new("Ann", "Ben", "Cal"), do(None, "protagonist", to="Ann"), options=("--seed", "6"))
    assert third.position != one.position


def test_two_players_are_asked_who_begins_and_have_no_protagonist(play: Any) -> None:
    assert play(new("Ann", "Ben")).asks == ("protagonist", [])
    told = play(new("Ann", "Ben"), do(None, "protagonist", to="Ben"))
    p = told.position
    assert (p["protagonist"], p["first"], p["setting"], p["phase"]) == (None, "Ben", "castle", "action")
    assert told.asks == ("action", ["Ben"]) and p["scene"] == 1
    assert {"event": "SettingChosen", "player": None, "card": "castle"} in told.doc["events"]


def test_a_casting_where_a_card_stands_is_not_dealt(play: Any) -> None:
    told = play(three(protagonist=None, setting=None, phase="casting"), do(None, "protagonist", to="Ben"))
    assert told.seat("Ann")["hand"] == ["blades.1", "coins.1", "letters.1"]
    assert told.asks == ("setting", ["Ben"]) and not told.events("Dealt", "CharacterDealt")


def test_with_dv1_dealt_characters_are_face_up_and_texts_wait_with_dj16_yes(play: Any) -> None:
    told = play(new("Ann", "Ben", "Cal", variants=["revealed"]), do(None, "protagonist", to="Ann"))
    assert all(s["revealed"] for s in told.position["seats"]) and told.position["carrying"] is None
    eight = [f"P{n}" for n in range(8)]
    told = play(new(*eight, variants=["revealed"], rulings={"DJ16": "yes"}), do(None, "protagonist", to="P3"))
    order = [told.position["carrying"], *told.position["waiting"]]
    texts = {s["name"]: s["character"] for s in told.position["seats"] if CHARACTERS[s["character"]][1]}
    turn = [name for name in eight[3:] + eight[:3] if name in texts]
    assert order == [{"by": name, "card": texts[name]} for name in turn]
    assert told.asks == ("carry-out", [turn[0]])
    told = play(told.position, *(do(name, "carry-out") for name in turn))
    assert told.asks == ("setting", ["P3"])
    assert [e["player"] for e in told.events("CarriedOut")] == turn


def test_with_dv2_nobody_is_asked_for_a_setting(play: Any) -> None:
    told = play(new("Ann", "Ben", "Cal", variants=["castle"]), do(None, "protagonist", to="Cal"))
    assert told.asks == ("action", ["Cal"]) and told.position["setting"] == "castle"
    assert told.position["protagonist"] == "Cal"


def test_a_new_game_of_the_stand_in_has_its_cards(play: Any) -> None:
    told = play({"game": "deathmatch", "seats": [{"name": n} for n in "ABCDEFGH"]}, do(None, "protagonist", to="A"))
    assert sum(len(s["hand"]) + len(s["pile"]) for s in told.position["seats"]) >= 103
    told = play(told.position)
    assert told.asks == ("setting", ["A"])
