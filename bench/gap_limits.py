"""Frequency of long silences of a resting card, and the limit of any rule for lifts.

A card is missed in independent polls, in outages that begin at any moment, or both. After each poll that reads it, the
process restarts, so only its length distinguishes the silence of a resting card from that of a lifted one. `gap_rates`
follows such silences poll by poll, each with its probability, so that rare ones are as exact as common ones. `best` is
the share of lifts that a rule would find if it knew all of this in advance and allowed exactly so many phantoms (Neyman
and Pearson): it selects the silences that are most typical of lifts and least typical of rest. No filter that learns
can do better.
"""

from __future__ import annotations

import random
from math import exp, log
from typing import NamedTuple

FOLLOWED, LIFTED = 20_000, 20_000
LONGEST = 3.0  # seconds of silence
LEAST_WEIGHT = 1e-17


class Hearing(NamedTuple):
    """Read behaviour of a card: read rate, outage, other misses.

    `outage` is a length in seconds or its limits; `own` is the share of independent misses.
    """

    share: float
    outage: float | tuple[float, float] | None = None
    own: float = 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """Shortest and longest outage, in seconds."""
        return self.outage if isinstance(self.outage, tuple) else (self.outage or 0.0, self.outage or 0.0)

    @property
    def up(self) -> float | None:
        """Mean seconds from the end of an outage to the next."""
        free = self.share / (1 - self.own)
        return None if self.outage is None else sum(self.bounds) / 2 * free / (1 - free)

    @property
    def missed(self) -> float:
        """Share of polls outside outages that miss the card."""
        return 1 - self.share if self.outage is None else self.own

    def __str__(self) -> str:
        """Return a description."""
        if self.outage is None:
            return f"{self.share:.0%}, one by one"
        shortest, longest = (f"{1000 * bound:.0f}" for bound in self.bounds)
        words = f"{self.share:.0%}, outages of {shortest if shortest == longest else f'{shortest} to {longest}'} ms"
        return words + (f" and {self.own:.0%}" if self.own else "")


def gap_rates(hearing: Hearing, every: float, overheard: float = 0.0, least: int = 0) -> list[float]:
    """Return the hourly rates of exactly 0, 1, 2 … consecutive misses of a resting card.

    Polls are `every` seconds apart.

    Polls in between that read another card are no misses. The other card is readable in the share `overheard` of the
    polls, and wins half of those in which both are readable. Silences with fewer than `least` such polls and misses in
    total are left out.
    """
    chance = random.Random(f"gaps {hearing}")
    missed = hearing.missed + (1 - hearing.missed) * overheard / 2
    silent = hearing.missed * (1 - overheard) / missed if missed else 1.0
    found = [0.0] * int(LONGEST / every)
    for _ in range(FOLLOWED):
        weight, misses, looks, left = 1.0, 0, 0, every  # time until the next poll
        while weight > LEAST_WEIGHT and misses < len(found):
            begins = 1 - exp(-left / hearing.up) if hearing.up else 0.0
            goes_on = begins + (1 - begins) * missed
            found[misses] += weight * (1 - goes_on) if looks >= least else 0.0
            weight *= goes_on
            if not hearing.up or chance.random() * goes_on >= begins:
                misses, looks, left = misses + (chance.random() < silent), looks + 1, every
                continue
            over = -hearing.up * log(1 - chance.random() * begins) + chance.uniform(*hearing.bounds)
            taken = int((over - left) / every) + 1 if over >= left else 0
            misses += sum(chance.random() >= overheard for _ in range(taken))
            looks, left = looks + taken, left + taken * every - over
    heard = hearing.share * (1 - overheard / 2) * 3600 / every
    return [rate / FOLLOWED * heard for rate in found]


def at_least(rates: list[float]) -> list[float]:
    """Return how often per hour so many consecutive polls, or more, miss it."""
    tail, total = [], 0.0
    for rate in reversed(rates):
        total += rate
        tail.append(total)
    return [*reversed(tail), 0.0]


def lifts_seen(hearing: Hearing, every: float, away: tuple[float, float]) -> list[float]:
    """Return the shares of lifts with exactly 0, 1, 2 … consecutive misses.

    The card is `away` seconds each time.
    """
    chance = random.Random(f"lifts {hearing}")
    found = [0.0] * int((LONGEST + away[1]) / every)

    def beside() -> float:
        """Return the additional silence due to an outage at the start."""
        is_out = hearing.outage is not None and chance.random() > hearing.share / (1 - hearing.own)
        return chance.random() * chance.uniform(*hearing.bounds) if is_out else 0.0

    for _ in range(LIFTED):
        silent = chance.uniform(*away) + beside() + beside()
        misses = int((silent - chance.random() * every) / every) + 1
        for _side in range(2):
            while chance.random() < hearing.missed:
                misses += 1
        found[min(misses, len(found) - 1)] += 1 / LIFTED
    return found


def best(hearing: Hearing, every: float, away: tuple[float, float], most: float) -> float:
    """Return the share of lifts found by the best rule that knows the rates.

    It allows `most` phantoms an hour.
    """
    rates, lifts = gap_rates(hearing, every), lifts_seen(hearing, every, away)
    rates += [0.0] * (len(lifts) - len(rates))
    found = 0.0
    for rate, share in sorted(zip(rates, lifts, strict=False), key=lambda both: both[0] / (both[1] or 1e-12)):
        part = 1.0 if rate <= most else most / rate
        if share:
            found, most = found + part * share, most - part * rate
    return found
