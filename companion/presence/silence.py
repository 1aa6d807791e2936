"""How long a card must be silent in its zone until that is a lift: learned from the gaps while it rests there.

Each process of a bank (`outages`) has its probability. Every gap of this card makes some of them likelier (Bayes'
rule); absences that hands make tell nothing. A silence is a lift when the whole bank would make one as long less than
`MOST_PHANTOMS` times an hour. What was learned fades, since a card may be nudged.

Nothing else than its length tells a silence of a card that lies there from one of a card that was lifted, so where
outages follow each other often enough no rule finds all lifts: `bench.presence` computes how many the best one would.

It knows neither zones nor clocks: `presence` does.
"""

from __future__ import annotations

from itertools import repeat
from math import exp
from operator import add, mul, sub

from companion.presence.silence_model import BANK, Table

MOST_PHANTOMS = 0.8e-3  # an hour and zone
SHORTEST_TURN = 0.53  # seconds in which a hand turns a card at its quickest
LONGEST_ASKED = 0.97  # seconds: where more would be needed, the zone is not believed
NUDGED_EVERY = 600.0  # seconds, about
FADE_SECONDS = 5.0
UNSETTLED, UNSETTLED_BY_ANOTHER = 0.04, 0.5  # of what was known, for a card that was laid back, and for another one
DECAY_SECONDS = 0.4  # of the longest silences that a table holds: longer ones are reckoned from how these decay

_ALL = sum(process.prior for process in BANK)
_PRIOR = [process.prior / _ALL for process in BANK]
_NOTHING = [0.0] * len(_PRIOR)


class SilenceModel:
    """What is known of the gaps of the card in a zone."""

    __slots__ = ("_chances", "_ended", "_heard", "_known", "_lately", "_seconds")

    def __init__(self) -> None:
        self._known = _PRIOR  # what was known a while ago, as probabilities, and
        self._lately = _NOTHING  # the logs of what has been learned since, in so many seconds
        self._seconds = 0.0
        self._heard = 0.0  # looks that heard the card directly after one that did, not yet reckoned
        self._ended: dict[int, int] = {}  # gaps of so many misses, not yet reckoned
        self._chances: list[float] | None = None  # times the same unknown factor

    def hear(self, looks: float, table: Table) -> None:
        """So many looks on end heard it, a slot apart."""
        self._heard += looks
        self._chances = None
        if self._heard * table.slot >= FADE_SECONDS:
            self._reckon(table)

    def end(self, misses: int, table: Table) -> None:
        """It is heard again after so many misses."""
        self._chances = None
        if misses < len(table.just):
            self._ended[misses] = self._ended.get(misses, 0) + 1

    def unsettle(self, share: float = UNSETTLED) -> None:
        """The card was moved, or another one is there: it may lie otherwise now. Outages are often the reader's own."""
        self._known = _faded(_whole(_learned(self._known, self._lately)), share)
        self._lately, self._seconds, self._heard, self._ended, self._chances = _NOTHING, 0.0, 0.0, {}, None

    @property
    def has_stumbled(self) -> bool:
        """Whether a gap has ended since somebody asked for `phantoms`: without one they only become fewer."""
        return bool(self._ended)

    def phantoms(self, misses: int, table: Table) -> float:
        """How often an hour what lies there would be silent for so many looks or more, though nobody touches it."""
        if self._chances is None:
            self._reckon(table)
            self._chances = _learned(self._known, self._lately)
        looks = 3600 / table.slot / sum(self._chances)
        last = len(table.tail) - 1
        if misses <= last:
            return looks * float(sum(map(mul, self._chances, table.tail[misses])))
        before = last - max(1, int(DECAY_SECONDS / table.slot))
        power = (misses - last) / (last - before)
        rows = zip(self._chances, table.tail[before], table.tail[last], strict=True)
        return looks * float(sum(chance * end * (end / begin) ** power for chance, begin, end in rows))

    def _reckon(self, table: Table) -> None:
        """Take in what was heard; what was known a while before fades."""
        heard, ended = self._heard, self._ended
        self._heard, self._ended, self._chances = 0.0, {}, None
        learned = self._lately
        for misses, count in ((0, heard), *ended.items()):
            if count and misses < len(table.just):  # else the table is another one since
                row = table.just[misses]
                learned = list(map(add, learned, row if count == 1 else map(mul, row, repeat(count))))
        self._lately = learned
        self._seconds += heard * table.slot
        if self._seconds >= FADE_SECONDS:
            self._known = _whole(_learned(_faded(self._known, self._seconds / NUDGED_EVERY), learned))
            self._lately, self._seconds = _NOTHING, 0.0


def _learned(known: list[float], logs: list[float]) -> list[float]:
    """Bayes' rule, but for the factor that makes their sum 1."""
    return list(map(mul, known, map(exp, map(sub, logs, repeat(max(logs))))))


def _whole(chances: list[float]) -> list[float]:
    total = sum(chances)
    return [chance / total for chance in chances]


def _faded(chances: list[float], share: float) -> list[float]:
    return [chance + share * (prior - chance) for chance, prior in zip(chances, _PRIOR, strict=True)]
