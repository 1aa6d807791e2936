"""The secrets part of the game interface: what each player may know."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Any, Generic

from companion.game.gestures import ActualDeal
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
        """Play an answer that is allowed by everything that a player may know. Raises Forbidden."""

    @abstractmethod
    def actual_deal(self, start: S, seed: int, /) -> ActualDeal:
        """Return the real cards behind a session on the on-screen mat that begins with `start`."""

    # --- with a default

    def hands(self, state: S, /) -> list[list[str]]:
        """Return each hand as everybody sees it: backs of hidden cards, in an order that reveals nothing."""
        known: Any = self.visible_to(state, None)
        return [sorted(seat.hand) for seat in known.seats]

    def public_violation(self, violation: Json, /) -> Json:
        """Return the public part of a recorded rule violation."""
        return violation

    def as_said_by_host(self, state: S, answer: A, /) -> A:
        """Return the part of an answer that counts from a person who does not see the cards."""
        return answer

    def with_face_up_card(self, state: S, answer: A, /) -> A:
        """Return the answer with the card that a button or a word turns face up."""
        return answer

    def rack(self, state: S, player: int, /) -> list[str]:
        """Return the backs of a player's own cards, as they stand in the rack of a bot at a real table."""
        return self.hands(state)[player]

    def placed_as(self, actual: S, player: int, thing: str, /) -> str | None:
        """Return the name under which a thing is placed at a seat of the on-screen mat; None for its back.

        Args:
            actual: the state with the real cards.
        """
        return thing

    def hand_choices(self, actual: S, player: int, closed: Collection[int], /) -> list[Json]:
        """Return a player's open choice among cards of hands, as options that name the cards.

        An option that is given by laying a card has that card in `lay`, with its zone.

        Args:
            actual: the state with the real cards.
            closed: the players whose hands are not shown to somebody who looks into them.
        """
        return []

    def reveals_card_of(self, state: S, pushed: Any, /) -> int | None:
        """Return the player whose unknown card a button reveals; None for a known card or no card."""
        return None

    def with_dealers_knowledge(self, start: S, actual: Any, /) -> S:
        """Return the start with what the companion alone knows, because it deals on the on-screen mat."""
        return start

    def lies_face_down(self, state: S, answer: A, /) -> bool:
        """Return whether a hand gives this answer by laying a card face down."""
        return False
