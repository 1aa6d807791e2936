"""The cards as they really lie on a drawn mat, whose companion is the dealer: what each game's truth has in common.

A truth follows a session's events and puts real cards where the session has unknown ones. It is made from its seed and
those events alone, so it can be made again from the journal. Nothing public is made from it; only the virtual box,
whose hands one can look into, and the bots, each of its own hand.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar


class Dealt(Protocol):
    """A state in which each player's seat has a `hand`."""

    @property
    def seats(self) -> Sequence[Any]:
        """The seats, clockwise."""


S = TypeVar("S", bound=Dealt)
E = TypeVar("E")


class DealFollower(Generic[S, E]):
    """Takes each event of a session once, and all of them anew where some were undone.

    `state` is the game with its real cards, which `begin` and `take` set. What falls to chance hangs on how many events
    of its sort came before, so a step that is put right later moves no card elsewhere; with `by_number` on how many
    events came before at all, as in games that were begun so, and unless it is said otherwise.
    """

    state: S
    by_number: bool = True

    def __init__(self) -> None:
        self.followed = 0
        self._happened: Counter[str] = Counter()
        self._last: E | None = None
        self.begin()

    @abstractmethod
    def begin(self) -> None:
        """Stand where the session began."""

    @abstractmethod
    def take(self, event: E, moment: object) -> None:
        """Take the session's next event; `moment` tells its chance from that of every other one."""

    def sort_of(self, event: E) -> str:
        """What sort of event it is."""
        return type(event).__name__

    @abstractmethod
    def placed(self, player: int) -> str | None:
        """The card that lies before a player."""

    def hands(self) -> list[list[str]]:
        """Every player's hand."""
        return [list(seat.hand) for seat in self.state.seats]

    def holds(self, player: int, card: str) -> bool:
        """Whether a player has a card in the hand, or before them."""
        return card in self.state.seats[player].hand or card == self.placed(player)

    def may_take(self, player: int | None, answer: Mapping[str, Any]) -> bool:
        """Whether what an answer takes of another hand by its name can be taken so by a player; by nobody for None."""
        return True

    def follow(self, events: Sequence[E]) -> None:
        """Take the session's events so far; the ones taken already are not looked at again, unless some were undone."""
        if self.followed and (len(events) < self.followed or events[self.followed - 1] is not self._last):
            self.followed = 0
            self._happened.clear()
            self.begin()
        for number, event in enumerate(events[self.followed :], self.followed):
            sort = self.sort_of(event)
            self.take(event, number if self.by_number else f"{sort} {self._happened[sort]}")
            self._happened[sort] += 1
        self.followed = len(events)
        self._last = events[-1] if events else None
