"""Check of the serial port on a Raspberry Pi's pins: is it on, is it the right one, is it free?

On a 3 and a 4, Bluetooth uses the first UART (ttyAMA0), unless an overlay changes that. The pins have the small one
(ttyS0), which `enable_uart=1` turns on. On a 5 the pins have ttyAMA0, which `dtparam=uart0=on` turns on, and `serial0`
is the debug connector (ttyAMA10). Source: Raspberry Pi documentation, "UARTs"; raspi-config, `do_serial_hw`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.core.i18n import N_, _, together
from cuelight.doctor.finding import Finding, Result, System
from cuelight.doctor.pi import Pi, is_on, overlays, pi_of, settings, writing
from hardware.ports import UARTS
from hardware.table_file.load import TableFile

FREED = frozenset({"disable-bt", "pi3-disable-bt", "miniuart-bt", "pi3-miniuart-bt"})
_NOTHING = N_("No data arrives on it.")


def check(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report the port, if the table has a reader there."""
    used = [entry.device for entry in (table.readers if table is not None else ()) if entry.device in UARTS]
    if not used:
        return
    pi = pi_of(system)
    yield from _console(system, pi)
    lines = settings(system, pi)
    wrong = list(_of_a_5(used[0], lines) if pi.generation == 5 else _of_a_4(used[0], lines, pi))
    yield from wrong or [Finding("serial port", Result.WELL, _("{device} is on the pins", device=used[0]))]


def _console(system: System, pi: Pi) -> Iterator[Finding]:
    line = system.first("/boot/firmware/cmdline.txt", "/boot/cmdline.txt")
    consoles = set(re.findall(r"(?:^|\s)console=(serial0|ttyS0|ttyAMA0)\b", line))
    if pi.generation == 5:
        consoles -= {"serial0"}  # the debug connector
    if consoles:
        step = _("End the login over it, then restart: `sudo raspi-config nonint do_serial_cons 1`, `sudo reboot`.")
        means = _("The system writes into the line to the reader.")
        yield Finding("serial console", Result.WRONG, _("a console is on the serial port"), means, step)
    else:
        yield Finding("serial console", Result.WELL, _("no console is on the serial port"))


def _of_a_5(device: str, lines: list[str]) -> Iterator[Finding]:
    if not is_on(lines, "uart0") and not {"uart0", "uart0-pi5"} & overlays(lines):
        step = writing("dtparam=uart0=on")
        yield Finding("serial port", Result.WRONG, _("the serial port is off"), _(_NOTHING), step)
    if device != "/dev/ttyAMA0":
        means = _("serial0 is the socket for debugging there, beside the pins.")
        step = _('Write device = "/dev/ttyAMA0" into the table file, or find it with `cuelight setup`.')
        what = _("on a Raspberry Pi 5 {device} is not on the pins", device=device)
        yield Finding("serial port", Result.WRONG, what, means, step)


def _of_a_4(device: str, lines: list[str], pi: Pi) -> Iterator[Finding]:
    is_freed = bool(FREED & overlays(lines)) or not pi.has_bluetooth
    if "enable_uart=0" in lines or ("enable_uart=1" not in lines and not is_freed):
        yield Finding("serial port", Result.WRONG, _("the serial port is off"), _(_NOTHING), writing("enable_uart=1"))
    if device == "/dev/ttyAMA0" and not is_freed:
        step = together(
            [writing("dtoverlay=disable-bt"), _('Or take the slow port: device = "/dev/ttyS0" in the table file.')]
        )
        yield Finding("serial port", Result.WRONG, _("Bluetooth uses /dev/ttyAMA0 here"), _(_NOTHING), step)
