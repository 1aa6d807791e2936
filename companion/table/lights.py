"""The lights of the seats: what each one asks, and from when on a press counts.

Between two questions a light is dark for `LATE_SECONDS`, so that a late press for the first is not taken as an answer
to the second. Everything here follows from public information.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from companion.core.i18n import N_
from companion.game.interpretation import Offer

LATE_SECONDS = 1.0
ATTENTION_SECONDS = 4.0  # a seat stays red so long if it is also asked something
MESSAGE_SECONDS = 4.0
REFUSED_SECONDS = 1.5  # that a light is red for what was refused at its seat; its button means what it meant
TOO_LATE = N_("too late: nothing has changed")
PRESS_SHORTLY = N_("do not hold it: press it shortly")
PRESS_IS_NOTHING = N_("no press is asked for here now")
HOLD_IS_NOTHING = N_("no hold is asked for here now")
PAUSED = N_("the table is paused")

QUIET = frozenset({"idle", "on-deck", "done"})
"""The lights of a seat of which nothing is wanted."""

HARMLESS = frozenset({"draw-script", "draw-staging"})
"""The lights under which a press that was meant for something else does no harm."""


class Lamp(NamedTuple):
    """The question of one seat's light. `asks` counts its questions; from `lit_at` on a press is an answer.

    `ended` is when the last question ended, and `own` whether a gesture at the same seat ended it. `wants` is
    everything that the seat is asked, by its button or otherwise.
    """

    question: object = None
    asks: int = 0
    lit_at: float = 0.0
    ended: float = -math.inf
    own: bool = False
    wants: object = None

    def turned_to(self, question: object, now: float, own: bool, pause: float) -> Lamp:
        """Return the lamp with another question, at least `pause` seconds after its last one; None for no question."""
        if question == self.question:
            return self
        was_lit = self.question is not None and now >= self.lit_at
        ended, own = (now, own) if was_lit else (self.ended, self.own)
        return Lamp(question, self.asks + (question is not None), max(now, ended + pause), ended, own)

    def takes(self, at: float) -> bool:
        """Return whether a press at this time is not too late."""
        return at >= (self.lit_at if self.question is not None else self.ended + LATE_SECONDS)


class Lamps(NamedTuple):
    """All lights of a table.

    `red` says until when a seat is red because of a question to the host, `messages` until when words are shown at a
    seat or in the middle (None), and `refused` until when a seat is red because a gesture was refused.
    """

    seats: tuple[Lamp, ...] = ()
    red: Mapping[int, float] = MappingProxyType({})
    messages: Mapping[int | None, tuple[float, str]] = MappingProxyType({})
    refused: Mapping[int, float] = MappingProxyType({})

    def turned_to(self, wanted: Sequence[Offer], window: int | None, now: float, acting: int | None) -> Lamps:
        """Return the lights with what is asked now.

        Args:
            wanted: what each seat is asked.
            window: the number of the open window; None for none.
            now: the time.
            acting: the seat at which a gesture was just made.
        """
        seats, messages, refused = [], dict(self.messages), dict(self.refused)
        for player, (lamp, offer) in enumerate(zip(self.seats, wanted, strict=True)):
            moment = window if window is not None else offer.moment
            invites = offer.invites
            question = (offer.cue, offer.says, moment) if invites else None
            pause = 0.0 if offer.cue in HARMLESS else LATE_SECONDS
            asks = (offer.cue, offer.says, offer.lay, moment if invites else None)
            seats.append(lamp.turned_to(question, now, player == acting, pause)._replace(wants=asks))
            is_now = question is None and messages.get(player, (0.0, ""))[0] == now + MESSAGE_SECONDS
            if asks != lamp.wants and not is_now and refused.get(player) != now + REFUSED_SECONDS:
                messages.pop(player, None)  # those words were about the last question
                refused.pop(player, None)
        return self._replace(seats=tuple(seats), messages=messages, refused=refused)

    def put_out(self, now: float) -> Lamps:
        """Return the lights without any question, which no gesture ended."""
        return self._replace(seats=tuple(lamp.turned_to(None, now, False, LATE_SECONDS) for lamp in self.seats))

    def shown(self, wanted: Sequence[Offer], asked_about: Collection[int | None], now: float) -> list[Offer]:
        """Return what each light shows. The host is asked something about the seats `asked_about`."""
        shown = []
        for player, (lamp, offer) in enumerate(zip(self.seats, wanted, strict=True)):
            if player in asked_about and (offer.cue in QUIET or now < self.red.get(player, -math.inf)):
                offer = Offer("attention")
            elif offer.invites and now < lamp.lit_at:
                offer = Offer("idle")
            shown.append(offer)
        return shown

    def showing(self, player: int | None, words: str, now: float, refuses: bool) -> Lamps:
        """Return the lights with words at a seat, or in the middle, for a moment."""
        lamps = self._replace(messages={**self.messages, player: (now + MESSAGE_SECONDS, words)})
        if not refuses or player is None:
            return lamps
        return lamps._replace(refused={**self.refused, player: now + REFUSED_SECONDS})

    def warning(self, player: int, now: float) -> Lamps:
        """Return the lights with a seat that is red for a moment."""
        return self._replace(red={**self.red, player: now + ATTENTION_SECONDS})

    def words(self, player: int | None, now: float) -> str | None:
        """Return the words that are shown at a seat, or in the middle."""
        until, words = self.messages.get(player, (-math.inf, ""))
        return words if now < until else None

    def next_change(self, after: float) -> float:
        """Return when a light is next lit or stops being red, or when words end; inf for never."""
        times = [*self.red.values(), *self.refused.values()]
        for lamp in self.seats:
            if lamp.question is not None:
                times.append(lamp.lit_at)
        for until, _words in self.messages.values():
            times.append(until)
        return min([time for time in times if time > after], default=math.inf)
