"""Detection of misread cards: corrupted answers, or wrong ids with a valid checksum.

A misread id is not a new tag: if the resting card was read a moment ago, an unknown id that differs from it in a few
bits counts as a corrupted answer. Arrivals and departures are up to the presence filter alone. This module only reports
that a zone has been misread for a while, so that somebody moves the card or the reader next to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import exp, inf
from typing import NamedTuple

from companion.presence.filter import NonRead, Poll

MOST_WRONG_BITS = 2
HEARD_LATELY = 1.0  # seconds
SHARE_SECONDS = 1.0  # time constant of the share of polls that went wrong
LONGEST_STEP = 0.2  # seconds that one poll can count at most
WRONG_SHARE, WELL_SHARE = 0.15, 0.05
REPORTED_AFTER = 3.0  # seconds of misreads before the report: a hand that places a card causes some, too


class Misread(NamedTuple):
    """A zone misreads its card (`misread`), or no longer does.

    Gestures in it count all the same.
    """

    at: float
    zone: str
    misread: bool


@dataclass(slots=True)
class Share:
    """Recent share of polls that went wrong, and whether a high share has been reported."""

    looked: float = -inf
    share: float = 0.0
    since: float | None = None
    reported: bool = False

    def turned(self, at: float, wrong: bool) -> bool:
        """Add one poll and return whether the report changes. Times never decrease."""
        step, self.looked = min(at - self.looked, LONGEST_STEP), at
        self.share += (1 - exp(-step / SHARE_SECONDS)) * (wrong - self.share)
        if (self.share < WELL_SHARE) if self.reported else (self.share >= WRONG_SHARE):
            self.since = at if self.since is None else self.since
        else:
            self.since = None
        if self.since is None or (not self.reported and at - self.since < REPORTED_AFTER):
            return False
        self.reported, self.since = not self.reported, None
        return True


@dataclass(slots=True)
class _Zone:
    heard: float = -inf
    misread: Share = field(default_factory=Share)


class Misreads:
    """Detects zones whose card is misread.

    Args:
        zones: names of the zones of one table.
        is_known: says whether a deck knows a uid; such an id never counts as a misread of another one.
    """

    def __init__(self, zones: Iterable[str], is_known: Callable[[str], bool]) -> None:
        self._zones = {zone: _Zone() for zone in zones}
        self._is_known = is_known

    def look(self, at: float, name: str, saw: Poll, lying: str | None) -> tuple[Poll, list[Misread]]:
        """Return the poll, with a misread id replaced by `CORRUPTED`, and the changes to report.

        `lying` is the uid of the tag in the zone. Times of one zone never decrease.
        """
        zone = self._zones[name]
        if isinstance(saw, str) and saw == lying:
            zone.heard = at
        elif (
            isinstance(saw, str) and lying is not None and at - zone.heard < HEARD_LATELY and self._is_near(saw, lying)
        ):
            saw = NonRead.CORRUPTED
        turned = zone.misread.turned(at, saw is NonRead.CORRUPTED)
        return saw, [Misread(at, name, zone.misread.reported)] if turned else []

    def _is_near(self, uid: str, lying: str) -> bool:
        """Return whether an unknown id differs from another id in at most `MOST_WRONG_BITS` bits."""
        return not self._is_known(uid) and are_near(uid, lying)


def are_near(uid: str, other: str) -> bool:
    """Return whether two ids differ in at most `MOST_WRONG_BITS` bits, so that one may be a misread of the other."""
    return len(uid) == len(other) and (int(uid, 16) ^ int(other, 16)).bit_count() <= MOST_WRONG_BITS
