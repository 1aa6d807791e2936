"""Presence and lifts at readers that overhear each other: `python -m bench.neighbours [LIFTS]`.

There are two zones with a card each, and the real filter in fast time at the pace of either kind of reader. Each reader
reads its own card in a share of the polls, with independent misses or outages, and the other card in some of them; if
both are readable, it reads either. As in `presence`, phantoms are not awaited. At many moments the test asks the filter
how many silent polls make a lift, after some that read the neighbour's card. `gap_limits` computes how often a resting
card causes as many, in a time in which a hand could have turned it. Phantoms that do happen while the cards rest count,
too. Then one card is lifted and put back repeatedly.

It ends with 1 if a promise does not hold.
"""

from __future__ import annotations

import random
import sys
from copy import deepcopy
from typing import NamedTuple

from bench.gap_limits import LONGEST, Hearing, at_least, gap_rates
from bench.presence import ANOTHER, BETWEEN, JITTER, KNOWN_SECONDS, LEAST, MOST, PACES, TAG, Card, Pace
from companion.presence.filter import NonRead, Poll, Presence, TagArrived, TagLeft
from companion.presence.silence import SHORTEST_TURN

ZONES, TAGS = ("seat1.play", "seat2.play"), (TAG, ANOTHER)
OVERHEARD = (0.0, 0.05, 0.1, 0.2, 0.3)  # shares of the polls
HEARINGS = (
    *(Hearing(share) for share in (0.95, 0.9, 0.8, 0.7, 0.6)),
    *(Hearing(share, outage) for share in (0.95, 0.8) for outage in (0.1, 0.3, (0.05, 0.3))),
    Hearing(0.8, 0.15, 0.1),
)
MOMENTS, LIFTS = 20, 200
UNHELPED = 4.0  # seconds within which a card that was put back must be reported


class Pair:
    """Two zones with the real filter, a card in each, and a clock that the polls advance."""

    def __init__(self, hearing: Hearing, overheard: float, pace: Pace, seed: int) -> None:
        self.chance = random.Random(f"{hearing} {overheard} {pace.every} {seed}")
        self.cards = [Card(hearing, self.chance) for _zone in ZONES]
        self.overheard, self.pace, self.at = overheard, pace, 0.0
        self.shortest_turn = int(SHORTEST_TURN / pace.every)  # in polls
        self.lifted = False  # state of the first card
        self.filter = Presence(ZONES, TAGS.__contains__)
        for zone, tag in zip(ZONES, TAGS, strict=True):
            self.filter.look(0.0, zone, tag)

    def look(self) -> list[TagArrived | TagLeft]:
        """Poll each zone once; return the sure arrivals and departures."""
        return self._see(0, self._shows(0)) + self._see(1, self._shows(1))

    def rest(self, seconds: float) -> int:
        """Let both cards rest; return the number of gestures."""
        end, gestures = self.at + seconds, 0
        while self.at < end:
            gestures += len(self.look())
        return gestures

    def silences_of_a_lift(self) -> int | None:
        """Return how many silent polls from now on make a gesture; None if none do."""
        self._see(0, TAG)
        changes: list[TagArrived | TagLeft] = []
        for _look in range(self.shortest_turn if self.overheard else 0):
            changes += self._see(0, ANOTHER) + self._see(1, ANOTHER)
        for misses in range(int(LONGEST / self.pace.every)):
            if changes:
                return misses
            changes = self._see(0, NonRead.EMPTY) + self._see(1, ANOTHER)
        return None

    def _shows(self, nth: int) -> Poll:
        lies = [not self.lifted, True]
        own = lies[nth] and self.cards[nth].hears(self.at)
        other = lies[1 - nth] and self.chance.random() < self.overheard
        if own and other:
            other = self.chance.random() < 0.5
        return TAGS[1 - nth] if other else TAGS[nth] if own else NonRead.EMPTY

    def _see(self, nth: int, saw: Poll) -> list[TagArrived | TagLeft]:
        self.at += self.pace.every / 2 * (1 + JITTER * (2 * self.chance.random() - 1))
        changes = self.filter.look(self.at, ZONES[nth], saw)
        return [change for change in changes if isinstance(change, TagArrived | TagLeft) and change.sure]


