"""In which order steps are played again that came after one that was wrong.

A card that is laid, turned up or taken out waits for its turn, with what came after it. Everything else is of its
moment: where that does not come again, it must not be taken for something at a later one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.othello.model.answers import Do
from companion.table.kept_game import Step

_OF_A_TURN = (Do.PLACE, Do.REVEAL, Do.EXIT)


class Again(NamedTuple):
    """The step to play now, those that wait, and those whose moment is over."""

    step: Step
    waiting: list[Step]
    over: list[Step]


def next_again(waiting: Sequence[Step], fits: Callable[[Step], bool]) -> Again | None:
    """What is played next of the steps that wait; None where nothing fits any more."""
    first_card: int | None = None
    for number, step in enumerate(waiting):
        if (first_card is None or _has_turn(step)) and fits(step):
            keep = number if first_card is None else first_card
            return Again(step, [*waiting[number + 1 :], *waiting[keep:number]], list(waiting[:keep]))
        if first_card is None and _has_turn(step):
            first_card = number
    return None


def words_left(steps: Sequence[Step]) -> list[str]:
    """What of these has to be told: that somebody passed, or that a time ran out, need not be."""
    return [step.text for step in steps if step.answer is not None and step.answer["do"] != Do.PASS]


def _has_turn(step: Step) -> bool:
    return step.answer is not None and step.answer["do"] in _OF_A_TURN
