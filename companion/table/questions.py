"""Questions to the host about cards on the mat, and the possible replies."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from companion.core.errors import CuelightError


class Reply(StrEnum):
    """The host's reply: the table is right, the companion is right, or ignore it."""

    TABLE = "table"
    COMPANION = "companion"
    IGNORE = "ignore"


class Question(NamedTuple):
    """Something on the mat that the host may judge. `answer` is what it means if the table is right.

    A question with a `zone` is closed when the zone is empty.
    """

    id: int
    text: str
    player: int | None
    answer: Any
    zone: str = ""


class QuestionClosed(CuelightError, LookupError):
    """A question that is no longer open."""
