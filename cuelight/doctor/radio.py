"""Check of the Wi-Fi. A Raspberry Pi blocks it until its country is set (kernel, "rfkill.rst")."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.i18n import _
from cuelight.doctor.finding import Finding, Result, System
from cuelight.doctor.pi import pi_of
from hardware.table_file.load import TableFile


def check(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Report whether a radio is blocked, and by what."""
    for path in system.found("/sys/class/rfkill/*/type"):
        if system.read(path) != "wlan":
            continue
        folder = path.rpartition("/")[0]
        means = _("The table can neither join a Wi-Fi nor make its own.")
        if system.read(f"{folder}/hard") == "1":
            step = _("Switch the Wi-Fi of this machine on, by its key or its switch.")
            yield Finding("Wi-Fi", Result.REMARK, _("the Wi-Fi is off by a switch of the machine"), means, step)
        elif system.read(f"{folder}/soft") == "1" and pi_of(system).model:
            step = _("`sudo raspi-config nonint do_wifi_country GB`, with the two letters of your country.")
            yield Finding("Wi-Fi", Result.REMARK, _("the Wi-Fi is blocked until its country is set"), means, step)
        elif system.read(f"{folder}/soft") == "1":
            yield Finding("Wi-Fi", Result.REMARK, _("the Wi-Fi is blocked"), means, "`sudo rfkill unblock wifi`.")
        else:
            yield Finding("Wi-Fi", Result.WELL, _("the Wi-Fi is enabled"))
