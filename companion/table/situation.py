"""A situation at a table as a position that everybody may see: of what is face down or in a hand only the back."""

from __future__ import annotations

from typing import Any

from companion.othello.cards import UNKNOWN_SCRIPT, UNKNOWN_STAGING
from companion.othello.frames import Action, Frame
from companion.othello.position_write import position_to_json
from companion.othello.state import State
from companion.table.misfits import back, chosen_backs


def open_position(state: State) -> dict[str, Any]:
    """The position of a state, without the cards that only some players know."""
    seen = state.copy()
    for seat in seen.seats:
        seat.hand = sorted(map(back, seat.hand))  # where in the hand a card is would tell of it
        if seat.placed is not None and not seat.revealed:
            seat.placed = back(seat.placed)
    seen.script = [UNKNOWN_SCRIPT] * len(seen.script)
    seen.staging = [UNKNOWN_STAGING] * len(seen.staging)
    seen.frames = tuple(map(_openly, seen.frames))
    return position_to_json(seen)


def _openly(frame: Frame) -> Frame:
    """What is under way, with the backs of cards chosen from hands (A1, I2)."""
    if type(frame) is not Action or frame.name == "Emilia":  # a coin that she takes lies open
        return frame
    return frame._replace(choices=chosen_backs(frame.choices))
