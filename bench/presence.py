"""Presence of untouched cards and recognition of lifts: `python -m bench.presence [LIFTS]`.

It runs the real filter of both kinds of readers in fast time, at the pace of either; the mat's own firmware decides its
immediate repeats. A resting card is read in a share of the polls. The others are missed independently, in outages of 50
to 300 ms that begin at any moment, so that two of them may join, or both.

Phantoms are too rare to wait for. Instead a card rests, and at many moments the test measures the silence that the
filter accepts as a lift, by simulating one. `gap_limits` computes how often a resting card is silent for so long. The
same is measured for cards in their first two minutes, about which the filter knows nothing yet: for the first card in a
zone, and for one that replaces another. Then cards are lifted, and the test measures the time until their return is
reported, and compares the share of recognised lifts with that of the best possible rule. If the polls cannot
distinguish lifts, the zone must be doubted. Finally the test takes cards that are nudged so that few polls read them,
and cards that are weakly read from the start: they must not cause a gesture. It also measures how soon a new card's
zone is reported as doubted: from its placement, and from its second gap, before which there is no evidence.

It ends with 1 if a promise does not hold. The results for the first two minutes are printed in addition.
"""

from __future__ import annotations

import random
import sys
from copy import deepcopy
from math import inf
from typing import Any, NamedTuple

from bench.gap_limits import LONGEST, Hearing, at_least, best, gap_rates
from companion.presence.filter import NonRead, Presence, TagArrived, TagLeft, WeakRead
from firmware_bridge.emulator.runner import DesktopMat

KNOWN_SECONDS = 120.0  # seconds for which the card has been there
MOMENTS = 40  # number of measurements, two seconds apart
# ages at which a new card is measured, and the time that each represents
AGES = {1.0: 2.0, 3.0: 3.0, 8.0: 8.0, 20.0: 19.0, 45.0: 33.0, 90.0: 55.0}
YOUNG_CARDS, BEFORE_SECONDS, BETWEEN_CARDS = 8, 40.0, 2.5
NEW_SECONDS = 20.0  # seconds for which a new card has been there before it is lifted
LIFTS = 2000
MOST, LEAST = 1e-3, 0.999  # phantoms per hour, and the share of lifts
BETWEEN = (4.0, 15.0)  # seconds from a lift to the next
# read rates, and seconds for which the card is away
SOON = ((0.95, 0.6), (0.9, 0.6), (0.8, 0.6), (0.8, 0.65), (0.7, 1.0))
JITTER = 0.05
WELL = 0.97  # read rate of a card before it is nudged
NUDGED_TO = (0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02)
WATCHED_SECONDS = 20.0
SOON_SECONDS = 5.0  # seconds within which a zone must be reported as doubted
MOST_LATE = 0.02
GAP_LOOKS = 2  # consecutive polls that miss a card
NOT_BELIEVED = (  # new cards with these read rates must be doubted, at the slower pace
    *(Hearing(share) for share in (0.4, 0.3, 0.2, 0.1, 0.05)),
    *(Hearing(share, 0.3) for share in (0.95, 0.9, 0.8, 0.7, 0.5)),
    *(Hearing(share, 0.25) for share in (0.9, 0.8, 0.7, 0.5)),
    *(Hearing(share, 0.2) for share in (0.8, 0.7, 0.5)),
    *(Hearing(share, 0.15) for share in (0.7, 0.5)),
    Hearing(0.5, 0.1),
)
MOST_BELIEVED = 0.005
TAG, ANOTHER, ZONE = "04A1B2C3D4E580", "04112233445566", "seat1.play"
FIRMWARE = DesktopMat().module("zones")
SEEN, SILENCE = (FIRMWARE.SEEN, bytes.fromhex(TAG)), (FIRMWARE.SILENT, None)


class Pace(NamedTuple):
    """Seconds between two polls of a zone, and until an immediate repeat by the mat.

    `again` is None if there are no repeats.
    """

    every: float
    again: float | None = None


