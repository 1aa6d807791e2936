"""Whether two games are the same: every slot of their states, and what their chance gives next."""

from __future__ import annotations

from typing import Any

from companion.othello.model.game import Game
from companion.othello.model.state import Seat, State


def slots(thing: State | Seat) -> dict[str, Any]:
    """Every slot of a state or a seat by name; seats as such dictionaries themselves."""
    found = {slot: getattr(thing, slot) for slot in thing.__slots__}
    if isinstance(thing, State):
        found["seats"] = [slots(seat) for seat in thing.seats]
    return found


def same(ours: State, theirs: State, what: str) -> None:
    """Raise AssertionError, naming the slots, when two states differ."""
    one, other = slots(ours), slots(theirs)
    differing = [slot for slot in one if one[slot] != other[slot]]
    assert not differing, f"{what}: {', '.join(f'{slot} {one[slot]} / {other[slot]}' for slot in differing)}"


def chance_state(game: Game) -> object:
    """What decides how the next shuffles fall."""
    return game.chance.random.getstate() if hasattr(game.chance, "random") else None
