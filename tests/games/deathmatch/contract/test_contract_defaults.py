"""The contract, sentence by sentence: defaults of a position, and its output."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.deathmatch.contract.told import (
    CHARACTERS,
    Json,
    at,
    do,
    in_damage,
    lays,
    three,
    two,
    who,
)


def test_only_game_and_seats_are_needed(play: Any) -> None:
    told = play(at(who("Ann"), who("Ben"), who("Cal")))
    assert told.asks == ("protagonist", [])
    p = told.position
    assert (p["act"], p["scene"], p["phase"], p["protagonist"], p["first"]) == (1, 0, "casting", None, None)
    assert (p["opener"], p["turn"], p["standing"], p["setting"]) == (None, None, None, None)
    assert (p["trickster_played"], p["scene_cards"], p["carrying"], p["waiting"]) == (False, [], None, [])
    assert (p["edition"], p["variants"], p["discard"], p["removed"]) == ("2021", [], [], [])
    assert (p["limits"], p["hand_sizes"]) == ({}, {})
    assert sorted(p["characters"]) == sorted(CHARACTERS)
    assert told.seat("Ann")["character"] == "?character" and told.seat("Ann")["revealed"] is False


def test_every_key_is_printed(play: Any) -> None:
    told = play(three())
    assert set(told.position) >= {
        *("game", "edition", "variants", "rulings", "deck", "act", "scene", "phase", "protagonist", "first", "opener"),
        *("turn", "standing", "setting", "trickster_played", "scene_cards", "carrying", "waiting", "discard", "limits"),
        *("hand_sizes", "characters", "removed", "seats"),
    }
    assert set(told.seat("Ann")) >= {"name", "character", "revealed", "hand", "pile", "pool", "played", "out"}
    assert set(told.doc) >= {"position", "decision", "permitted", "scores", "winners", "events", "irregularities"}
    assert told.doc["error"] is None and told.doc["winners"] is None and told.doc["irregularities"] == []


def test_a_protagonist_without_a_setting_is_asked_for_one(play: Any) -> None:
    told = play(three(setting=None))
    assert told.asks == ("setting", ["Ann"])
    assert (told.position["phase"], told.position["scene"], told.position["turn"]) == ("setting", 0, "Ann")
    assert told.position["opener"] is None and told.position["first"] == "Ann"
    assert sorted(option["card"] for option in told.options) == ["castle", "crypt", "garden", "hall"]


def test_with_a_setting_it_is_the_protagonists_action(play: Any) -> None:
    told = play(three())
    assert told.asks == ("action", ["Ann"])
    p = told.position
    assert (p["phase"], p["scene"], p["first"], p["opener"], p["turn"], p["act"]) == (
        "action",
        1,
        "Ann",
        "Ann",
        "Ann",
        1,
    )


def test_two_with_a_first_and_no_protagonist_play_in_the_castle(play: Any) -> None:
    told = play(two())
    assert told.position["setting"] == "castle" and told.asks == ("action", ["Ann"])
    assert told.position["protagonist"] is None


def test_castle_left_out_with_dv2_is_an_action(play: Any) -> None:
    position = three(variants=["castle"])
    del position["setting"]
    told = play(position)
    assert told.asks == ("action", ["Ann"]) and told.position["setting"] == "castle"


def test_in_a_scene_opener_turn_and_standing_are_what_the_cards_say(play: Any) -> None:
    told = play(three(phase="scene", Ann={"hand": ["coins.1"], "played": "blades.1"}))
    p = told.position
    assert (p["opener"], p["turn"], p["standing"]) == ("Ann", "Ben", "Ann")
    assert told.asks == ("answer", ["Ben"])


def test_standing_is_null_where_the_table_says(play: Any) -> None:
    told = play(
        three(
            phase="scene",
            Ann={"hand": ["coins.1"], "played": "blades.1"},
            Ben={"hand": ["coins.2"], "played": "blades.2"},
        )
    )
    assert told.position["standing"] is None and told.position["turn"] == "Cal"


def test_standing_is_known_with_higher_any(play: Any) -> None:
    told = play(
        three(
            phase="scene",
            rulings={"DJ1": "higher-any"},
            Ann={"hand": ["coins.1"], "played": "blades.1"},
            Ben={"hand": ["coins.2"], "played": "coins.2"},
        )
    )
    assert told.position["standing"] == "Ben"


def test_damage_needs_the_winner_where_the_table_says(wrong: Any) -> None:
    position = in_damage()
    del position["turn"]
    assert "turn" in wrong(position)


def test_in_damage_standing_is_the_turn_and_turn_the_standing(play: Any) -> None:
    assert play(in_damage()).position["standing"] == "Cal"
    position = in_damage(standing="Ben")
    del position["turn"]
    told = play(position)
    assert told.position["turn"] == "Ben" and told.asks == ("damage", ["Ben"])


def test_in_damage_the_winner_that_the_rules_know_is_found(play: Any) -> None:
    position = in_damage(rulings={"DJ1": "higher-any"})
    del position["turn"]
    assert play(position).asks == ("damage", ["Cal"])


def test_revealed_is_true_with_dv1(play: Any) -> None:
    assert play(three(variants=["revealed"])).seat("Ben")["revealed"] is True


def test_removed_is_by_dv3(play: Any) -> None:
    told = play({"game": "deathmatch", "variants": ["no-tricksters"], "seats": [who("Ann"), who("Ben"), who("Cal")]})
    assert {"Et tu, Brute?", "The Wheel is Come Full Circle", "One Fell Swoop"} == set(told.position["removed"])


def test_unknown_keys_are_ignored(play: Any) -> None:
    position = three(weather="storm")
    position["seats"][0]["hat"] = 3
    assert play(position, lays("Ann", "blades.1") | {"mood": "sad"}).asks == ("answer", ["Ben"])


def test_characters_left_out_are_those_no_seat_has(play: Any) -> None:
    assert sorted(play(three()).position["characters"]) == ["Duke", "Lady", "Lord", "Maid", "Page"]


def test_example_of_the_contract(play: Any) -> None:
    unknown = ["?action"] * 3
    ann = {
        "name": "Ann",
        "character": "Hamlet",
        "hand": ["?action", "?action", "coins.2"],
        "pile": 7,
        "played": "blades.4",
    }
    ben = {
        "name": "Ben",
        "character": "?character",
        "hand": unknown,
        "pile": 8,
        "pool": ["coins.2"],
        "played": "poison.3",
    }
    cal = {"name": "Cal", "character": "Ophelia", "revealed": True, "hand": unknown, "pile": 7}
    position = {"game": "deathmatch", "act": 2, "scene": 1, "phase": "scene", "protagonist": "Ann", "turn": "Cal"}
    position |= {"setting": "castle", "discard": 5, "seats": [ann, ben, cal]}
    told = play(position)
    assert told.asks == ("answer", ["Cal"]) and told.position["opener"] == "Ann"
    told = play(position, lays("Cal", "coins.1"), do(None, "winner", to="Ben"))
    assert told.asks == ("damage", ["Ben"])
    assert len(told.options) == 3 * 2
    assert told.seat("Cal")["hand"].count("?action") == 3 and told.seat("Cal")["pile"] == 6


@pytest.mark.parametrize(
    "position",
    [
        three(),
        three(setting=None),
        in_damage(),
        two(),
        two(rulings={"DJ6": "no-acts"}),
        three(variants=["revealed"], rulings={"DJ16": "yes"}),
        three(carrying={"by": "Ann", "card": "Jape"}, trickster_played=True),
        three(limits={"Ann": {"blades": 3}}, hand_sizes={"Cal": 3}),
        at(who("Ann"), who("Ben"), who("Cal")),
        three(Cal={"out": True, "hand": []}, protagonist=None, first="Ann"),
    ],
)
def test_the_printed_position_can_be_given_back(play: Any, position: Json) -> None:
    told = play(position)
    again = play(told.position)
    assert again.position == told.position and again.doc["decision"] == told.doc["decision"]
    assert again.doc["permitted"] == told.doc["permitted"]
