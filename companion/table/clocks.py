"""What runs at a table in time: the open window, the seats' lights, and hands that draw. One value, without a clock.

What is wanted of the seats and which window is open, the game says; here is from when until when it is shown, and
whether a press under it counts.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import NamedTuple

from companion.core.observation import Hold, Observation, Press
from companion.game.interpretation import Offer
from companion.table.lights import HARMLESS, LATE_SECONDS, PAUSED, PRESS_SHORTLY, TOO_LATE, Lamp, Lamps
from companion.table.window import SECONDS, Countdown, Pace

DRAW_SECONDS = 5.0


class Timing(NamedTuple):
    """What runs now; `pace` is how long windows are open, `draws_end` until when hands draw."""

    pace: Pace = Pace.USUAL
    lamps: Lamps = Lamps()
    countdown: Countdown = Countdown()
    draws_end: float = 0.0

    @property
    def window_seconds(self) -> float:
        """How long windows are open; infinite where no time closes them."""
        return SECONDS[self.pace]

    @property
    def paused(self) -> bool:
        """Whether the table makes a pause."""
        return self.countdown.held is not None

    @property
    def window(self) -> int | None:
        """The number of the open window; None where none is timed."""
        return self.countdown.number if self.countdown.deadline is not None else None

    def looking(self, moment: Hashable | None, now: float) -> Timing:
        """The same once `moment` is open: another window than before gets its time."""
        return self._replace(countdown=self.countdown.at(moment, now, self.window_seconds))

    def anew(self, moment: Hashable | None, now: float) -> Timing:
        """The same with the whole time for what is open, as if it had just opened."""
        return self._replace(countdown=self.countdown._replace(moment=None)).looking(moment, now)

    def with_more_time(self, now: float) -> Timing:
        """The open window has its whole time again, and stays the same one."""
        return self._replace(countdown=self.countdown.anew(now, self.window_seconds))

    def standing_still(self, paused: bool, now: float) -> Timing:
        """The same in a pause, or after one."""
        return self._replace(countdown=self.countdown.paused(now) if paused else self.countdown.resumed(now))

    def drawing(self, now: float) -> Timing:
        """The same once hands begin to draw."""
        return self._replace(draws_end=now + DRAW_SECONDS)

    def dark(self, seats: int) -> Timing:
        """The same where no light has asked anything yet, so that each may ask at once."""
        return self._replace(lamps=self.lamps._replace(seats=(Lamp(),) * seats))

    def lit(self, wanted: Sequence[Offer], now: float, acting: int | None) -> Timing:
        """The same once so much is wanted; `acting` is at which seat a gesture was made just now."""
        return self._replace(lamps=self.lamps.turned_to(wanted, self.window, now, acting))

    def put_out(self, now: float) -> Timing:
        """The same once no light asks anything any more, as if each question were over."""
        return self._replace(lamps=self.lamps.put_out(now))

    def telling(self, player: int | None, words: str, now: float, refuses: bool = False) -> Timing:
        """The same once something is said at a seat, or in the middle."""
        return self._replace(lamps=self.lamps.telling(player, words, now, refuses))

    def warning(self, player: int, now: float) -> Timing:
        """The same once a seat is red."""
        return self._replace(lamps=self.lamps.warning(player, now))

    def shown(self, wanted: Sequence[Offer], asked_about: Collection[int | None], now: float) -> list[Offer]:
        """What each light shows of what is wanted; `asked_about` are the seats of which the host is asked something."""
        shown = self.lamps.shown(wanted, asked_about, now)
        return [offer.resting() for offer in shown] if self.paused else shown

    def refuses(self, player: int, offer: Offer, observation: Press | Hold) -> str | None:
        """Why a press or a hold does not count under what a light offers: in words, "" for none; None where it does."""
        lamp = self.lamps.seats[player]
        if self.paused:
            return PAUSED
        if lamp.takes(began(observation)):
            return PRESS_SHORTLY if isinstance(observation, Hold) and offer.invites and offer.hold is None else None
        return TOO_LATE if not lamp.own and offer.cue != "attention" else ""

    def came_twice(self, player: int, offer: Offer, observation: Observation) -> bool:
        """Whether a press under a light that comes on at once may be meant for the question before it."""
        return offer.cue in HARMLESS and began(observation) < self.lamps.seats[player].ended + LATE_SECONDS

    def due(self, draws: bool, now: float) -> float | None:
        """When something changes next by time alone; None for never. `draws` says whether hands draw."""
        lights = (time for time in self.lamps.changes() if time > now)
        times = (self.countdown.due, self.draws_end if draws else None, *lights)
        return min((time for time in times if time is not None), default=None)

    def lights_changed(self, since: float, now: float) -> bool:
        """Whether a light came on between two times, or words at a seat were over."""
        return any(since < time <= now for time in self.lamps.changes())


def began(observation: Observation) -> float:
    """When a button was pushed down that is told to be held, or when something else was done."""
    return observation.at - (observation.held if isinstance(observation, Hold) else 0.0)
