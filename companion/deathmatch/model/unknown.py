"""Names for unknown cards, and heaps of which the companion knows the cards or only their number.

One engine serves a simulation, which knows everything, and a table, which knows nothing. A heap is a tuple of cards
with the next to draw first, or a number of unknown cards. A card may be unknown in any place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

UNKNOWN_ACTION = "?action"
UNKNOWN_CHARACTER = "?character"

Heap: TypeAlias = tuple[str, ...] | int


def size(heap: Heap) -> int:
    """Return the number of cards in a heap."""
    return heap if isinstance(heap, int) else len(heap)


def known(heap: Heap) -> tuple[str, ...]:
    """Return the known cards of a heap."""
    return () if isinstance(heap, int) else tuple(card for card in heap if not is_unknown(card))


def is_unknown(card: str) -> bool:
    """Return True if the name stands for an unknown card."""
    return card.startswith("?")


def cards_of(heap: Heap) -> tuple[str, ...]:
    """Return the cards one by one; a number becomes unknown cards."""
    return (UNKNOWN_ACTION,) * heap if isinstance(heap, int) else heap


def find(cards: Sequence[str], card: str) -> int | None:
    """Return the index of this card or, without it, of an unknown one, which may be it; None if there is neither."""
    for wanted in (card, UNKNOWN_ACTION):
        if wanted in cards:
            return cards.index(wanted)
    return None


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return the cards without this one or, if it is not there, without one unknown card.

    Raises ValueError if there is neither.
    """
    at = find(cards, card)
    if at is None:
        raise ValueError(f"{card} is not among {', '.join(cards) or 'no cards'}")
    return (*cards[:at], *cards[at + 1 :])


def left_unseen(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return the hand without a card that left it. If an unnamed card leaves a known hand, the rest becomes unknown.

    Raises ValueError if there is no such card.
    """
    if card == UNKNOWN_ACTION and hand and UNKNOWN_ACTION not in hand:
        return (UNKNOWN_ACTION,) * (len(hand) - 1)
    return without(hand, card)


def on_top(heap: Heap, card: str) -> Heap:
    """Return the heap with one more card, the next to draw."""
    return heap + 1 if isinstance(heap, int) else (card, *heap)


def beneath(heap: Heap, card: str) -> Heap:
    """Return the heap with one more card, the last to draw."""
    return heap + 1 if isinstance(heap, int) else (*heap, card)


def top(heap: Heap) -> str:
    """Return the next card to draw from a heap that has one."""
    return UNKNOWN_ACTION if isinstance(heap, int) else heap[0]


def after_drawing(heap: Heap) -> Heap:
    """Return the heap without its next card."""
    return heap - 1 if isinstance(heap, int) else heap[1:]


def given_up(heap: Heap, card: str) -> Heap:
    """Return the heap without a card that was reported to be in it; if it cannot have been, drop the last card.

    Raises ValueError if there is no card.
    """
    if not size(heap):
        raise ValueError("there is no card")
    if isinstance(heap, int):
        return heap - 1
    return without(heap, card) if find(heap, card) is not None else heap[:-1]


def taken(heap: Heap, card: str, at_bottom: bool = False) -> tuple[str, Heap]:
    """Return a card that somebody took out of a heap, by name if known, and the heap without it.

    Remove the card at the end it was taken from if that may be the one, else the first match or unknown card, else the
    card at that end. `?action` takes the card at that end.

    Raises ValueError if there is no card.
    """
    if isinstance(heap, int) or not heap:
        return card, given_up(heap, card)
    end = len(heap) - 1 if at_bottom else 0
    is_end = card == UNKNOWN_ACTION or heap[end] in (card, UNKNOWN_ACTION)
    at = None if is_end else find(heap, card)
    at = end if at is None else at
    return heap[at] if card == UNKNOWN_ACTION else card, (*heap[:at], *heap[at + 1 :])
