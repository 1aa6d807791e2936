"""In what two positions differ."""

from __future__ import annotations

from companion.deathmatch.model.state import State
from companion.deathmatch.position.write import position_to_json
from companion.play.differences import Change, differences


def position_changes(first: State, second: State) -> list[Change]:
    """In what two positions differ, in the order of their keys; two equal ones in nothing."""
    return differences(position_to_json(first), position_to_json(second))
