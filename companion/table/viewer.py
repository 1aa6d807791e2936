"""Viewers: the role of a page, a seat or a program, and whose hidden cards it may know.

A role is authority. Knowledge is separate: the host may do everything, but knows no card that is face down. Only a seat
knows its own cards.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """Permissions of a viewer: watch, play one seat, or run the table."""

    GUEST = "guest"
    SEAT = "seat"
    HOST = "host"


class Viewer(NamedTuple):
    """Somebody who asks or commands. `player` is the seat, from 0, of the key that was shown; a host may play, too."""

    role: Role
    player: int | None = None


GUEST, HOST = Viewer(Role.GUEST), Viewer(Role.HOST)


def seat_of(player: int) -> Viewer:
    """Return the viewer that holds the key of this seat."""
    return Viewer(Role.SEAT, player)
