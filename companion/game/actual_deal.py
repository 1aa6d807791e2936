"""The real cards behind an on-screen mat, for which the companion is the dealer: the common part of all games.

An actual deal follows the events of a session and puts real cards where the session has unknown ones. It depends only
on its seed and those events, so it can be rebuilt from the journal. Nothing public depends on it. Only the virtual box,
whose hands can be looked at, and the bots, each for its own hand, read it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from companion.game.rules import Json


class Dealt(Protocol):
    """A state in which each player's seat has a `hand`."""

    @property
    def seats(self) -> Sequence[Any]:
        """The seats, clockwise."""


S = TypeVar("S", bound=Dealt)
E = TypeVar("E")


class DealFollower(Generic[S, E]):
    """Follows the events of a session, and starts again after an undo.

    `state` is the game with its real cards; `begin` and `take` set it. A random result depends on the number of earlier
    events of the same kind, so that a correction moves no other card. With `by_number`, as in old games, it depends on
    the number of all earlier events. In old games that are not `deals_as_now` an unnamed card from a discard pile is
    any of it, not the newest one, and the deal chooses the cards that are discarded before an act, not their players.
    """

    state: S
    by_number: bool = True
    deals_as_now: bool = True

    def __init__(self) -> None:
        self.followed = 0
        self._happened: Counter[str] = Counter()
        self._last: E | None = None
        self.begin()

    @abstractmethod
    def begin(self) -> None:
        """Go to the beginning of the session."""

    @abstractmethod
    def take(self, event: E, moment: object) -> None:
        """Take the session's next event; `moment` seeds its random results."""

    def sort_of(self, event: E) -> str:
        """Return the kind of an event."""
        return type(event).__name__

    @property
    @abstractmethod
    def chance(self) -> Any:
        """The public chance of that session."""

    @abstractmethod
    def placed(self, player: int) -> str | None:
        """Return the card in front of a player."""

    # --- with a default

    def start_of_session(self, start: S) -> S:
        """Return the start of the session with what the companion alone knows, because it deals."""
        return start

    def hands(self) -> list[list[str]]:
        """Return every player's hand."""
        return [list(seat.hand) for seat in self.state.seats]

    def holds(self, player: int, card: str) -> bool:
        """Return whether a card is in a player's hand or in front of the player."""
        return card in self.state.seats[player].hand or card == self.placed(player)

    def may_take(self, player: int | None, answer: Mapping[str, Any]) -> bool:
        """Return whether a player, or for None nobody, may take the named card of another hand by this answer."""
        return True

    def placed_as(self, player: int, thing: str) -> str | None:
        """Return the name under which a thing is placed at a seat; None for a card that only its player may name."""
        return thing

    def hand_choices(self, player: int, closed: Collection[int]) -> list[Json]:
        """Return a player's open choice among cards of hands, as options that name the cards.

        An option that is given by laying a card has that card in `lay`, with its zone.

        Args:
            closed: the players whose hands are not shown to somebody who looks into them.
        """
        return []

    def turned_up(self, state: S, pushed: Any) -> str | None:
        """Return the card that a button turns up, if the state of the session does not know it."""
        return None

    def hands_are_dealt(self) -> bool:
        """Return whether hands are dealt, so that nobody can lay another player's card."""
        return True

    def returns_to_hand(self, player: int, thing: str) -> bool:
        """Return whether a card in front of a player goes back to the hand, because the table has not accepted it."""
        return self.placed(player) not in (None, thing)

    def follow(self, events: Sequence[E]) -> None:
        """Take the session's events so far. Known events are skipped, unless some were undone."""
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
