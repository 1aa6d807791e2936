"""The secrets part of the game interface: what each player may know."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic

from companion.game.actual_deal import DealFollower
from companion.game.rules import A, E, Json, S


class Secrets(ABC, Generic[S, A, E]):
    """Hidden cards. A `player` is a seat from 0; None stands for what everybody knows."""

    @abstractmethod
    def visible_to(self, state: S, player: int | None, /) -> S:
        """Return a copy of the state without everything that is hidden from a player."""

    @abstractmethod
    def check(self, state: S, answer: A, player: int | None, /) -> None:
        """Check an answer against what a player may know. Raises Forbidden."""

    @abstractmethod
    def play_as_seen_by(self, game: Any, answer: A, player: int | None, /) -> None:
        """Play an answer that is allowed by everything that a player may know. Raises Forbidden.

        A button turns up the card that lies there, even if the answer does not name it.
        """

    @abstractmethod
    def actual_deal(self, start: S, seed: int, /) -> DealFollower[Any, Any]:
        """Return the real cards behind a session on the on-screen mat that begins with `start`."""

    # --- with a default

    def show_nothing(self, events: Sequence[E], /) -> bool:
        """Return True if events of these kinds show no hidden card, draw none and use no chance.

        Their player may undo them.
        """
        return False

    def public_violation(self, violation: Json, /) -> Json:
        """Return the public part of a recorded rule violation."""
        return violation

    def as_said_by_host(self, state: S, answer: A, /) -> A:
        """Return the part of an answer that counts from a person who does not see the cards."""
        return answer

    def lies_face_down(self, state: S, answer: A, /) -> bool:
        """Return whether a hand gives this answer by laying a card face down."""
        return False
