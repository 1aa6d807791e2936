"""The text part of the game interface: decisions, answers and events in words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Generic

from companion.game.course import LogLine
from companion.game.equipment import REAL_TABLE, Equipment
from companion.game.recent import RecentEvents
from companion.game.rules import A, E, Json, S


class Text(ABC, Generic[S, A, E]):
    """A game in words, in the language of the process."""

    @abstractmethod
    def decision(self, state: S, asked: Any, equipment: Equipment = REAL_TABLE, player: int | None = None, /) -> str:
        """Return the open decision in words; for None, the end of the game, the winners.

        Args:
            equipment: what the table has; the words name nothing else.
            player: who reads it on the own phone, addressed as "you"; None for everybody.
        """

    @abstractmethod
    def answer(self, state: S, answer: A, player: int | None = None, /) -> str:
        """Return an answer in words for the player who gives it, or for everybody (None)."""

    @abstractmethod
    def event(self, state: S, event: E, /) -> LogLine | None:
        """Return an event in words; None for an internal one."""

    @abstractmethod
    def where(self, state: S, /) -> str:
        """Return how far the game is, such as its act and scene."""

    @abstractmethod
    def describe(self, state: S, /) -> str:
        """Return a position as a few lines of text."""

    @abstractmethod
    def points(self, state: S, events: Sequence[E], player: int, /) -> str:
        """Return a player's points and the events that brought them, as a few lines of text."""

    # --- with a default

    def happening(self, state: S, equipment: Equipment = REAL_TABLE, player: int | None = None, /) -> str | None:
        """Return what is going on: who does what to whom with which card; the arguments are those of `decision`."""
        return None

    def rules_for(self, state: S, event: E | None = None, /) -> Sequence[str]:
        """Return the ids of the rules that an event follows, or those of the open decision, by public knowledge."""
        return ()

    def rule_texts(self, state: S, ids: Iterable[str], /) -> Json:
        """Return the texts of rules by id."""
        return {}

    def remember(self, recent: RecentEvents, state: S, event: E, /) -> None:
        """Add an event to the recent ones, as a moment if screens show it for a moment.

        Args:
            state: the state after the event, or soon after it.
        """
        recent.add(self.event(state, event), None, self.rules_for(state, event))

    def lines(self, state: S, events: Sequence[E], /) -> list[str] | None:
        """Return the lines of cards that a voice reads for these events; None in a game without spoken lines."""
        return None
