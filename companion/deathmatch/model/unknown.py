"""Cards that the companion does not know: their names, and heaps of which it knows the cards or only the number.

One engine serves a simulation, where everything is known, and a table, where nothing is. A heap is a tuple of cards,
the next to draw first, or a number of cards of which nothing more is known. A card may be unknown in any place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

UNKNOWN_ACTION = "?action"
UNKNOWN_CHARACTER = "?character"

Heap: TypeAlias = tuple[str, ...] | int


def size(heap: Heap) -> int:
    """How many cards there are."""
    return heap if isinstance(heap, int) else len(heap)


def known(heap: Heap) -> tuple[str, ...]:
    """The cards of a heap whose names are known."""
    return () if isinstance(heap, int) else tuple(card for card in heap if not is_unknown(card))


def is_unknown(card: str) -> bool:
    """Whether nobody has told what this card is."""
    return card.startswith("?")


def cards_of(heap: Heap) -> tuple[str, ...]:
    """The cards one by one, those of a number as unknown ones."""
    return (UNKNOWN_ACTION,) * heap if isinstance(heap, int) else heap


def find(cards: Sequence[str], card: str) -> int | None:
    """Where a card lies that is this one, or else one that may be, for nobody knows it; None if there is neither."""
    for wanted in (card, UNKNOWN_ACTION):
        if wanted in cards:
            return cards.index(wanted)
    return None


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards but for this one, or else for one that nobody knows.

    Raises ValueError when there is neither.
    """
    at = find(cards, card)
    if at is None:
        raise ValueError(f"{card} is not among {', '.join(cards) or 'no cards'}")
    return (*cards[:at], *cards[at + 1 :])


def left_unseen(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand without a card that has left it. Where an unnamed one leaves a hand that is known, it may have been any.

    Raises ValueError when there is no such card.
    """
    if card == UNKNOWN_ACTION and hand and UNKNOWN_ACTION not in hand:
        return (UNKNOWN_ACTION,) * (len(hand) - 1)
    return without(hand, card)


def on_top(heap: Heap, card: str) -> Heap:
    """The heap with a card more, the next to draw."""
    return heap + 1 if isinstance(heap, int) else (card, *heap)


def beneath(heap: Heap, card: str) -> Heap:
    """The heap with a card more, the last to draw."""
    return heap + 1 if isinstance(heap, int) else (*heap, card)


def top(heap: Heap) -> str:
    """The next card to draw, of a heap that has one."""
    return UNKNOWN_ACTION if isinstance(heap, int) else heap[0]


def after_drawing(heap: Heap) -> Heap:
    """The heap without its next card."""
    return heap - 1 if isinstance(heap, int) else heap[1:]


def given_up(heap: Heap, card: str) -> Heap:
    """The heap without a card that is said to have been in it; where it cannot have been, the last one gives way.

    Raises ValueError when there is no card.
    """
    if not size(heap):
        raise ValueError("there is no card")
    if isinstance(heap, int):
        return heap - 1
    return without(heap, card) if find(heap, card) is not None else heap[:-1]


def taken(heap: Heap, card: str, at_bottom: bool = False) -> tuple[str, Heap]:
    """A card that somebody took out of a heap, as far as it is known, and the heap without it.

    The one at the end from which it was taken, if it may be this one; else the first that is, or may be; where there is
    none, the one at that end gives way. `?action` takes whatever lies at that end.

    Raises ValueError when there is no card.
    """
    if isinstance(heap, int) or not heap:
        return card, given_up(heap, card)
    end = len(heap) - 1 if at_bottom else 0
    is_end = card == UNKNOWN_ACTION or heap[end] in (card, UNKNOWN_ACTION)
    at = None if is_end else find(heap, card)
    at = end if at is None else at
    return heap[at] if card == UNKNOWN_ACTION else card, (*heap[:at], *heap[at + 1 :])
