"""A game being played: a state, the facts so far, and the chance that shuffles.

The rules write through `emit`; nothing else does.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from companion.deathmatch.model.events import Event
from companion.deathmatch.model.evolve import evolve, fold
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, UNKNOWN_CHARACTER


class Chance(Protocol):
    """Who shuffles: a dealer that knows the cards, or the table, where nobody does."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """These action cards in their new order, the first to be dealt first."""
        ...

    def draw_characters(self, characters: Sequence[str], players: int) -> tuple[str, ...]:
        """A character for each player (DS2)."""
        ...


class Dealer:
    """A dealer who knows every card; its random generator, seeded, is the only one in a game."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """The cards in a random order."""
        order = list(cards)
        self.random.shuffle(order)
        return tuple(order)

    def draw_characters(self, characters: Sequence[str], players: int) -> tuple[str, ...]:
        """So many of the characters, in a random order."""
        return self.shuffle(characters)[:players]


class Unseen:
    """The table: after a shuffle nobody knows which card is where."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """As many unknown cards."""
        return (UNKNOWN_ACTION,) * len(cards)

    def draw_characters(self, characters: Sequence[str], players: int) -> tuple[str, ...]:
        """As many characters that nobody else knows."""
        return (UNKNOWN_CHARACTER,) * players


class Game:
    """A state that changes by events, and the events themselves, oldest first."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def emit(self, *events: Event) -> None:
        """Record facts and change the state by them."""
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)

    def take_up(self, events: Sequence[Event]) -> None:
        """Let facts that were recorded earlier have happened."""
        self.events += events
        self.state = fold(self.state, events)
