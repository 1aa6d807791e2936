"""What lies in each zone, from looks that flicker: one filter for every reader, PN532 and mat alike.

A look at a zone says that a tag was heard, that something was garbled, or that it was silent. What comes out is steady:

- A resting tag does not flicker. How long it must be silent until it counts as lifted is learned from its own gaps
  (`gaps`): half a second where it is heard well, more where it is not. What comes back sooner was never away. Only
  clean silence counts; a garbled answer is evidence that something is there, unless nothing clean was heard for
  `NOISE_SECONDS` and most looks since were silent: a card that was lifted while something disturbs. No outage lasts
  `LONG_SECONDS`, so by then it is told in any case.
- What was hardly heard before it is silent was as likely never lifted: then its going is not believed, and the zone is
  not either, for `TOLD_SECONDS` or until it is heard well. Nor is it for longer once what lay there badly is silent.
- What is heard again after it was gone is told when the looks since show that a hand laid it back (`heard`): where a
  card is heard well, after some of them. Else it lay there all along, heard badly, and the zone is not believed.
- Where even a second of silence would not do, or about half of the looks or fewer hear the tag (its silence shows that
  too), or it garbles for seconds, or another tag is heard between again and again, the zone is not believed
  (`WeakRead`): what comes and goes there is told as not sure, and is nobody's gesture.
- Something that answers with another uid in each look (phones do, beginning with 08), or that the reader says is no tag
  of ours, is a stranger: told as such, and never a card.
- A tag that no deck knows needs two equal looks, since neighbouring readers garble uids. So does a tag that comes while
  another one rests there, and that one must be silent for as long as a hand needs to turn a card: two that lie on each
  other answer by turns, and neither of them was away. Where the new one was another zone's, it is enough that the old
  one is heard less than half as often as it was: they changed places, and each is overheard where it lay before. Where
  a tag may lie elsewhere and be overheard, since this zone was caught at that or since another one's reader fails or
  hangs, it needs six.
- A look that hears another zone's tag tells nothing of what lies here: it is no silence, and ends none. Where nothing
  else is heard for seconds, the zone is not believed either.
- A tag belongs to one zone. Where a second zone reads it too, that is reported as crosstalk, and the tag stays with its
  zone until it is lifted there (and for `LIFTED_SECONDS` more), or is silent, or another tag heard there, while
  the other zone hears it in every look and never overheard it, or is heard there clearly less often than in the other
  for a while: where it was heard often, half as often as that.

The filter has no clock and no thread of its own; whoever has readers on several threads holds a lock around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import NamedTuple

from companion.presence.read_rate import Verdict
from companion.presence.silence import MOST_PHANTOMS, SHORTEST_TURN
from companion.presence.zone import EQUAL_LOOKS, JUDGED_EVERY, QUICK_SECONDS, Zone

SETTLED_SECONDS = 0.4  # for which a reader that is back must hear nothing, to say that nothing lies there
NOISE_SECONDS = 1.5
LONG_SECONDS = 1.5  # of silence: no outage lasts so long
TOLD_SECONDS = 5.0  # for which it is told that what is heard no more may lie there badly
UNHEARD_SECONDS = 1.0  # of silence at what lay there before somebody looked again
SHARE_LOOKS = 10  # that say how well a tag is heard
STRANGE_LOOKS = 4  # so many ids, none of which is a card's
STRANGE_SECONDS = 1.5  # without one until it is gone
RANDOM_ID = "08"  # begins a uid of 4 bytes that is drawn anew for each field (ISO 14443-3, 6.5.4)
READY_LOOKS = 20  # of silence, until what a laid card will need is made, which takes a while
STEADY_LOOKS = 6  # equal ones, of a zone that may overhear another
MOVED_SECONDS = 0.28  # of silence where it lay, for a tag that is heard steadily elsewhere
MOVED_APART_SECONDS = 60.0  # in which a zone overhears nothing of what it could: it does so no more
LIFTED_SECONDS = 2.5  # after a tag was lifted, in which a zone that overheard it does not have it
SHARED = 0.15  # of the looks hear another tag where one lies, also where never two on end do
CLEARLY = 0.4  # by how much more often another zone must hear a tag, to have it
OFTEN = 0.5  # of the looks hear it where it lies: no other zone has it until that falls to half


class NonRead(Enum):
    """A look in which no tag was read; a strange one was answered by something that is no tag."""

    EMPTY = "silent"
    CORRUPTED = "garbled"
    UNKNOWN = "strange"


Poll = str | NonRead
"""The result of a poll of a zone: a uid in capital hexadecimal digits, or a `NonRead`."""


class TagArrived(NamedTuple):
    """A tag lies in a zone that had none, or another one. If that is not `sure`, it is nobody's gesture."""

    at: float
    zone: str
    uid: str
    sure: bool = True