PN532, MAT = Pace(0.0115), Pace(0.047, 0.0067)
PACES = {"PN532, a look each 11.5 ms": PN532, "mat, a look each 47 ms": MAT}


ONE_BY_ONE = tuple(Hearing(share) for share in (0.99, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.6, 0.5, 0.3))
OUTAGES = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, (0.05, 0.3))
IN_OUTAGES = tuple(Hearing(share, outage) for share in (0.95, 0.9, 0.8, 0.7, 0.5) for outage in OUTAGES)
BOTH = tuple(
    Hearing(free * (1 - own), outage, own)
    for own in (0.02, 0.05, 0.1, 0.2)
    for free in (0.95, 0.88)
    for outage in OUTAGES
    if free * (1 - own) >= 0.7
)
ALL = (*ONE_BY_ONE, *IN_OUTAGES, *BOTH)


class Card:
    """A simulated card with this read behaviour."""

    def __init__(self, hearing: Hearing, chance: random.Random) -> None:
        self._chance, self._hearing = chance, hearing
        self._begins = self._draw()
        self._ends = -1.0

    def _draw(self) -> float:
        return self._chance.expovariate(1 / self._hearing.up) if self._hearing.up else inf

    def hears(self, at: float) -> bool:
        """Return whether a poll at this time reads it. Times never decrease."""
        while at >= self._begins:
            self._ends = self._begins + self._chance.uniform(*self._hearing.bounds)
            self._begins = self._ends + self._draw()
        return at >= self._ends and self._chance.random() >= self._hearing.missed


class Table:
    """A zone with the real filter, and a clock that the polls advance."""

    def __init__(self, hearing: Hearing, pace: Pace, seed: int) -> None:
        self.chance = random.Random(f"{hearing} {pace.every} {seed}")
        self.card, self.tag = Card(hearing, self.chance), TAG
        self.filter = Presence([ZONE], lambda _uid: True)
        self.pace, self.at = pace, 0.0
        self.doubted_at: float | None = None
        self.mat: Any = FIRMWARE.Zone(0)
        self.heard = 0  # polls that read the card

    def look(self, *, there: bool = True) -> list[TagArrived | TagLeft]:
        """Poll once; return the sure arrivals and departures."""
        again = self.pace.again if self.mat.again else None
        self.at += (again or self.pace.every) * (1 + JITTER * (2 * self.chance.random() - 1))
        return self.see(self.card.hears(self.at) and there)

    def see(self, heard: bool) -> list[TagArrived | TagLeft]:
        """Pass a poll that reads the card, or not, to the filter."""
        self.heard += heard
        if self.pace.again is not None:
            self.mat.take(*(SEEN if heard else SILENCE))
        changes = self.filter.look(self.at, ZONE, self.tag if heard else NonRead.EMPTY)
        for change in changes:
            if isinstance(change, WeakRead):
                self.doubted_at = self.at if change.doubted else None
        return [change for change in changes if isinstance(change, TagArrived | TagLeft) and change.sure]

    def lay(self, tag: str) -> None:
        """Place a tag, and poll until it is read."""
        self.tag = tag
        while not self.card.hears(self.at):
            self.at += self.pace.every
        self.see(True)

    def rest(self, seconds: float) -> int:
        """Let the card rest; return the number of phantom gestures."""
        end, gone = self.at + seconds, 0
        while self.at < end:
            gone += sum(isinstance(change, TagLeft) for change in self.look())
        return gone


def silence_of_a_lift(table: Table) -> int | None:
    """Return how many silent polls from now on make a gesture; None if none do."""
    tried = deepcopy(table)
    while not tried.card.hears(tried.at):
        tried.look()
    tried.see(True)
    for misses in range(1, int(LONGEST / table.pace.every)):
        tried.at += table.pace.every
        if any(isinstance(change, TagLeft) for change in tried.see(False)):
            return misses
    return None


