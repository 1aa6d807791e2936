"""The questions that the host is asked about what lies on the mat, and what can be said to them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from companion.core.errors import CuelightError


class Reply(StrEnum):
    """What the host says to a question: the table is right, the companion is right, or it does not matter."""

    TABLE = "table"
    COMPANION = "companion"
    IGNORE = "ignore"


class Question(NamedTuple):
    """Something on the mat that the host may judge; `answer` is what it means if the table is right.

    With a `zone` it is over once nothing lies there.
    """

    id: int
    text: str
    player: int | None
    answer: Any
    zone: str = ""


class QuestionClosed(CuelightError, LookupError):
    """A question that is not open any more."""
