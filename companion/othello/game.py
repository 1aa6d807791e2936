"""A game being played: a state, the facts so far, and the chance that shuffles.

The rules (flow, windows, effects) write through `emit`; nothing else does.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from companion.othello.cards import UNKNOWN_OF, CardName, Pile
from companion.othello.events import Event, Flow
from companion.othello.evolve import APPLY
from companion.othello.frames import Frame
from companion.othello.state import State


class Chance(Protocol):
    """Who shuffles: a dealer that knows the cards, or the table, where nobody does."""

    def shuffle(self, pile: Pile, cards: Sequence[CardName]) -> tuple[CardName, ...]:
        """These cards in their new order, the next to draw first."""
        ...


class Unseen:
    """The table: after a shuffle nobody knows the order of a pile."""

    def shuffle(self, pile: Pile, cards: Sequence[CardName]) -> tuple[CardName, ...]:
        """As many unknown cards."""
        return (UNKNOWN_OF[pile],) * len(cards)


class Dealer:
    """A dealer who knows every card; its random generator, seeded, is the only one in a game."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffle(self, pile: Pile, cards: Sequence[CardName]) -> tuple[CardName, ...]:
        """The cards in a random order."""
        order = list(cards)
        self.random.shuffle(order)
        return tuple(order)


class Game:
    """A state that changes by events, and the events themselves, oldest first."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Record a fact and change the state by it."""
        self.events.append(event)
        APPLY[type(event)](self.state, event)

    def push(self, frame: Frame) -> None:
        """Begin something on top of what is under way."""
        self.state.frames = (*self.state.frames, frame)

    def pop(self) -> None:
        """End what is on top."""
        self.state.frames = self.state.frames[:-1]

    def replace(self, frame: Frame) -> None:
        """Go on with what is on top, in another form."""
        self.state.frames = (*self.state.frames[:-1], frame)

    def note_flow(self) -> None:
        """Record what is under way now, so that the events alone tell it."""
        self.events.append(Flow(self.state.frames))
