"""Reasons for corrections by the host: the codes in records, and their words for people."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from companion.core.errors import InputError
from companion.core.i18n import N_, Worded, _

CORRECT = "correct"
"""The kind of answer by which it is put right, in every game that has one."""


class Because(Worded):
    """Reason for a correction, with the words on its button."""

    MISCOUNTED = "miscounted", N_("It was counted wrongly")
    UNSEEN = "unseen", N_("The companion did not see it")
    LATE = "late", N_("It was said too late")
    AGREED = "agreed", N_("The table has agreed on it")


def check_said_once(things: Iterable[Hashable | None]) -> None:
    """Check that no two changes set the same thing; None stands for a thing that may repeat.

    Raises InputError with the path of the second one, because the first would be dropped silently.
    """
    said = set[Hashable]()
    for number, what in enumerate(things):
        if what is not None and what in said:
            message = _("says how something is that another change says already; say it once")
            raise InputError(message, field=f"changes[{number}]")
        said.add(what)
