"""In what two positions differ."""

from __future__ import annotations

from companion.othello.model.state import State
from companion.othello.position.write import position_to_json
from companion.play.differences import Change, differences

__all__ = ["Change", "position_changes"]

HIDDEN_KEYS = ("order",)  # it follows from the turn and the Lead, or is in the frames


def position_changes(first: State, second: State) -> list[Change]:
    """In what two positions differ, in the order of their keys; two equal ones in nothing."""
    return differences(position_to_json(first), position_to_json(second), HIDDEN_KEYS)
