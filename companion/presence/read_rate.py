"""In what share of the looks a card is heard, and whether what was silent and is heard again was laid back by a hand.

A card that lies well is heard in most looks; one that was nudged, or laid badly, in few of them, and then a silence as
long as a lift comes by chance. So a few shares are kept, each with the probability that it is this card's now (a hidden
Markov model: each look multiplies them by Bayes' rule, and now and then a card is nudged). A long silence is weighed at
the looks after it: either a hand took the card and laid it back, and then it is heard well now; or it lay there all
along, heard so badly that it was silent by chance, and then few of the next looks hear it either. Outages are not known
here: `gaps` knows them.

It knows neither zones nor clocks: `presence` does.
"""

from __future__ import annotations

from enum import Enum

GOOD = {0.98: 0.4, 0.93: 0.2, 0.86: 0.1, 0.78: 0.06, 0.72: 0.04}
BAD = {0.45: 0.01, 0.32: 0.02, 0.2: 0.03, 0.1: 0.04, 0.05: 0.05, 0.02: 0.05}
"""The shares that a card may have, and in what part of all layings it has them."""

NUDGED_EVERY = 600.0  # seconds, about
BY_HAND_EVERY, BY_HAND_SPREAD = 60.0, 1.5  # seconds: absences that hands make
OUTAGE_EVERY, OUTAGE_SPREAD = 10.0, 0.3  # seconds: outages of a card that is heard well else
LONGEST_OUTAGE = 0.7  # seconds: two that touch
OTHERWISE = 0.1  # of the cards that are laid back lie otherwise than before
BELIEVED = 2e-4  # so much less likely than a hand anything else must be
BELIEVED_AT_LAST = 0.1  # once nothing more is waited for
DISMISSED = 1e-4  # so likely must a hand be at least, or nothing more is waited for

_SHARES = (*GOOD, *BAD)
_LAID = (*GOOD.values(), *BAD.values())
_BAD_FROM = len(GOOD)


class Verdict(Enum):
    """What a card has done that is heard again after a silence."""

    OPEN = "open"
    LAID_BACK = "laid back"
    LAY_THERE = "lay there"


class ReadRate:
    """How well one card is heard in its zone, as far as looks tell."""

    __slots__ = ("_back", "_chances")

    def __init__(self) -> None:
        self._chances = list(_LAID)
        self._back: list[float] = []  # while a return is weighed: the part of it in which a hand laid the card back

    @property
    def badly(self) -> float:
        """The probability that it is heard badly now."""
        return sum(self._chances[_BAD_FROM:])

    def badly_after(self, misses: int, slot: float) -> float:
        """The probability that it is heard badly, and no hand took it, when it has been silent for so many looks."""
        missed = [chance * (1 - share) ** misses for chance, share in zip(self._chances, _SHARES, strict=True)]
        badly = sum(missed[_BAD_FROM:])
        return badly / (sum(missed) + (slot / BY_HAND_EVERY if misses else 0.0))

    def again(self, misses: int, slot: float) -> None:
        """It was heard after so many looks, `slot` seconds apart, that did not hear it."""
        self._nudge(misses, slot)
        self._take(misses, slot)
        self.settle()

    def come_back(self, misses: int, slot: float) -> Verdict:
        """It is heard after so long a silence that it was gone: weigh from now on what that was."""
        self._nudge(misses, slot)
        back = [chance + OTHERWISE * (laid - chance) for chance, laid in zip(self._chances, _LAID, strict=True)]
        hand = _by_hand(slot)
        self._chances = [a * b for a, b in zip(self._chances, _rates(misses, 0.0), strict=True)]
        self._back = [hand * a * b for a, b in zip(back, _SHARES, strict=True)]
        return self._verdict()

    def weigh(self, misses: int, slot: float, last: bool) -> Verdict:
        """What has come back is heard once more, after so many looks that did not hear it; for the `last` time."""
        self._take(misses, slot)
        verdict = self._verdict(BELIEVED_AT_LAST if last else BELIEVED)
        return Verdict.LAY_THERE if last and verdict is Verdict.OPEN else verdict

    def settle(self) -> None:
        """Weigh the return no longer: it lies there, however it came."""
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
        lay = sum(self._chances[_BAD_FROM:])  # of one that is heard well `gaps` has told that it was not silent so long
        if lay <= least * well:
            return Verdict.LAID_BACK
        return Verdict.LAY_THERE if well <= DISMISSED * (well + badly + lay) else Verdict.OPEN


def _by_hand(slot: float) -> float:
    return slot / BY_HAND_EVERY * slot / BY_HAND_SPREAD


def _otherwise(misses: int, slot: float) -> float:
    """How likely something else than how well it is heard makes so many misses: an outage, or a hand."""
    if misses <= 1:
        return 0.0
    return slot / OUTAGE_EVERY * slot / OUTAGE_SPREAD if misses * slot <= LONGEST_OUTAGE else _by_hand(slot)


def _rates(misses: int, otherwise: float) -> list[float]:
    """How likely so many misses and a look that hears it are at each share; `otherwise` is what else may make them."""
    return [max((1 - share) ** misses, otherwise) * share for share in _SHARES]
