"""The bots part of the game interface: programs that play, the gestures that they make, and simulated games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, NamedTuple

from companion.game.rules import A, Json, S
from companion.game.simulation import Bots as Factories
from companion.game.simulation import Simulated
from companion.game.statistics import Figures


class Lay(NamedTuple):
    """Place a thing in a zone."""

    zone: str
    thing: str


class Take(NamedTuple):
    """Remove the thing in a zone."""

    zone: str


class Say(NamedTuple):
    """Give an answer in words, as at the host's desk."""

    answer: Json


Move = Lay | Take | Say


class Bots(ABC, Generic[S, A]):
    """Programs that play a seat.

    `factories` make a bot by name, from weak to strong. `default` is the one that plays unless somebody chooses.
    `pauses` are the seconds that a watcher needs before a move, by kind of decision.
    """

    factories: Factories
    default: str = "greedy"
    pauses: Mapping[str, float] = MappingProxyType({})

    @abstractmethod
    def gestures(self, state: S, answer: A, zones: Mapping[str, str | None], /) -> Iterator[tuple[Move, float]]:
        """Yield the gestures that give an answer, each with the pause after it in seconds.

        Args:
            zones: the thing in each zone.
        """

    @abstractmethod
    def simulate(self, seated: Sequence[str], seed: int, chosen: Mapping[str, Any], /) -> Simulated:
        """Play one game between bots.

        Args:
            seated: the names of the bots, clockwise.
            chosen: options, as for `Rules.setup`.
        """

    @abstractmethod
    def statistics(self, games: Sequence[Any], chosen: Mapping[str, Any], /) -> Figures:
        """Return the statistics of at least one simulated game."""
