"""Short ways to write positions for tests."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
NAMES = ("Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal")


def position(*seats: Json, **keys: Any) -> Json:
    """Return a position in which Ann is the protagonist of three players, with keys for their seats and other keys."""
    told = {"game": "deathmatch", "protagonist": "Ann", "setting": "castle"} | keys
    players = max(3, len(seats))
    return told | {"seats": [{"name": NAMES[number], **_keys(seats, number)} for number in range(players)]}


def two(*seats: Json, **keys: Any) -> Json:
    """Return a position of two players in which Ann has the act's first action."""
    told = {"game": "deathmatch", "first": "Ann"} | keys
    return told | {"seats": [{"name": NAMES[number], **_keys(seats, number)} for number in range(2)]}


def _keys(seats: tuple[Json, ...], number: int) -> Json:
    return seats[number] if number < len(seats) else {}
