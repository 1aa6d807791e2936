"""The time of a window: it begins when the window opens, and runs on while others answer (V2); a pause holds it."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from companion.core.i18n import N_


class Pace(StrEnum):
    """How long the windows of a table are open."""

    TEACHING = "teaching"
    USUAL = "usual"
    BRISK = "brisk"
    UNTIMED = "untimed"


SECONDS: Mapping[Pace, float] = MappingProxyType(
    {Pace.TEACHING: 15.0, Pace.USUAL: 5.0, Pace.BRISK: 3.0, Pace.UNTIMED: math.inf}
)

IN_WORDS: Mapping[Pace, str] = MappingProxyType(
    {
        Pace.TEACHING: N_("15 seconds, to teach the game"),
        Pace.USUAL: N_("5 seconds, as usual"),
        Pace.BRISK: N_("3 seconds, for those who know it"),
        Pace.UNTIMED: N_("as long as it takes"),
    }
)


class Countdown(NamedTuple):
    """When the open window closes by itself.

    `deadline` is None while nothing is timed, and infinite for a window that no time closes; `number` counts the
    windows so far, `moment` is the one that is open. `held` is since when the table makes a pause; None without one.
    """

    deadline: float | None = None
    number: int = 0
    moment: Hashable = None
    held: float | None = None

    def at(self, moment: Hashable | None, now: float, seconds: float) -> Countdown:
        """The time of what is open now: a new one when it is another window than before, none when none is."""
        if moment is None:
            return self._replace(deadline=None, moment=None)
        if moment == self.moment:
            return self
        return self._replace(number=self.number + 1, moment=moment).anew(now, seconds)

    def anew(self, now: float, seconds: float) -> Countdown:
        """The open window with so many seconds from now on."""
        return self._replace(deadline=self._time(now) + seconds)

    def paused(self, now: float) -> Countdown:
        """The same, standing still."""
        return self._replace(held=now)

    def resumed(self, now: float) -> Countdown:
        """The same, going on where it stood."""
        pause = 0.0 if self.held is None else now - self.held
        return self._replace(held=None, deadline=None if self.deadline is None else self.deadline + pause)

    def left(self, now: float) -> float | None:
        """The seconds that the open window has left; None where no time closes it."""
        if self.deadline is None or math.isinf(self.deadline):
            return None
        return max(0.0, self.deadline - self._time(now))

    @property
    def due(self) -> float | None:
        """When the open window closes by itself; None where it does not, or not as long as the pause lasts."""
        return None if self.held is not None or self.deadline == math.inf else self.deadline

    def _time(self, now: float) -> float:
        return now if self.held is None else self.held
