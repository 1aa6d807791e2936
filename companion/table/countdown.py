"""The time of a window: it begins when the window opens, and runs on while others answer (V2)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple


class Countdown(NamedTuple):
    """When the open window closes by itself.

    `deadline` is None while nothing is timed; `number` counts the windows so far, `moment` is the one that is open.
    """

    deadline: float | None = None
    number: int = 0
    moment: Hashable = None

    def at(self, moment: Hashable | None, now: float, seconds: float) -> Countdown:
        """The time of what is open now: a new one when it is another window than before, none when none is."""
        if moment is None:
            return self._replace(deadline=None, moment=None)
        if moment == self.moment:
            return self
        return Countdown(now + seconds, self.number + 1, moment)
