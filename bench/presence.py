"""Whether a card that nobody touches stays, and one that is lifted goes: `python -m bench.presence [ZONE-HOURS]`.

The real filter, which both kinds of readers have, in fast time, at the pace of either; when the mat looks again at once
its own firmware says. A resting card is heard in a share of the looks; the others are missed one by one, or in outages
of 50 to 300 ms that begin at any moment, so that two of them may touch. Most of a thousand zone-hours is looks of which
any filter is sure, so they are counted by their gaps: all of them are drawn, and of those that are longer than a hand
needs each is played to the filter, at a card that it has known for a while. Then lifts of a card, and the time until it
is told that it was laid back. Where more is asked than the looks can tell, the zone must not be believed; how often is
told beside. At last cards that lay well and are nudged so that few looks hear them, and cards that lie so from the
start: no gesture may come of it.

It ends with 1 when a promise does not hold.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from copy import deepcopy
from math import ceil, inf
from typing import Any, NamedTuple

from companion.table.gaps import SHORTEST_TURN
from companion.table.presence import SILENT, Came, Doubt, Presence, Went
from firmware_bridge.emulator.on_cpython import DesktopMat

HOURS = 1000.0
KNOWN_SECONDS = 120.0  # for which the card has been lying
LIFTS = 2000
BETWEEN = (4.0, 15.0)  # seconds from a lift to the next
MOST_PLAYED = 400  # gaps of one kind of hearing; more of them only repeat it
JITTER = 0.05
WELL = 0.97  # the share of looks that hear a card before it is nudged
NUDGED_TO = (0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02)
CARDS, WATCHED_SECONDS = 1000, 20.0
MOST_BELIEVED = 0.005
TAG, ZONE = "04A1B2C3D4E580", "seat1.play"
FIRMWARE = DesktopMat().module("zones")
SEEN, SILENCE = (FIRMWARE.SEEN, bytes.fromhex(TAG)), (FIRMWARE.SILENT, None)


class Pace(NamedTuple):
    """Seconds between two looks at a zone, and to a look that the mat takes again at once, None where nothing does."""

    every: float
    again: float | None = None


PN532, MAT = Pace(0.0115), Pace(0.047, 0.0067)
PACES = {"PN532, a look each 11.5 ms": PN532, "mat, a look each 47 ms": MAT}


class Hearing(NamedTuple):
    """The share of looks that hear a card, and the seconds of an outage: None for misses one by one."""

    share: float
    outage: float | tuple[float, float] | None = None

    def __str__(self) -> str:
        """In words."""
        if self.outage is None:
            return f"{self.share:.0%}, one by one"
        long = self.outage if isinstance(self.outage, float) else None
        return f"{self.share:.0%}, outages of {f'{long * 1000:.0f}' if long else '50 to 300'} ms"


ONE_BY_ONE = tuple(Hearing(share) for share in (0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.3))
IN_OUTAGES = tuple(
    Hearing(share, outage)
    for share in (0.95, 0.9, 0.8, 0.7, 0.5)
    for outage in (0.05, 0.1, 0.15, 0.25, 0.3, (0.05, 0.3))
)


class Card:
    """A card that is heard so: whether a look at a time hears it."""

    def __init__(self, hearing: Hearing, chance: random.Random) -> None:
        self._chance = chance
        self._missed = 1 - hearing.share if hearing.outage is None else 0.0
        self._outage = hearing.outage
        mean = sum(self._outage) / 2 if isinstance(self._outage, tuple) else self._outage or 0.0
        self._up = mean * hearing.share / (1 - hearing.share)
        self._begins = self._draw() if self._up else float("inf")
        self._ends = -1.0

    def _draw(self) -> float:
        return self._chance.expovariate(1 / self._up)

    def hears(self, at: float) -> bool:
        """Times do not run backwards."""
        while at >= self._begins:
            long = self._chance.uniform(*self._outage) if isinstance(self._outage, tuple) else self._outage or 0.0
            self._ends = self._begins + long
            self._begins = self._ends + self._draw()
        return at >= self._ends and self._chance.random() >= self._missed


class Table:
    """A zone with the real filter, and a clock that looks move."""

    def __init__(self, hearing: Hearing, pace: Pace, seed: int) -> None:
        self.chance = random.Random(f"{hearing} {pace.every} {seed}")
        self.card = Card(hearing, self.chance)
        self.filter = Presence([ZONE], lambda _uid: True)
        self.pace, self.at = pace, 0.0
        self.doubted_at: float | None = None
        self.mat: Any = FIRMWARE.Zone(0)

    def look(self, *, there: bool = True) -> list[Came | Went]:
        """One look; what came or went for sure."""
        again = self.pace.again if self.mat.again else None
        self.at += (again or self.pace.every) * (1 + JITTER * (2 * self.chance.random() - 1))
        return self.see(self.card.hears(self.at) and there)

    def see(self, heard: bool) -> list[Came | Went]:
        """A look that hears the card, or not."""
        if self.pace.again is not None:
            self.mat.take(*(SEEN if heard else SILENCE))
        changes = self.filter.look(self.at, ZONE, TAG if heard else SILENT)
        for change in changes:
            if isinstance(change, Doubt):
                self.doubted_at = self.at if change.doubted else None
        return [change for change in changes if isinstance(change, Came | Went) and change.sure]

    def rest(self, seconds: float) -> int:
        """Nobody touches it; how many phantom gestures there were."""
        end, gone = self.at + seconds, 0
        while self.at < end:
            gone += sum(isinstance(change, Went) for change in self.look())
        return gone


def long_gaps(hearing: Hearing, every: float, hours: float) -> Iterator[int]:
    """The gaps of so many hours that are longer than a hand needs, in looks."""
    chance = random.Random(f"gaps {hearing} {every}")
    least = round(SHORTEST_TURN / every)
    if hearing.outage is None:  # each hearing begins a gap of at least so many with the same probability
        missed = 1 - hearing.share
        expected = hours * 3600 / every * hearing.share * missed**least
        for _ in range(_poisson(expected, chance)):
            more = 0
            while chance.random() < missed:
                more += 1
            yield least + more
        return
    shortest, longest = hearing.outage if isinstance(hearing.outage, tuple) else (hearing.outage, hearing.outage)
    rate = (1 - hearing.share) / hearing.share * 2 / (shortest + longest)
    begins, draw, end = chance.expovariate, chance.random, hours * 3600 / every  # in looks, from here on
    shortest, spread, rate = shortest / every, (longest - shortest) / every, rate * every
    begin = begins(rate)
    while begin < end:
        first = ceil(begin)
        over = begin + shortest + spread * draw()
        begin = over + begins(rate)
        while begin < ceil(over):  # no look hears it before the next outage
            over = begin + shortest + spread * draw()
            begin = over + begins(rate)
        if ceil(over) - first >= least:
            yield ceil(over) - first


def _poisson(mean: float, chance: random.Random) -> int:
    count, left = 0, mean
    while (left := left - chance.expovariate(1.0)) > 0:
        count += 1
    return count


def phantoms(hearing: Hearing, pace: Pace, hours: float) -> tuple[float, str]:
    """Phantom gestures in a thousand hours, and what else there is to say."""
    table = Table(hearing, pace, 0)
    seen = table.rest(KNOWN_SECONDS)
    first = table.doubted_at
    told = drawn = doubted = played = 0
    for gap in long_gaps(hearing, pace.every, hours):
        drawn += 1
        if played < MOST_PLAYED:
            played += 1
            seen += table.rest(1.0)
            tried = deepcopy(table)
            while not tried.card.hears(tried.at):
                tried.look()
            tried.see(True)
            for _ in range(gap):
                tried.at += pace.every
                told += sum(isinstance(change, Went) for change in tried.see(False))
            doubted += tried.doubted_at is not None
    rate = seen * 1000 / hours + told * drawn / max(1, played) * 1000 / hours
    words = f"{drawn} gaps of {SHORTEST_TURN} s and more in {hours:.0f} h"
    if doubted:
        words += f", at {doubted / played:.0%} of them not believed"
    return rate, words + (f", said after {first:.1f} s" if first is not None else "")


def lifts(hearing: Hearing, pace: Pace, away: tuple[float, float], count: int) -> tuple[float, float, float]:
    """The share of lifts that were told, that at a zone not believed, and p99 of laying back to telling, in seconds."""
    table = Table(hearing, pace, 1)
    table.rest(KNOWN_SECONDS)
    told = doubted = 0
    late = []
    for _ in range(count):
        table.rest(table.chance.uniform(*BETWEEN))
        doubted += table.doubted_at is not None
        until, gone, came = table.at + table.chance.uniform(*away), False, None
        while came is None and table.at < until + 4.0:
            there = table.at + pace.every >= until
            for change in table.look(there=there):
                gone |= isinstance(change, Went)
                if isinstance(change, Came) and gone:
                    came = change.at
            if not gone and table.at > until + 1.0:
                break
        told += gone and came is not None
        if came is not None:
            late.append(came - until)
    late.sort()
    return told / count, doubted / count, late[int(len(late) * 0.99)] if late else 0.0


class Nudges(NamedTuple):
    """Of so many cards that came to lie badly: those of which a gesture was believed, and the seconds until doubt."""

    cards: int
    believed: int
    doubts: list[float]

    def __str__(self) -> str:
        """In words."""
        half, nearly = self.doubts[self.cards // 2], self.doubts[self.cards * 99 // 100]
        return f"{self.believed} of {self.cards} made a gesture; said after {half:.1f} s, p99 {nearly:.1f} s"


def nudges(share: float, pace: Pace, well: float, count: int) -> Nudges:
    """Cards that lay well for so many seconds, and of which so few looks hear them then."""
    believed, doubts = 0, []
    for seed in range(count):
        table = Table(Hearing(WELL), pace, seed)
        table.see(True)
        table.rest(well)
        table.card = Card(Hearing(share), table.chance)
        nudged = table.at
        came, doubted = False, inf
        while table.at < nudged + WATCHED_SECONDS:
            came |= any(isinstance(change, Came) for change in table.look())
            if table.doubted_at is not None and doubted == inf:
                doubted = table.at - nudged
        believed += came
        doubts.append(doubted)
    return Nudges(count, believed, sorted(doubts))


def main(arguments: list[str]) -> int:
    """Print every figure; 1 when a promise does not hold."""
    hours = float(arguments[0]) if arguments else HOURS
    most, least, latest, worst = 0.0, 1.0, 0.0, 0.0
    for reader, pace in PACES.items():
        print(f"{reader}: phantom gestures in 1,000 zone-hours", flush=True)
        for hearing in (*ONE_BY_ONE, *IN_OUTAGES):
            rate, words = phantoms(hearing, pace, hours)
            print(f"  {hearing!s:<32}{rate:8.1f}  ({words})", flush=True)
            if hearing.share >= 0.7:
                most = max(most, rate)
        print(f"{reader}: lifts that were told, and p99 from laying back to that", flush=True)
        for hearing in (*ONE_BY_ONE[:5], *IN_OUTAGES):
            away = (0.6, 2.0) if hearing.share >= 0.8 else (1.0, 2.0)
            if hearing.share < 0.7:
                continue
            share, doubted, late = lifts(hearing, pace, away, LIFTS if hearing.outage is None else LIFTS // 10)
            words = f" (at {doubted:.0%} not believed)" if doubted else ""
            print(f"  {hearing!s:<32}{share:8.2%} of {away[0]} s and more{words}, {late * 1000:.0f} ms", flush=True)
            if hearing.outage is None:
                least = min(least, share)
                latest = max(latest, late if hearing.share >= 0.95 else 0.0)
        for words, well in (("nudged", KNOWN_SECONDS / 4), ("laid badly", 0.0)):
            print(f"{reader}: {words} cards", flush=True)
            for share in NUDGED_TO:
                found = nudges(share, pace, well, CARDS)
                print(f"  heard in {share:.0%} of the looks: {found}", flush=True)
                worst = max(worst, found.believed / found.cards)
    print(
        f"promise phantoms: {most:.1f} in 1,000 zone-hours at the worst of {len(PACES)} paces and all hearings of 70 %"
    )
    print(f"promise nudged: {worst:.2%} of {CARDS} cards that came to lie badly, at the worst share")
    print(f"promise lifts: {least:.2%} at the worst of both paces, misses one by one; in outages see bench.presence")
    print(f"promise laid-back: p99 {latest * 1000:.0f} ms at the filter, where 95 % of the looks hear the card")
    return int(most > 1.0 or least < 0.999 or latest > 0.15 or worst > MOST_BELIEVED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
