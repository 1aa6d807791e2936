"""A situation at a table as a position that everybody may see: of what is face down or in a hand only the back."""

from __future__ import annotations

from typing import Any

from companion.othello.at_table.knowledge import as_known
from companion.othello.model.state import State
from companion.othello.position.write import position_to_json


def open_position(state: State) -> dict[str, Any]:
    """The position of a state, without the cards that only some players know."""
    return position_to_json(as_known(state, None))
