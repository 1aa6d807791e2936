"""A guided act as data: sentences that fit what is asked, each until something has happened often enough.

A lesson plays nothing and forbids nothing. Which sentence is shown follows from what is asked and from what has
happened, so it survives an undo and a restart, and nobody can leave its path.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.core.i18n import _


class LessonStep(NamedTuple):
    """One idea: what to do and why, marked for the catalogues.

    Args:
        asked: the kinds of what is asked at which it fits.
        until: the kinds of events after which it is known; each kind of event is a class.
        times: how often one of them must have happened.
        drawn: whether it is for a drawn mat, for a table with real cards, or (None) for both.
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
    """A guided act of a game: for how many, from which seed, its steps, and the event by which it is over.

    `first` is what a drawn mat knows as the start page would say it, `times` how often that event must have happened.
    """

    seats: int
    seed: int
    steps: Sequence[LessonStep]
    ends: type[Any]
    times: int = 1
    first: Mapping[str, Any] = MappingProxyType({})


def prompt(lesson: Lesson, asked: str | None, events: Sequence[Any], drawn: bool) -> dict[str, Any] | None:
    """What the prompter says now; None when there is nothing to learn at this moment."""
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
