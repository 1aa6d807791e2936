"""Recent events of a game, in words, and the card that each seat has just shown.

Everything follows from the events, so it is the same after a restart or an undo.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from companion.game.course import LogLine

LINES = 12
BEFORE = 60  # a round of six players, with its consequences
MOMENTS = 4  # more than the lines show: a death causes many lines before the next snapshot


class Moment(StrEnum):
    """Event that a screen shows for a moment, so that everybody looks up."""

    ACT = "act"
    LEAD = "lead"
    CURTAIN = "curtain"
    BLOCK = "block"
    SEIZE = "seize"
    REVEAL = "reveal"
    DEATH = "death"
    RETURN = "return"


class Line(NamedTuple):
    """One event in plain words, numbered from 1.

    `seat` is the seat that it is about, `rules` are the ids of the rules that caused it.
    """

    id: int
    text: str
    kind: str
    seat: int | None
    moment: Moment | None = None
    rules: Sequence[str] = ()


class RecentEvents:
    """The memory of a table. A game's `remember` adds every event, once and in order.

    `lines` are the newest events in words, `moments` the newest that screens show for a moment. `shown` is the card
    that each player turned up last in this scene, `newest` the last of all. `drew` is the pile from which each player
    draws by hand now. `before` are the newest events, the last one first, for games that need them to explain what
    follows.
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

    def add(self, entry: LogLine | None, moment: Moment | None = None, rules: Sequence[str] = ()) -> None:
        """Remember the words of an event; None for an event without words."""
        if entry is not None:
            self._count += 1
            line = Line(self._count, entry.text, entry.kind, entry.seat, moment, rules)
            self.lines.append(line)
            if moment is not None:
                self.moments.append(line)