class TagLeft(NamedTuple):
    """The tag of a zone is gone from it. If it lay there badly (not `sure`), that is nobody's gesture."""

    at: float
    zone: str
    sure: bool = True


class Crosstalk(NamedTuple):
    """A zone reads the tag that lies in another one, or has not for a while though it could (not `stands`)."""

    at: float
    zone: str
    other: str
    uid: str
    stands: bool = True


class WeakRead(NamedTuple):
    """A zone hears its card too badly to be believed (`doubted`), or well again."""

    at: float
    zone: str
    doubted: bool


class Resumed(NamedTuple):
    """What lies in a zone, None for nothing, once its reader works again and can tell; nobody has laid it just now.

    `fresh` says that it is not what lay there before the trouble.
    """

    at: float
    zone: str
    thing: str | None
    fresh: bool


class UnknownTag(NamedTuple):
    """Something that is no card lies in a zone (`there`), or not any more."""

    at: float
    zone: str
    there: bool


ZoneChange = TagArrived | TagLeft | Crosstalk | WeakRead | UnknownTag


class Hearing(NamedTuple):
    """How well a zone hears: in which share of its looks, None while nothing lies there, and whether it is believed."""

    read_share: float | None
    believed: bool


class Presence:
    """The zones of one table.

    Args:
        zones: their names.
        is_known: whether a deck knows a uid; such a tag is believed at once in an empty zone.
    """

    def __init__(self, zones: Iterable[str], is_known: Callable[[str], bool]) -> None:
        self._zones = {zone: Zone() for zone in zones}
        self._is_known = is_known
        self._told: set[tuple[str, str, str]] = set()

    def lying(self) -> dict[str, str | None]:
        """The uid that lies in each zone."""
        return {name: zone.lying for name, zone in self._zones.items()}

    def lies(self, name: str) -> str | None:
        """The uid that lies in a zone."""
        return self._zones[name].lying

    def has(self, uid: str) -> bool:
        """Whether a tag lies in some zone, or comes back to it."""
        return any(uid in (zone.lying, zone.back) for zone in self._zones.values())

    def hearing(self) -> dict[str, Hearing]:
        """How well each zone hears."""
        return {
            name: Hearing(zone.share if zone.lying is not None and zone.weight else None, not zone.doubted)
            for name, zone in self._zones.items()
        }

    def read_share(self, name: str) -> float | None:
        """In which share of the looks the tag was heard that lies in a zone, or lay there last; None after too few."""
        zone = self._zones[name]
        return zone.share if zone.weight >= SHARE_LOOKS else None

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

    def look(self, at: float, name: str, saw: Poll) -> list[ZoneChange]:
        """Take one look at a zone; returns what changed by it, in order. Times of one zone do not run backwards."""
        zone = self._zones[name]
        zone.look_taken(at, saw if isinstance(saw, str) else None)
        if zone.overheard is not None and self._is_moved_apart(zone, *zone.overheard):
            return [self._take_back(at, name, zone, *zone.overheard), *self._take(at, name, zone, saw)]
        if zone.strange and at - zone.strange_at > STRANGE_SECONDS:
            told, zone.strange = zone.strange >= STRANGE_LOOKS, 0
            if told:
                return [UnknownTag(at, name, False), *self._take(at, name, zone, saw)]
        if zone.glimpsed and at - zone.went >= TOLD_SECONDS:
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
        """A look at this zone failed."""
        self._zones[name].fails = True

    def pause(self, name: str) -> None:
        """Nobody looks at this zone for a while: its reader has died. What lay there is taken to lie there still."""
        zone = self._zones[name]
        zone.fails = True
        if zone.back is not None:
            zone.drop(zone.heard)
        zone.looked = zone.newcomer = zone.table = None
        zone.silent = zone.taken = zone.quiet = zone.noisy = zone.odd = zone.equal = 0
        zone.interval = 0.0

    def resume(self, at: float, name: str) -> None:
        """Somebody looks again: silence counts from now."""
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
        is_long = silent >= (TOLD_SECONDS if zone.doubted else LONG_SECONDS)
        if is_long or zone.is_gone(at):
            if zone.doubted or not zone.is_glimpsed():
                return self._take_away(at, name, zone)
            if is_long:
                return self._take_glimpsed(at, name, zone)
        if zone.unheard and silent >= UNHEARD_SECONDS and zone.silent == zone.quiet:
            return self._take_away(at, name, zone)  # it was taken while nobody looked
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
        if owner is None or zone.equal > EQUAL_LOOKS:  # else it is overheard
            zone.stir(at)
        if owner is None and (not again or _is_random(uid)) and not self._is_known(uid):
            zone.present = at
            return self._wonder(at, name, zone)
        is_lifted = self._is_lifted(at, zone, uid)
        if owner is not None and (is_lifted or not self._moved(at, owner, zone, uid)):
            return self._overhear(at, name, owner, uid) + self._judge(at, name, zone)
        needed = self._needed(at, zone, uid)
        if zone.lying is not None and owner is None:  # two may lie there
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
        """Whether an id that is no card's comes between looks at a card that is coming: they go on being counted.

        It is heard less often than that card: else it is what lies there now.
        """
        coming = zone.newcomer if zone.equal and zone.lying is None else None
        if coming is None or owner is not None or self._is_known(uid) or not self._is_known(coming):
            return False
        return zone.shares.get(uid, 0.0) < zone.shares.get(coming, 0.0)

    def _owner(self, name: str, uid: str) -> str | None:
        """The other zone that has a tag, or that it comes back to."""
        return next(
            (other for other, zone in self._zones.items() if uid in (zone.lying, zone.back) and other != name), None
        )

    def _overhear(self, at: float, name: str, owner: str, uid: str) -> list[ZoneChange]:
        """A zone hears a tag that another one has; that is told once, where both hear it."""
        told, theirs = (uid, name, owner), self._zones[owner]
        self._zones[name].spared = 0.0
        if told in self._told or theirs.silent or theirs.equal:
            return []
        self._told.add(told)
        self._zones[name].overhears = True
        self._zones[name].overheard = uid, owner
        return [Crosstalk(at, name, owner, uid)]

    def _is_moved_apart(self, zone: Zone, uid: str, owner: str) -> bool:
        """Whether a zone has long heard nothing of a tag that it overheard, or of another one that lies there."""
        if self._zones[owner].lying is not None:
            zone.spared += zone.interval
        return zone.spared >= MOVED_APART_SECONDS

    def _take_back(self, at: float, name: str, zone: Zone, uid: str, owner: str) -> Crosstalk:
        zone.overhears, zone.overheard, zone.spared = False, None, 0.0
        self._told = {told for told in self._told if told[1] != name}
        return Crosstalk(at, name, owner, uid, stands=False)

    def _come_back(self, at: float, name: str, zone: Zone, uid: str, verdict: Verdict) -> list[ZoneChange]:
        """What lay here is heard again: told once it is known how it came, at once where nobody believes it anyway."""
        if verdict is Verdict.OPEN and not zone.doubted:
            return []
        zone.decide(verdict)
        zone.lay(at, uid)
        return self._lie(at, name, zone, uid)

    def _wonder(self, at: float, name: str, zone: Zone) -> list[ZoneChange]:
        """An id that is no card's, or that may be: an unknown tag shows the same one in the next look."""
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
        """How many equal looks it takes to believe that a tag came into a zone."""
        if zone.overhears or any(other.fails or other.hangs(at) for other in self._zones.values()):
            return STEADY_LOOKS
        return 1 if zone.lying is None and self._is_known(uid) else EQUAL_LOOKS

    def _moved(self, at: float, owner: str, zone: Zone, uid: str) -> bool:
        """Whether a tag has left its zone, unseen, for one that reads it now."""
        theirs = self._zones[owner]
        is_quiet = max(theirs.silent, theirs.equal) > EQUAL_LOOKS  # or another tag is heard there, in each look
        if is_quiet and at - theirs.present >= MOVED_SECONDS and zone.equal >= STEADY_LOOKS:
            return not zone.overhears
        if theirs.fails:
            return zone.shares.get(uid, 0.0) > CLEARLY
        if is_quiet and at - theirs.present < LIFTED_SECONDS:
            return False  # it may be in a hand, which its zone tells
        there = theirs.shares.get(uid, 0.0)
        usual = _usual(theirs)
        if usual >= OFTEN and there > usual / 2:
            return False  # it is heard as it always was, however well the neighbour hears it
        return zone.shares.get(uid, 0.0) > there + CLEARLY

    def _is_hardly_heard(self, zone: Zone, uid: str) -> bool:
        """Whether what lies in a zone is heard there clearly less often than another tag, and than it was."""
        assert zone.lying is not None
        now = zone.shares.get(zone.lying, 0.0)
        return now < _usual(zone) / 2 and zone.shares.get(uid, 0.0) > now + CLEARLY

    def _is_lifted(self, at: float, zone: Zone, uid: str) -> bool:
        """Whether a zone hears a tag that it overheard before, and that was lifted from its own zone just now."""
        if zone.overheard is None or zone.overheard[0] != uid:
            return False
        theirs = self._zones[zone.overheard[1]]
        return theirs.learned == uid and at - theirs.went < LIFTED_SECONDS

    def _leave(self, at: float, name: str) -> list[ZoneChange]:
        """Another tag lies in a zone, or its own one elsewhere."""
        zone = self._zones[name]
        if zone.back is not None:
            zone.drop(at)
        return self._take_away(at, name, zone) if zone.lying is not None else []

    def _take_away(self, at: float, name: str, zone: Zone) -> list[ZoneChange]:
        self._told = {told for told in self._told if told[0] != zone.lying}
        went = TagLeft(at, name, sure=zone.take_away(at))
        return [went, WeakRead(at, name, False)] if zone.doubted else [went]

    def _take_glimpsed(self, at: float, name: str, zone: Zone) -> list[ZoneChange]:
        """What lay here is silent: a hand took it, or it is hardly heard. Nobody can tell: the zone is not believed."""
        zone.doubted = zone.glimpsed = True
        went, _well = self._take_away(at, name, zone)
        return [went, WeakRead(at, name, True)]

    def _judge(self, at: float, name: str, zone: Zone) -> list[ZoneChange]:
        """Whether the zone is believed."""
        if at - zone.judged < JUDGED_EVERY:
            return []
        changed = zone.lying is not None and zone.changes_mind(at)
        return [WeakRead(at, name, zone.doubted)] if changed else []


def _usual(zone: Zone) -> float:
    """In which share of the looks what lies in a zone has been heard; 0 while too few tell."""
    return zone.share if zone.weight >= SHARE_LOOKS else 0.0


def _is_random(uid: str) -> bool:
    return len(uid) == 8 and uid.startswith(RANDOM_ID)
