"""Whether the card in a zone is misread: answers that are garbled, or ids with a wrong bit though their checksum holds.

A misread id is no tag that came: where the card that lies there was heard a moment ago, an unknown id that is nearly
its own is taken for a garbled answer. What comes and goes is for the presence filter alone; here it is only told that a
zone is misread for a while, so that somebody moves the card, or the reader beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import exp, inf
from typing import NamedTuple

from companion.presence.filter import NonRead, Poll

MOST_WRONG_BITS = 2
HEARD_LATELY = 1.0  # seconds
SHARE_SECONDS = 1.0  # over which the share of looks that went wrong is taken
LONGEST_STEP = 0.2  # seconds for which one look counts at most
WRONG_SHARE, WELL_SHARE = 0.15, 0.05
TOLD_AFTER = 3.0  # seconds for which they go wrong: a hand that lays a card garbles it too, for a moment


class Misread(NamedTuple):
    """A zone misreads what lies there (`misread`), or not any more. What is done there counts all the same."""

    at: float
    zone: str
    misread: bool


@dataclass(slots=True)
class Share:
    """The share of looks that went wrong of late; `told` is whether it has been told that there are many."""

    looked: float = -inf
    share: float = 0.0
    since: float | None = None
    told: bool = False

    def turned(self, at: float, wrong: bool) -> bool:
        """Take one look; returns whether there is something else to tell from now on. Times do not run backwards."""
        step, self.looked = min(at - self.looked, LONGEST_STEP), at
        self.share += (1 - exp(-step / SHARE_SECONDS)) * (wrong - self.share)
        if (self.share < WELL_SHARE) if self.told else (self.share >= WRONG_SHARE):
            self.since = at if self.since is None else self.since
        else:
            self.since = None
        if self.since is None or (not self.told and at - self.since < TOLD_AFTER):
            return False
        self.told, self.since = not self.told, None
        return True


@dataclass(slots=True)
class _Zone:
    heard: float = -inf
    misread: Share = field(default_factory=Share)


class Misreads:
    """The zones of one table.

    Args:
        zones: their names.
        is_known: whether a deck knows a uid; such a tag is never taken for another one misread.
    """

    def __init__(self, zones: Iterable[str], is_known: Callable[[str], bool]) -> None:
        self._zones = {zone: _Zone() for zone in zones}
        self._is_known = is_known

    def look(self, at: float, name: str, saw: Poll, lying: str | None) -> tuple[Poll, list[Misread]]:
        """What a look saw, as far as it may be believed where `lying` is the uid of what lies there, and what changed.

        Times of one zone do not run backwards.
        """
        zone = self._zones[name]
        if isinstance(saw, str) and saw == lying:
            zone.heard = at
        elif (
            isinstance(saw, str) and lying is not None and at - zone.heard < HEARD_LATELY and self._is_near(saw, lying)
        ):
            saw = NonRead.CORRUPTED
        turned = zone.misread.turned(at, saw is NonRead.CORRUPTED)
        return saw, [Misread(at, name, zone.misread.told)] if turned else []

    def _is_near(self, uid: str, lying: str) -> bool:
        """Whether an id that no deck knows differs from another one in hardly a bit."""
        if len(uid) != len(lying) or self._is_known(uid):
            return False
        return (int(uid, 16) ^ int(lying, 16)).bit_count() <= MOST_WRONG_BITS
