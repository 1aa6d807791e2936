"""A small game being played: a state that never changes but is replaced, event by event; what is open; and its chance.

For games whose state is a plain record (`companion.core.cards`). Larger games have their own in its place.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from companion.core.cards import UNKNOWN, Card

S = TypeVar("S")
E = TypeVar("E")


class Decision(NamedTuple):
    """What is open: its kind, the seats that are asked in turn order, and every answer that fits."""

    kind: str
    players: tuple[int, ...]
    options: tuple[Any, ...]


class LogLine(NamedTuple):
    """An event in words that everybody may hear, and the seat that it is about.

    `kind` is card, score, wound, death, lead, window, scene, act, token or note.
    """

    text: str
    kind: str
    seat: int | None = None


class Chance(Protocol):
    """Who shuffles."""

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """These cards in their new order."""


class Dealer:
    """A dealer who knows every card."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards in a random order."""
        return tuple(self._random.sample(list(cards), len(cards)))


class Unseen:
    """The table: after a shuffle nobody knows which card is where."""

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """As many unknown cards."""
        return (UNKNOWN,) * len(cards)


class GameInProgress(Generic[S, E]):
    """A state that changes by events, and the events themselves, oldest first.

    Args:
        evolve: the state after an event.
    """

    def __init__(self, state: S, chance: Chance, evolve: Callable[[S, E], S]) -> None:
        self.state = state
        self.chance = chance
        self.events: list[E] = []
        self._evolve = evolve

    def emit(self, *events: E) -> None:
        """Let facts happen."""
        self.take_up(events)

    def take_up(self, events: Sequence[E]) -> None:
        """Let facts happen that were recorded before."""
        for event in events:
            self.events.append(event)
            self.state = self._evolve(self.state, event)
