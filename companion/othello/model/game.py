"""A game being played: a state, the facts so far, and the chance that shuffles.

The rules (flow, windows, effects) write through a `Game` and nowhere else: facts with `emit`, what is under way with
`begin`, `push`, `replace` and `pop`. Each of them is an event, and only `evolve` changes the state.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import copy
from typing import Protocol

from companion.othello.model.cards import UNKNOWN, UNKNOWN_OF, UNSEEN, CardName, Pile, pile_of
from companion.othello.model.events import Event
from companion.othello.model.evolve import APPLY, fold
from companion.othello.model.evolve_flow import UnderWay
from companion.othello.model.state import State


class Chance(Protocol):
    """Who shuffles: a dealer that knows the cards, or the table, where nobody does.

    `blind` says that nobody will tell which cards change hands, not even those that the companion has come to know;
    `trusts`, that somebody's word on a card of a hand counts, and that the book may have had another one there.
    """

    blind: bool
    trusts: bool

    def shuffle(self, pile: Pile, cards: Sequence[CardName]) -> tuple[CardName, ...]:
        """These cards in their new order, the next to draw first."""
        ...

    def pick(self, victim: int, cards: Sequence[CardName]) -> CardName:
        """One of these cards of a player's hand, taken blindly (A1)."""
        ...

    def asks(self, player: int) -> bool:
        """Whether a player says which card it is also where nobody else sees a difference (A1, I2)."""
        ...


class Unseen:
    """The table: after a shuffle nobody knows the order of a pile, and nobody tells which cards change hands."""

    blind = trusts = True

    def shuffle(self, pile: Pile, cards: Sequence[CardName]) -> tuple[CardName, ...]:
        """As many unknown cards."""
        return (UNKNOWN_OF[pile],) * len(cards)

    def pick(self, victim: int, cards: Sequence[CardName]) -> CardName:
        """An unknown card; of what kind is known where all are of one kind."""
        kinds = {pile_of(card) for card in cards}
        kind = kinds.pop() if len(kinds) == 1 else None
        return UNKNOWN_OF[kind] if kind is not None else UNKNOWN

    def asks(self, player: int) -> bool:
        """Nobody is asked what hands do unseen."""
        return False


class Dealer:
    """A dealer who knows every card; its random generator, seeded, is the only one in a game."""

    blind = trusts = False

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffle(self, pile: Pile, cards: Sequence[CardName]) -> tuple[CardName, ...]:
        """The cards in a random order; where some are unknown, nobody knows which one is where."""
        if not UNSEEN.isdisjoint(cards):
            return (UNKNOWN_OF[pile],) * len(cards)
        order = list(cards)
        self.random.shuffle(order)
        return tuple(order)

    def pick(self, victim: int, cards: Sequence[CardName]) -> CardName:
        """Any of the cards, each as likely."""
        return self.random.choice(cards)

    def asks(self, player: int) -> bool:
        """A card that the dealer does not know either is like any other."""
        return False

    def __copy__(self) -> Dealer:
        """A dealer who will shuffle alike, and does not change what this one will."""
        new = Dealer.__new__(Dealer)
        new.random = copy(self.random)
        return new


class AtTable(Dealer):
    """A dealer at a table, where somebody's word on a card that the others do not see is taken."""

    trusts = True


class Game(UnderWay):
    """A state that changes by events, and the events themselves, oldest first."""

    __slots__ = ("chance",)

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(state)
        self.chance = chance

    def emit(self, event: Event) -> None:
        """Record a fact and change the state by it."""
        self.events.append(event)
        APPLY[type(event)](self.state, event)

    def take_up(self, events: Sequence[Event]) -> None:
        """Let facts happen that were recorded before."""
        self.events += events
        fold(self.state, events)

    def trial(self) -> Game:
        """A copy to try something on: the same state, no events yet, chance that falls alike."""
        return Game(self.state.copy(), copy(self.chance))

    def adopt(self, trial: Game) -> None:
        """Let what was tried have happened."""
        self.events += trial.events
        self.state = trial.state
        self.chance = trial.chance
