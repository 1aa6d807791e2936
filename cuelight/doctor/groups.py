"""Whether this user may open ports, pins and readers."""

from __future__ import annotations

import os
from collections.abc import Iterator

from cuelight.doctor.finding import Finding, Result, System
from hardware.readers import backends
from hardware.table_file import TableFile


def check(system: System, table: TableFile | None) -> Iterator[Finding]:
    """A finding for each group that is wanted."""
    mine = system.groups()
    wanted = {"dialout": "serial ports"} | ({"gpio": "pins"} if table is None or table.panel else {})
    for entry in table.readers if table is not None else ():
        wanted |= backends()[entry.backend].groups(entry.device)
    for group, what in wanted.items():
        if group in mine or os.geteuid() == 0:
            yield Finding(f"group {group}", Result.WELL, f"this user may use {what}")
        else:
            step = f"`sudo usermod -aG {group} $USER`, then log out and in again."
            means = f"It may not use {what}."
            yield Finding(f"group {group}", Result.WRONG, f"this user is not in {group}", means, step)