class Rest(NamedTuple):
    """Result of a resting card: phantoms per hour, silences of a lift in polls, time of doubt."""

    phantoms: float
    silences: list[int]
    doubted: float
    doubted_at: float | None

    def words(self, pace: Pace) -> str:
        """Describe the results other than the phantoms."""
        words = []
        if self.silences:
            first, last = self.silences[0] * pace.every, self.silences[-1] * pace.every
            words.append(f"a lift from {first:.2f} s on" + (f" to {last:.2f} s" if last > first else ""))
        if self.doubted:
            said = f", said after {self.doubted_at:.1f} s" if self.doubted_at is not None else ""
            words.append(f"at {self.doubted:.0%} not believed{said}")
        return "; ".join(words)


def phantoms(hearing: Hearing, pace: Pace, moments: int = MOMENTS) -> Rest:
    """Let a card rest, and measure at many moments which silence would be reported as a lift."""
    table, rates = Table(hearing, pace, 0), at_least(gap_rates(hearing, pace.every))
    seen = table.rest(KNOWN_SECONDS)
    first, asked, doubted = table.doubted_at, [], 0
    for _ in range(moments):
        seen += table.rest(2.0)
        doubted += table.doubted_at is not None
        asked.append(silence_of_a_lift(table))
    told = sorted(misses for misses in asked if misses is not None)
    rate = seen * 3600 / table.at + sum(rates[misses] for misses in told) / moments
    return Rest(rate, told, doubted / moments, first)


