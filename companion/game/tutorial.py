"""A guided act as data: sentences that fit the open decision, each until something has happened often enough.

A lesson plays nothing and forbids nothing. The shown sentence depends on the open decision and on past events, so it
survives an undo and a restart, and nobody can leave its path.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.core.i18n import _


class LessonStep(NamedTuple):
    """One idea, with its reason, marked for the catalogues.

    Args:
        says: the instruction.
        why: its reason.
        asked: the kinds of decisions at which it fits.
        until: the kinds of events after which it is known; each kind is a class.
        times: how often one of them must have happened.
        drawn: whether it is for an on-screen mat, for a table with real cards, or (None) for both.
        since: the event that must have happened before, and how often.
    """

    says: str
    why: str
    asked: Collection[str]
    until: tuple[type[Any], ...]
    times: int = 1
    drawn: bool | None = None
    since: tuple[type[Any], int] | None = None


class Lesson(NamedTuple):
    """A guided act of a game: its players, its seed, its steps, and the event that ends it.

    `first` is the answer that an on-screen mat gives first, `times` how often the last event must have happened.
    """

    seats: int
    seed: int
    steps: Sequence[LessonStep]
    ends: type[Any]
    times: int = 1
    first: Mapping[str, Any] = MappingProxyType({})


def prompt(lesson: Lesson, asked: str | None, events: Sequence[Any], drawn: bool) -> dict[str, Any] | None:
    """Return the current sentence; None if there is nothing to learn at this moment."""
    steps = [step for step in lesson.steps if step.drawn in (None, drawn)]
    if asked is None or _count(events, lesson.ends) >= lesson.times:
        return None
    known = [_count(events, step.until) >= step.times for step in steps]
    open_now = (step for step, done in zip(steps, known, strict=True) if not done and asked in step.asked)
    now = next(
        (step for step in open_now if step.since is None or _count(events, step.since[0]) >= step.since[1]), None
    )
    if now is None:
        return None
    place = {"step": sum(known) + 1, "of": len(steps)}
    return {"kind": "lesson", "text": _(now.says), "why": _(now.why), **place}


def _count(events: Sequence[Any], kinds: type[Any] | tuple[type[Any], ...]) -> int:
    return sum(isinstance(event, kinds) for event in events)
