"""Where all cards are: how many copies of each are known to be somewhere, and what an unknown one could be.

Cards of the deck that stand nowhere are those of which only a number is known, or are in the box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import Heap, known, size


def heaps(state: State) -> Iterator[Heap]:
    """Every place for action cards, with what is in it."""
    for seat in state.seats:
        yield from (seat.hand, seat.pile, seat.pool)
        if seat.played is not None:
            yield (seat.played,)
    yield from (state.discard, state.removed, state.scene_cards)
    for text in (state.carrying, *state.waiting):
        if text is not None and text.card in state.deck.actions:
            yield (text.card,)


def standing_copies(state: State) -> Counter[str]:
    """How many copies of each action card are known to be somewhere."""
    return Counter(card for heap in heaps(state) for card in known(heap))


def cards_in_game(state: State) -> int:
    """How many action cards there are in all places, known or not."""
    return sum(map(size, heaps(state)))


def could_be(state: State, card: str) -> bool:
    """Whether a card that nobody knows could be this one: not all copies of it are known to be elsewhere."""
    return standing_copies(state)[card] < state.deck.copies[card]


def possible_cards(state: State) -> list[str]:
    """What a card that nobody knows could be, in the deck's order."""
    standing = standing_copies(state)
    return [card for card, copies in state.deck.copies.items() if standing[card] < copies]


def possible_characters(state: State) -> list[str]:
    """Which character one that nobody knows could be: no other seat's, and none that nobody drew."""
    elsewhere = {seat.character for seat in state.seats} | set(known(state.characters))
    return [character for character in state.deck.characters if character not in elsewhere]
