"""The time of a window, and passes ahead.

The time starts when the window opens and continues while others answer (V2); a pause stops it.

A player who wants nothing passes before being asked, for the open round or for the whole scene. Only players choose
this, and the same is offered to all of them by what everybody knows; so a pass that is played for a player never shows
what that player holds.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from companion.core.i18n import N_


class Pace(StrEnum):
    """Duration of the windows of a table."""

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
    """Countdown of the open window.

    `deadline` is when it closes: None while no window is timed, infinite if no time closes it. `number` counts the
    windows, `moment` identifies the open one. `held` is when the pause began; None without a pause.
    """

    deadline: float | None = None
    number: int = 0
    moment: Hashable = None
    held: float | None = None

    def at(self, moment: Hashable | None, now: float, seconds: float) -> Countdown:
        """Return the countdown of the current window: a new one for another window, none without a window."""
        if moment is None:
            return self._replace(deadline=None, moment=None)
        if moment == self.moment:
            return self
        return self._replace(number=self.number + 1, moment=moment).anew(now, seconds)

    def anew(self, now: float, seconds: float) -> Countdown:
        """Return the open window with this many seconds from now on."""
        return self._replace(deadline=self._time(now) + seconds)

    def paused(self, now: float) -> Countdown:
        """Return the stopped countdown."""
        return self._replace(held=now)

    def resumed(self, now: float) -> Countdown:
        """Return the countdown after a pause, with the time that was left."""
        pause = 0.0 if self.held is None else now - self.held
        return self._replace(held=None, deadline=None if self.deadline is None else self.deadline + pause)

    def left(self, now: float) -> float | None:
        """Return the seconds that the open window has left; None if no time closes it."""
        if self.deadline is None or math.isinf(self.deadline):
            return None
        return max(0.0, self.deadline - self._time(now))

    @property
    def due(self) -> float | None:
        """The time at which the open window closes; None if no time closes it, or during a pause."""
        return None if self.held is not None or self.deadline == math.inf else self.deadline

    def _time(self, now: float) -> float:
        return now if self.held is None else self.held


class Until(StrEnum):
    """The end of a pass ahead."""

    ROUND = "round"
    SCENE = "scene"


class Ahead(NamedTuple):
    """The players who have passed ahead in a scene, and until when."""

    scene: Hashable = None
    players: Mapping[int, Until] = {}

    def passing(self, player: int, until: Until | None, scene: Hashable) -> Ahead:
        """Return it with a player who passes ahead, or with None takes part again."""
        others = {each: when for each, when in self.players.items() if each != player and scene == self.scene}
        return Ahead(scene, others if until is None else {**others, player: until})

    def after(self, scene: Hashable, is_pass: bool) -> Ahead:
        """Return what remains after an answer; any answer but a pass ends the passes for a round."""
        if not self.players or scene != self.scene:
            return Ahead()
        kept = {player: until for player, until in self.players.items() if is_pass or until is Until.SCENE}
        return Ahead(scene, kept)

    def first(self, asked: Collection[int]) -> int | None:
        """Return the first of the asked players who has passed ahead."""
        return next((player for player in asked if player in self.players), None)
