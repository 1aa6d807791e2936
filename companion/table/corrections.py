"""In which order steps are played again that came after one that was wrong.

A card that is laid, turned up or taken out waits for its turn, with what came after it. Everything else is of its
moment: where that does not come again, it must not be taken for something at a later one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.table.ledger import Step


class Again(NamedTuple):
    """The step to play now, those that wait, and those whose moment is over."""

    step: Step
    waiting: list[Step]
    over: list[Step]


def next_again(waiting: Sequence[Step], fits: Callable[[Step], bool], has_turn: Callable[[Step], bool]) -> Again | None:
    """What is played next of the steps that wait; None where nothing fits any more.

    Args:
        fits: whether a step can be played now.
        has_turn: whether it waits for its turn.
    """
    first_card: int | None = None
    for number, step in enumerate(waiting):
        if (first_card is None or has_turn(step)) and fits(step):
            keep = number if first_card is None else first_card
            return Again(step, [*waiting[number + 1 :], *waiting[keep:number]], list(waiting[:keep]))
        if first_card is None and has_turn(step):
            first_card = number
    return None
