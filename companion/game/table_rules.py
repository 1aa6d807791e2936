"""The table part of the game interface: what happens on the mat, and what it means for the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic

from companion.core.observation import Observation, Tag
from companion.core.verdict import Forbidden
from companion.game.interpretation import Interpretation, Offer, R, RecordViolation, TableView, UnexpectedPlacement
from companion.game.rules import A, E, Json, S

FollowUp = Callable[[Any], Interpretation[Any] | None]


class TableRules(ABC, Generic[S, A, E, R]):
    """The meaning of tags and buttons, the lights, and fixes that the host makes afterwards.

    `R` is the game's pending input: one frozen value with everything that was noted on the mat and is in no state yet;
    `pending` is that of a mat on which nothing was noted.
    `follow_ups` are functions of a `TableView` that return what the table does by itself, or None. The session calls
    them in order until none of them returns anything.
    """

    follow_ups: Sequence[FollowUp] = ()
    pending: R

    @abstractmethod
    def interpret(self, view: TableView[S, R], observation: Observation, prompted: Any, /) -> Interpretation[R]:
        """Return the meaning of an observation.

        Args:
            prompted: the answer that the seat's light offered for this press or hold; None without one.
        """

    @abstractmethod
    def prompts(self, view: TableView[S, R], /) -> list[Offer]:
        """Return the light of each seat and the meaning of its button, in seat order."""

    @abstractmethod
    def placed(self, state: S, player: int, /) -> str | None:
        """Return the card in front of a player, or its back if it is unknown."""

    # --- with a default

    def refused(self, view: TableView[S, R], answer: A, forbidden: Forbidden, /) -> Interpretation[R]:
        """Return what the table does about an answer that the rules forbid."""
        return Interpretation(view.readings, [RecordViolation(forbidden)])

    def after_answer(self, view: TableView[S, R], answer: A | None, events: Sequence[E], /) -> R:
        """Return the pending input after an answer, or None for a timeout, and the events that it led to."""
        return view.readings

    def after_rewind(self, pending: R, was: S, now: S, /) -> R:
        """Return the pending input after an undo or redo from one state to another."""
        return self.pending

    def restore(self, pending: R, lying: Mapping[str, str], owed: Mapping[str, int], events: Sequence[E], /) -> R:
        """Return the pending input with the `lying` and `owed` cards of a record."""
        return pending

    def compare(self, state: S, zone: str, thing: str | None, /) -> UnexpectedPlacement | None:
        """Return the contradiction between the state and what a reader finds when it works again."""
        return None

    def is_awaited(self, state: S, zone: str, /) -> bool:
        """Return whether a card that arrives in a zone is one that its player lays now."""
        return False

    def one_reader_gestures(self, state: S, tap: Tag, /) -> list[Observation]:
        """Return the gestures at seats that a tap on the only reader of a table stands for."""
        return []

    def host_entries(self, state: S, players: Collection[int], /) -> list[Json]:
        """Return the answers that the host can enter for seats whose reader is dead, as `Display.buttons`."""
        return []

    def is_unique(self, thing: str, /) -> bool:
        """Return whether the box has only one such thing, so that it can lie in only one place."""
        return False

    def after_table(self, state: S, /) -> S:
        """Return the state without cards that a table has recorded twice, so that it is a valid position."""
        return state

    # --- fixes by the host afterwards; answers that were recorded come as JSON objects

    def alternatives(self, state: S, answer: Mapping[str, Any], /) -> list[tuple[Json, str]]:
        """Return answers that may have been meant instead of one that was given in a state, with their words."""
        return []

    def other_cards(self, state: S, answer: A, /) -> Sequence[A]:
        """Return the answer with each other card that it may have been, by public knowledge.

        Args:
            state: the state before the answer.
        """
        return ()

    def lifted_card(self, state: S, events: Sequence[Any], player: int, /) -> str | None:
        """Return the card that a player has lifted before it counted and not placed again."""
        return None

    def align_with_table(self, game: Any, answer: A, /) -> str | None:
        """Record that a card is where it lies, because the host says so; return the words for it, or None."""
        return None
