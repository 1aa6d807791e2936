"""A game in progress: a state, its events so far, and the source of chance.

The rules write only through `emit`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from companion.deathmatch.model.events import Event
from companion.deathmatch.model.evolve import evolve
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, UNKNOWN_CHARACTER
from companion.game.course import GameInProgress


class Chance(Protocol):
    """The source of shuffled cards: a dealer who knows the cards, or the table, where nobody knows them."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return these action cards in their new order, the first to deal first."""
        ...

    def draw_characters(self, characters: Sequence[str], players: int) -> tuple[str, ...]:
        """Return a character for each player (DS2)."""
        ...


class Dealer:
    """A dealer who knows every card; its seeded random generator is the only one in a game."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the cards in random order."""
        order = list(cards)
        self.random.shuffle(order)
        return tuple(order)

    def draw_characters(self, characters: Sequence[str], players: int) -> tuple[str, ...]:
        """Return a random character for each player."""
        return self.shuffle(characters)[:players]


class Unseen:
    """Chance at a real table: after a shuffle nobody knows which card is where."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the same number of unknown cards."""
        return (UNKNOWN_ACTION,) * len(cards)

    def draw_characters(self, characters: Sequence[str], players: int) -> tuple[str, ...]:
        """Return an unknown character for each player."""
        return (UNKNOWN_CHARACTER,) * players


class Game(GameInProgress[State, Event]):
    """A state that changes by events, and these events, oldest first."""

    chance: Chance

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(state, chance, evolve)
