"""What lies in each zone, from looks that flicker: one filter for every reader, PN532 and mat alike.

A look at a zone says that a tag was heard, that something was garbled, or that it was silent. What comes out is steady:

- A resting tag does not flicker. How long it must be silent until it counts as lifted is learned from its own gaps
  (`gaps`): half a second where it is heard well, more where it is not. What comes back sooner was never away. Only
  clean silence counts; a garbled answer is evidence that something is there, unless nothing clean was heard for
  `NOISE_SECONDS` and most looks since were silent: a card that was lifted while something disturbs.
- Where even a second would not do, or less than two thirds of the looks hear the tag, or it garbles for seconds, the
  zone is not believed (`Doubt`): what comes and goes there is told as not sure, and is nobody's gesture.
- Something that answers with another uid in each look (phones do, beginning with 08), or that the reader says is no tag
  of ours, is a stranger: told as such, and never a card.
- A tag that no deck knows needs two equal looks, since neighbouring readers garble uids; so does a tag that comes while
  another one rests there. Where a tag may lie elsewhere and be overheard, since this zone was caught at that or since
  another one's reader fails or hangs, it needs six.
- A tag belongs to one zone. Where a second zone reads it too, that is reported as crosstalk, and the tag stays with its
  zone until it is lifted there, or is silent there while the other hears it in every look, or is heard there clearly
  less often than in the other for a while.

The filter has no clock and no thread of its own; whoever has readers on several threads holds a lock around it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from math import inf, sqrt
from typing import NamedTuple

from companion.table.gaps import LONGEST_ASKED, MOST_PHANTOMS, SHORTEST_TURN, Gaps, Table, table_for

LEAST_SHARE = 0.7  # of the looks: a zone that clearly hears less is not believed
SHARE_MARGIN = 1.2  # divided by the root of the looks, 2.6 times what chance makes of it
SHARE_SECONDS = 10.0  # over which that share is taken
DOUBTED_AFTER, TRUSTED_AFTER = 3.0, 3.0  # seconds in which there is, or is not, a reason for doubt
KNOWN_SECONDS = 1.5  # of looks at a card, until it is judged by its gaps
SETTLED_SECONDS = 0.4  # for which a reader that is back must hear nothing, to say that nothing lies there
JUDGED_EVERY = 0.5  # seconds
GARBLED_SECONDS = 1.5  # in which only garbled answers came: a reason for doubt
NOISE_SECONDS = 1.5
GLIMPSED_LOOKS, GLIMPSED_SECONDS = 3, 1.5  # so few looks heard it, and it is silent for so long: it never lay there
MOST_GLIMPSES = 3  # on end, until they are believed no more
UNHEARD_SECONDS = 1.0  # of silence at what lay there before somebody looked again
STRANGE_LOOKS = 4  # so many ids, none of which is a card's
STRANGE_SECONDS = 1.5  # without one until it is gone
RANDOM_ID = "08"  # begins a uid of 4 bytes that is drawn anew for each field (ISO 14443-3, 6.5.4)
QUICK_SECONDS, QUICK_TURNS, QUICK_WITHIN = 1.0, 8, 20.0  # nobody lays a card back so often in so short a time
REMEMBERED_SECONDS = 60.0  # after which a card that lay badly is a new one
EQUAL_LOOKS = 2
STEADY_LOOKS = 6  # equal ones, of a zone that may overhear another
MOVED_SECONDS = 0.28  # of silence where it lay, for a tag that is heard steadily elsewhere
LATE_LOOKS = 3  # so many of its looks late, a reader hangs
LATE_SECONDS = 0.1  # at least, for readers are not always on time
CLEARLY = 0.4  # by how much more often another zone must hear a tag, to have it
WEIGHT = 0.02  # of the newest look in the share of looks that heard a tag: a second or so of a fast reader counts
STEADY = 0.05  # of the newest look in the interval between looks
OTHER_TABLE = 0.02  # by which the interval must have changed


class Dull(Enum):
    """A look in which no tag was read; a strange one was answered by something that is no tag."""

    SILENT = "silent"
    GARBLED = "garbled"
    STRANGE = "strange"


SILENT, GARBLED, STRANGE = Dull.SILENT, Dull.GARBLED, Dull.STRANGE
Look = str | Dull
"""What a look at a zone saw: a uid in capital hexadecimal digits, or SILENT, GARBLED or STRANGE."""


class Came(NamedTuple):
    """A tag lies in a zone that had none, or another one. If that is not `sure`, it is nobody's gesture."""

    at: float
    zone: str
    uid: str
    sure: bool = True


