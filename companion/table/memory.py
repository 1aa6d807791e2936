"""What the table remembers of a game beside its state: the newest events in words, and what each seat has just shown.

All of it follows from the events, so it is the same after a restart or an undo.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from companion.play.door import Told

LINES = 12


class Line(NamedTuple):
    """One event in plain words, numbered from 1; `seat` is the seat number that it is about."""

    id: int
    text: str
    kind: str
    seat: int | None


class Memory:
    """What a game's `remember` is told of every event, once, in order.

    `shown` has the card that each player turned up last in this scene, `newest` the last of all, `drew` the pile from
    which a player draws by hand now.
    """

    def __init__(self) -> None:
        self.lines: deque[Line] = deque(maxlen=LINES)
        self.shown: dict[int, str] = {}
        self.drew: dict[int, str] = {}
        self.newest: str | None = None
        self.dealing = False
        self._count = 0

    def tell(self, told: Told | None) -> None:
        """Remember the words of an event; None for one that needs none."""
        if told is not None:
            self._count += 1
            self.lines.append(Line(self._count, told.text, told.kind, told.seat))
