"""What the table remembers of a game beside its state: the newest events in words, and what each seat has just shown.

All of it follows from the events, so it is the same after a restart or an undo.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from companion.game.rules import Told

LINES = 12
BEFORE = 60  # a round of six, with all that came of it
MOMENTS = 4  # they outlast the lines: much is told after a death, before anybody sees the next picture


class Moment(StrEnum):
    """What deserves that a screen shows it for a moment, so that everybody looks up."""

    ACT = "act"
    LEAD = "lead"
    CURTAIN = "curtain"
    BLOCK = "block"
    SEIZE = "seize"
    REVEAL = "reveal"
    DEATH = "death"
    RETURN = "return"


class Line(NamedTuple):
    """One event in plain words, numbered from 1; `seat` is the seat number that it is about, `rules` the ids of those
    by which it has happened.
    """

    id: int
    text: str
    kind: str
    seat: int | None
    moment: Moment | None = None
    rules: Sequence[str] = ()


class RecentEvents:
    """What a game's `remember` is told of every event, once, in order.

    `lines` are the newest events in words, `moments` the newest that screens show for a moment. `shown` has the card
    that each player turned up last in this scene, `newest` the last of all, `drew` the pile from which a player draws
    by hand now. `before` are the newest events, the last one first, where a game needs them to tell what follows from
    them.
    """

    def __init__(self) -> None:
        self.lines: deque[Line] = deque(maxlen=LINES)
        self.moments: deque[Line] = deque(maxlen=MOMENTS)
        self.shown: dict[int, str] = {}
        self.drew: dict[int, str] = {}
        self.before: deque[Any] = deque(maxlen=BEFORE)
        self.newest: str | None = None
        self.dealing = False
        self._count = 0

    def tell(self, told: Told | None, moment: Moment | None = None, rules: Sequence[str] = ()) -> None:
        """Remember the words of an event; None for one that needs none."""
        if told is not None:
            self._count += 1
            line = Line(self._count, told.text, told.kind, told.seat, moment, rules)
            self.lines.append(line)
            if moment is not None:
                self.moments.append(line)
