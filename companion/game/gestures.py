"""What hands do that a program moves, and the real cards that they have.

On the on-screen mat the companion deals, so it has to know the cards: that is the `ActualDeal`. Nothing public depends
on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from companion.game.rules import Json


class ActualDeal(Protocol):
    """The real cards behind a session whose cards nobody knows, dealt by a seed.

    `by_number` says that it was begun when chance hung on how many events came before.
    """

    state: Any
    by_number: bool

    @property
    def chance(self) -> Any:
        """Chance for that session: what everybody sees of it."""

    def follow(self, events: Sequence[Any], /) -> None:
        """Take the session's events so far."""

    def hands(self) -> list[list[str]]:
        """Every player's hand."""

    def placed(self, player: int, /) -> str | None:
        """The card that lies before a player."""

    def may_take(self, player: int | None, answer: Mapping[str, Any], /) -> bool:
        """Whether what an answer takes of another hand by its name can be taken so by a player; by nobody for None."""

    def holds(self, player: int, card: str, /) -> bool:
        """Whether a player has a card in the hand, or before them."""


class Lay(NamedTuple):
    """A hand lays a thing in a zone."""

    zone: str
    thing: str


class HandTransfer(NamedTuple):
    """A card that goes from the hand of one player into that of another, by its back; taken unseen unless `chosen`."""

    giver: int
    taker: int
    back: str
    chosen: bool


class Take(NamedTuple):
    """A hand takes what lies in a zone."""

    zone: str


class Say(NamedTuple):
    """An answer is said, as one would say it at the host's desk."""

    answer: Json


Move = Lay | Take | Say
