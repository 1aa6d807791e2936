"""The door of a game's rules: all that others ask of them. What is behind it, each game does in its own way.

`Rules` is four parts, and each says who asks it: a game is `Played`, `Written`, `Worded` and `Scored`. The six first
methods of `Played` are the game itself; `Play` in `companion.game.play` is made of them, and is what a programmer
begins with. A table asks more, in `companion.game`, whose first page shows all of its parts.

In each part stands first what every game gives; what has a body, a game says only where it is otherwise. A small card
game gives about fifteen methods, and has the rest from `companion.simple.rules` and `companion.simple.table`.

A state, an answer and an event are the game's own: whoever has one hands it back, and looks at no more of it than
stands below.
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
    """A game that is played. Asked by: `Play`, bots, everybody.

    `id` is its name in positions and records, `title` the one for people, `seats` how many can play, `answer_kinds` the
    classes of its answers.
    """

    id: str
    title: str
    seats: range
    answer_kinds: tuple[type[Any], ...]

    @abstractmethod
    def begin(self, names: Sequence[str], chosen: Mapping[str, Any], /) -> S:
        """The state that a new game begins with. Raises InputError, with the field, for what cannot be chosen."""

    @abstractmethod
    def names(self, state: S, /) -> list[str]:
        """The players, clockwise."""

    @abstractmethod
    def renamed(self, state: S, names: Sequence[str], /) -> S:
        """The same state of players who are called otherwise."""

    @abstractmethod
    def decision(self, state: S, /) -> Asked[A] | None:
        """What is open; None at the end of the game."""

    @abstractmethod
    def dealer(self, seed: int, /) -> Any:
        """Chance that knows every card."""

    @abstractmethod
    def course(self, state: S, chance: Any, /) -> GameInProgress[S, E]:
        """A game that goes on from this state, which changes with it."""

    @abstractmethod
    def submit(self, course: Any, answer: A, /) -> None:
        """Play an answer, and what follows by itself. Raises Forbidden, with nothing changed."""

    # --- what a game says only where it is otherwise

    def copy(self, state: S, /) -> S:
        """A state of its own; of one that never changes, itself."""
        return state

    def permitted(self, state: S, /) -> Sequence[A]:
        """What may be done besides."""
        return ()

    def settle(self, course: Any, /) -> None:
        """Let happen what follows from a state by itself."""
        return None


class Written(ABC, Generic[S, A, E]):
    """A game in writing: positions, answers and events as JSON. Asked by: `cuelight play`, the journal, programs.

    `follows` are the keys of a position that follow from its others.
    """

    follows: Collection[str] = ()

    @abstractmethod
    def position_from_json(self, position: Any, /) -> S:
        """The state of a position. Raises InputErrors with everything that cannot be."""

    @abstractmethod
    def position_to_json(self, state: S, /) -> Json:
        """The position that `position_from_json` takes back."""

    @abstractmethod
    def answer_from_json(self, data: Any, names: Sequence[str], /) -> A:
        """The answer that an object describes. Raises InputError that names the field."""

    @abstractmethod
    def answer_to_json(self, answer: A, names: Sequence[str], /) -> Json:
        """The object that `answer_from_json` takes back."""

    @abstractmethod
    def event_from_json(self, data: Any, /) -> E:
        """The event that was written down; one of every form that was ever written."""

    @abstractmethod
    def event_to_json(self, event: E, /) -> Any:
        """What `event_from_json` takes back."""

    @abstractmethod
    def event_to_object(self, event: E, names: Sequence[str], /) -> Json | None:
        """An event with its players by name, null for nobody; None for one that no reader needs."""

    @abstractmethod
    def event_from_object(self, data: Any, names: Sequence[str], field: str, /) -> E:
        """The event that `event_to_object` told. Raises InputError that names the field, within this one."""

    # --- what a game says only where it is otherwise

    def check_names(self, state: S, answer: A, /) -> None:
        """Whether the cards and the like that an answer names are in this game. Raises InputError with the field."""
        return None

    def differences(self, first: S, second: S, /) -> list[Difference]:
        """In what two positions differ, in the order of their keys; two equal ones in nothing."""
        return differences(self.position_to_json(first), self.position_to_json(second), self.follows)


class Worded(ABC, Generic[S, A, E]):
    """A game in words. Asked by: whatever people read."""

    @abstractmethod
    def decision_text(self, state: S, asked: Any, /) -> str:
        """What is open in words, or at the end (None) who has won."""

    @abstractmethod
    def answer_text(self, state: S, answer: A, /) -> str:
        """An answer in words, for who gives it."""

    @abstractmethod
    def event_text(self, state: S, event: E, /) -> Told | None:
        """An event in words; None for one not worth telling."""

    @abstractmethod
    def where(self, state: S, /) -> str:
        """How far the game is, in a few words, such as its act and scene."""

    @abstractmethod
    def describe(self, state: S, /) -> str:
        """A position as a few lines of text for people."""


class Scored(ABC, Generic[S, E]):
    """The points, and what brought them. Asked by: `cuelight explain`, score sheets, the history."""

    @abstractmethod
    def scores(self, state: S, /) -> list[Json]:
        """Everybody's score as of now, in seat order: `name`, `total`, and the parts of it."""

    @abstractmethod
    def winners(self, state: S, /) -> list[str] | None:
        """Who has won; None before the end."""

    @abstractmethod
    def why(self, state: S, events: Sequence[E], /) -> list[Json]:
        """Everybody's points and what brought them, in seat order: `name`, `total`, `entries`.

        Raises ValueError when these events cannot have led to this state.
        """

    @abstractmethod
    def explained(self, state: S, events: Sequence[E], player: int, /) -> str:
        """The same of one player, as a few lines of text for people."""


class Rules(Played[S, A, E], Written[S, A, E], Worded[S, A, E], Scored[S, E]):
    """A game by its rules alone: what positions, `cuelight play`, the journal and `Play` need."""


class Given(Protocol):
    """An answer of any game: who has given it, by the seat's number from 0; -1 for nobody in particular."""

    @property
    def by(self) -> int:
        """The seat."""


class Asked(Protocol[A_co]):
    """What is open: its kind, the seats that are asked in turn order, and every answer that fits."""

    @property
    def kind(self) -> str:
        """What is asked, in a word."""

    @property
    def players(self) -> tuple[int, ...]:
        """Who is asked."""

    @property
    def options(self) -> tuple[A_co, ...]:
        """The answers."""


class Told(Protocol):
    """An event in words that everybody may hear, the kind of it for a page, and the seat that it is about."""

    @property
    def text(self) -> str:
        """The words."""

    @property
    def kind(self) -> str:
        """What it is about."""

    @property
    def seat(self) -> int | None:
        """Whom it is about."""


class GameInProgress(Protocol[S, E]):
    """A game that is being played: its state, and the events so far. Only the game's rules write in it."""

    state: S
    events: list[E]

    def take_up(self, events: Sequence[E], /) -> None:
        """Let events happen that were recorded before."""
