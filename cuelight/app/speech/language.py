"""Which language a table speaks: what somebody has chosen, which the journal keeps; else that of the machine."""

from __future__ import annotations

import os
from typing import Any

from companion.core.i18n import ENGLISH, language_codes, speak, spoken
from companion.journal import Journal, Kind

KIND = Kind.VOICE
"""Of the record of how this table speaks: whether lines are read out, and in which language all is told."""

_SAID_IN = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # as gettext looks for it


class Language:
    """The language of a table, from its journal. One process serves one table, so all of it speaks that from now on."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        wanted = (kept(journal).get("language"), of_machine())
        speak(next((code for code in wanted if code in language_codes()), ENGLISH))

    def choose(self, code: Any, at: float) -> None:
        """Speak it from now on, and after a restart.

        Raises InputError for one that there is not, JournalError where it cannot be kept; nothing is changed then.
        """
        before = spoken()
        speak(str(code))
        chosen = spoken()
        speak(before)
        keep(self._journal, {"speaks": True, **kept(self._journal), "language": chosen}, at)
        speak(chosen)


def kept(journal: Journal) -> dict[str, Any]:
    """What the newest record says of how the table speaks; empty where nobody has chosen yet."""
    return next((dict(record.body) for record in journal.of_kind(KIND)[-1:]), {})


def keep(journal: Journal, wanted: dict[str, Any], at: float) -> None:
    """Write how the table speaks from now on; what is so already needs no further record."""
    if wanted != kept(journal):
        journal.append(KIND, wanted, at)


def of_machine() -> str:
    """The language that this process was started in, as a code: `de` of `de_DE.UTF-8`."""
    said = next((os.environ[name] for name in _SAID_IN if os.environ.get(name)), ENGLISH)
    return said.partition(":")[0].partition(".")[0].partition("_")[0].lower()
