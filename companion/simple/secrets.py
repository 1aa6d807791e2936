"""Hidden cards of a small game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from companion.game import Secrets
from companion.game.course import GameInProgress
from companion.game.rules import E
from companion.simple.actual_deal import SmallActualDeal
from companion.simple.base import A, S, SmallGame


class SmallSecrets(Secrets[S, A, E], Generic[S, A, E]):
    """The knowledge of each player of a small game."""

    def __init__(self, game: SmallGame[S, A, E]) -> None:
        self._game = game

    def visible_to(self, state: S, player: int | None) -> S:
        """Return the state with unknown cards in place of hidden ones."""
        return self._game.visible_to(state, player)

    def check(self, state: S, answer: A, player: int | None) -> None:
        """Check an answer against what a player knows."""
        self._game.check(self._game.visible_to(state, player), answer)

    def play_as_seen_by(self, game: GameInProgress[S, E], answer: A, player: int | None) -> None:
        """Play an answer that is allowed by what a player knows."""
        self.check(game.state, answer, player)
        self._game.play_out(game, answer)

    def actual_deal(self, start: S, seed: int) -> SmallActualDeal:
        """Return the real cards."""
        return SmallActualDeal(self._game, start, seed)

    def show_nothing(self, events: Sequence[E]) -> bool:
        """Return whether only cards were put face down."""
        return all(type(event) in self._game.secret for event in events)

    def lies_face_down(self, state: S, answer: A) -> bool:
        """Return whether only its player knows the card of an answer."""
        return type(answer) in self._game.secret