def young(hearing: Hearing, pace: Pace, cards: int, after_another: bool) -> tuple[float, float]:
    """Return phantoms per hour of cards in their first two minutes, and seconds to doubt.

    The seconds are the median.
    """
    rates, rate, doubts = at_least(gap_rates(hearing, pace.every)), 0.0, []
    for seed in range(cards):
        table = Table(hearing, pace, 1000 + seed)
        if after_another:
            table.lay(ANOTHER)
            table.rest(BEFORE_SECONDS)
            until = table.at + BETWEEN_CARDS
            while table.at < until:
                table.look(there=False)
        table.lay(TAG)
        laid, doubted = table.at, None
        for age, lasts in AGES.items():
            while table.at < laid + age:
                table.look()
                if doubted is None and table.doubted_at is not None:
                    doubted = table.at - laid
            misses = silence_of_a_lift(table)
            if misses is not None:
                rate += rates[misses] * lasts / sum(AGES.values()) / cards
        doubts.append(inf if doubted is None else doubted)
    return rate, sorted(doubts)[cards // 2]


def lift(table: Table, away: tuple[float, float]) -> tuple[bool, float | None]:
    """Lift the card and put it back.

    Returns whether the lift was reported, and the seconds until the return was.
    """
    until, gone = table.at + table.chance.uniform(*away), False
    while table.at < until + (4.0 if gone else 1.0):
        for change in table.look(there=table.at + table.pace.every >= until):
            gone |= isinstance(change, TagLeft)
            if isinstance(change, TagArrived) and gone:
                return True, change.at - until
    return gone, None


def lifts(hearing: Hearing, pace: Pace, away: tuple[float, float], count: int) -> tuple[float, float, float]:
    """Return the shares of reported lifts and of lifts in doubted zones, and p99 of returns in s."""
    table = Table(hearing, pace, 1)
    table.rest(KNOWN_SECONDS)
    doubted = 0
    late = []
    for _ in range(count):
        table.rest(table.chance.uniform(*BETWEEN))
        doubted += table.doubted_at is not None
        _gone, after = lift(table, away)
        if after is not None:
            late.append(after)
    late.sort()
    return len(late) / count, doubted / count, late[int(len(late) * 0.99)] if late else 0.0


def new_lifts(hearing: Hearing, pace: Pace, away: float, before: int, count: int) -> float:
    """Return the share of reported lifts of cards that arrived `NEW_SECONDS` ago.

    The zone had `before` other cards before.
    """
    told = 0
    for seed in range(count):
        table = Table(hearing, pace, 5000 + seed)
        for tag in [f"04AAAAAAAAAA{number:02d}" for number in range(before)] + [TAG]:
            until = table.at + BETWEEN_CARDS
            while table.at < until:
                table.look(there=False)
            table.lay(tag)
            table.rest(NEW_SECONDS)
        told += lift(table, (away, away))[1] is not None
    return told / count


class Nudges(NamedTuple):
    """Results of cards that became weakly read.

    These are their number, those that caused a gesture, and the seconds until doubt.
    """

    cards: int
    believed: int
    doubts: list[float]

    def __str__(self) -> str:
        """Return a description."""
        half, nearly = self.doubts[self.cards // 2], self.doubts[self.cards * 99 // 100]
        return f"{self.believed} of {self.cards} made a gesture; said after {half:.1f} s, p99 {nearly:.1f} s"


def nudges(share: float, pace: Pace, well: float, count: int) -> Nudges:
    """Test cards that were read well for some seconds and are then read at this rate."""
    believed, doubts = 0, []
    for seed in range(count):
        table = Table(Hearing(WELL), pace, seed)
        table.lay(TAG)
        table.rest(well)
        table.card = Card(Hearing(share), table.chance)
        nudged = table.at
        came, doubted = False, inf
        while table.at < nudged + WATCHED_SECONDS:
            came |= any(isinstance(change, TagArrived) for change in table.look())
            if table.doubted_at is not None and doubted == inf:
                doubted = table.at - nudged
        believed += came
        doubts.append(doubted)
    return Nudges(count, believed, sorted(doubts))


class Told(NamedTuple):
    """Seconds until the zones of new cards were reported as doubted.

    `laid` counts from placement, `known` from the second gap.
    """

    laid: list[float]
    known: list[float]
    believed: int  # number of cards that caused another gesture

    def __str__(self) -> str:
        """Return a description."""
        laid, known = (f"{each[len(each) // 2]:.1f} s, p99 {each[len(each) * 99 // 100]:.1f} s" for each in self[:2])
        late = sum(each > SOON_SECONDS for each in self.laid)
        return (
            f"{laid} ({late} of {len(self.laid)} later than 5 s); {known} from the second gap; {self.believed} gestures"
        )


def told(hearing: Hearing, pace: Pace, count: int) -> Told:
    """Place cards with this read behaviour, and wait until each is doubted."""
    laid, known, believed = [], [], 0
    for seed in range(count):
        table = Table(hearing, pace, 9000 + seed)
        table.lay(TAG)
        began, missed, gaps = table.at, 0, []
        while table.doubted_at is None and table.at < began + 12 * WATCHED_SECONDS:
            before = table.heard
            believed += len(table.look())
            missed = 0 if table.heard > before else missed + 1
            if missed == GAP_LOOKS:
                gaps.append(table.at)
        laid.append(table.at - began)
        known.append(table.at - gaps[1] if len(gaps) > 1 else 0.0)
    return Told(sorted(laid), sorted(known), believed)


def lifted(pace: Pace, count: int) -> tuple[float, float]:
    """Print the results of lifts.

    Returns the worst share that a rule could find, and the worst p99 of well-read cards.
    """
    least, latest = 1.0, 0.0
    for hearing in ALL:
        if hearing.share < 0.7:
            continue
        away = (0.6, 2.0) if hearing.share >= 0.8 else (1.0, 2.0)
        most = best(hearing, pace.every, away, MOST)
        share, doubted, late = lifts(hearing, pace, away, count if hearing.outage is None else count // 10)
        words = f" (at {doubted:.0%} not believed)" if doubted else ""
        print(
            f"  {hearing!s:<42}{share:8.2%} of {away[0]} s and more, {most:.2%} could be{words}, {late * 1000:.0f} ms",
            flush=True,
        )
        if hearing.outage is None:
            least = min(least, share)
            latest = max(latest, late if hearing.share >= 0.95 else 0.0)
    return least, latest


def lifted_soon(pace: Pace, count: int) -> None:
    """Print the results of lifts of cards that have not been there for long."""
    for share, away in SOON:
        first, further = (new_lifts(Hearing(share), pace, away, before, count) for before in (0, 3))
        print(
            f"  {share:.0%} one by one, {away} s: {first:.1%} of first cards, {further:.1%} after three others",
            flush=True,
        )


def rested(pace: Pace) -> float:
    """Print the phantoms of resting cards; return the worst."""
    most = 0.0
    for hearing in ALL:
        rest = phantoms(hearing, pace)
        print(f"  {hearing!s:<42}{rest.phantoms * 1000:8.2f}  ({rest.words(pace)})", flush=True)
        most = max(most, rest.phantoms)
    return most


def newly_laid(pace: Pace, after_another: bool) -> float:
    """Print the phantoms of cards in their first two minutes; return the worst."""
    most = 0.0
    for hearing in ALL:
        rate, said = young(hearing, pace, YOUNG_CARDS, after_another)
        told = f"  (half of the doubts said after {said:.1f} s)" if said < inf else ""
        print(f"  {hearing!s:<42}{rate * 1000:8.2f}{told}", flush=True)
        most = max(most, rate)
    return most


def badly(pace: Pace, well: float, cards: int) -> float:
    """Print the results of cards that become weakly read after `well` seconds.

    Returns the worst share.
    """
    worst = 0.0
    for share in NUDGED_TO:
        found = nudges(share, pace, well, cards)
        print(f"  heard in {share:.0%} of the looks: {found}", flush=True)
        worst = max(worst, found.believed / cards)
    return worst


def told_soon(pace: Pace, cards: int) -> float:
    """Print how soon new cards were doubted.

    Returns the share that was too late, for the worst read behaviour.
    """
    worst = 0.0
    for hearing in NOT_BELIEVED:
        found = told(hearing, pace, cards)
        print(f"  {hearing!s:<42}{found}", flush=True)
        worst = max(worst, sum(seconds > SOON_SECONDS for seconds in found.known) / cards)
    return worst


def main(arguments: list[str]) -> int:
    """Print every figure; return 1 if a promise does not hold."""
    count = int(arguments[0]) if arguments else LIFTS
    most, first, further, least, latest, worst = 0.0, 0.0, 0.0, 1.0, 0.0, 0.0
    for reader, pace in PACES.items():
        print(f"{reader}: phantom gestures in 1,000 zone-hours", flush=True)
        most = max(most, rested(pace))
        print(f"{reader}: lifts that were told, and p99 from laying back to that", flush=True)
        share, back = lifted(pace, count)
        least, latest = min(least, share), max(latest, back)
        print(f"{reader}: lifts of cards that had been lying for {NEW_SECONDS:.0f} s", flush=True)
        lifted_soon(pace, min(count, 200))
        print(f"{reader}: phantoms in the first two minutes of the first card of a zone", flush=True)
        first = max(first, newly_laid(pace, after_another=False))
        print(f"{reader}: phantoms in the first two minutes of a card that is laid where another lay", flush=True)
        further = max(further, newly_laid(pace, after_another=True))
        for words, well in (("nudged", KNOWN_SECONDS / 4), ("laid badly", 0.0)):
            print(f"{reader}: {words} cards", flush=True)
            worst = max(worst, badly(pace, well, count // 2))
    print("mat, a look each 47 ms: new cards at a zone that is not believed, and how soon that is told", flush=True)
    late = told_soon(MAT, min(count, 200))
    print(f"promise phantoms: {most * 1000:.2f} in 1,000 zone-hours at the worst of {len(ALL)} hearings and both paces")
    print(f"in the first two minutes {first * 1000:.1f}, where another card lay before {further * 1000:.2f}")
    print(f"promise nudged: {worst:.2%} of {count // 2} cards that came to lie badly, at the worst share")
    print(f"promise told-soon: {late:.1%} later than 5 s after the second gap, at the worst of {len(NOT_BELIEVED)}")
    print(f"promise lifts: {least:.2%} at the worst of both paces, misses one by one; in outages see above")
    print(f"promise laid-back: p99 {latest * 1000:.0f} ms at the filter, where 95 % of the looks hear the card")
    return int(most > MOST or least < LEAST or latest > 0.15 or worst > MOST_BELIEVED or late > MOST_LATE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
