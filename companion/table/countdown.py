"""The time of a window: it begins when the window opens, and runs on while others answer (V2)."""

from __future__ import annotations

from companion.othello.model.frames import Action
from companion.othello.model.state import State
from companion.othello.rules.options import decision

TIMED = ("window", "protect", "after-reveal")


class Countdown:
    """When the open window closes by itself.

    `deadline` is None while nothing is timed; `number` counts the windows so far.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.deadline: float | None = None
        self.number = 0
        self._moment: object = None

    def look(self, state: State, now: float) -> None:
        """Begin anew when another window is open than before; stop when none is."""
        asked = decision(state)
        if asked is None or asked.kind not in TIMED:
            self._moment = self.deadline = None
            return
        top = state.frames[-1]
        same = (top.kind, top.player, top.name, top.stage) if type(top) is Action else top
        moment = (asked.kind, len(state.frames), same)
        if moment != self._moment:
            self._moment = moment
            self.begin(now)
            self.number += 1

    def begin(self, now: float) -> None:
        """Give the open window its whole time, from now on."""
        self.deadline = now + self.seconds

    def again(self) -> None:
        """Forget what was open: the next look begins anew."""
        self._moment = None