class Went(NamedTuple):
    """The tag of a zone is gone from it. If it lay there badly (not `sure`), that is nobody's gesture."""

    at: float
    zone: str
    sure: bool = True


class Crosstalk(NamedTuple):
    """A zone reads the tag that lies in another one."""

    at: float
    zone: str
    other: str
    uid: str


class Doubt(NamedTuple):
    """A zone hears its card too badly to be believed (`doubted`), or well again."""

    at: float
    zone: str
    doubted: bool


class Stranger(NamedTuple):
    """Something that is no card lies in a zone (`there`), or not any more."""

    at: float
    zone: str
    there: bool


Change = Came | Went | Crosstalk | Doubt | Stranger


class Hearing(NamedTuple):
    """How well a zone hears: in which share of its looks, None while nothing lies there, and whether it is believed."""

    read_share: float | None
    believed: bool


@dataclass(slots=True)
class _Zone:
    lying: str | None = None
    present: float = 0.0  # when what lies here answered last, garbled or not
    heard: float = 0.0  # when it was heard last
    looked: float | None = None
    interval: float = 0.0
    table: Table | None = None
    silent: int = 0  # looks since it answered
    quiet: int = 0  # silent ones since it was heard
    noisy: int = 0  # garbled ones since it was heard
    newcomer: str | None = None
    equal: int = 0
    fails: bool = False  # its reader cannot look
    overhears: bool = False
    shares: dict[str, float] = field(default_factory=dict)  # of the looks, by uid
    gaps: Gaps = field(default_factory=Gaps)
    learned: str | None = None  # whose gaps these are
    share: float = 0.0
    weight: float = 0.0  # looks that the share is taken of
    quick: deque[float] = field(default_factory=lambda: deque(maxlen=QUICK_TURNS))
    doubted: bool = False
    turned: float | None = None  # since when there is reason to change that
    judged: float = 0.0
    went: float = 0.0
    glimpses: int = 0  # of what was learned of, on end
    unheard: bool = False  # since somebody looks again
    resumed: float = -inf  # when somebody looked again
    stirred: float = -inf  # when there was something here that may be a card
    hushed: int = 0  # looks since
    strange: int = 0  # ids that were no card's, of late
    strange_at: float = 0.0


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

    def hearing(self) -> dict[str, Hearing]:
        """How well each zone hears."""
        return {
            name: Hearing(zone.share if zone.lying is not None and zone.weight else None, not zone.doubted)
            for name, zone in self._zones.items()
        }

    def can_tell(self, at: float, name: str) -> bool:
        """Whether looks have shown what lies in a zone that is looked at again: it is no gesture, so it is told whole.

        A card was heard in the last look; or nothing else than silence came for a while, in looks enough; or a stranger
        lies there. Time alone shows nothing, for a reader may look seldom.
        """
        zone = self._zones[name]
        if at - zone.resumed < SETTLED_SECONDS:
            return False
        if zone.lying is not None:
            return zone.heard == zone.looked and not zone.unheard
        hushed = zone.hushed >= STEADY_LOOKS and at - zone.stirred >= SETTLED_SECONDS
        return hushed or zone.strange >= STRANGE_LOOKS

    def look(self, at: float, name: str, saw: Look) -> list[Change]:
        """Take one look at a zone; returns what changed by it, in order. Times of one zone do not run backwards."""
        zone = self._zones[name]
        if zone.looked is not None:
            passed = min(at - zone.looked, 1.0)
            zone.interval = zone.interval + STEADY * (passed - zone.interval) if zone.interval else passed
        zone.looked, zone.fails = at, False
        self._count(zone, saw)
        zone.hushed += 1
        if zone.strange and at - zone.strange_at > STRANGE_SECONDS:
            told, zone.strange = zone.strange >= STRANGE_LOOKS, 0
            if told:
                return [Stranger(at, name, False), *self._take(at, name, zone, saw)]
        return self._take(at, name, zone, saw)

    def _take(self, at: float, name: str, zone: _Zone, saw: Look) -> list[Change]:
        if saw is SILENT:
            zone.equal = 0
            return self._silence(at, name, zone) if zone.lying is not None else []
        if saw is STRANGE:
            _stir(zone, at)
            zone.present = at
            zone.silent = zone.equal = 0
            return self._wonder(at, name, zone)
        if saw is GARBLED:  # something is there, though nobody can say what
            _stir(zone, at)
            zone.present = at
            zone.silent = zone.equal = 0
            zone.noisy += 1
            return self._judge(at, name, zone)
        assert isinstance(saw, str)
        if saw != zone.lying:
            zone.silent = 0
            return self._other(at, name, zone, saw)
        _learn(zone, at)
        zone.heard = zone.present = at
        zone.silent = zone.quiet = zone.noisy = zone.equal = 0
        zone.unheard = False
        return self._judge(at, name, zone) if at - zone.judged >= JUDGED_EVERY else []

    def fail(self, name: str) -> None:
        """A look at this zone failed."""
        self._zones[name].fails = True

    def pause(self, name: str) -> None:
        """Nobody looks at this zone for a while: its reader has died. What lay there is taken to lie there still."""
        zone = self._zones[name]
        zone.fails = True
        zone.looked = zone.newcomer = zone.table = None
        zone.silent = zone.quiet = zone.noisy = zone.equal = 0
        zone.interval = 0.0

    def resume(self, at: float, name: str) -> None:
        """Somebody looks again: silence counts from now."""
        zone = self._zones[name]
        zone.heard = zone.present = zone.resumed = zone.stirred = at
        zone.unheard = True
        zone.hushed = 0

    def _silence(self, at: float, name: str, zone: _Zone) -> list[Change]:
        zone.silent += 1
        zone.quiet += 1
        table = _table(zone)
        misses = min(zone.silent, round((at - zone.present) / table.slot))
        if misses * table.slot >= SHORTEST_TURN and zone.gaps.phantoms(misses, table) <= MOST_PHANTOMS:
            return self._take_away(at, name, zone)
        if zone.silent >= STEADY_LOOKS and zone.silent == zone.quiet:
            if zone.unheard and at - zone.present >= UNHEARD_SECONDS:
                return self._take_away(at, name, zone)  # it was taken while nobody looked
            if zone.weight < GLIMPSED_LOOKS and at - zone.present >= GLIMPSED_SECONDS:
                zone.glimpses += 1
                return self._take_away(at, name, zone)
        in_noise = at - zone.heard >= NOISE_SECONDS and zone.quiet >= zone.noisy > 0
        if in_noise and zone.gaps.phantoms(zone.quiet, table) <= MOST_PHANTOMS:
            return self._take_away(at, name, zone)
        return []

    def _other(self, at: float, name: str, zone: _Zone, uid: str) -> list[Change]:
        again = uid == zone.newcomer
        zone.equal = zone.equal + 1 if again else 1
        zone.newcomer = uid
        owner = next((other for other, it in self._zones.items() if it.lying == uid and other != name), None)
        if owner is None or zone.equal > EQUAL_LOOKS:  # else it is overheard
            _stir(zone, at)
        if owner is None and (not again or _is_random(uid)) and not self._is_known(uid):
            zone.present = at
            return self._wonder(at, name, zone)
        if owner is not None and not self._moved(at, owner, zone, uid):
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
            changes += self._take_away(at, owner, self._zones[owner])
        if zone.lying is not None:
            changes += self._take_away(at, name, zone)
        return changes + self._lay(at, name, zone, uid)

    def _wonder(self, at: float, name: str, zone: _Zone) -> list[Change]:
        """An id that is no card's, or that may be: an unknown tag shows the same one in the next look."""
        zone.strange, zone.strange_at = zone.strange + 1, at
        return [Stranger(at, name, True)] if zone.strange == STRANGE_LOOKS else []

    def _lay(self, at: float, name: str, zone: _Zone, uid: str) -> list[Change]:
        again = uid == zone.learned and at - zone.went < REMEMBERED_SECONDS
        if again:
            zone.gaps.unsettle()
            if zone.went and at - zone.heard < QUICK_SECONDS:
                zone.quick.append(at)
        else:
            zone.gaps, zone.learned = Gaps(), uid
            zone.share = zone.weight = 0.0
            zone.doubted = False
            zone.glimpses = 0
            zone.quick.clear()
        zone.lying, zone.heard, zone.present, zone.turned = uid, at, at, None
        zone.equal = zone.silent = zone.quiet = zone.noisy = 0
        zone.unheard = False
        if zone.strange < STRANGE_LOOKS:
            zone.strange = 0
        came = Came(at, name, uid, sure=not (zone.doubted or zone.glimpses >= MOST_GLIMPSES))
        return [came, Doubt(at, name, True)] if zone.doubted else [came]

    def _needed(self, at: float, zone: _Zone, uid: str) -> int:
        """How many equal looks it takes to believe that a tag came into a zone."""
        if zone.overhears or any(other.fails or _hangs(at, other) for other in self._zones.values()):
            return STEADY_LOOKS
        return 1 if zone.lying is None and self._is_known(uid) else EQUAL_LOOKS

    def _moved(self, at: float, owner: str, zone: _Zone, uid: str) -> bool:
        """Whether a tag has left its zone, unseen, for one that reads it now."""
        theirs = self._zones[owner]
        if theirs.silent > EQUAL_LOOKS and at - theirs.present >= MOVED_SECONDS and zone.equal >= STEADY_LOOKS:
            return not zone.overhears
        there = 0.0 if theirs.fails else theirs.shares.get(uid, 0.0)
        return zone.shares.get(uid, 0.0) > there + CLEARLY

    def _take_away(self, at: float, name: str, zone: _Zone) -> list[Change]:
        if zone.weight >= GLIMPSED_LOOKS:
            zone.glimpses = 0
        self._told = {told for told in self._told if told[0] != zone.lying}
        zone.lying = None
        zone.silent = zone.quiet = zone.noisy = 0
        zone.went = at
        went = Went(at, name, sure=not zone.doubted)
        return [went, Doubt(at, name, False)] if zone.doubted else [went]

    def _judge(self, at: float, name: str, zone: _Zone) -> list[Change]:
        """Whether the zone is believed; a reason for another opinion must last."""
        zone.judged = at
        if zone.lying is None:
            return []
        if _is_bad(zone, at) == zone.doubted:
            zone.turned = None
            return []
        if zone.turned is None:
            zone.turned = at
        if at - zone.turned < (TRUSTED_AFTER if zone.doubted else DOUBTED_AFTER):
            return []
        zone.doubted, zone.turned = not zone.doubted, None
        return [Doubt(at, name, zone.doubted)]

    def _count(self, zone: _Zone, saw: Look) -> None:
        """Keep the share of looks that heard each uid; one that is hardly heard any more is forgotten."""
        shares = zone.shares
        for uid in list(shares):
            shares[uid] *= 1 - WEIGHT
            if shares[uid] < 0.01:
                del shares[uid]
        if isinstance(saw, str):
            shares[saw] = shares.get(saw, 0.0) + WEIGHT


