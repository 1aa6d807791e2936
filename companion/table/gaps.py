"""How long a card must be silent in its zone until that is a lift: learned from the gaps while it rests there.

A resting card is not heard in every look. Its gaps may be misses that know nothing of each other, or outages of 50 to
300 ms, or both, few or many; and two outages with no look between them are one long gap. So this is a bank of such
processes, each with its probability. Every gap of this card makes some of them likelier (Bayes' rule); absences that
hands make tell nothing. A silence is a lift when the whole bank would make one as long less than `MOST_PHANTOMS` times
an hour. What was learned fades, since a card may be nudged.

It knows neither zones nor clocks: `presence` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import exp, log
from operator import add, mul
from typing import NamedTuple

MOST_PHANTOMS = 0.8e-3  # an hour and zone
SHORTEST_TURN = 0.45  # seconds in which a hand turns a card at its quickest
LONGEST_ASKED = 0.97  # seconds: where more would be needed, the zone is not believed
NUDGED_EVERY = 600.0  # seconds, about
FADE_SECONDS = 1.0
UNSETTLED = 0.04  # of what was known, for a card that was lifted and laid back
SHORTEST_SLOT, LONGEST_SLOT = 0.015, 0.25
SLOT_STEP = 1.03  # from one table to the next
TOLD_SECONDS = 1.6  # of silence that the tables hold; longer ones are reckoned from how the last
DECAY_SECONDS = 0.4  # of them decay
BY_HAND_EVERY, BY_HAND_FROM, BY_HAND_SPREAD = 60.0, 0.34, 1.5  # seconds: absences that hands make

MISSES = (0.005, 0.03, 0.07, 0.12, 0.2, 0.25, 0.3, 0.38, 0.46, 0.55, 0.65, 0.78, 0.9, 0.96)
PRIORS = ((0.2, 0.2), (0.3, 0.02), (1.0, 1e-3))  # of processes with at most so many misses
OUTAGES_PRIOR = 2e-5
OUTAGES = ((0.03, 0.08), (0.07, 0.13), (0.12, 0.21), (0.19, 0.27), (0.27, 0.33), (0.04, 0.31))  # seconds, from and to
UPS = (0.2, 0.5, 1.2, 3.0, 8.0, 25.0)  # mean seconds from an outage to the next
OTHER_MISSES = (0.003, 0.12)


class _Process(NamedTuple):
    """Misses of their own, a share of the looks; and outages, `up` seconds apart, whose lengths lie evenly."""

    prior: float
    misses: float
    up: float | None = None
    shortest: float = 0.0
    longest: float = 0.0


_BANK = tuple(
    [_Process(next(prior for most, prior in PRIORS if misses <= most), misses) for misses in MISSES]
    + [_Process(OUTAGES_PRIOR, misses, up, *lengths) for lengths in OUTAGES for up in UPS for misses in OTHER_MISSES]
)
_ALL = sum(process.prior for process in _BANK)
_PRIOR = tuple(process.prior / _ALL for process in _BANK)
_PRIOR_LOGS = [log(prior) for prior in _PRIOR]
_NOTHING = [0.0] * len(_PRIOR)


class Table(NamedTuple):
    """For looks `slot` seconds apart, by n and process: log of the probability of just n misses, and that of n or more.

    Looks that come faster than `SHORTEST_SLOT` are taken as so many fewer; `interval` is what was asked for.
    """

    interval: float
    slot: float
    just: tuple[tuple[float, ...], ...]
    tail: tuple[tuple[float, ...], ...]


def _lengths(process: _Process, slot: float) -> list[float]:
    """The probabilities that an outage takes 0, 1, 2 … looks away: it begins anywhere between two looks."""
    grid = 12
    most = int(process.longest / slot) + 2
    found = [0.0] * most
    for at in range(grid):
        length = process.shortest + (process.longest - process.shortest) * (at + 0.5) / grid
        for moment in range(grid):
            until = slot * (moment + 0.5) / grid
            found[int((length - until) / slot) + 1 if length >= until else 0] += 1 / grid**2
    return found


def _gaps(process: _Process, slot: float, count: int) -> list[float]:
    """The probabilities of just 0, 1, 2 … misses on end after a look that heard the card."""
    if process.up is None:
        return [(1 - process.misses) * process.misses**n for n in range(count)]
    taken = _lengths(process, slot)
    begins = 1 - exp(-slot / process.up)
    after_look: list[float] = []
    after_outage: list[float] = []  # it ended between two looks, so half as much time is left for the next one
    for n in range(count):
        out = sum(taken[k] * after_outage[n - k] for k in range(1, min(len(taken), n + 1)))
        for row, chance in ((after_look, begins), (after_outage, begins / 2)):
            clear = 1 - chance * (1 - taken[0])
            row.append(clear * (process.misses * after_look[n - 1] if n else 1 - process.misses) + chance * out)
            if row is after_look and n == 0:
                after_look[0] = clear * (1 - process.misses)
    return after_look


@lru_cache(maxsize=128)
def _rows(step: int) -> tuple[tuple[tuple[float, ...], ...], tuple[tuple[float, ...], ...]]:
    slot = SHORTEST_SLOT * SLOT_STEP**step
    count = int(TOLD_SECONDS / slot) + 2
    columns = [_gaps(process, slot, count) for process in _BANK]
    hand = slot / BY_HAND_EVERY * slot / BY_HAND_SPREAD
    just, tail = [], []
    left = [1.0] * len(columns)
    for n in range(count):
        by_hand = hand if n * slot >= BY_HAND_FROM else 0.0
        just.append(tuple(log(column[n] + by_hand + 1e-300) for column in columns))
        tail.append(tuple(left))
        left = [max(rest - column[n], 1e-300) for rest, column in zip(left, columns, strict=True)]
    return tuple(just), tuple(tail)


def table_for(interval: float) -> Table:
    """The table for looks so many seconds apart."""
    bounded = min(max(interval, SHORTEST_SLOT), LONGEST_SLOT)
    step = round(log(bounded / SHORTEST_SLOT) / log(SLOT_STEP))
    return Table(interval, SHORTEST_SLOT * SLOT_STEP**step, *_rows(step))


class Gaps:
    """What is known of one card's gaps in its zone."""

    __slots__ = ("_chances", "_heard", "_lately", "_logs", "_seconds")

    def __init__(self) -> None:
        self._logs = _PRIOR_LOGS  # what was known a while ago, and
        self._lately = _NOTHING  # what has been learned since, in so many seconds
        self._seconds = 0.0
        self._heard = 0.0  # looks that heard the card directly after one that did, not yet reckoned
        self._chances: list[float] | None = None

    def hear(self, looks: float, table: Table) -> None:
        """So many looks on end heard it, a slot apart."""
        self._heard += looks
        self._chances = None
        if self._heard * table.slot >= FADE_SECONDS:
            self._reckon(table)

    def end(self, misses: int, table: Table) -> None:
        """It is heard again after so many misses."""
        self._reckon(table)
        if misses < len(table.just):
            self._lately = list(map(add, self._lately, table.just[misses]))

    def unsettle(self) -> None:
        """The card was moved: it may lie otherwise now."""
        self._logs = _faded(map(add, self._logs, self._lately), UNSETTLED)
        self._lately, self._seconds, self._heard, self._chances = _NOTHING, 0.0, 0.0, None

    def phantoms(self, misses: int, table: Table) -> float:
        """How often an hour what lies there would be silent for so many looks or more, though nobody touches it."""
        if self._chances is None:
            self._reckon(table)
            self._chances = _chances(map(add, self._logs, self._lately))
        looks = 3600 / table.slot
        last = len(table.tail) - 1
        if misses <= last:
            return looks * float(sum(map(mul, self._chances, table.tail[misses])))
        before = last - max(1, int(DECAY_SECONDS / table.slot))
        power = (misses - last) / (last - before)
        rows = zip(self._chances, table.tail[before], table.tail[last], strict=True)
        return looks * sum(chance * end * exp(log(end / begin) * power) for chance, begin, end in rows)

    def _reckon(self, table: Table) -> None:
        """Take in what was heard; what was known before the last second fades."""
        heard, self._heard = self._heard, 0.0
        self._chances = None
        if not heard:
            return
        self._lately = [a + heard * b for a, b in zip(self._lately, table.just[0], strict=True)]
        self._seconds += heard * table.slot
        if self._seconds >= FADE_SECONDS:
            self._logs = list(map(add, _faded(self._logs, self._seconds / NUDGED_EVERY), self._lately))
            self._lately, self._seconds = _NOTHING, 0.0


def _chances(logs: Iterable[float]) -> list[float]:
    logs = list(logs)
    most = max(logs)
    chances = [exp(value - most) for value in logs]
    total = sum(chances)
    return [chance / total for chance in chances]


def _faded(logs: Iterable[float], share: float) -> list[float]:
    return [log(chance + share * (prior - chance)) for chance, prior in zip(_chances(logs), _PRIOR, strict=True)]
