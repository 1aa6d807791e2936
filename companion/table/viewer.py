"""Who asks: the role of a page, a seat or a program, and whose hidden cards that one may know.

A role is authority: what somebody may do. Knowledge is apart from it: the host may do everything and knows no card
that lies face down. Only a seat knows its own.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """What somebody may do at a table: look on, play one seat, look after the table."""

    GUEST = "guest"
    SEAT = "seat"
    HOST = "host"


class Viewer(NamedTuple):
    """Somebody who asks or commands; `player` is the seat, from 0, whose key was shown: a host may play, too."""

    role: Role
    player: int | None = None


GUEST, HOST = Viewer(Role.GUEST), Viewer(Role.HOST)


def seat_of(player: int) -> Viewer:
    """Whoever holds the key of this seat."""
    return Viewer(Role.SEAT, player)
