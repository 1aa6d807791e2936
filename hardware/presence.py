"""What lies in each zone, from looks that flicker: one filter for every reader.

A look at a zone says that a tag was seen, that something was garbled, or that it was silent. What comes out is steady:

- A resting tag does not flicker: only clean silence means gone, and the filter waits as long as it can while a lift
  of a third of a second is still noticed as one (`LIFT_SECONDS`), for readers that look fast and slow alike.
- A tag that no deck knows needs two equal looks, since neighbouring readers garble uids; so does a tag that comes while
  another one rests there. Where a tag may lie elsewhere and be overheard, since this zone was caught at that or since
  another one's reader fails or hangs, it needs six.
- A tag belongs to one zone. Where a second zone reads it too, that is reported as crosstalk, and the tag stays with its
  zone until it is lifted there, or is heard there clearly less often than in the other for a while. Two looks that
  missed it are no proof: at the edge of a field every tenth does.

The filter has no clock and no thread of its own; whoever has readers on several threads holds a lock around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

LIFT_SECONDS = 0.32  # a lift of a third of a second is a lift
LEAST_SILENT = 2  # looks
EQUAL_LOOKS = 2
STEADY_LOOKS = 6  # equal ones, of a zone that may overhear another
LATE_LOOKS = 3  # so many of its looks late, a reader hangs
LATE_SECONDS = 0.1  # at least, for readers are not always on time
CLEARLY = 0.4  # by how much more often another zone must hear a tag, to have it
WEIGHT = 0.02  # of the newest look in the share of looks that heard a tag: a second or so of a fast reader counts


class Dull(Enum):
    """A look in which no tag was read."""

    SILENT = "silent"
    GARBLED = "garbled"


SILENT, GARBLED = Dull.SILENT, Dull.GARBLED
Look = str | Dull
"""What a look at a zone saw: a uid in capital hexadecimal digits, or SILENT, or GARBLED."""


class Came(NamedTuple):
    """A tag lies in a zone that had none, or another one."""

    at: float
    zone: str
    uid: str


class Went(NamedTuple):
    """The tag of a zone is gone from it."""

    at: float
    zone: str


class Crosstalk(NamedTuple):
    """A zone reads the tag that lies in another one."""

    at: float
    zone: str
    other: str
    uid: str


Change = Came | Went | Crosstalk


@dataclass(slots=True)
class _Zone:
    lying: str | None = None
    heard: float = 0.0  # when the tag that lies here was heard last
    looked: float | None = None
    interval: float = 0.0
    silent: int = 0
    newcomer: str | None = None
    equal: int = 0
    fails: bool = False  # its reader cannot look
    overhears: bool = False
    shares: dict[str, float] = field(default_factory=dict)  # of the looks, by uid


class Presence:
    """The zones of one table.

    Args:
        zones: their names.
        is_known: whether a deck knows a uid; such a tag is believed at once in an empty zone.
    """

    def __init__(self, zones: Iterable[str], is_known: Callable[[str], bool]) -> None:
        self._zones = {zone: _Zone() for zone in zones}
        self._is_known = is_known
        self._told: set[tuple[str, str, str]] = set()

    def lying(self) -> dict[str, str | None]:
        """The uid that lies in each zone."""
        return {name: zone.lying for name, zone in self._zones.items()}

    def look(self, at: float, name: str, saw: Look) -> list[Change]:
        """Take one look at a zone; returns what changed by it, in order. Times of one zone do not run backwards."""
        zone = self._zones[name]
        if zone.looked is not None:
            passed = min(at - zone.looked, 1.0)
            zone.interval = zone.interval + 0.2 * (passed - zone.interval) if zone.interval else passed
        zone.looked, zone.fails = at, False
        self._count(zone, saw)
        if saw is GARBLED:  # something is there, though nobody can say what
            zone.heard = at
            zone.silent = zone.equal = 0
            return []
        if isinstance(saw, Dull):
            return self._silence(at, name, zone)
        zone.silent = 0
        if saw == zone.lying:
            zone.heard = at
            zone.equal = 0
            return []
        return self._other(at, name, zone, saw)

    def fail(self, name: str) -> None:
        """A look at this zone failed."""
        self._zones[name].fails = True

    def pause(self, name: str) -> None:
        """Nobody looks at this zone for a while: its reader has died. What lay there is taken to lie there still."""
        zone = self._zones[name]
        zone.fails = True
        zone.looked = zone.newcomer = None
        zone.silent = zone.equal = 0
        zone.interval = 0.0

    def resume(self, at: float, name: str) -> None:
        """Somebody looks again: silence counts from now."""
        self._zones[name].heard = at

    def _silence(self, at: float, name: str, zone: _Zone) -> list[Change]:
        zone.equal = 0
        if zone.lying is None:
            return []
        zone.silent += 1
        waited = at - zone.heard
        if zone.silent < LEAST_SILENT or waited + zone.interval < LIFT_SECONDS:
            return []
        return [self._take_away(at, name, zone)]

    def _other(self, at: float, name: str, zone: _Zone, uid: str) -> list[Change]:
        zone.equal = zone.equal + 1 if uid == zone.newcomer else 1
        zone.newcomer = uid
        owner = next((other for other, it in self._zones.items() if it.lying == uid and other != name), None)
        if owner is not None and not self._moved(owner, zone, uid):
            told = (uid, name, owner)
            if told in self._told or self._zones[owner].silent:
                return []
            self._told.add(told)
            zone.overhears = True
            return [Crosstalk(at, name, owner, uid)]
        if zone.equal < self._needed(at, zone, uid):
            return []
        changes: list[Change] = []
        if owner is not None:
            changes.append(self._take_away(at, owner, self._zones[owner]))
        if zone.lying is not None:
            changes.append(self._take_away(at, name, zone))
        zone.lying, zone.heard, zone.equal = uid, at, 0
        return [*changes, Came(at, name, uid)]

    def _needed(self, at: float, zone: _Zone, uid: str) -> int:
        """How many equal looks it takes to believe that a tag came into a zone."""
        if zone.overhears or any(other.fails or _hangs(at, other) for other in self._zones.values()):
            return STEADY_LOOKS
        return 1 if zone.lying is None and self._is_known(uid) else EQUAL_LOOKS

    def _moved(self, owner: str, zone: _Zone, uid: str) -> bool:
        """Whether a tag has left its zone, unseen, for one that reads it now."""
        theirs = self._zones[owner]
        there = 0.0 if theirs.fails else theirs.shares.get(uid, 0.0)
        return zone.shares.get(uid, 0.0) > there + CLEARLY

    def _take_away(self, at: float, name: str, zone: _Zone) -> Went:
        self._told = {told for told in self._told if told[0] != zone.lying}
        zone.lying = None
        zone.silent = 0
        return Went(at, name)

    def _count(self, zone: _Zone, saw: Look) -> None:
        """Keep the share of looks that heard each uid; one that is hardly heard any more is forgotten."""
        for uid in list(zone.shares):
            zone.shares[uid] *= 1 - WEIGHT
            if zone.shares[uid] < 0.01:
                del zone.shares[uid]
        if isinstance(saw, str):
            zone.shares[saw] = zone.shares.get(saw, 0.0) + WEIGHT


def _hangs(at: float, zone: _Zone) -> bool:
    """Whether a reader that looked before has not looked for longer than it takes to look."""
    return zone.looked is not None and at - zone.looked > max(LATE_SECONDS, LATE_LOOKS * zone.interval)
