"""Comparison of two games: the slots of their states, and their random generators."""

from __future__ import annotations

from typing import Any

from companion.othello.model.game import Game
from companion.othello.model.state import Seat, State


def slots(thing: State | Seat) -> dict[str, Any]:
    """Return every slot of a state or a seat by name; seats as dictionaries, too."""
    found = {slot: getattr(thing, slot) for slot in thing.__struct_fields__}
    if isinstance(thing, State):
        found["seats"] = [slots(seat) for seat in thing.seats]
    return found


def same(ours: State, theirs: State, what: str) -> None:
    """Raise AssertionError, naming the slots, if two states differ."""
    one, other = slots(ours), slots(theirs)
    differing = [slot for slot in one if one[slot] != other[slot]]
    assert not differing, f"{what}: {', '.join(f'{slot} {one[slot]} / {other[slot]}' for slot in differing)}"


def chance_state(game: Game) -> object:
    """Return the state of the generator that decides the next shuffles."""
    return game.chance.random.getstate() if hasattr(game.chance, "random") else None