class Rest(NamedTuple):
    """Result of two resting cards: computed phantoms per hour and zone, seen ones, hours."""

    phantoms: float
    seen: int
    hours: float


def rest(hearing: Hearing, overheard: float, pace: Pace, moments: int = MOMENTS) -> Rest:
    """Let two cards rest, and ask at many moments how many silent polls make a lift."""
    pair = Pair(hearing, overheard, pace, 0)
    rates = at_least(gap_rates(hearing, pace.every, overheard, pair.shortest_turn if overheard else 0))
    seen, rate = pair.rest(KNOWN_SECONDS), 0.0
    for _ in range(moments):
        seen += pair.rest(2.0)
        misses = deepcopy(pair).silences_of_a_lift()
        rate += 0.0 if misses is None else rates[misses] / moments
    hours = 2 * pair.at / 3600
    return Rest(rate + seen / hours, seen, hours)


class Lifts(NamedTuple):
    """Results of lifts: shares of reported departures and returns, p99 of returns in seconds."""

    went: float
    back: float
    late: float


def lifts(hearing: Hearing, overheard: float, pace: Pace, away: tuple[float, float], count: int) -> Lifts:
    """Lift the first card and put it back, so many times."""
    pair = Pair(hearing, overheard, pace, 1)
    pair.rest(KNOWN_SECONDS)
    went, back = 0, []
    for _ in range(count):
        pair.rest(pair.chance.uniform(*BETWEEN))
        pair.lifted, until, gone = True, pair.at + pair.chance.uniform(*away), False
        while pair.at < until + UNHELPED:
            pair.lifted = pair.at < until
            changes = [change for change in pair.look() if change.zone == ZONES[0]]
            gone |= any(isinstance(change, TagLeft) for change in changes)
            if gone and (came := [change.at for change in changes if isinstance(change, TagArrived)]):
                back.append(came[0] - until)
                break
        went += gone
    back.sort()
    return Lifts(went / count, len(back) / count, back[int(len(back) * 0.99)] if back else 0.0)


def main(arguments: list[str]) -> int:
    """Print every figure; return 1 if a promise does not hold."""
    count = int(arguments[0]) if arguments else LIFTS
    most, seen, hours, least, least_back = 0.0, 0, 0.0, 1.0, 1.0
    for reader, pace in PACES.items():
        print(f"{reader}: phantom gestures in 1,000 zone-hours beside a neighbour", flush=True)
        for hearing in HEARINGS:
            for overheard in OVERHEARD:
                found = rest(hearing, overheard, pace)
                most, seen, hours = max(most, found.phantoms), seen + found.seen, hours + found.hours
                print(f"  {hearing!s:<42} overheard {overheard:4.0%} {found.phantoms * 1000:8.2f}", flush=True)
        print(f"{reader}: lifts that were told, and layings back with their p99", flush=True)
        for hearing in HEARINGS:
            for overheard in OVERHEARD:
                share = hearing.share * (1 - overheard / 2)
                if hearing.outage is not None or share < 0.7:
                    continue
                away = (0.6, 2.0) if share >= 0.8 else (1.0, 2.0)
                told = lifts(hearing, overheard, pace, away, count)
                least, least_back = min(least, told.went), min(least_back, told.back)
                words = f"{told.went:8.2%} of {away[0]} s and more, {told.back:.2%} laid back in {told.late:.2f} s"
                print(f"  {hearing!s:<42} overheard {overheard:4.0%} {words}", flush=True)
    worst = f"{most * 1000:.2f} phantoms in 1,000 zone-hours and {least:.2%} of lifts"
    print(f"promise neighbours: {worst}, at the worst of all hearings, shares overheard and both paces")
    print(f"{seen} phantoms in {hours:.1f} zone-hours watched; {least_back:.2%} laid back within {UNHELPED:.0f} s")
    return int(most > MOST or least < LEAST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
