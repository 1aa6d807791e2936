"""Hands of bots of a small game at a real table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from companion.core.cards import UNKNOWN, with_seat
from companion.game import RackRules
from companion.game.rules import E
from companion.simple.base import A, S, SmallGame


class SmallRacks(RackRules[S, A, E], Generic[S, A, E]):
    """Hands in racks."""

    def __init__(self, game: SmallGame[S, A, E]) -> None:
        self._game = game

    def backs(self, state: S, player: int) -> list[str]:
        """Return the hand as everybody sees it."""
        known: Any = self._game.visible_to(state, None)
        return sorted(known.seats[player].hand)

    def back(self, state: S, player: int, thing: str) -> str | None:
        """Return the only back that there is, for any card."""
        return UNKNOWN if thing in self._game.cards else None

    def with_hand(self, state: S, player: int, things: Sequence[str]) -> S:
        """Return the state with this hand."""
        return with_seat(state, player, hand=tuple(things))
