"""Check of a Raspberry Pi's power supply.

The bits are those of `vcgencmd get_throttled` (Raspberry Pi documentation, "os.html", vcgencmd). The alarm is that of
the kernel's driver raspberrypi-hwmon. The current that a supply offers to a Pi 5 is in its device tree (chosen/power).
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.i18n import N_, _
from cuelight.doctor.finding import Finding, Result, System
from cuelight.doctor.pi import pi_of
from hardware.table_file.load import TableFile

LOW_NOW, LOW_ONCE, HOT_ONCE = 1 << 0, 1 << 16, 1 << 18 | 1 << 19
FULL_MILLIAMPERES = 5000
_MEANS = N_("Readers fail now and then, and files may be lost.")
_STEP = N_(
    "Take the Raspberry Pi's own supply and a short cable, and for readers a hub with its own; "
    "then restart: `sudo reboot`."
)


def check(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report low voltage now or earlier, overheating, and the current for USB."""
    said = system.throttled()
    alarm = any(system.read(path) == "1" for path in _alarms(system))
    if said is not None and said & LOW_NOW:
        yield Finding("supply", Result.WRONG, _("the voltage is too low now"), _(_MEANS), _(_STEP))
    elif alarm or (said is not None and said & LOW_ONCE):
        yield Finding(
            "supply", Result.WRONG, _("the voltage has been too low at some time since the start"), _(_MEANS), _(_STEP)
        )
    elif said is not None:
        yield Finding("supply", Result.WELL, _("the voltage has held since the start"))
    if said is not None and said & HOT_ONCE:
        step = _("Give it air, or a heat sink; `vcgencmd measure_temp` says how hot it is.")
        yield Finding(
            "heat", Result.REMARK, _("it has been slowed down since the start"), _("Cards are noticed later."), step
        )
    promised = int.from_bytes(system.read_bytes("/proc/device-tree/chosen/power/max_current"), "big")
    if pi_of(system).generation == 5 and 0 < promised < FULL_MILLIAMPERES and table is not None and table.readers:
        step = _(
            "Take a supply of 5 V and 5 A, or a hub with its own: `vcgencmd get_throttled` says later whether it held."
        )
        what = _("the supply gives {amperes:g} A, so USB gives 0.6 A", amperes=promised / 1000)
        yield Finding("USB current", Result.REMARK, what, _("That is enough for four PN532."), step)


def _alarms(system: System) -> Iterator[str]:
    for path in system.found("/sys/class/hwmon/hwmon*/name"):
        if system.read(path) == "rpi_volt":
            yield path.replace("/name", "/in0_lcrit_alarm")
