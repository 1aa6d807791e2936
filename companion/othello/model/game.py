"""A game in progress: a state, its events so far, and the source of randomness.

The rules (flow, windows, effects) write only through a `Game`: events with `emit`, frames with `begin`, `push`,
`replace` and `pop`. Each of these is recorded as an event; only `evolve` changes the rest of the state.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import copy
from typing import Protocol

from companion.othello.model.cards import UNKNOWN, UNKNOWN_OF, UNSEEN, CardName, Pile, is_unknown, pile_of
from companion.othello.model.events import Event, Flow
from companion.othello.model.evolve import APPLY, fold
from companion.othello.model.frames import Frame
from companion.othello.model.state import State


class Chance(Protocol):
    """The source of shuffles and blind picks.

    It is a dealer that knows the cards, or a real table, where nobody does. `blind` is True if nobody will report
    which cards change hands, not even cards that the companion has come to know. `trusts` is True if a player's
    statement about a card of a hand overrides the record.
    """

    blind: bool
    trusts: bool

    def shuffle(self, pile: Pile, cards: Sequence[CardName]) -> tuple[CardName, ...]:
        """Return these cards in a new order, the next to draw first."""
        ...

    def pick(self, victim: int, cards: Sequence[CardName]) -> CardName:
        """Pick one of these cards of a player's hand blindly (A1)."""
        ...

    def asks(self, player: int) -> bool:
        """Return True if a player names a card even without a visible difference (A1, I2)."""
        ...

    def asks_for_discards(self) -> bool:
        """Return True if players name the cards of unknown hands that they discard before an act (G4)."""
        ...


class Unseen:
    """A real table: nobody knows the order of a shuffled pile or reports which cards change hands."""

    blind = trusts = True

    def shuffle(self, pile: Pile, cards: Sequence[CardName]) -> tuple[CardName, ...]:
        """Return the same number of unknown cards."""
        return (UNKNOWN_OF[pile],) * len(cards)

    def pick(self, victim: int, cards: Sequence[CardName]) -> CardName:
        """Return an unknown card; its kind is known if all cards are of one kind."""
        kinds = {pile_of(card) for card in cards}
        kind = kinds.pop() if len(kinds) == 1 else None
        return UNKNOWN_OF[kind] if kind is not None else UNKNOWN

    def asks(self, player: int) -> bool:
        """Return False: hidden choices of hands are not asked for."""
        return False

    def asks_for_discards(self) -> bool:
        """Return False: players discard their cards at the table."""
        return False


class Dealer:
    """A dealer who knows every card.

    Its seeded random generator is the only one in a game.
    """

    blind = trusts = False

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffle(self, pile: Pile, cards: Sequence[CardName]) -> tuple[CardName, ...]:
        """Return the cards in random order, or as unknown cards if any of them is unknown."""
        if not UNSEEN.isdisjoint(cards):
            return (UNKNOWN_OF[pile],) * len(cards)
        order = list(cards)
        self.random.shuffle(order)
        return tuple(order)

    def pick(self, victim: int, cards: Sequence[CardName]) -> CardName:
        """Pick one of the cards, each with the same probability."""
        return self.random.choice(cards)

    def asks(self, player: int) -> bool:
        """Return False: cards that are unknown to the dealer too are interchangeable."""
        return False

    def asks_for_discards(self) -> bool:
        """Return False: cards that are unknown to the dealer too are interchangeable."""
        return False

    def __copy__(self) -> Dealer:
        """Copy the dealer: the copy shuffles in the same way and does not affect this one."""
        new = Dealer.__new__(Dealer)
        new.random = copy(self.random)
        return new


class AtTable(Dealer):
    """A dealer that accepts players' statements about hidden cards."""

    trusts = True


class Onlookers(Dealer):
    """The source of randomness for a script: cards not named in the position stay unknown."""

    trusts = True

    def pick(self, victim: int, cards: Sequence[CardName]) -> CardName:
        """Pick one of the cards if all are known, else an unknown one."""
        unseen = any(is_unknown(card) for card in cards)
        return Unseen().pick(victim, cards) if unseen else super().pick(victim, cards)


class Game:
    """A state that changes by events, and the events themselves, oldest first.

    The rules change the stack of frames many times in one step. Nobody sees the intermediate stacks, so one `Flow`
    event records the last one; without it the state would not follow from the events. `with game:` encloses one step of
    play. At its end the stack is recorded if it has changed.
    """

    __slots__ = ("_before", "chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def __enter__(self) -> None:
        self._before = self.state.frames

    def __exit__(self, error: type[BaseException] | None, *_rest: object) -> None:
        if error is None:
            self.record_flow(self._before)

    def record_flow(self, before: tuple[Frame, ...]) -> None:
        """Record the stack if it differs from `before`."""
        frames = self.state.frames
        if frames != before:
            self.events.append(Flow(frames))

    def begin(self, frame: Frame) -> None:
        """Begin a phase: replace the whole stack."""
        self.state.frames = (frame,)

    def push(self, frame: Frame) -> None:
        """Push a frame on top of the stack."""
        self.state.frames = (*self.state.frames, frame)

    def pop(self) -> None:
        """Remove the top frame."""
        self.state.frames = self.state.frames[:-1]

    def replace(self, frame: Frame) -> None:
        """Replace the top frame."""
        self.state.frames = (*self.state.frames[:-1], frame)

    def emit(self, event: Event) -> None:
        """Record an event and apply it to the state."""
        self.events.append(event)
        APPLY[type(event)](self.state, event)

    def take_up(self, events: Sequence[Event]) -> None:
        """Record and apply events from an earlier record."""
        self.events += events
        fold(self.state, events)

    def trial(self) -> Game:
        """Return a copy for a trial: the same state, no events, the same random sequence."""
        return Game(self.state.copy(), copy(self.chance))

    def adopt(self, trial: Game) -> None:
        """Make the result of a trial permanent."""
        self.events += trial.events
        self.state = trial.state
        self.chance = trial.chance
