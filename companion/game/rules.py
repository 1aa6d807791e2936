"""The game interface, first part: the rules of a game. Each game implements it in its own way.

`Rules` has four parts: a game is `Played`, `Written`, `Worded` and `Scored`. Each part names its callers. The first six
methods of `Played` are the game itself; `Play` in `companion.game.play` uses them and is the class for programmers. A
table needs more: `companion.game` lists all parts.

In each part the abstract methods come first; the others have defaults, which a game overrides if it differs. A small
card game implements about fifteen methods; `companion.simple.rules` and `companion.simple.table` provide the others.

States, answers and events belong to the game: callers pass them back, and read only the attributes below.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from companion.core.diff import Difference, differences

Json = dict[str, Any]

S = TypeVar("S")
A = TypeVar("A", bound="Given")
E = TypeVar("E")
A_co = TypeVar("A_co", bound="Given", covariant=True)


class Played(ABC, Generic[S, A, E]):
    """A game that is played. Called by: `Play`, bots, everybody.

    `id` is its name in positions and records, `title` its name for people, `seats` the possible numbers of players,
    `answer_kinds` the classes of its answers.
    """

    id: str
    title: str
    seats: range
    answer_kinds: tuple[type[Any], ...]

    @abstractmethod
    def begin(self, names: Sequence[str], chosen: Mapping[str, Any], /) -> S:
        """Return the state of a new game. Raises InputError, with the field, for an invalid option."""

    @abstractmethod
    def names(self, state: S, /) -> list[str]:
        """Return the players, clockwise."""

    @abstractmethod
    def renamed(self, state: S, names: Sequence[str], /) -> S:
        """Return the state with other names for the players."""

    @abstractmethod
    def decision(self, state: S, /) -> Asked[A] | None:
        """Return the open decision; None at the end of the game."""

    @abstractmethod
    def dealer(self, seed: int, /) -> Any:
        """Return a chance that knows every card."""

    @abstractmethod
    def course(self, state: S, chance: Any, /) -> GameInProgress[S, E]:
        """Return a game in progress that begins with this state, and changes it."""

    @abstractmethod
    def submit(self, course: Any, answer: A, /) -> None:
        """Play an answer and everything that follows without a player. Raises Forbidden, with nothing changed."""

    # --- defaults, which a game overrides if it differs

    def copy(self, state: S, /) -> S:
        """Return a separate copy of a state; the state itself if it never changes."""
        return state

    def permitted(self, state: S, /) -> Sequence[A]:
        """Return answers that are possible in addition to the open decision."""
        return ()

    def settle(self, course: Any, /) -> None:
        """Play everything that follows from a state without a player."""
        return None


class Written(ABC, Generic[S, A, E]):
    """A game as JSON: positions, answers and events. Called by: `cuelight play`, the journal, programs.

    `follows` are the keys of a position that follow from its other keys.
    """

    follows: Collection[str] = ()

    @abstractmethod
    def position_from_json(self, position: Any, /) -> S:
        """Return the state of a position. Raises InputErrors with all errors."""

    @abstractmethod
    def position_to_json(self, state: S, /) -> Json:
        """Return the position of a state, for `position_from_json`."""

    @abstractmethod
    def answer_from_json(self, data: Any, names: Sequence[str], /) -> A:
        """Return the answer of an object. Raises InputError that names the field."""

    @abstractmethod
    def answer_to_json(self, answer: A, names: Sequence[str], /) -> Json:
        """Return an answer as an object, for `answer_from_json`."""

    @abstractmethod
    def event_from_json(self, data: Any, /) -> E:
        """Return a recorded event; it reads every form that was ever recorded."""

    @abstractmethod
    def event_to_json(self, event: E, /) -> Any:
        """Return an event for records, for `event_from_json`."""

    @abstractmethod
    def event_to_object(self, event: E, names: Sequence[str], /) -> Json | None:
        """Return an event with its players by name, null for nobody; None for an event that no reader needs."""

    @abstractmethod
    def event_from_object(self, data: Any, names: Sequence[str], field: str, /) -> E:
        """Return the event of `event_to_object`. Raises InputError that names the field, within this one."""

    # --- defaults, which a game overrides if it differs

    def check_names(self, state: S, answer: A, /) -> None:
        """Check that the game has the cards and other things that an answer names. Raises InputError with the field."""
        return None

    def differences(self, first: S, second: S, /) -> list[Difference]:
        """Return the differences of two positions, in the order of their keys; none for equal ones."""
        return differences(self.position_to_json(first), self.position_to_json(second), self.follows)


class Worded(ABC, Generic[S, A, E]):
    """A game in words. Called by: everything that people read."""

    @abstractmethod
    def decision_text(self, state: S, asked: Any, /) -> str:
        """Return the open decision in words, or the winners at the end (None)."""

    @abstractmethod
    def answer_text(self, state: S, answer: A, /) -> str:
        """Return an answer in words, for its player."""

    @abstractmethod
    def event_text(self, state: S, event: E, /) -> Told | None:
        """Return an event in words; None for an event without words."""

    @abstractmethod
    def where(self, state: S, /) -> str:
        """Return how far the game is, in a few words, such as its act and scene."""

    @abstractmethod
    def describe(self, state: S, /) -> str:
        """Return a position as a few lines of text for people."""


class Scored(ABC, Generic[S, E]):
    """The points and their reasons. Called by: `cuelight explain`, score sheets, the history."""

    @abstractmethod
    def scores(self, state: S, /) -> list[Json]:
        """Return everybody's current score, in seat order: `name`, `total`, and its parts."""

    @abstractmethod
    def winners(self, state: S, /) -> list[str] | None:
        """Return the winners; None before the end."""

    @abstractmethod
    def why(self, state: S, events: Sequence[E], /) -> list[Json]:
        """Return everybody's points and their reasons, in seat order: `name`, `total`, `entries`.

        Raises ValueError if these events cannot have led to this state.
        """

    @abstractmethod
    def explained(self, state: S, events: Sequence[E], player: int, /) -> str:
        """Return the same for one player, as a few lines of text for people."""


class Rules(Played[S, A, E], Written[S, A, E], Worded[S, A, E], Scored[S, E]):
    """A game by its rules alone, for positions, `cuelight play`, the journal and `Play`."""


class Given(Protocol):
    """An answer of any game. `by` is the seat of its player from 0; -1 for nobody in particular."""

    @property
    def by(self) -> int:
        """The seat."""


class Asked(Protocol[A_co]):
    """The open decision: its kind, the asked seats in turn order, and every answer that fits."""

    @property
    def kind(self) -> str:
        """The kind of the decision, in a word."""

    @property
    def players(self) -> tuple[int, ...]:
        """The asked players."""

    @property
    def options(self) -> tuple[A_co, ...]:
        """The answers."""


class Told(Protocol):
    """An event in public words, its kind for a page, and the seat that it is about."""

    @property
    def text(self) -> str:
        """The words."""

    @property
    def kind(self) -> str:
        """The kind of the event."""

    @property
    def seat(self) -> int | None:
        """The seat."""


class GameInProgress(Protocol[S, E]):
    """A game in progress: its state, and the events so far. Only the game's rules change it."""

    state: S
    events: list[E]

    def take_up(self, events: Sequence[E], /) -> None:
        """Apply recorded events."""
