"""A small game in progress: an immutable state that each event replaces, the open decision, and the chance.

This is for games whose state is a plain record (`companion.core.cards`). Larger games have their own classes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from companion.core.cards import UNKNOWN, Card

S = TypeVar("S")
E = TypeVar("E")


class Decision(NamedTuple):
    """The open decision: its kind, the asked seats in turn order, and every answer that fits."""

    kind: str
    players: tuple[int, ...]
    options: tuple[Any, ...]


class LogLine(NamedTuple):
    """An event in public words, and the seat that it is about.

    `kind` is card, score, wound, death, lead, window, scene, act, token or note.
    """

    text: str
    kind: str
    seat: int | None = None


class Chance(Protocol):
    """Shuffles cards."""

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return these cards in their new order."""


class Dealer:
    """A dealer who knows every card."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return the cards in a random order."""
        return tuple(self._random.sample(list(cards), len(cards)))


class Unseen:
    """A table with real cards: after a shuffle nobody knows the order."""

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return as many unknown cards."""
        return (UNKNOWN,) * len(cards)


class GameInProgress(Generic[S, E]):
    """A state that changes by events, and its events, oldest first.

    Args:
        state: the state to begin with.
        chance: shuffles the cards.
        evolve: returns the state after an event.
    """

    def __init__(self, state: S, chance: Chance, evolve: Callable[[S, E], S]) -> None:
        self.state = state
        self.chance = chance
        self.events: list[E] = []
        self._evolve = evolve

    def emit(self, *events: E) -> None:
        """Apply new events."""
        self.take_up(events)

    def take_up(self, events: Sequence[E]) -> None:
        """Apply recorded events."""
        for event in events:
            self.events.append(event)
            self.state = self._evolve(self.state, event)
