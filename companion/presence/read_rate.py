"""Estimate of a card's read rate, and of whether a hand put it back after a silence.

A well-placed card is read in most polls. A nudged or badly placed one is read in few, and is sometimes silent for as
long as a lift by chance. The model is a hidden Markov model: it keeps several read rates, each with the probability
that it is the card's current one. Each poll updates them by Bayes' rule, and the card is nudged now and then.

A long silence is judged by the polls after it. Either a hand took the card and put it back, and it is read well now. Or
it was there all along, with so low a read rate that it was silent by chance, and few of the next polls read it either.
Outages are modelled elsewhere (`silence`).

This module knows neither zones nor clocks; `filter` does.
"""

from __future__ import annotations

from enum import Enum

GOOD = {0.98: 0.4, 0.93: 0.2, 0.86: 0.1, 0.78: 0.06, 0.72: 0.04}
BAD = {0.45: 0.01, 0.32: 0.02, 0.2: 0.03, 0.1: 0.04, 0.05: 0.05, 0.02: 0.05}
"""The read rates that a card may have, each with its prior probability."""

NUDGED_EVERY = 600.0  # seconds, approximately
BY_HAND_EVERY, BY_HAND_SPREAD = 60.0, 1.5  # seconds: absences caused by hands: mean interval, range of lengths
OUTAGE_EVERY, OUTAGE_SPREAD = 10.0, 0.3  # seconds: the same for outages of a card that is read well otherwise
LONGEST_OUTAGE = 0.7  # seconds: two adjacent outages
OTHERWISE = 0.1  # share of the cards put back whose position changed
BELIEVED = 2e-4  # put back: accepted if all other causes are at most this probable relative to it
BELIEVED_AT_LAST = 0.1  # the same limit for the last poll, which decides
DISMISSED = 1e-4  # put back: rejected if it is at most this probable

_SHARES = (*GOOD, *BAD)
_LAID = (*GOOD.values(), *BAD.values())
_BAD_FROM = len(GOOD)


class Verdict(Enum):
    """Conclusion about a card that is read again after a silence."""

    OPEN = "open"
    LAID_BACK = "laid back"
    LAY_THERE = "lay there"


class ReadRate:
    """Probability distribution of one card's read rate in its zone."""

    __slots__ = ("_back", "_chances")

    def __init__(self) -> None:
        self._chances = list(_LAID)
        self._back: list[float] = []  # during weighing: the share of the probability in which a hand put the card back

    @property
    def badly(self) -> float:
        """Probability that the card is read weakly now."""
        return sum(self._chances[_BAD_FROM:])

    def badly_after(self, misses: int, slot: float) -> float:
        """Return the probability, after `misses` silent polls, of a weakly read card that no hand took."""
        missed = [chance * (1 - share) ** misses for chance, share in zip(self._chances, _SHARES, strict=True)]
        badly = sum(missed[_BAD_FROM:])
        return badly / (sum(missed) + (slot / BY_HAND_EVERY if misses else 0.0))

    def again(self, misses: int, slot: float) -> None:
        """Add a read after `misses` polls without one, `slot` seconds apart."""
        self._nudge(misses, slot)
        self._take(misses, slot)
        self.settle()

    def come_back(self, misses: int, slot: float) -> Verdict:
        """Start to weigh how a card returned that counted as gone for `misses` polls."""
        self._nudge(misses, slot)
        back = [chance + OTHERWISE * (laid - chance) for chance, laid in zip(self._chances, _LAID, strict=True)]
        hand = _by_hand(slot)
        self._chances = [a * b for a, b in zip(self._chances, _rates(misses, 0.0), strict=True)]
        self._back = [hand * a * b for a, b in zip(back, _SHARES, strict=True)]
        return self._verdict()

    def weigh(self, misses: int, slot: float, last: bool) -> Verdict:
        """Add a read of a returned card after `misses` polls without one.

        The `last` call decides.
        """
        self._take(misses, slot)
        verdict = self._verdict(BELIEVED_AT_LAST if last else BELIEVED)
        return Verdict.LAY_THERE if last and verdict is Verdict.OPEN else verdict

    def settle(self) -> None:
        """Stop weighing the return: the card is there in either case."""
        chances = [a + b for a, b in zip(self._chances, self._back, strict=True)] if self._back else self._chances
        total = sum(chances)
        self._chances = [chance / total for chance in chances]
        self._back = []

    def _nudge(self, misses: int, slot: float) -> None:
        nudged = min(1.0, slot * (misses + 1) / NUDGED_EVERY)
        self._chances = [chance + nudged * (laid - chance) for chance, laid in zip(self._chances, _LAID, strict=True)]

    def _take(self, misses: int, slot: float) -> None:
        rates = _rates(misses, _otherwise(misses, slot))
        self._chances = [chance * rate for chance, rate in zip(self._chances, rates, strict=True)]
        self._back = [chance * rate for chance, rate in zip(self._back, rates, strict=False)]

    def _verdict(self, least: float = BELIEVED) -> Verdict:
        well, badly = sum(self._back[:_BAD_FROM]), sum(self._back[_BAD_FROM:])
        lay = sum(self._chances[_BAD_FROM:])  # `silence` has ruled out that a well-read card was silent for so long
        if lay <= least * well:
            return Verdict.LAID_BACK
        return Verdict.LAY_THERE if well <= DISMISSED * (well + badly + lay) else Verdict.OPEN


def _by_hand(slot: float) -> float:
    return slot / BY_HAND_EVERY * slot / BY_HAND_SPREAD


def _otherwise(misses: int, slot: float) -> float:
    """Return the probability that something other than the read rate caused the misses: an outage, or a hand."""
    if misses <= 1:
        return 0.0
    return slot / OUTAGE_EVERY * slot / OUTAGE_SPREAD if misses * slot <= LONGEST_OUTAGE else _by_hand(slot)


def _rates(misses: int, otherwise: float) -> list[float]:
    """Return the likelihood of `misses` followed by a read, for each read rate.

    `otherwise` is the likelihood of other causes.
    """
    return [max((1 - share) ** misses, otherwise) * share for share in _SHARES]
