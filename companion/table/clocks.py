"""The timers of a table: the open window, passes ahead, the lights of the seats, and players who draw cards by hand.

The game decides what each seat is asked and which window is open. The timers decide from when until when that is shown,
and whether a press counts. They have no clock: the session passes the time in.

The time of a window starts when it opens and continues while others answer (V2); a pause stops it. A player who wants
nothing passes before being asked, for the open round or for the whole scene. Only players choose this, and the same is
offered to all of them by what everybody knows; so a pass that is played for a player never shows what that player
holds.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from companion.core.i18n import N_, Worded
from companion.core.observation import Hold, Observation, Press
from companion.game.interpretation import Offer
from companion.table.lights import HARMLESS, LATE_SECONDS, PAUSED, PRESS_SHORTLY, TOO_LATE, Lamp, Lamps

DRAW_SECONDS = 5.0


class Pace(Worded):
    """Duration of the windows of a table, in words."""

    TEACHING = "teaching", N_("15 seconds, to teach the game")
    USUAL = "usual", N_("5 seconds, as usual")
    BRISK = "brisk", N_("3 seconds, for those who know it")
    UNTIMED = "untimed", N_("as long as it takes")


SECONDS: Mapping[Pace, float] = MappingProxyType(
    {Pace.TEACHING: 15.0, Pace.USUAL: 5.0, Pace.BRISK: 3.0, Pace.UNTIMED: math.inf}
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

    def in_scene(self, scene: Hashable) -> Ahead:
        """Return what remains in this scene: nothing of another one."""
        return self if scene == self.scene else Ahead()

    def after(self, is_pass: bool) -> Ahead:
        """Return what remains after an answer; any answer but a pass ends the passes for a round."""
        kept = {player: until for player, until in self.players.items() if is_pass or until is Until.SCENE}
        return Ahead(self.scene, kept)

    def first(self, asked: Collection[int]) -> int | None:
        """Return the first of the asked players who has passed ahead."""
        return next((player for player in asked if player in self.players), None)


class Timing(NamedTuple):
    """Running timers at one moment, to read. `pace` sets how long windows are open, `draws_end` ends a draw."""

    pace: Pace = Pace.USUAL
    lamps: Lamps = Lamps()
    countdown: Countdown = Countdown()
    draws_end: float = 0.0

    @property
    def window_seconds(self) -> float:
        """Duration of a window in seconds; infinite if no time closes it."""
        return SECONDS[self.pace]

    @property
    def paused(self) -> bool:
        """True if the game is paused: windows stop, and buttons do nothing."""
        return self.countdown.held is not None

    @property
    def window(self) -> int | None:
        """The number of the open window; None if no window is open."""
        return self.countdown.number if self.countdown.deadline is not None else None

    def shown(self, wanted: Sequence[Offer], asked_about: Collection[int | None], now: float) -> list[Offer]:
        """Return what each light shows.

        Args:
            wanted: what each seat is asked.
            asked_about: the seats that an open question to the host is about.
            now: the time.
        """
        shown = self.lamps.shown(wanted, asked_about, now)
        return [offer.resting() for offer in shown] if self.paused else shown

    def refuses(self, player: int, offer: Offer, observation: Press | Hold) -> str | None:
        """Return why a press or a hold does not count, in words ("" for no words); None if it counts."""
        lamp = self.lamps.seats[player]
        if self.paused:
            return PAUSED
        if lamp.takes(began(observation)):
            return PRESS_SHORTLY if isinstance(observation, Hold) and offer.invites and offer.hold is None else None
        return TOO_LATE if not lamp.own and offer.cue != "attention" else ""

    def came_twice(self, player: int, offer: Offer, observation: Observation) -> bool:
        """Return whether a press under a light that is lit without delay may be meant for the question before it."""
        return offer.cue in HARMLESS and began(observation) < self.lamps.seats[player].ended + LATE_SECONDS

    def due(self, draws: bool, now: float) -> float | None:
        """Return when time alone changes something next; None for never. `draws` says whether anybody draws."""
        change, end = self.lamps.next_change(now), self.countdown.due
        due = min(change, math.inf if end is None else end, self.draws_end if draws else math.inf)
        return None if due == math.inf else due


class Timers:
    """The running timers. `now` is the newest time; `timing` is a value that each change replaces."""

    def __init__(self, pace: Pace) -> None:
        self.now = 0.0
        self.timing = Timing(pace)

    def advance(self, at: float) -> None:
        """Set the time; it never runs backwards."""
        self.now = max(self.now, at)

    def open(self, moment: Hashable | None) -> None:
        """Start the time of a window, unless it is open already; None closes it."""
        self._count(self.timing.countdown.at(moment, self.now, self.timing.window_seconds))

    def reopen(self, moment: Hashable | None) -> None:
        """Start the time of a window from its beginning, even if it is open already."""
        self._count(self.timing.countdown._replace(moment=None))
        self.open(moment)

    def extend(self) -> None:
        """Give the open window its full time again; it stays the same window."""
        self._count(self.timing.countdown.anew(self.now, self.timing.window_seconds))

    def resume(self, paused: bool) -> None:
        """Forget all windows, as after a restart."""
        self._count(Countdown(held=self.now if paused else None))

    def pause(self, paused: bool) -> None:
        """Stop the open window, or continue it."""
        countdown = self.timing.countdown
        self._count(countdown.paused(self.now) if paused else countdown.resumed(self.now))

    def set_pace(self, pace: Pace) -> None:
        """Set how long windows are open that open from now on."""
        self.timing = self.timing._replace(pace=pace)

    def draw(self) -> None:
        """Start the time in which players draw by hand."""
        self.timing = self.timing._replace(draws_end=self.now + DRAW_SECONDS)

    def reset_lights(self, seats: int) -> None:
        """Let every light ask at once, as if none had asked before."""
        self._light(self.timing.lamps._replace(seats=(Lamp(),) * seats))

    def light(self, wanted: Sequence[Offer], acting: int | None = None) -> None:
        """Start new questions of the lights, and end old ones. A gesture was just made at the seat `acting`."""
        self._light(self.timing.lamps.turned_to(wanted, self.timing.window, self.now, acting))

    def put_out(self) -> None:
        """End the question of every light, so that no late press counts."""
        self._light(self.timing.lamps.put_out(self.now))

    def notify(self, player: int | None, words: str, refuses: bool) -> None:
        """Show words at a seat for a moment, or in the middle (None)."""
        self._light(self.timing.lamps.showing(player, words, self.now, refuses))

    def warn(self, player: int) -> None:
        """Light a seat red for a moment."""
        self._light(self.timing.lamps.warning(player, self.now))

    def _count(self, countdown: Countdown) -> None:
        self.timing = self.timing._replace(countdown=countdown)

    def _light(self, lamps: Lamps) -> None:
        self.timing = self.timing._replace(lamps=lamps)


def began(observation: Observation) -> float:
    """Return when a held button was pushed down; for other observations their time."""
    return observation.at - (observation.held if isinstance(observation, Hold) else 0.0)
