"""Differences between two positions: key by key, a player's under the player's name."""

from typing import Any

import pytest

from companion.core.diff import Difference
from companion.othello.game import GAME
from companion.othello.model.state import State
from companion.othello.notation.read import position_from_json

ANN, BEN = {"name": "Ann"}, {"name": "Ben"}


def state(*seats: dict[str, Any], **keys: Any) -> State:
    return position_from_json({"edition": "2024", "lead": "Ann", "seats": list(seats) or [ANN, BEN], **keys})


def test_equal_positions_differ_in_nothing() -> None:
    assert GAME.differences(state(), state()) == []


@pytest.mark.parametrize(
    ("first", "second", "changes"),
    [
        (state(), state(scene=3), [Difference("scene", 1, 3)]),
        (state(), state({**ANN, "wounds": 2}, BEN), [Difference("Ann wounds", 0, 2)]),
        (state(), state(tiles={"Cassio": {"wounds": 1}}), [Difference("tiles Cassio wounds", 0, 1)]),
        (
            state({**ANN, "hand": ["I.1", "Seize", "Seize"]}, BEN),
            state({**ANN, "hand": ["I.2", "Seize"]}, BEN),
            [Difference("piles staging", 25, 26), Difference("Ann hand", ["I.1", "Seize"], ["I.2"])],
        ),
        (
            state({**ANN, "scored": ["I.9"]}, BEN),
            state({**ANN, "scored": [{"card": "I.9", "as": "lead"}]}, BEN),
            [Difference("Ann scored", ["I.9"], ["I.9 as lead"])],
        ),
        (
            state(piles={"script": ["I.1", "I.2"]}),
            state(piles={"script": ["I.2", "I.1"]}),
            [Difference("piles script", ["I.1", "I.2"], ["I.2", "I.1"])],
        ),
        (
            state(piles={"script": ["I.1"]}),
            state(piles={"script": 3}),
            [Difference("piles script", ["I.1"], 3)],
        ),
        (
            state({**ANN, "hand": ["Seize", "Seize"]}, BEN, piles={"staging": 9}),
            state({**ANN, "hand": ["Seize"]}, BEN, piles={"staging": 9}),
            [Difference("Ann hand", ["Seize"], [])],
        ),
        (
            state({**ANN, "coins": {"Iago": 1}}, BEN, supply={"Iago": 1}),
            state({**ANN, "coins": {"Cassio": 2}}, BEN, supply={"Iago": 1, "Cassio": 1}),
            [
                Difference("supply Cassio", 3, 1),
                Difference("Ann coins Iago", 1, None),
                Difference("Ann coins Cassio", None, 2),
            ],
        ),
        (
            state(frames=[["Reveals", [0, 1], 0], ["PutDown", 0, True]]),
            state(frames=[["Reveals", [0, 1], 0], ["PutDown", 0, False]]),
            [
                Difference(
                    "frames",
                    [["Reveals", [0, 1], 0], ["PutDown", 0, True]],
                    [["Reveals", [0, 1], 0], ["PutDown", 0, False]],
                )
            ],
        ),
        (
            state(phase="reveal", order=["Ben", "Ann"]),
            state(phase="reveal", order=["Ann", "Ben"]),
            [Difference("turn", "Ben", "Ann")],
        ),
    ],
)
def test_a_difference_is_told_at_its_key(first: State, second: State, changes: list[Difference]) -> None:
    assert GAME.differences(first, second) == changes


def test_who_plays_in_one_only_is_told() -> None:
    found = GAME.differences(state(ANN, BEN), state({"name": "Cal", "wounds": 1}, {**ANN, "wounds": 1}))
    assert found == [
        Difference("turn", "Ben", "Cal"),
        Difference("Ann wounds", 0, 1),
        Difference("Ben", "plays", None),
        Difference("Cal", None, "plays"),
    ]


def test_other_seats_of_the_same_players_are_told() -> None:
    found = GAME.differences(state(ANN, BEN), state(BEN, ANN))
    assert found == [Difference("seats", ["Ann", "Ben"], ["Ben", "Ann"])]
