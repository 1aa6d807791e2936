"""Check of the clock, which dates games and backups. A Pi 3 or 4 loses the time with its power."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.i18n import _
from companion.journal.times import BUILT
from cuelight.doctor.finding import Finding, Result, System
from hardware.table_file.load import TableFile

SYNCHRONIZED = "/run/systemd/timesync/synchronized"  # systemd-timesyncd.service(8)
OTHERS = frozenset({"chronyd", "ntpd", "chrony", "ntpsec"})  # programs, and Debian's names of their services


def check(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Report a wrong clock, one that is set by the network or a battery, or one that nobody has set."""
    if system.now() < BUILT:
        step = _("Connect it to the network for a minute, or set it: `sudo timedatectl set-time '2026-12-24 18:00'`.")
        yield Finding("clock", Result.WRONG, _("the clock is years behind"), _("Games get wrong dates."), step)
    elif system.place(SYNCHRONIZED).exists() or system.programs() & OTHERS:
        yield Finding("clock", Result.WELL, _("the network sets the clock"))
    elif any(system.found("/sys/class/rtc/rtc*/name")):
        yield Finding("clock", Result.WELL, _("the clock runs on without power"))
    else:
        means = _("After a power cut games get wrong dates.")
        step = _("Connect it to the network once: `timedatectl` says whether that has set it.")
        yield Finding("clock", Result.REMARK, _("nobody has set the clock since the start"), means, step)
