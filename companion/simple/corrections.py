"""What the host puts right by hand in any small game: somebody's points. Each is an answer and an event of its own."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from companion.core.codec import NOBODY, Player
from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.values import Value, replace
from companion.game.corrections import WORDS, Because, check_said_once

MOST_POINTS = 999


class What(StrEnum):
    """What can be put right."""

    POINTS = "points"


class Right(Value, frozen=True):
    """How something is: a player has so many points now."""

    what: What
    of: Player
    now: int


class Correct(Value, frozen=True):
    """An answer, which is nobody's own: this is how it is."""

    changes: tuple[Right, ...]
    because: Because

    @property
    def by(self) -> int:
        """Nobody."""
        return NOBODY


class PutRight(Value, frozen=True):
    """An event: everybody has gained or lost so many points by the host's hand."""

    gained: tuple[int, ...]
    lost: tuple[int, ...]
    because: Because

    @property
    def points(self) -> tuple[int, ...]:
        """What it brings everybody."""
        return tuple(more - less for more, less in zip(self.gained, self.lost, strict=True))


def check_right(answer: Correct) -> None:
    """Whether that can be. Raises InputError."""
    if not answer.changes:
        raise InputError("must say what is put right", field="changes")
    for number, change in enumerate(answer.changes):
        if change.now > MOST_POINTS:
            raise InputError(f"must be {MOST_POINTS} at most", field=f"changes[{number}].now")
    check_said_once((change.what, change.of) for change in answer.changes)


def put_right(state: Any, answer: Correct) -> PutRight:
    """What an answer comes to."""
    now = [seat.points for seat in state.seats]
    for change in answer.changes:
        now[change.of] = change.now
    more = [new - seat.points for new, seat in zip(now, state.seats, strict=True)]
    return PutRight(tuple(max(0, each) for each in more), tuple(max(0, -each) for each in more), answer.because)


def as_put_right(state: Any, event: PutRight) -> Any:
    """The state after it."""
    seats = (replace(seat, points=seat.points + more) for seat, more in zip(state.seats, event.points, strict=True))
    return replace(state, seats=tuple(seats))


def answer_words(state: Any, answer: Correct) -> str:
    """What is put right, in words."""
    told = (f"{state.seats[change.of].name} {change.now}" for change in answer.changes)
    return _("Put right, the points: {told}", told=", ".join(told))


def event_words(event: PutRight) -> str:
    """That something was, and why."""
    return _("The host puts points right. {because}.", because=_(WORDS[event.because]))
