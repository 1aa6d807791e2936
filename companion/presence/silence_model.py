"""How likely so many looks on end miss a card that lies still, for each of a bank of ways in which it may be heard.

A resting card is not heard in every look. Its gaps may be misses that know nothing of each other, or outages of 50 to
300 ms, or both at once, few or many; and two outages with no look between them are one long gap. How much that is
hangs on the length of an outage and on how often one comes, raised to the power of how many follow each other. So the
bank is fine in both: a step of 6.5 % in length, of 30 % in frequency. It is coarser where looks miss the card besides.
Each process stands for those between it and the next: the tails are those of outages a little longer (`SHORTER`) and
more frequent (`CAUTION`).

It knows no card, no zone and no clock: `gaps` learns which process it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache
from math import exp, log
from operator import mul
from typing import NamedTuple

SHORTEST_SLOT, LONGEST_SLOT = 0.015, 0.25
SLOT_STEP = 1.03  # from one table to the next
TOLD_SECONDS = 1.6  # of silence that the tables hold
BY_HAND_EVERY, BY_HAND_FROM, BY_HAND_SPREAD = 60.0, 0.34, 1.5  # seconds: absences that hands make
CAUTION, SHORTER = 2.5, 0.965

MISSES = (0.005, 0.02, 0.035, 0.05, 0.07, 0.1, 0.14, 0.2, 0.25, 0.3, 0.38, 0.46, 0.55, 0.65, 0.78, 0.9, 0.96)
PRIORS = ((0.14, 0.2), (0.2, 0.1), (0.3, 0.02), (1.0, 1e-3))  # of processes with at most so many misses
OUTAGES_PRIOR = 3e-4  # of all processes with outages and the same misses of their own

Lengths = tuple[float, float]  # seconds, from and to
MIXED: tuple[Lengths, ...] = ((0.04, 0.13), (0.12, 0.31), (0.04, 0.31))
FINE: tuple[Lengths, ...] = (*((0.0485 * 1.065**n, 0.0515 * 1.065**n) for n in range(30)), *MIXED)
COARSE: tuple[Lengths, ...] = (*((0.047 * 1.13**n, 0.053 * 1.13**n) for n in range(16)), *MIXED)
UPS = (0.8, 1.05, 1.35, 1.75, 2.3, 3.0, 3.9, 5.0, 6.5, 8.5, 11.0, 15.0, 22.0, 45.0, 200.0)  # times its length until
FEW_UPS = (0.8, 1.3, 2.0, 3.1, 4.8, 7.5, 12.0, 25.0, 80.0)  # the next outage, on average
HARDLY_ANY = 0.003  # misses besides
BESIDES = (0.02, 0.05, 0.1, 0.2)  # of which each is in MISSES too, or outages would explain what is none


class Process(NamedTuple):
    """Misses of their own, a share of the looks; and outages, `up` seconds apart, whose lengths lie evenly."""

    prior: float
    misses: float
    up: float | None = None
    shortest: float = 0.0
    longest: float = 0.0


def _with_outages(misses: float, lengths: Iterable[Lengths], ups: Iterable[float]) -> list[Process]:
    every = [(up * sum(length) / 2, *length) for length in lengths for up in ups]
    return [Process(OUTAGES_PRIOR / len(every), misses, *one) for one in every]


BANK = (
    *(Process(next(prior for most, prior in PRIORS if misses <= most), misses) for misses in MISSES),
    *_with_outages(HARDLY_ANY, FINE, UPS),
    *(process for misses in BESIDES for process in _with_outages(misses, COARSE, FEW_UPS)),
)


class Table(NamedTuple):
    """For looks `slot` seconds apart, by n and process: log of the probability of just n misses, and that of n or more.

    Looks that come faster than `SHORTEST_SLOT` are taken as so many fewer; `interval` is what was asked for.
    """

    interval: float
    slot: float
    just: tuple[array[float], ...]
    tail: tuple[array[float], ...]


def table_for(interval: float) -> Table:
    """The table for looks so many seconds apart."""
    bounded = min(max(interval, SHORTEST_SLOT), LONGEST_SLOT)
    step = round(log(bounded / SHORTEST_SLOT) / log(SLOT_STEP))
    return Table(interval, SHORTEST_SLOT * SLOT_STEP**step, *_rows(step))


@lru_cache(maxsize=64)
def _rows(step: int) -> tuple[tuple[array[float], ...], tuple[array[float], ...]]:
    slot = SHORTEST_SLOT * SLOT_STEP**step
    count = int(TOLD_SECONDS / slot) + 2
    columns = [_gaps(process, slot, count) for process in BANK]
    hand = slot / BY_HAND_EVERY * slot / BY_HAND_SPREAD
    just = [
        array("d", [log(chance + (hand if n * slot >= BY_HAND_FROM else 0.0) + 1e-300) for chance in now])
        for n, now in enumerate(zip(*columns, strict=True))
    ]
    tails = [_tail(process, column) for process, column in zip(BANK, columns, strict=True)]
    return tuple(just), tuple(array("d", now) for now in zip(*tails, strict=True))


def _gaps(process: Process, slot: float, count: int) -> list[float]:
    """The probabilities of just 0, 1, 2 … misses on end after a look that heard the card."""
    misses = process.misses
    if process.up is None:
        return [(1 - misses) * misses**n for n in range(count)]
    taken = _taken(process.shortest, process.longest, slot)
    longest_first = taken[:0:-1]
    begins = 1 - exp(-slot / process.up)
    clear = 1 - begins * (1 - taken[0])
    clear_after = 1 - begins / 2 * (1 - taken[0])
    after_look: list[float] = []
    after_outage: list[float] = []  # it ended between two looks, so half as much time is left for the next one
    for n in range(count):
        known = min(n, len(longest_first))
        out = sum(map(mul, longest_first[-known:], after_outage[-known:])) if known else 0.0
        further = misses * after_look[-1] if n else 1 - misses
        after_look.append(clear * further + begins * out)
        after_outage.append(clear_after * further + begins / 2 * out)
    return after_look


@lru_cache(maxsize=128)
def _taken(shortest: float, longest: float, slot: float) -> list[float]:
    """The probabilities that an outage takes 0, 1, 2 … looks away: it begins anywhere between two looks."""
    grid = 12
    found = [0.0] * (int(longest / slot) + 2)
    for at in range(grid):
        length = shortest + (longest - shortest) * (at + 0.5) / grid
        for moment in range(grid):
            until = slot * (moment + 0.5) / grid
            found[int((length - until) / slot) + 1 if length >= until else 0] += 1 / grid**2
    return found


def _tail(process: Process, gaps: list[float]) -> list[float]:
    """The probabilities of so many misses or more, or of what is cautious to reckon with."""
    left, tail = 1.0, []
    for chance in gaps:
        tail.append(left)
        left = max(left - chance, 1e-300)
    if process.up is None:
        return tail
    wary = [1.0]
    for n in range(1, len(gaps)):
        before, part = divmod(n * SHORTER, 1.0)
        wary.append(min(1.0, CAUTION * tail[int(before)] ** (1 - part) * tail[int(before) + 1] ** part))
    return wary
