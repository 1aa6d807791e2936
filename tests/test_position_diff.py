"""In what two positions differ: key after key, a player's under the player's name."""

from typing import Any

import pytest

from companion.othello.position import position_from_json
from companion.othello.position_diff import Change, position_changes
from companion.othello.state import State

ANN, BEN = {"name": "Ann"}, {"name": "Ben"}


def state(*seats: dict[str, Any], **keys: Any) -> State:
    return position_from_json({"edition": "2024", "lead": "Ann", "seats": list(seats) or [ANN, BEN], **keys})


def test_equal_positions_differ_in_nothing() -> None:
    assert position_changes(state(), state()) == []


@pytest.mark.parametrize(
    ("first", "second", "changes"),
    [
        (state(), state(scene=3), [Change("scene", 1, 3)]),
        (state(), state({**ANN, "wounds": 2}, BEN), [Change("Ann wounds", 0, 2)]),
        (state(), state(tiles={"Cassio": {"wounds": 1}}), [Change("tiles Cassio wounds", 0, 1)]),
        (
            state({**ANN, "hand": ["I.1", "Seize", "Seize"]}, BEN),
            state({**ANN, "hand": ["I.2", "Seize"]}, BEN),
            [Change("piles staging", 25, 26), Change("Ann hand", ["I.1", "Seize"], ["I.2"])],
        ),
        (
            state({**ANN, "scored": ["I.9"]}, BEN),
            state({**ANN, "scored": [{"card": "I.9", "as": "lead"}]}, BEN),
            [Change("Ann scored", ["I.9"], ["I.9 as lead"])],
        ),
    ],
)
def test_a_difference_is_told_at_its_key(first: State, second: State, changes: list[Change]) -> None:
    assert position_changes(first, second) == changes


def test_who_plays_in_one_only_is_told() -> None:
    found = position_changes(state(ANN, BEN), state(ANN, {"name": "Cal"}))
    assert Change("Ben", "plays", None) in found
    assert Change("Cal", None, "plays") in found


def test_other_seats_of_the_same_players_are_told() -> None:
    found = position_changes(state(ANN, BEN), state(BEN, ANN))
    assert found[-1] == Change("seats", ["Ann", "Ben"], ["Ben", "Ann"])
