"""The language of a table: the chosen one, which the journal records, otherwise that of the machine."""

from __future__ import annotations

import os
from typing import Any

from companion.core.i18n import ENGLISH, language_codes, speak, spoken
from companion.journal import Journal, Kind

KIND = Kind.VOICE
"""Kind of the record of a table's speech settings: whether lines are read aloud, and the language."""

_SAID_IN = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # as gettext looks for it


class Language:
    """The language of a table, from its journal. A process serves one table, so its whole output follows it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        wanted = (kept(journal).get("language"), of_machine())
        speak(next((code for code in wanted if code in language_codes()), ENGLISH))

    def choose(self, code: Any, at: float) -> None:
        """Set the language now and after a restart.

        Raises InputError for an unknown language and JournalError if it cannot be recorded; then nothing changes.
        """
        before = spoken()
        speak(str(code))
        chosen = spoken()
        speak(before)
        keep(self._journal, {"speaks": True, **kept(self._journal), "language": chosen}, at)
        speak(chosen)


def kept(journal: Journal) -> dict[str, Any]:
    """Return the newest speech settings; empty if nobody has chosen any."""
    return next((dict(record.body) for record in journal.of_kind(KIND)[-1:]), {})


def keep(journal: Journal, wanted: dict[str, Any], at: float) -> None:
    """Record the speech settings, unless nothing has changed."""
    if wanted != kept(journal):
        journal.append(KIND, wanted, at)


def of_machine() -> str:
    """Return the language that this process was started in, as a code: `de` for `de_DE.UTF-8`."""
    said = next((os.environ[name] for name in _SAID_IN if os.environ.get(name)), ENGLISH)
    return said.partition(":")[0].partition(".")[0].partition("_")[0].lower()
