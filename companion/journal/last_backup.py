"""The last good copy of a table, for the desk, `cuelight status` and `cuelight doctor`.

`table.db.backup.json` beside the journal `table.db` records the last copy, and why the latest attempt failed. It is no
part of a copy.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.i18n import _, ngettext, said_from_json, said_to_json, say_again, together
from companion.journal.backup import read_copy
from companion.journal.errors import JournalError
from companion.journal.files import beside, write_whole
from companion.journal.nightly import NoRoom, copies_in
from companion.journal.times import BUILT, local_time

NOTE, FOLDER = ".backup.json", "backups"
DAY = 24 * 3600.0
MEGABYTE = 1_000_000


class LastBackup(NamedTuple):
    """The last good copy, and why the latest attempt failed.

    `at` is wall-clock time, None for a copy without a time; `file` is None if no copy is known. `why` has the details
    of a failed attempt.
    """

    at: float | None
    file: Path | None
    why: Mapping[str, Any] | None

    @property
    def trouble(self) -> str:
        """Reason why the latest attempt failed, in words; empty if it succeeded."""
        with suppress(ArithmeticError, KeyError, TypeError, ValueError):
            return _trouble(self.why) if self.why is not None else ""
        return ""

    def text(self, now: float) -> str:
        """Return the time and place in words, with the reason of a failure."""
        return together([self._made(now), *([self.trouble] if self.trouble else [])])

    def to_json(self, now: float) -> dict[str, Any]:
        """Return the JSON for the desk."""
        file = str(self.file) if self.file is not None else None
        return {"at": self.at, "file": file, "trouble": self.trouble or None, "text": self.text(now)}

    def _made(self, now: float) -> str:
        if self.file is None:
            return _("No backup has been made yet.")
        if self.at is None or not BUILT < self.at < now + DAY:
            return _("Last backup: {file}, made while the clock was wrong.", file=self.file)
        days = (datetime.fromtimestamp(now).date() - datetime.fromtimestamp(self.at).date()).days
        if days <= 0:
            return _("Last backup: today, {time}, in {file}.", time=local_time(self.at)[-5:], file=self.file)
        return ngettext(
            "Last backup: {count} day ago, in {file}.",
            "Last backup: {count} days ago, in {file}.",
            days,
            file=self.file,
        )


def last_backup(journal: Path) -> LastBackup:
    """Return the last good copy of the table with this journal.

    A copy in the table's own folder must still exist.
    """
    journal = Path(os.path.realpath(journal))
    noted, folder = _read(journal), journal.with_name(FOLDER)
    at, file = None, None
    with suppress(ArithmeticError, KeyError, TypeError, ValueError):
        made = noted["made"]
        if math.isfinite(made["at"]) and (Path(made["file"]).parent != folder or Path(made["file"]).is_file()):
            at, file = float(made["at"]), Path(made["file"])
    if file is None:
        for each in reversed(copies_in(folder)):
            # a copy by an older Cuelight is not read: that takes too long if it is large
            with suppress(JournalError, OSError):
                is_old = each.suffix == ".db"
                at, file = each.stat().st_mtime if is_old else read_copy(each, whole=False).made, each
                break
    why = noted.get("trouble")
    return LastBackup(at, file, why if isinstance(why, dict) else None)


def note_made(journal: Path, file: Path, at: float) -> None:
    """Record a copy that was made and verified."""
    _write(journal, {"made": {"at": at, "file": os.path.realpath(file)}})


def note_failed(journal: Path, error: JournalError, at: float) -> None:
    """Record that no copy could be made; the previous one remains the last."""
    if isinstance(error, NoRoom):
        why: dict[str, Any] = {"needed": error.needed, "free": error.free}
    else:
        why = {"text": str(error), **said_to_json(error.args[0])}
    made = {"made": found} if (found := _read(journal).get("made")) is not None else {}
    _write(journal, made | {"trouble": {"at": at, **why}})


def _trouble(why: Mapping[str, Any]) -> str:
    if "needed" in why:
        return _(
            "No room for a new one: it needs {needed} MB, and {free} MB are free. Make room on that disk.",
            needed=-(-int(why["needed"]) // MEGABYTE),
            free=int(why["free"]) // MEGABYTE,
        )
    return _("A new one could not be made: {why}", why=say_again(said_from_json(why, str(why["text"]))))


def _read(journal: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(beside(journal, NOTE).read_text(encoding="utf-8"))
        return found if isinstance(found, dict) else {}
    return {}


def _write(journal: Path, noted: Mapping[str, Any]) -> None:
    """Write the note; on a full disk it is skipped, and the desk looks in the folder instead."""
    with suppress(OSError):
        write_whole(beside(Path(os.path.realpath(journal)), NOTE), json.dumps(noted))
