"""Whether a player may do something, and every reason why not.

A verdict never changes a state. `unknown` says that it hangs on a card that nobody has shown yet: such an answer
is taken at its word, and the card is checked when it shows.
"""

from __future__ import annotations

from companion.core.errors import CuelightError
from companion.core.i18n import together
from companion.core.values import Value


class Reason(Value, frozen=True):
    """One reason why an answer is forbidden.

    `code` is stable and machine-readable (`seize.no-intrigue`), `rules` are the ids of the rules that say so, and
    `message` is a sentence for people.
    """

    code: str
    rules: tuple[str, ...]
    message: str

    @property
    def is_timing(self) -> bool:
        """True when the answer is only too early or too late, not wrong in itself."""
        return self.code.endswith(".not-now")


class Verdict(Value, frozen=True):
    """What the rules say of one answer: legal, illegal (with all reasons), or unknown."""

    reasons: tuple[Reason, ...] = ()
    unknown: bool = False

    @property
    def legal(self) -> bool:
        """True when nothing that is known forbids the answer."""
        return not self.reasons


class Forbidden(CuelightError, ValueError):
    """An answer that the rules forbid; `reasons` has all of them, the weightiest first, and `words` say so."""

    def __init__(self, reasons: tuple[Reason, ...]) -> None:
        self.reasons = reasons
        told = [reason for reason in reasons if not reason.is_timing] or reasons[:1]
        self.words = together(reason.message for reason in told)
        super().__init__(self.words)
