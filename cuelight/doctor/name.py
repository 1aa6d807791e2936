"""Check of the machine's name in the network: `cuelight.local`, by mDNS (RFC 6762), which avahi publishes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.i18n import _
from cuelight.doctor.finding import Finding, Result, System
from hardware.table_file.load import TableFile


def check(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Report whether a service publishes the name."""
    name = system.read("/etc/hostname").partition(".")[0]
    if "avahi-daemon" in system.programs() or system.place("/run/avahi-daemon/pid").exists():
        yield Finding("name", Result.WELL, _("the network finds it as {name}.local", name=name or _("its name")))
    else:
        means = _("Phones must use its IP address.")
        step = "`sudo apt-get install avahi-daemon`."
        yield Finding("name", Result.REMARK, _("no service publishes its name in the network"), means, step)
