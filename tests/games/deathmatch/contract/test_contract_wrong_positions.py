"""The contract, sentence by sentence: errors in a position or an answer, each with its field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cuelight.__main__ import main
from tests.games.deathmatch.contract.told import (
    Json,
    at,
    do,
    lays,
    three,
    two,
    who,
)


@pytest.mark.parametrize(
    ("position", "fields"),
    [
        (at(who("Ann")), ["seats"]),
        (at(*(who(n) for n in "ABCDEFGHI")), ["seats"]),
        (at(who("Ann"), who("Ann"), who("Cal")), ["name"]),
        (three(act=0), ["act"]),
        (three(scene=-1), ["scene"]),
        (three(phase="dance"), ["phase"]),
        (three(protagonist="Zoe"), ["protagonist"]),
        (three(turn="Zoe"), ["turn"]),
        (three(turn="Ben", opener="Cal"), ["turn"]),
        (three(setting="beach"), ["setting"]),
        (three(variants=["fast"]), ["variants"]),
        (three(variants="castle"), ["variants"]),
        (three(rulings={"DJ99": "x"}), ["DJ99"]),
        (three(rulings={"DJ1": "x"}), ["DJ1"]),
        (three(Ann={"character": "Nurse"}), ["character"]),
        (three(Ann={"character": "Iago"}), ["character"]),
        (three(Ann={"hand": ["blades.9"]}), ["hand"]),
        (three(Ann={"hand": ["blades.1"] * 5}), ["blades.1"]),
        (three(discard=500), ["discard"]),
        (three(Ann={"pile": -1}), ["pile"]),
        (three(Ann={"played": "blades.4"}), ["played"]),
        (three(Ann={"out": True}), ["hand"]),
        (three(Ann={"hand": 3}), ["hand"]),
        (three(limits={"Ann": {"air": 2}}), ["limits"]),
        (three(limits={"Zoe": {"blades": 2}}), ["limits"]),
        (three(hand_sizes={"Ann": -1}), ["hand_sizes"]),
        (three(hand_sizes={"Zoe": 3}), ["hand_sizes"]),
        (three(carrying={"by": "Zoe", "card": "Jape"}), ["carrying"]),
        (three(carrying={"by": "Ann", "card": "blades.1"}), ["carrying"]),
        (three(standing="Ann"), ["standing"]),
        (three(variants=["castle"], setting="garden"), ["setting"]),
        (two(setting="garden"), ["setting"]),
        (three(characters=["Fool"]), ["characters"]),
        (three(phase="setting", scene=1), ["scene"]),
        (three(scene_cards=["blades.1"]), ["scene_cards"]),
        (three(first="Zoe"), ["first"]),
        (three(edition="1999"), ["edition"]),
        (three(deck="nowhere"), ["deck"]),
        (three(Ann={"revealed": "yes"}), ["revealed"]),
    ],
)
def test_what_cannot_be_in_a_position_names_its_field(wrong: Any, position: Json, fields: list[str]) -> None:
    message = wrong(position)
    assert all(field in message for field in fields), message


def test_everything_wrong_is_told_at_once(wrong: Any) -> None:
    message = wrong(three(act=0, setting="beach", Ann={"hand": ["blades.9"]}, Ben={"character": "Iago"}))
    assert all(word in message for word in ("act", "setting", "blades.9", "Iago")), message


def test_a_game_needs_its_seats(wrong: Any) -> None:
    assert "seats" in wrong({"game": "deathmatch"})


def test_a_line_of_answers_that_cannot_be_read_names_line_and_field(play: Any) -> None:
    told = play(three(), lays("Ann", "blades.1"), do("Ben", "play"), fine=False)
    assert told.status == 2 and "2" in told.err and "card" in told.err
    told = play(three(), lays("Zoe", "blades.1"), fine=False)
    assert told.status == 2 and "Zoe" in told.err
    told = play(three(), do("Ann", "dance"), fine=False)
    assert told.status == 2 and "dance" in told.err
    told = play(three(), do(None, "play", card="blades.1"), fine=False)
    assert told.status == 2 and "by" in told.err
    told = play(three(), lays("Ann", "blades.77"), fine=False)
    assert told.status == 2 and "blades.77" in told.err


def test_position_check_tells_all_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "p.json"
    file.write_text(
        json.dumps(
            three(act=0, phase="dance", Ann={"hand": ["blades.1"] * 5, "character": "Nurse"}, hand_sizes={"Ann": -2})
        )
    )
    assert main(["position", "check", str(file)]) == 2
    err = capsys.readouterr().err
    assert all(word in err for word in ("act", "phase", "hand_sizes")), err
    file.write_text(json.dumps(three()))
    assert main(["position", "check", str(file)]) == 0
