"""Corrections that the host can make in any small game: a player's points, as an answer and an event of their own."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from companion.core.codec import NOBODY, Player
from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.values import Value, replace
from companion.game.corrections import Because, check_said_once

MOST_POINTS = 999


class What(StrEnum):
    """The things that the host can correct."""

    POINTS = "points"


class Right(Value, frozen=True):
    """One corrected value: the player `of` now has `now` points."""

    what: What
    of: Player
    now: int


class Correct(Value, frozen=True):
    """An answer from no seat: the host states how things are."""

    changes: tuple[Right, ...]
    because: Because

    @property
    def by(self) -> int:
        """`NOBODY`: the answer belongs to no seat."""
        return NOBODY


class PutRight(Value, frozen=True):
    """An event: the points that each player gained or lost by the host's correction."""

    gained: tuple[int, ...]
    lost: tuple[int, ...]
    because: Because

    @property
    def points(self) -> tuple[int, ...]:
        """The change of points of each player."""
        return tuple(more - less for more, less in zip(self.gained, self.lost, strict=True))


def check_right(answer: Correct) -> None:
    """Raise InputError if the correction is empty, out of range or repeats a player."""
    if not answer.changes:
        raise InputError("must say what is put right", field="changes")
    for number, change in enumerate(answer.changes):
        if change.now > MOST_POINTS:
            raise InputError(f"must be {MOST_POINTS} at most", field=f"changes[{number}].now")
    check_said_once((change.what, change.of) for change in answer.changes)


def put_right(state: Any, answer: Correct) -> PutRight:
    """Return the event that a correction produces."""
    now = [seat.points for seat in state.seats]
    for change in answer.changes:
        now[change.of] = change.now
    more = [new - seat.points for new, seat in zip(now, state.seats, strict=True)]
    return PutRight(tuple(max(0, each) for each in more), tuple(max(0, -each) for each in more), answer.because)


def as_put_right(state: Any, event: PutRight) -> Any:
    """Return the state after a correction."""
    seats = (replace(seat, points=seat.points + more) for seat, more in zip(state.seats, event.points, strict=True))
    return replace(state, seats=tuple(seats))


def answer_words(state: Any, answer: Correct) -> str:
    """Describe a correction in words."""
    points = (f"{state.seats[change.of].name} {change.now}" for change in answer.changes)
    return _("Put right, the points: {told}", told=", ".join(points))


def event_words(event: PutRight) -> str:
    """Describe the event and its reason in words."""
    return _("The host puts points right. {because}.", because=_(event.because.words))
