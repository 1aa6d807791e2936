"""Model of a card's gaps: the silence that counts as a lift is learned while the card rests.

Each process of a bank (`silence_model`) has a probability. Each gap of this card makes some of them likelier (Bayes'
rule); absences caused by hands carry no information. A silence is a lift if the whole bank would produce one of that
length less than `MOST_PHANTOMS` times an hour. Old evidence fades, since a card may be nudged.

Only its length distinguishes the silence of a resting card from that of a lifted one. If outages follow each other
often enough, no rule finds all lifts; `bench.presence` computes how many the best possible rule would find.

This module knows neither zones nor clocks; `filter` does.
"""

from __future__ import annotations

from itertools import repeat
from math import exp
from operator import add, mul, sub

from companion.presence.silence_model import BANK, Table

MOST_PHANTOMS = 0.8e-3  # per hour and zone
SHORTEST_TURN = 0.53  # seconds: the fastest that a hand turns a card
LONGEST_ASKED = 0.97  # seconds: a zone that would need more is doubted
NUDGED_EVERY = 600.0  # seconds, approximately
FADE_SECONDS = 5.0
UNSETTLED, UNSETTLED_BY_ANOTHER = 0.04, 0.5  # evidence forgotten for a card put back, or another card
DECAY_SECONDS = 0.4  # seconds at the end of a table from which longer silences are extrapolated

_ALL = sum(process.prior for process in BANK)
_PRIOR = [process.prior / _ALL for process in BANK]
_NOTHING = [0.0] * len(_PRIOR)


class SilenceModel:
    """Probability distribution over the processes that cause the gaps of the card in a zone."""

    __slots__ = ("_chances", "_ended", "_heard", "_known", "_lately", "_seconds")

    def __init__(self) -> None:
        self._known = _PRIOR  # probabilities from older evidence
        self._lately = _NOTHING  # log likelihoods of the evidence since then, over `_seconds`
        self._seconds = 0.0
        self._heard = 0.0  # pending: polls that read the card right after another read
        self._ended: dict[int, int] = {}  # pending: gaps by number of misses
        self._chances: list[float] | None = None  # up to a common factor

    def hear(self, looks: float, table: Table) -> None:
        """Add consecutive reads, one slot apart."""
        self._heard += looks
        self._chances = None
        if self._heard * table.slot >= FADE_SECONDS:
            self._reckon(table)

    def end(self, misses: int, table: Table) -> None:
        """Add a gap of `misses` polls that has ended."""
        self._chances = None
        if misses < len(table.just):
            self._ended[misses] = self._ended.get(misses, 0) + 1

    def unsettle(self, share: float = UNSETTLED) -> None:
        """Forget a share of the evidence, because a card was moved or replaced.

        Much is kept, since outages often come from the reader.
        """
        self._known = _faded(_whole(_learned(self._known, self._lately)), share)
        self._lately, self._seconds, self._heard, self._ended, self._chances = _NOTHING, 0.0, 0.0, {}, None

    @property
    def has_stumbled(self) -> bool:
        """True if a gap has ended since the latest call of `phantoms`.

        Without one, phantoms only become fewer.
        """
        return bool(self._ended)

    def phantoms(self, misses: int, table: Table) -> float:
        """Return how often per hour an untouched card would be silent for `misses` polls or more."""
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
        """Update the model with the pending evidence, and fade older evidence."""
        heard, ended = self._heard, self._ended
        self._heard, self._ended, self._chances = 0.0, {}, None
        learned = self._lately
        for misses, count in ((0, heard), *ended.items()):
            if count and misses < len(table.just):  # otherwise the table has changed since then
                row = table.just[misses]
                learned = list(map(add, learned, row if count == 1 else map(mul, row, repeat(count))))
        self._lately = learned
        self._seconds += heard * table.slot
        if self._seconds >= FADE_SECONDS:
            self._known = _whole(_learned(_faded(self._known, self._seconds / NUDGED_EVERY), learned))
            self._lately, self._seconds = _NOTHING, 0.0


def _learned(known: list[float], logs: list[float]) -> list[float]:
    """Apply Bayes' rule, without normalisation."""
    return list(map(mul, known, map(exp, map(sub, logs, repeat(max(logs))))))


def _whole(chances: list[float]) -> list[float]:
    total = sum(chances)
    return [chance / total for chance in chances]


def _faded(chances: list[float], share: float) -> list[float]:
    return [chance + share * (prior - chance) for chance, prior in zip(chances, _PRIOR, strict=True)]
