"""Decision whether a player may do something, with every reason against it.

A verdict never changes a state. `unknown` says that it depends on a card that has not been revealed: such an answer is
accepted, and the card is checked when it is revealed.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from companion.core.errors import CuelightError
from companion.core.i18n import together
from companion.core.values import Value


class Reason(Value, frozen=True):
    """One reason why an answer is forbidden.

    `code` is stable and machine-readable (`seize.no-intrigue`), `rules` are the ids of the rules behind it, and
    `message` is a sentence for people.
    """

    code: str
    rules: tuple[str, ...]
    message: str

    @property
    def is_timing(self) -> bool:
        """True if the answer is only too early or too late, not wrong in itself."""
        return self.code.endswith(".not-now")


class Ruled(StrEnum):
    """Words of a game, each with the ids of the rules that it can refer to."""

    rules: tuple[str, ...]

    def __new__(cls, word: str, *rules: str) -> Self:
        """Create a member from its word and its rules."""
        made = str.__new__(cls, word)
        made._value_ = word
        made.rules = rules
        return made


class RuleCode(Ruled):
    """The codes of a game's refusals.

    >>> class Code(RuleCode):
    ...     NOT_NOW = "play.not-now", "P3", "P4"
    >>> Code.NOT_NOW.because("Wait for your turn.").rules
    ('P3', 'P4')
    """

    def because(self, message: str, *rules: str) -> Reason:
        """Return a reason with this message; it refers to all rules of the code unless `rules` are given."""
        return Reason(str(self), rules or self.rules, message)


class Verdict(Value, frozen=True):
    """Judgement of the rules on one answer: legal, illegal (with all reasons), or unknown."""

    reasons: tuple[Reason, ...] = ()
    unknown: bool = False

    @property
    def legal(self) -> bool:
        """True if nothing that is known forbids the answer."""
        return not self.reasons


class Forbidden(CuelightError, ValueError):
    """An answer that the rules forbid.

    `reasons` has all reasons, the most important first, `words` the text.
    """

    def __init__(self, reasons: tuple[Reason, ...]) -> None:
        self.reasons = reasons
        shown = [reason for reason in reasons if not reason.is_timing] or reasons[:1]
        self.words = together(reason.message for reason in shown)
        super().__init__(self.words)
