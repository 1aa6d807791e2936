"""The types part of the game interface: positions, answers and events as JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Self

from companion.game.rules import A, E, Json, S


class AnswerKind(StrEnum):
    """The kinds of answers: each with the keys that it must have beside `do` and `by`, and those that it may have."""

    must: tuple[str, ...]
    may: tuple[str, ...]

    def __new__(cls, word: str, must: tuple[str, ...] = (), may: tuple[str, ...] = ()) -> Self:
        """Create a member."""
        made = str.__new__(cls, word)
        made._value_ = word
        made.must, made.may = must, may
        return made

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys beside `do` and `by`."""
        return (*self.must, *self.may)


class AnswerInfo(NamedTuple):
    """Facts about an answer that follow from its JSON alone.

    Args:
        of_table: it belongs to nobody in particular, so that anybody may enter it.
        cards: the cards of its player's own that it names.
        moves_hidden: it is a correction that gives a hidden card to somebody who does not see it now.
        in_turn: after a fix it is replayed only in its turn.
        is_pass: it does nothing, so nobody misses it, and nobody has to hear that it was lost.
        has_other_cards: its player may have laid another face-up card than the one that it names.
        by_own_cards: in a script it is judged by what its player knows, and not by what everybody knows.
        by_hand: a bot gives it by a gesture rather than by a button, for people who watch.
    """

    of_table: bool
    cards: Sequence[str] = ()
    moves_hidden: bool = False
    in_turn: bool = False
    is_pass: bool = False
    has_other_cards: bool = False
    by_own_cards: bool = False
    by_hand: bool = False


class Types(ABC, Generic[S, A, E]):
    """The JSON of a game's values.

    `answer_classes` are the classes of its answers, `answers` their names in JSON. `derived_keys` are the keys of a
    position that follow from its others.
    """

    answer_classes: tuple[type[Any], ...]
    answers: Collection[str]
    derived_keys: Collection[str] = ()

    @abstractmethod
    def position_from_json(self, position: Any, /) -> S:
        """Return the state of a position. Raises InputErrors with everything that is wrong with it."""

    @abstractmethod
    def position_to_json(self, state: S, /) -> Json:
        """Return the position that `position_from_json` reads."""

    @abstractmethod
    def answer_from_json(self, data: Any, names: Sequence[str], /) -> A:
        """Return the answer that an object describes. Raises InputError with the field."""

    @abstractmethod
    def answer_to_json(self, answer: A, names: Sequence[str], /) -> Json:
        """Return the object that `answer_from_json` reads."""

    @abstractmethod
    def answer_info(self, answer: Mapping[str, Any], /) -> AnswerInfo:
        """Return the facts about an answer, which may be a command that nobody has checked."""

    @abstractmethod
    def event_from_json(self, data: Any, names: Sequence[str] | None = None, field: str = "", /) -> E:
        """Return the event that `event_to_json` wrote.

        Without `names` it is a journal record, in any form that was ever written. With names it comes from people:
        raises InputError with the field, below `field`.
        """

    @abstractmethod
    def event_to_json(self, event: E, names: Sequence[str] | None = None, /) -> Any:
        """Return an event as a journal record; with `names` for people, or None for an internal event."""

    @abstractmethod
    def check_names(self, state: S, said: A | str, /) -> None:
        """Check that this game has what an answer names, or a thing that a script lays. Raises InputError with the
        field, which is `card` for a thing.
        """
