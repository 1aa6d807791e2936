"""Gestures that a program makes, and the real cards behind an on-screen mat.

On the on-screen mat the companion deals, so it has to know the cards: that is the `ActualDeal`. Nothing public depends
on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from companion.game.rules import Json


class ActualDeal(Protocol):
    """The real cards behind a session in which nobody knows the cards, dealt by a seed.

    `by_number` marks old games, whose random results depend on the number of all earlier events.
    """

    state: Any
    by_number: bool

    @property
    def chance(self) -> Any:
        """The public chance of that session."""

    def follow(self, events: Sequence[Any], /) -> None:
        """Take the session's events so far."""

    def hands(self) -> list[list[str]]:
        """Return every player's hand."""

    def placed(self, player: int, /) -> str | None:
        """Return the card in front of a player."""

    def may_take(self, player: int | None, answer: Mapping[str, Any], /) -> bool:
        """Return whether a player, or for None nobody, may take the named card of another hand by this answer."""

    def holds(self, player: int, card: str, /) -> bool:
        """Return whether a card is in a player's hand or in front of the player."""


class Lay(NamedTuple):
    """Place a thing in a zone."""

    zone: str
    thing: str


class HandTransfer(NamedTuple):
    """A card that goes from one hand to another, by its back; taken unseen unless `chosen`."""

    giver: int
    taker: int
    back: str
    chosen: bool


class Take(NamedTuple):
    """Remove the thing in a zone."""

    zone: str


class Say(NamedTuple):
    """Give an answer in words, as at the host's desk."""

    answer: Json


Move = Lay | Take | Say
