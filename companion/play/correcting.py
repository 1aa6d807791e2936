"""Why the host puts something right by hand: the codes that records keep, and their words for people."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from companion.play.tongue import N_

CORRECT = "correct"
"""The kind of answer by which it is put right, in every game that has one."""


class Because(StrEnum):
    """Why something is put right."""

    MISCOUNTED = "miscounted"
    UNSEEN = "unseen"
    LATE = "late"
    AGREED = "agreed"


WORDS: Mapping[Because, str] = MappingProxyType(
    {
        Because.MISCOUNTED: N_("It was counted wrongly"),
        Because.UNSEEN: N_("The companion did not see it"),
        Because.LATE: N_("It was said too late"),
        Because.AGREED: N_("The table has agreed on it"),
    }
)
"""Each in words that stand on a button."""