def _stir(zone: _Zone, at: float) -> None:
    zone.stirred, zone.hushed = at, 0


def _is_random(uid: str) -> bool:
    return len(uid) == 8 and uid.startswith(RANDOM_ID)


def _table(zone: _Zone) -> Table:
    table = zone.table
    if table is None or abs(table.interval - zone.interval) > OTHER_TABLE * table.interval:
        table = zone.table = table_for(zone.interval)
    return table


def _learn(zone: _Zone, at: float) -> None:
    """What lies here was heard again: take in how long it was not."""
    table = _table(zone)
    passed = (at - zone.present) / table.slot
    misses = min(zone.silent, round(passed) - 1)
    if misses > 0:
        zone.gaps.end(misses, table)
    else:
        misses = 0
        zone.gaps.hear(min(1.0, passed), table)
    if misses * table.slot > QUICK_SECONDS / 2:
        return  # so long an absence is a slip of the hand
    zone.weight = min(zone.weight + misses + 1, SHARE_SECONDS / table.slot)
    zone.share += ((1 - zone.share) - misses * zone.share) / zone.weight


def _is_bad(zone: _Zone, at: float) -> bool:
    """Whether there is reason to doubt that a zone hears what happens there."""
    if zone.noisy and at - zone.heard > GARBLED_SECONDS:
        return True
    if len(zone.quick) == QUICK_TURNS and at - zone.quick[0] < QUICK_WITHIN:
        return True
    if zone.weight and zone.share < LEAST_SHARE - SHARE_MARGIN / sqrt(zone.weight):
        return True
    table = _table(zone)
    known = zone.weight * table.slot >= KNOWN_SECONDS
    return known and zone.gaps.phantoms(round(LONGEST_ASKED / table.slot), table) > MOST_PHANTOMS


def _hangs(at: float, zone: _Zone) -> bool:
    """Whether a reader that looked before has not looked for longer than it takes to look."""
    return zone.looked is not None and at - zone.looked > max(LATE_SECONDS, LATE_LOOKS * zone.interval)
