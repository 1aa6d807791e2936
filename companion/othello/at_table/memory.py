"""What the table remembers of a game beside its state: the newest events in words, and what each seat has just shown.

All of it follows from the events, so it is the same after a restart or an undo.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from companion.othello.model import events as e
from companion.othello.model.state import State
from companion.othello.text.narrate import event_text

LINES = 12
QUIET = (e.Dealt, e.Drew, e.Gained, e.Paid, e.Placed, e.TakenBack)  # the board shows these without words


class Line(NamedTuple):
    """One event in plain words, numbered from 1; `seat` is the seat number that it is about."""

    id: int
    text: str
    kind: str
    seat: int | None


class Memory:
    """Told every event once, in order.

    `shown` has the card that each player turned up last in this scene, `drew` the pile from which a player draws by
    hand since the scene ended.
    """

    def __init__(self) -> None:
        self.lines: deque[Line] = deque(maxlen=LINES)
        self.shown: dict[int, str] = {}
        self.drew: dict[int, str] = {}
        self.newest: str | None = None
        self._count = 0
        self._dealing = False

    def note(self, state: State, event: e.Event) -> None:
        """Remember one event; `state` is the game's, at or soon after it."""
        told = None if isinstance(event, QUIET) else event_text(state, event)
        if told is not None:
            self._count += 1
            self.lines.append(Line(self._count, told.text, told.kind, told.seat))
        match event:
            case e.ActBegan():
                self._dealing = True  # nobody needs to be told to draw what is dealt
            case e.SceneBegan():
                self._dealing = False
                self.shown.clear()
            case e.Revealed(player, card) | e.Showed(player, card):
                self.shown[player] = self.newest = card
                self.drew.pop(player, None)
            case e.Placed(player, _):
                self.drew.pop(player, None)
            case e.Drew(player, pile, _) if not self._dealing:
                self.drew[player] = pile
            case e.GameEnded():
                self.drew.clear()
            case _:
                pass
