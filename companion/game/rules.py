"""The rules part of the game interface: what a state allows, and what an answer does to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from enum import Enum, auto
from typing import Any, Generic, Protocol, TypeVar

Json = dict[str, Any]

S = TypeVar("S")
A = TypeVar("A", bound="Given")
E = TypeVar("E")
A_co = TypeVar("A_co", bound="Given", covariant=True)


class ChanceKind(Enum):
    """What the companion knows about shuffled cards."""

    DEALER = auto()
    """Every card."""
    UNSEEN = auto()
    """Nothing, at a table with real cards."""
    SCRIPT = auto()
    """The cards that the position names from which a script starts."""
    TABLE = auto()
    """Every card; and it accepts what players say about hidden ones."""


class Rules(ABC, Generic[S, A, E]):
    """Setup, open decisions, answers, and the end of a game.

    A state is the game's own value: other packages pass it back and read no field of it. `copy.copy` makes a state that
    may be changed without changing the first one.
    """

    @abstractmethod
    def setup(self, names: Sequence[str], chosen: Mapping[str, Any], /) -> S:
        """Return the first state of a new game.

        Args:
            names: the players, clockwise.
            chosen: edition, deck, variants and rulings, as `Game.options_from` returned them.

        Raises InputError, with the field, for an option that does not exist.
        """

    @abstractmethod
    def players(self, state: S, /) -> list[str]:
        """Return the names of the players, clockwise."""

    @abstractmethod
    def with_player_names(self, state: S, names: Sequence[str], /) -> S:
        """Return the state with other names for the players."""

    @abstractmethod
    def decision(self, state: S, /) -> Asked[A] | None:
        """Return the open decision, or None at the end of the game."""

    @abstractmethod
    def chance(self, kind: ChanceKind = ChanceKind.UNSEEN, seed: int = 0, /) -> Any:
        """Return what shuffles the cards."""

    @abstractmethod
    def in_progress(self, state: S, chance: Any, /) -> GameInProgress[S, E]:
        """Return a game in progress that starts from this state, which it may change."""

    @abstractmethod
    def play(self, game: Any, answer: A, /) -> object:
        """Play an answer and everything that follows from it.

        Raises Forbidden, and then changes nothing.
        """

    @abstractmethod
    def scores(self, state: S, /) -> list[Json]:
        """Return the present score of each seat: `name`, `total`, and its parts."""

    @abstractmethod
    def winners(self, state: S, /) -> list[str] | None:
        """Return the names of the winners, or None before the end."""

    @abstractmethod
    def points(self, state: S, events: Sequence[E], /) -> list[Json]:
        """Return the points of each seat and the events that brought them: `name`, `total`, `entries`.

        Raises ValueError if these events cannot have led to this state.
        """

    @abstractmethod
    def scene_id(self, state: S, /) -> Hashable:
        """Return a value that changes when the cards in front of the players leave the mat.

        A pass for the scene ends then, too.
        """

    # --- with a default

    def initiatives(self, state: S, /) -> Sequence[A]:
        """Return answers that are allowed in addition to the open decision."""
        return ()

    def advance(self, game: Any, /) -> object:
        """Play everything that follows from the state without a decision."""
        return None

    def question_id(self, state: S, asked: Any, player: int | None, /) -> Hashable:
        """Return a value that differs between one question to a player, or to the table (None), and the next.

        Args:
            asked: the decision of this state, as in every method with this parameter.
        """
        return (asked.kind, player in asked.players) if asked is not None else None

    def window_id(self, state: S, asked: Any, phones: bool = False, /) -> Hashable | None:
        """Return a value that differs between one open reply window and the next; None without a window.

        Where all hands are on `phones`, a round in which all who may act are asked in turn is a window too: everybody
        is asked at once and may pass ahead.
        """
        return None

    def passes(self, state: S, asked: Any, /) -> Mapping[int, A]:
        """Return the pass of each player who is asked, or will be asked in the open round, where one may pass."""
        return {}

    def timeout(self, game: Any, /) -> None:
        """Pass for everybody who is asked in the open window, because its time is up."""
        return None


class Given(Protocol):
    """An answer of any game."""

    @property
    def by(self) -> int:
        """The seat that gave it, from 0; -1 for nobody in particular."""


class Asked(Protocol[A_co]):
    """An open decision."""

    @property
    def kind(self) -> str:
        """The kind of question, in one word."""

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that are asked, in turn order."""

    @property
    def options(self) -> tuple[A_co, ...]:
        """Every answer that fits."""


class GameInProgress(Protocol[S, E]):
    """A state and the events that led to it. Only the game's rules write to it."""

    state: S
    events: list[E]

    def emit(self, event: E, /) -> None:
        """Apply an event and add it to the others."""

    def take_up(self, events: Sequence[E], /) -> None:
        """Apply events that were recorded before."""
