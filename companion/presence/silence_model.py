"""Probabilities of consecutive misses of a resting card, for a bank of read behaviours.

A resting card is not read in every poll. Its gaps may be independent misses, outages of 50 to 300 ms, or both, rare or
frequent; two outages without a poll between them form one long gap. The probability of long gaps depends steeply on the
length and the frequency of outages, because it is a power of them. So the bank is fine in both: steps of 6.5 % in
length and 30 % in frequency. It is coarser for cards that are also missed independently. Each process represents those
between it and the next: its tails are those of slightly longer (`SHORTER`) and more frequent (`CAUTION`) outages.

This module knows no cards, zones or clocks. `silence` learns which process applies.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import repeat
from math import exp, log
from operator import mul
from typing import NamedTuple

SHORTEST_SLOT, LONGEST_SLOT = 0.015, 0.25
SLOT_STEP = 1.03  # ratio of the slots of two neighbouring tables
COVERED_SECONDS = 1.6  # seconds of silence that a table covers
# seconds: absences caused by hands: mean interval, shortest, range of lengths
BY_HAND_EVERY, BY_HAND_FROM, BY_HAND_SPREAD = 60.0, 0.34, 1.5
CAUTION, SHORTER = 2.5, 0.965

MISSES = (0.005, 0.02, 0.035, 0.05, 0.07, 0.1, 0.14, 0.2, 0.25, 0.3, 0.38, 0.46, 0.55, 0.65, 0.78, 0.9, 0.96)
PRIORS = ((0.14, 0.2), (0.2, 0.1), (0.3, 0.02), (1.0, 1e-3))  # (most misses, prior of a process with at most as many)
OUTAGES_PRIOR = 3e-4  # of all processes with outages and the same independent misses

Lengths = tuple[float, float]  # seconds, from and to
MIXED: tuple[Lengths, ...] = ((0.04, 0.13), (0.12, 0.31), (0.04, 0.31))
FINE: tuple[Lengths, ...] = (*((0.0485 * 1.065**n, 0.0515 * 1.065**n) for n in range(30)), *MIXED)
COARSE: tuple[Lengths, ...] = (*((0.047 * 1.13**n, 0.053 * 1.13**n) for n in range(16)), *MIXED)
UPS = (0.8, 1.05, 1.35, 1.75, 2.3, 3.0, 3.9, 5.0, 6.5, 8.5, 11.0, 15.0, 22.0, 45.0, 200.0)  # uptime per outage length
FEW_UPS = (0.8, 1.3, 2.0, 3.1, 4.8, 7.5, 12.0, 25.0, 80.0)  # the same, for COARSE
HARDLY_ANY = 0.003  # share of independent misses
OUTAGE_MISSES = (0.02, 0.05, 0.1, 0.2)  # each also in MISSES, so that outages do not absorb independent misses


class Process(NamedTuple):
    """A read behaviour: independent misses, and outages.

    `misses` is a share of the polls. Outages are `up` seconds apart with uniformly distributed lengths.
    """

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
    *(process for misses in OUTAGE_MISSES for process in _with_outages(misses, COARSE, FEW_UPS)),
)
STEADY = len(MISSES)  # the first of the bank have no outages


class Table(NamedTuple):
    """Log probabilities of exactly n misses, and probabilities of n or more, by process.

    Polls are `slot` seconds apart. Polls faster than `SHORTEST_SLOT` count as fewer polls; `interval` is the requested
    one.
    """

    interval: float
    slot: float
    just: tuple[array[float], ...]
    tail: tuple[array[float], ...]


def table_for(interval: float) -> Table:
    """Return the table for polls `interval` seconds apart."""
    bounded = min(max(interval, SHORTEST_SLOT), LONGEST_SLOT)
    step = round(log(bounded / SHORTEST_SLOT) / log(SLOT_STEP))
    return Table(interval, SHORTEST_SLOT * SLOT_STEP**step, *_rows(step))


@lru_cache(maxsize=64)
def _rows(step: int) -> tuple[tuple[array[float], ...], tuple[array[float], ...]]:
    slot = SHORTEST_SLOT * SLOT_STEP**step
    count = int(COVERED_SECONDS / slot) + 2
    columns = [_gaps(process, slot, count) for process in BANK]
    hand = slot / BY_HAND_EVERY * slot / BY_HAND_SPREAD
    just = [
        array("d", [log(chance + (hand if n * slot >= BY_HAND_FROM else 0.0) + 1e-300) for chance in now])
        for n, now in enumerate(zip(*columns, strict=True))
    ]
    return tuple(just), tuple(_tails(columns))


def _gaps(process: Process, slot: float, count: int) -> list[float]:
    """Return the probabilities of exactly 0, 1, 2 … consecutive misses after a read."""
    misses = process.misses
    if process.up is None:
        return [(1 - misses) * misses**n for n in range(count)]
    none, *some = _taken(process.shortest, process.longest, slot)
    longest_first = some[::-1]
    begins = 1 - exp(-slot / process.up)
    half = begins / 2
    clear = 1 - begins * (1 - none)
    clear_after = 1 - half * (1 - none)
    after_look = [clear * (1 - misses)]
    # Outages that ended between two polls, so the next one has half a slot to begin; the newest last.
    after_outage = deque(repeat(0.0, len(some)), len(some))
    after_outage.append(clear_after * (1 - misses))
    for _ in range(count - 1):
        out = sum(map(mul, longest_first, after_outage))
        further = misses * after_look[-1]
        after_look.append(clear * further + begins * out)
        after_outage.append(clear_after * further + half * out)
    return after_look


@lru_cache(maxsize=128)
def _taken(shortest: float, longest: float, slot: float) -> list[float]:
    """Return the probabilities that an outage covers 0, 1, 2 … polls.

    It starts anywhere between two polls.
    """
    grid = 12
    found = [0.0] * (int(longest / slot) + 2)
    for at in range(grid):
        length = shortest + (longest - shortest) * (at + 0.5) / grid
        for moment in range(grid):
            until = slot * (moment + 0.5) / grid
            found[int((length - until) / slot) + 1 if length >= until else 0] += 1 / grid**2
    return found


def _tails(columns: list[list[float]]) -> Iterator[array[float]]:
    """Yield the probabilities of 0, 1, 2 … misses or more; for outages, a cautious upper estimate."""
    left = [1.0] * len(columns)
    rows = [left]
    for now in zip(*columns, strict=True):
        left = [rest - chance if rest - chance > 1e-300 else 1e-300 for rest, chance in zip(left, now, strict=True)]
        rows.append(left)
    for n in range(len(rows) - 1):
        before, part = divmod(n * SHORTER, 1.0)
        other, pairs = 1 - part, zip(rows[int(before)], rows[int(before) + 1], strict=True)
        wary = [CAUTION * longer**other * shorter**part for longer, shorter in pairs]
        yield array("d", rows[n][:STEADY] + [chance if chance < 1.0 else 1.0 for chance in wary[STEADY:]])
