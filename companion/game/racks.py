"""Racks, an optional part of the game interface: the cards of bot players at a real table.

A game without it has bots only on the on-screen mat.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, NamedTuple

from companion.core.i18n import ngettext
from companion.game.rules import A, E, S


class HandTransfer(NamedTuple):
    """A card that goes from one hand to another, by its back; taken unseen unless `chosen`."""

    giver: int
    taker: int
    back: str
    chosen: bool


class RackRules(ABC, Generic[S, A, E]):
    """The hand of a bot player that stands in a rack with readers. People carry its cards."""

    @abstractmethod
    def backs(self, state: S, player: int, /) -> list[str]:
        """Return the backs of a player's own cards, as they stand in the rack."""

    @abstractmethod
    def back(self, state: S, player: int, thing: str, /) -> str | None:
        """Return the back of a thing in a player's rack; None for one that cannot be there."""

    @abstractmethod
    def with_hand(self, state: S, player: int, things: Sequence[str], /) -> S:
        """Return the state in which a player holds these things, whose backs are those of `backs`."""

    # --- with a default

    def words(self, back: str, count: int, /) -> str:
        """Return a number of cards with the same back in words."""
        return ngettext("{count} card", "{count} cards", count)

    def target(self, state: S, answer: A, /) -> str | None:
        """Return an instruction for the card that an answer exchanges for another one; None for other answers."""
        return None

    def transfer(self, event: E, /) -> HandTransfer | None:
        """Return the card that an event moved from one hand to another, as everybody saw it."""
        return None

    def least_valued(self, state: S, player: int, things: Sequence[str], /) -> str:
        """Return the thing of a hand that its player values least."""
        return min(things)
