"""Presence filter: turns noisy polls of a zone into tags that arrive and leave.

PN532 readers and the mat both use it.

A poll of a zone reads a tag, receives a corrupted answer, or receives nothing ("silent"). The output is stable:

- A resting tag does not flicker. The silence that counts as a lift is learned from the gaps of this card (`silence`):
  half a second if it is read well, longer if not. A tag that returns sooner never left. Only silent polls count as
  silence. A corrupted answer shows that something is there, unless no tag was read for `NOISE_SECONDS` and most polls
  since then were silent: then the card was lifted in the presence of interference. No outage lasts `LONG_SECONDS`, so
  the lift is reported after that time in any case.
- A card that was read only weakly before it fell silent may still be there. Its departure is reported as not `sure`,
  and the zone as doubted (`WeakRead`) for `DOUBTED_SECONDS` or until a card is read well. In a zone that is already
  doubted, the doubt ends when the card leaves, after at most `DOUBTED_SECONDS` of silence.
- A tag that returns after it left is reported once the following polls show that a hand put it back (`read_rate`). A
  card that is read well needs a few polls. Otherwise the tag was there all along, weakly read, and the zone is doubted.
- A zone is doubted (`WeakRead`) if even a second of silence would not prove a lift, if about half of the polls or fewer
  read the tag (its silence counts, too), if answers are corrupted for seconds, or if another tag is read in between
  again and again. Arrivals and departures in a doubted zone are reported as not `sure` and cause no gesture.
- Something that answers with a different uid in each poll (phones do, with uids that begin with 08), or that the reader
  reports as no tag of ours, is an unknown tag. It is reported as such, and never as a card.
- A tag that no deck knows needs two equal polls, since neighbouring readers corrupt uids. So does a tag that arrives
  while another one rests there. That other tag must also be silent for as long as a hand needs to turn a card, because
  two stacked tags answer alternately and neither of them left. If the new tag belonged to another zone, it is enough
  that the old one is read less than half as often as before: the two were swapped, and each is overheard in its old
  zone. If this zone has overheard tags, or the reader of any zone fails or hangs, a tag needs six equal polls.
- A poll that reads another zone's tag says nothing about this zone's tag. It neither counts as silence nor ends one. If
  no poll reads anything else for seconds, the zone is doubted, too.
- A tag belongs to one zone. A second zone that reads it, too, is reported as crosstalk. The tag stays with its zone
  until it is lifted there (and for `LIFTED_SECONDS` more). It moves to the other zone if that one reads it in each poll
  and never overheard it while its own zone is silent or reads another tag, or if its own zone reads it clearly less
  often than the other for a while (if it was read often, at most half as often as before).

The filter has no clock and no thread. A caller with readers on several threads must hold a lock around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import NamedTuple

from companion.presence.read_rate import Verdict
from companion.presence.silence import MOST_PHANTOMS, SHORTEST_TURN
from companion.presence.zone import EQUAL_LOOKS, JUDGED_EVERY, QUICK_SECONDS, Zone

SETTLED_SECONDS = 0.4  # seconds in which a resumed reader must read nothing to report an empty zone
NOISE_SECONDS = 1.5
LONG_SECONDS = 1.5  # seconds of silence that no outage reaches
DOUBTED_SECONDS = 5.0  # seconds for which an empty zone is reported as doubted, because its card may still be there
UNHEARD_SECONDS = 1.0  # seconds of silence of a card that was there before the polling resumed
SHARE_LOOKS = 10  # polls that a read rate needs
STRANGE_LOOKS = 4  # ids that belong to no card, until an unknown tag is reported
STRANGE_SECONDS = 1.5  # seconds without such an id until the unknown tag is gone
RANDOM_ID = "08"  # first byte of a 4-byte uid that is random for each activation (ISO 14443-3, 6.5.4)
READY_LOOKS = 20  # silent polls after which the table for the next card is prepared, because that takes a while
STEADY_LOOKS = 6  # equal polls that a tag needs in a zone that may overhear another one
MOVED_SECONDS = 0.28  # seconds of silence in its own zone, for a tag that is read steadily in another one
MOVED_APART_SECONDS = 60.0  # seconds without crosstalk, though it was possible, until the zones count as separate
LIFTED_SECONDS = 2.5  # seconds after a lift in which a zone that overheard the tag cannot get it
SHARED = 0.15  # share of polls that read another tag, above which the zone is shared even if no two are consecutive
CLEARLY = 0.4  # difference in read rate by which another zone must read a tag more often to get it
OFTEN = 0.5  # read rate in its own zone from which a tag moves only after that rate has halved


class NonRead(Enum):
    """Result of a poll that read no tag. `UNKNOWN`: something answered that is no tag of ours."""

    EMPTY = "silent"
    CORRUPTED = "garbled"
    UNKNOWN = "strange"


Poll = str | NonRead
"""Result of a poll of a zone: a uid in capital hexadecimal digits, or a `NonRead`."""


class TagArrived(NamedTuple):
    """A tag arrived in a zone that had none or another one.

    It causes a gesture only if it is `sure`.
    """

    at: float
    zone: str
    uid: str
    sure: bool = True


class TagLeft(NamedTuple):
    """The tag left the zone.

    If it was read weakly, the departure is not `sure` and causes no gesture.
    """

    at: float
    zone: str
    sure: bool = True


class Crosstalk(NamedTuple):
    """A zone reads the tag of another zone.

    If not `stands`, it has not done so for a while though it could.
    """

    at: float
    zone: str
    other: str
    uid: str
    stands: bool = True


class WeakRead(NamedTuple):
    """A zone reads its card too weakly to be trusted (`doubted`), or reads it well again."""

    at: float
    zone: str
    doubted: bool


class Resumed(NamedTuple):
    """Content of a zone whose reader works again, None for an empty one.

    Nobody has just placed it.

    `fresh` says that it differs from the content before the fault.
    """

    at: float
    zone: str
    thing: str | None
    fresh: bool


class UnknownTag(NamedTuple):
    """Something that is no card is in the zone (`there`), or no longer is."""

    at: float
    zone: str
    there: bool


ZoneChange = TagArrived | TagLeft | Crosstalk | WeakRead | UnknownTag


class Hearing(NamedTuple):
    """Read rate of a zone, None if it is empty, and whether the zone is trusted."""

    read_share: float | None
    believed: bool


class Presence:
    """Presence filter for all zones of one table.

    Args:
        zones: names of the zones.
        is_known: says whether a deck knows a uid; such a tag is accepted in an empty zone at its first poll.
    """

    def __init__(self, zones: Iterable[str], is_known: Callable[[str], bool]) -> None:
        self._zones = {zone: Zone() for zone in zones}
        self._is_known = is_known
        self._crosstalk: set[tuple[str, str, str]] = set()

    def lying(self) -> dict[str, str | None]:
        """Return the uid of the tag in each zone."""
        return {name: zone.lying for name, zone in self._zones.items()}

    def lies(self, name: str) -> str | None:
        """Return the uid of the tag in a zone."""
        return self._zones[name].lying

    def has(self, uid: str) -> bool:
        """Return whether the tag is in any zone, or is returning to one."""
        return any(uid in (zone.lying, zone.back) for zone in self._zones.values())

    def hearing(self) -> dict[str, Hearing]:
        """Return the read quality of each zone."""
        return {
            name: Hearing(zone.share if zone.lying is not None and zone.weight else None, not zone.doubted)
            for name, zone in self._zones.items()
        }

    def read_share(self, name: str) -> float | None:
        """Return the read rate of the tag in a zone, or of its latest tag; None after too few polls."""
        zone = self._zones[name]
        return zone.share if zone.weight >= SHARE_LOOKS else None

    def is_conclusive(self, at: float, name: str) -> bool:
        """Return whether the polls show the content of a zone whose polling has resumed.

        One of these must hold: the latest poll read a card; enough polls over a while were silent; or an unknown tag is
        there. Time alone is no evidence, since a reader may poll rarely. The content is then reported as a whole and
        causes no gesture.
        """
        zone = self._zones[name]
        if at - zone.resumed < SETTLED_SECONDS:
            return False
        if zone.lying is not None:
            return zone.heard == zone.looked and not zone.unheard
        hushed = zone.hushed >= STEADY_LOOKS and at - zone.stirred >= SETTLED_SECONDS
        return hushed or zone.strange >= STRANGE_LOOKS

    def look(self, at: float, name: str, saw: Poll) -> list[ZoneChange]:
        """Process one poll of a zone and return the changes in order.

        Times of one zone never decrease.
        """
        zone = self._zones[name]
        zone.look_taken(at, saw if isinstance(saw, str) else None)
        if zone.overheard is not None and self._is_moved_apart(zone, *zone.overheard):
            return [self._take_back(at, name, zone, *zone.overheard), *self._take(at, name, zone, saw)]
        if zone.strange and at - zone.strange_at > STRANGE_SECONDS:
            was_unknown, zone.strange = zone.strange >= STRANGE_LOOKS, 0
            if was_unknown:
                return [UnknownTag(at, name, False), *self._take(at, name, zone, saw)]
        if zone.glimpsed and at - zone.went >= DOUBTED_SECONDS:
            zone.glimpsed = False
            return [WeakRead(at, name, False), *self._take(at, name, zone, saw)]
        return self._take(at, name, zone, saw)

    def _take(self, at: float, name: str, zone: Zone, saw: Poll) -> list[ZoneChange]:
        if saw is NonRead.EMPTY:
            zone.equal = 0
            zone.silent += 1
            zone.quiet += 1
            return self._silence(at, name, zone)
        if saw is NonRead.UNKNOWN:
            zone.stir(at)
            zone.answer(at)
            return self._wonder(at, name, zone)
        if saw is NonRead.CORRUPTED:
            zone.stir(at)
            zone.answer(at)
            zone.noisy += 1
            return self._judge(at, name, zone)
        assert isinstance(saw, str)
        if saw == zone.back:
            zone.stir(at)
            return self._come_back(at, name, zone, saw, zone.weigh(at))
        if saw != zone.lying:
            return self._other(at, name, zone, saw)
        zone.hear(at)
        return self._judge(at, name, zone)

    def fail(self, name: str) -> None:
        """Note that a poll of this zone failed."""
        self._zones[name].fails = True

    def pause(self, name: str) -> None:
        """Pause a zone whose reader has failed. Its tag is assumed to stay there."""
        zone = self._zones[name]
        zone.fails = True
        if zone.back is not None:
            zone.drop(zone.heard)
        zone.looked = zone.newcomer = zone.table = None
        zone.silent = zone.taken = zone.quiet = zone.noisy = zone.odd = zone.equal = 0
        zone.interval = 0.0

    def resume(self, at: float, name: str) -> None:
        """Resume polling; silence counts from now on."""
        zone = self._zones[name]
        zone.heard = zone.present = zone.resumed = zone.stirred = at
        zone.unheard = True
        zone.hushed = 0

    def _silence(self, at: float, name: str, zone: Zone) -> list[ZoneChange]:
        if zone.back is not None and zone.is_silent_for(SHORTEST_TURN, at):
            zone.drop(at)
        if zone.lying is None:
            if zone.hushed == READY_LOOKS:
                zone.timing()
            return []
        silent = min(zone.silent * zone.interval, at - zone.present) if zone.silent >= STEADY_LOOKS else 0.0
        is_long = silent >= (DOUBTED_SECONDS if zone.doubted else LONG_SECONDS)
        if is_long or zone.is_gone(at):
            if zone.doubted or not zone.is_glimpsed():
                return self._take_away(at, name, zone)
            if is_long:
                return self._take_glimpsed(at, name, zone)
        if zone.unheard and silent >= UNHEARD_SECONDS and zone.silent == zone.quiet:
            return self._take_away(at, name, zone)  # lifted while the zone was not polled
        in_noise = at - zone.heard >= NOISE_SECONDS and zone.quiet >= zone.noisy + zone.odd and zone.noisy > 0
        if in_noise and zone.gaps.phantoms(zone.quiet, zone.timing()) <= MOST_PHANTOMS:
            return self._take_away(at, name, zone)
        if zone.doubted or at - zone.present < SHORTEST_TURN or not zone.is_heard_badly():
            return []
        return self._judge(at, name, zone)

    def _other(self, at: float, name: str, zone: Zone, uid: str) -> list[ZoneChange]:
        again = uid == zone.newcomer
        owner = self._owner(name, uid)
        if owner is None:
            zone.silent = zone.taken = 0
        else:
            zone.taken += 1
        if self._is_garble(zone, uid, owner):
            zone.stir(at)
            return self._wonder(at, name, zone)
        zone.equal = zone.equal + 1 if again else 1
        zone.newcomer = uid
        if owner is None or zone.equal > EQUAL_LOOKS:  # otherwise the tag is overheard
            zone.stir(at)
        if owner is None and (not again or is_random_id(uid)) and not self._is_known(uid):
            zone.present = at
            return self._wonder(at, name, zone)
        is_lifted = self._is_lifted(at, zone, uid)
        if owner is not None and (is_lifted or not self._moved(at, owner, zone, uid)):
            return self._overhear(at, name, owner, uid) + self._judge(at, name, zone)
        needed = self._needed(at, zone, uid)
        if zone.lying is not None and owner is None:  # two tags may be there
            zone.shared |= zone.shares.get(uid, 0.0) > (SHARED if needed < STEADY_LOOKS else CLEARLY)
        if is_lifted or zone.equal < needed:
            return []
        passed = None if zone.lying is None else at - zone.heard
        if passed is not None and passed < SHORTEST_TURN and (owner is None or not self._is_hardly_heard(zone, uid)):
            zone.shared = True
            return []
        changes: list[ZoneChange] = []
        if owner is not None:
            changes += self._leave(at, owner)
        changes += self._leave(at, name)
        if zone.remembers(at, uid):
            return changes + self._come_back(at, name, zone, uid, zone.come_back(at, uid))
        zone.lay_new(at, uid, in_turns=passed is not None and passed < QUICK_SECONDS)
        return changes + self._lie(at, name, zone, uid)

    def _is_garble(self, zone: Zone, uid: str, owner: str | None) -> bool:
        """Return whether an unknown id is a read error while a card is arriving.

        A read error is rarer than the card that arrives; a more frequent id is the tag that is in the zone now.
        """
        coming = zone.newcomer if zone.equal and zone.lying is None else None
        if coming is None or owner is not None or self._is_known(uid) or not self._is_known(coming):
            return False
        return zone.shares.get(uid, 0.0) < zone.shares.get(coming, 0.0)

    def _owner(self, name: str, uid: str) -> str | None:
        """Return the other zone that has the tag, or to which it returns."""
        return next(
            (other for other, zone in self._zones.items() if uid in (zone.lying, zone.back) and other != name), None
        )

    def _overhear(self, at: float, name: str, owner: str, uid: str) -> list[ZoneChange]:
        """Report once that a zone reads the tag of another one, if both read it."""
        crosstalk, theirs = (uid, name, owner), self._zones[owner]
        self._zones[name].spared = 0.0
        if crosstalk in self._crosstalk or theirs.silent or theirs.equal:
            return []
        self._crosstalk.add(crosstalk)
        self._zones[name].overhears = True
        self._zones[name].overheard = uid, owner
        return [Crosstalk(at, name, owner, uid)]

    def _is_moved_apart(self, zone: Zone, uid: str, owner: str) -> bool:
        """Return whether a zone has long not overheard the other zone, though it could."""
        if self._zones[owner].lying is not None:
            zone.spared += zone.interval
        return zone.spared >= MOVED_APART_SECONDS

    def _take_back(self, at: float, name: str, zone: Zone, uid: str, owner: str) -> Crosstalk:
        zone.overhears, zone.overheard, zone.spared = False, None, 0.0
        self._crosstalk = {each for each in self._crosstalk if each[1] != name}
        return Crosstalk(at, name, owner, uid, stands=False)

    def _come_back(self, at: float, name: str, zone: Zone, uid: str, verdict: Verdict) -> list[ZoneChange]:
        """Report the return of a tag once its cause is known, or immediately in a doubted zone."""
        if verdict is Verdict.OPEN and not zone.doubted:
            return []
        zone.decide(verdict)
        zone.lay(at, uid)
        return self._lie(at, name, zone, uid)

    def _wonder(self, at: float, name: str, zone: Zone) -> list[ZoneChange]:
        """Count an id that is no known card's.

        A new unknown tag shows the same id in the next poll.
        """
        zone.strange, zone.strange_at = zone.strange + 1, at
        zone.odd += 1
        return [UnknownTag(at, name, True)] if zone.strange == STRANGE_LOOKS else []

    def _lie(self, at: float, name: str, zone: Zone, uid: str) -> list[ZoneChange]:
        if zone.strange < STRANGE_LOOKS:
            zone.strange = 0
        came = TagArrived(at, name, uid, sure=not zone.doubted)
        was_doubted, zone.glimpsed = zone.glimpsed, False
        return [came, WeakRead(at, name, zone.doubted)] if zone.doubted is not was_doubted else [came]

    def _needed(self, at: float, zone: Zone, uid: str) -> int:
        """Return how many equal polls a tag needs to be accepted in a zone."""
        if zone.overhears or any(other.fails or other.hangs(at) for other in self._zones.values()):
            return STEADY_LOOKS
        return 1 if zone.lying is None and self._is_known(uid) else EQUAL_LOOKS

    def _moved(self, at: float, owner: str, zone: Zone, uid: str) -> bool:
        """Return whether a tag has left its zone unnoticed and is now in the zone that reads it."""
        theirs = self._zones[owner]
        is_quiet = max(theirs.silent, theirs.equal) > EQUAL_LOOKS  # or each poll reads another tag there
        if is_quiet and at - theirs.present >= MOVED_SECONDS and zone.equal >= STEADY_LOOKS:
            return not zone.overhears
        if theirs.fails:
            return zone.shares.get(uid, 0.0) > CLEARLY
        if is_quiet and at - theirs.present < LIFTED_SECONDS:
            return False  # it may be in a player's hand; its own zone will report that
        there = theirs.shares.get(uid, 0.0)
        usual = _usual(theirs)
        if usual >= OFTEN and there > usual / 2:
            return False  # its own zone reads it as often as before, however well the neighbour reads it
        return zone.shares.get(uid, 0.0) > there + CLEARLY

    def _is_hardly_heard(self, zone: Zone, uid: str) -> bool:
        """Return whether the tag of a zone is read clearly less often than another tag and than it used to be."""
        assert zone.lying is not None
        now = zone.shares.get(zone.lying, 0.0)
        return now < _usual(zone) / 2 and zone.shares.get(uid, 0.0) > now + CLEARLY

    def _is_lifted(self, at: float, zone: Zone, uid: str) -> bool:
        """Return whether a zone still reads an overheard tag that was just lifted from its own zone."""
        if zone.overheard is None or zone.overheard[0] != uid:
            return False
        theirs = self._zones[zone.overheard[1]]
        return theirs.learned == uid and at - theirs.went < LIFTED_SECONDS

    def _leave(self, at: float, name: str) -> list[ZoneChange]:
        """Empty a zone whose tag is replaced by another one or has moved to another zone."""
        zone = self._zones[name]
        if zone.back is not None:
            zone.drop(at)
        return self._take_away(at, name, zone) if zone.lying is not None else []

    def _take_away(self, at: float, name: str, zone: Zone) -> list[ZoneChange]:
        self._crosstalk = {each for each in self._crosstalk if each[0] != zone.lying}
        went = TagLeft(at, name, sure=zone.take_away(at))
        return [went, WeakRead(at, name, False)] if zone.doubted else [went]

    def _take_glimpsed(self, at: float, name: str, zone: Zone) -> list[ZoneChange]:
        """Empty and doubt a zone with a silent tag that was either lifted or is read very weakly."""
        zone.doubted = zone.glimpsed = True
        went, _well = self._take_away(at, name, zone)
        return [went, WeakRead(at, name, True)]

    def _judge(self, at: float, name: str, zone: Zone) -> list[ZoneChange]:
        """Decide whether the zone is trusted, and report a change."""
        if at - zone.judged < JUDGED_EVERY:
            return []
        changed = zone.lying is not None and zone.changes_mind(at)
        return [WeakRead(at, name, zone.doubted)] if changed else []


def _usual(zone: Zone) -> float:
    """Return the usual read rate of the tag in a zone; 0 after too few polls."""
    return zone.share if zone.weight >= SHARE_LOOKS else 0.0


def is_random_id(uid: str) -> bool:
    """Return whether a uid is a new random one for each activation, as a phone's (ISO 14443-3, 6.5.4)."""
    return len(uid) == 8 and uid.startswith(RANDOM_ID)
