"""Check of the backups: the time of the last good one, and the reason if the newest try failed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.i18n import _
from companion.journal.last_backup import last_backup
from cuelight.doctor.finding import Finding, Result, System
from hardware.table_file.load import TableFile

JOURNAL = "table.db"


def check(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Report the last backup, a missing one, or a failed try."""
    if system.data is None or not (system.data / JOURNAL).exists():
        return
    found = last_backup(system.data / JOURNAL)
    told = found.text(system.now())
    step = _("Back up the table to a stick: `sudo cuelight journal backup /media/COPY.zip`.")
    means = _("If the memory card fails, the games are lost.")
    if found.trouble:
        yield Finding("backup", Result.WRONG, told, means, step)
    elif found.file is None:
        yield Finding("backup", Result.REMARK, told, means, step)
    else:
        yield Finding("backup", Result.WELL, told)
