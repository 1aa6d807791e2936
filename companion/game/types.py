"""The types part of the game interface: positions, answers and events as JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Generic

from companion.game.rules import A, E, Json, S


class Types(ABC, Generic[S, A, E]):
    """The JSON of a game's values.

    `answer_classes` are the classes of its answers, `answers` their names in JSON. `table_answers` are the names of
    those that belong to nobody in particular. `derived_keys` are the keys of a position that follow from its others.
    """

    answer_classes: tuple[type[Any], ...]
    answers: Collection[str]
    table_answers: Collection[str] = ()
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
    def event_from_json(self, data: Any, /) -> E:
        """Return the event of a journal record, in any form that was ever written."""

    @abstractmethod
    def event_to_json(self, event: E, /) -> Any:
        """Return the JSON of a journal record, which `event_from_json` reads."""

    @abstractmethod
    def event_to_object(self, event: E, names: Sequence[str], /) -> Json | None:
        """Return an event for people, with players by name; None for an internal event."""

    @abstractmethod
    def event_from_object(self, data: Any, names: Sequence[str], field: str, /) -> E:
        """Return the event of an object from `event_to_object`. Raises InputError with the field, below `field`."""

    # --- with a default

    def check_names(self, state: S, answer: A, /) -> None:
        """Check that this game has the cards and characters that an answer names. Raises InputError with the field."""
        return None

    def belongs_to_table(self, answer: Mapping[str, Any], /) -> bool:
        """Return whether an answer belongs to nobody in particular, so that anybody may enter it."""
        return answer.get("do") in self.table_answers
