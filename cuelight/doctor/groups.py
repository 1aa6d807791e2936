"""Check that this user may open ports, pins and readers."""

from __future__ import annotations

import os
from collections.abc import Iterator

from companion.core.i18n import N_, _
from cuelight.doctor.finding import Finding, Result, System
from hardware.readers import backends
from hardware.table_file.load import TableFile

SERVICE = "cuelight"  # systemd/sysusers.conf: the user of an installed service


def check(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report each group that the table needs."""
    mine = system.groups()
    wanted = {"dialout": N_("serial ports")} | ({"gpio": N_("pins")} if table is None or table.panel else {})
    for entry in table.readers if table is not None else ():
        wanted |= backends()[entry.backend].groups(entry.device)
    for group, what in wanted.items():
        if group in mine or os.geteuid() == 0:
            yield Finding(f"group {group}", Result.WELL, _("this user may use {what}", what=_(what)))
        else:
            user = system.user
            step = f"`sudo usermod -aG {group} {user}`, `sudo systemctl restart cuelight`."
            if user != SERVICE:
                step = _("`sudo usermod -aG {group} {user}`, then log out and in again.", group=group, user=user)
            means = _("It may not use {what}.", what=_(what))
            yield Finding(f"group {group}", Result.WRONG, _("this user is not in {group}", group=group), means, step)
