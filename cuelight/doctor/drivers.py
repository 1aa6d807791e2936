"""Check for kernel drivers and programs that occupy a reader or a mat."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.i18n import N_, _
from cuelight.doctor.finding import Finding, Result, System
from hardware.table_file.load import TableFile

GRABBERS = ("pn533_usb", "pn533", "port100")
PROGRAMS = {
    "ModemManager": (
        N_("It asks each new serial port whether it is a modem, and readers lose frames."),
        "modemmanager",
    ),
    "brltty": (N_("It takes adapters with a CH340 or a CP2102 for a Braille display."), "brltty"),
}
RULES = ("/etc/udev/rules.d/*cuelight*", "/usr/lib/udev/rules.d/*cuelight*", "/lib/udev/rules.d/*cuelight*")


def check(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Report drivers and programs that should not be loaded or run."""
    loaded = {line.split()[0] for line in system.read("/proc/modules").splitlines() if line}
    for name in GRABBERS:
        if name in loaded:
            step = f"`echo blacklist {name} | sudo tee -a /etc/modprobe.d/cuelight.conf`, `sudo modprobe -r {name}`."
            means = _("It claims such USB readers before Cuelight can open them.")
            what = _("the kernel driver {name} is loaded", name=name)
            yield Finding(f"driver {name}", Result.WRONG, what, means, step)
    if not loaded & set(GRABBERS):
        yield Finding("kernel drivers", Result.WELL, _("no kernel driver claims a reader"))
    running = system.programs()
    is_told = any(True for pattern in RULES for _path in system.found(pattern))
    for name, (means, package) in PROGRAMS.items():
        if name in running and not (name == "ModemManager" and is_told):  # the package's udev rules keep it away
            step = _("If nobody here needs it: `sudo apt-get remove {package}`.", package=package)
            yield Finding(f"program {name}", Result.REMARK, _("{name} runs", name=name), _(means), step)
