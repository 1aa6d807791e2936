"""The data of Asides: the state of a game, its answers and its events. The rules are in `companion.asides.game`."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from companion.core.cards import Card, Player, Value
from companion.simple.standard_deck import Suit


class Phase(StrEnum):
    """The phases of a game. Each except the last has an answer of the same name."""

    DEAL = "deal"
    ASIDE = "aside"
    PLAY = "play"
    OVER = "over"


class Seat(Value, frozen=True):
    """A player. `lacks` holds the suits that were not followed; `revoked` means that such a suit was played later."""

    name: str
    hand: tuple[Card, ...] = ()
    aside: Card | None = None
    played: Card | None = None
    tricks: int = 0
    points: int = 0
    lacks: tuple[Suit, ...] = ()
    revoked: bool = False


class State(Value, frozen=True):
    """A game at one moment: number of deals, leader of this trick, and the cards of earlier tricks."""

    seats: tuple[Seat, ...]
    phase: Phase = Phase.DEAL
    deals: int = 0
    leader: Player = 0
    gone: tuple[Card, ...] = ()


class Deal(Value, frozen=True):
    """An answer and an event: a player has gathered and shuffled the cards."""

    by: Player


class Aside(Value, frozen=True):
    """An answer and an event: a player sets a card of the hand aside, face down."""

    by: Player
    card: Card


class Play(Value, frozen=True):
    """An answer and an event: a player plays a card of the hand to the trick."""

    by: Player
    card: Card


class Dealt(Value, frozen=True):
    """An event: a player receives a hand."""

    player: Player
    hand: tuple[Card, ...]


class TrickTaken(Value, frozen=True):
    """An event: a player takes the trick."""

    player: Player


class DealEnded(Value, frozen=True):
    """An event: the promises are revealed, and each player gains these points."""

    points: tuple[int, ...]


Answer: TypeAlias = Deal | Aside | Play
Event: TypeAlias = Deal | Aside | Play | Dealt | TrickTaken | DealEnded
