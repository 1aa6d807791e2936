"""Account for all cards: count the copies of each that have a known place, and list the candidates for an unknown card.

The other cards of the deck are in a heap of which only the size is known, or in the box.
"""

from __future__ import annotations

from collections import Counter

from companion.deathmatch.model.places import heaps
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import known


def standing_copies(state: State) -> Counter[str]:
    """Count the copies of each action card that have a known place."""
    return Counter(card for heap in heaps(state) for card in known(heap))


def could_be(state: State, card: str) -> bool:
    """Return True if an unknown card may be this one: not all its copies have a known place."""
    return standing_copies(state)[card] < state.deck.copies[card]


def possible_cards(state: State) -> list[str]:
    """Return the candidates for an unknown card, in the deck's order."""
    standing = standing_copies(state)
    return [card for card, copies in state.deck.copies.items() if standing[card] < copies]


def possible_characters(state: State) -> list[str]:
    """Return the candidates for an unknown character: no other seat's, and none that is known to be undrawn."""
    elsewhere = {seat.character for seat in state.seats} | set(known(state.characters))
    return [character for character in state.deck.characters if character not in elsewhere]
