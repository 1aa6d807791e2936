"""Checks of the machine: its libraries, pins, power, disk, backups, clock, name in the network and Wi-Fi."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.core.i18n import N_, _
from companion.journal.last_backup import last_backup
from companion.journal.times import BUILT
from cuelight.doctor.finding import Finding, Result, System
from cuelight.doctor.pi import pi_of
from cuelight.doctor.updates import Outcome, last_update
from hardware.readers import backends
from hardware.table_file.load import TableFile

OF_PINS = ("gpiozero", "lgpio")
RPI_GPIO, RPI_LGPIO = "RPi.GPIO", "rpi-lgpio"  # both provide the module RPi.GPIO; only the second knows a Pi 5
PACKAGED = Path("/opt/cuelight")  # environment of the Debian package, which is built as a whole
FROM_SYSTEM = {"lgpio": "sudo apt-get install python3-lgpio"}  # no wheel for CPython 3.13
LOW_NOW, LOW_ONCE, HOT_ONCE = 1 << 0, 1 << 16, 1 << 18 | 1 << 19
FULL_MILLIAMPERES = 5000
_LOW_MEANS = N_("Readers fail now and then, and files may be lost.")
_LOW_STEP = N_(
    "Take the Raspberry Pi's own supply and a short cable, and for readers a hub with its own; "
    "then restart: `sudo reboot`."
)
LEAST_BYTES = 200 << 20
WORN_OUT = 0x0A
_HEXADECIMAL = re.compile(r"\b0x[0-9A-Fa-f]+\b")
JOURNAL = "table.db"
SYNCHRONIZED = "/run/systemd/timesync/synchronized"  # systemd-timesyncd.service(8)
_AVAHI_TITLE = re.compile(r"avahi-daemon: running \[(.+?)\]")  # what it calls its process, with the name that it got
TIME_PROGRAMS = frozenset({"chronyd", "ntpd", "chrony", "ntpsec"})  # programs, and Debian's names of their services


def check_libraries(_system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report the interpreter, and the libraries of this table and of other tables."""
    what = _("Python {version} on {machine}", version=platform.python_version(), machine=platform.machine())
    yield Finding("python", Result.WELL, what)
    needed = _needed(table) if table is not None else ()
    of_readers = [library for backend in backends().values() for library in backend.libraries]
    for name in dict.fromkeys((*of_readers, *OF_PINS, *needed)):
        try:
            yield Finding(f"library {name}", Result.WELL, f"{name} {version(name)}")
        except PackageNotFoundError:
            worst = Result.WRONG if name in needed else Result.REMARK
            means = _("This table needs it.") if worst is Result.WRONG else _("Only tables with such devices need it.")
            what = ".[rpigpio]" if name == RPI_LGPIO else ".[pi]"
            step = _("`pip install '{what}'`, in Cuelight's folder and its environment.", what=what)
            if Path(sys.prefix).is_relative_to(PACKAGED):
                step = _("Install Cuelight's package again: run its `install.sh`.")
            elif name in FROM_SYSTEM and _uses_system_packages():
                step = f"`{FROM_SYSTEM[name]}`."
            yield Finding(f"library {name}", worst, _("{name} is not installed", name=name), means, step)


def _uses_system_packages() -> bool:
    """Return whether Python sees Debian's packages: outside an environment, or in one with --system-site-packages."""
    file = Path(sys.prefix, "pyvenv.cfg")
    return not file.is_file() or "include-system-site-packages = true" in file.read_text(encoding="utf-8")


def _needed(table: TableFile) -> tuple[str, ...]:
    """Return the distributions that this table needs."""
    needed = [library for entry in table.readers for library in backends()[entry.backend].libraries]
    if table.mat is not None:
        needed.append("pyserial")
    if table.panel:
        needed += ["gpiozero", "lgpio" if table.pins == "lgpio" else _module_of_pins()]
    return tuple(needed)


def _module_of_pins() -> str:
    """Return the distribution that provides the module RPi.GPIO here, or that should."""
    return RPI_GPIO if _is_installed(RPI_GPIO) and not _is_installed(RPI_LGPIO) else RPI_LGPIO


def _is_installed(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def check_machine(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report the model, and missing access to pins if lamps or buttons need them."""
    pi = pi_of(system)
    if pi.model:
        yield Finding("machine", Result.WELL, pi.model)
    if table is None or not table.panel:
        return
    if table.pins == "rpigpio" and _is_installed(RPI_GPIO) and _is_installed(RPI_LGPIO):
        step = _("`pip uninstall {both}`, then `pip install '.[rpigpio]'`.", both=f"{RPI_GPIO} {RPI_LGPIO}")
        means = _("Both have the module RPi.GPIO, and the one that was installed last runs.")
        yield Finding("pins", Result.WRONG, _("RPi.GPIO and rpi-lgpio are both installed"), means, step)
    elif pi.generation == 5 and table.pins == "rpigpio" and _module_of_pins() == RPI_GPIO:
        command = f"sudo sed -i s/rpigpio/lgpio/ {system.table_file}"
        step = _('Write pins = "lgpio" under [gpio] in the table file: `{command}`.', command=command)
        yield Finding("pins", Result.WRONG, _("RPi.GPIO does not know the Raspberry Pi 5"), _("No lamp lights."), step)
    elif not any(system.found("/dev/gpiochip*")):
        means = _("No lamp lights, and no button works.")
        step = _("Run the table on the Raspberry Pi that they are wired to; `ls /dev/gpiochip*` shows its pins.")
        yield Finding("pins", Result.REMARK, _("this machine has no pins"), means, step)
    elif not any(os.access(system.place(chip), os.R_OK | os.W_OK) for chip in system.found("/dev/gpiochip*")):
        rule = 'SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"'
        step = _(
            "Join the group gpio, and let udev give the pins to it: `echo '{rule}' | sudo tee {file}`, "
            "`sudo udevadm control --reload`, `sudo udevadm trigger`.",
            rule=rule,
            file="/etc/udev/rules.d/70-cuelight-pins.rules",
        )
        means = _("No lamp lights, and no button works.")
        yield Finding("pins", Result.WRONG, _("this user may not open the pins"), means, step)


def check_power(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report low voltage now or earlier, overheating, and the current for USB of a Raspberry Pi.

    The bits are those of `vcgencmd get_throttled` (Raspberry Pi documentation, "os.html", vcgencmd). The alarm is that
    of the kernel's driver raspberrypi-hwmon. The current that a supply offers to a Pi 5 is in its device tree
    (chosen/power).
    """
    said = system.throttled()
    alarm = any(system.read(path) == "1" for path in _alarms(system))
    if said is not None and said & LOW_NOW:
        yield Finding("supply", Result.WRONG, _("the voltage is too low now"), _(_LOW_MEANS), _(_LOW_STEP))
    elif alarm or (said is not None and said & LOW_ONCE):
        yield Finding(
            "supply",
            Result.WRONG,
            _("the voltage has been too low at some time since the start"),
            _(_LOW_MEANS),
            _(_LOW_STEP),
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
        yield Finding(
            "USB current", Result.REMARK, what, _("That is enough for three PN532 with their adapters."), step
        )


def _alarms(system: System) -> Iterator[str]:
    for path in system.found("/sys/class/hwmon/hwmon*/name"):
        if system.read(path) == "rpi_volt":
            yield path.replace("/name", "/in0_lcrit_alarm")


def check_disk(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Report space, errors and wear of the journal's disk.

    Errors are the kernel's count (Documentation/ABI/testing/sysfs-fs-ext4, errors_count). Wear is an eMMC's own
    estimate, 0x0A and more for nearly worn out (the kernel's mmc-dev-attrs, life_time). SD cards report none.
    """
    if system.data is not None and system.data.is_dir():
        yield _room(os.statvfs(system.data))
    for path in system.found("/sys/fs/ext4/*/errors_count"):
        count = system.read(path)
        if count.isdecimal() and int(count):
            where = path.split("/")[4]
            step = _("Back up the table to a stick, then use a new card: `cuelight journal backup /media/COPY.zip`.")
            what = _("the kernel has counted {count} errors on {where}", count=count, where=where)
            yield Finding(f"disk {where}", Result.WRONG, what, _("What is written there may be lost."), step)
    for path in system.found("/sys/block/mmcblk*/device/life_time"):
        parts = [int(part, 16) for part in _HEXADECIMAL.findall(system.read(path))]
        if parts and max(parts) >= WORN_OUT:
            where = path.split("/")[3]
            step = _("Replace it soon; back up the table each evening: `cuelight journal backup /media/COPY.zip`.")
            yield Finding(f"disk {where}", Result.REMARK, _("it is nearly worn out"), _("It may fail any day."), step)


def _room(found: os.statvfs_result) -> Finding:
    free = found.f_bavail * found.f_frsize
    what = _("{megabytes} MB are free for the journal", megabytes=free >> 20)
    if found.f_flag & os.ST_RDONLY:
        means = _("No game can be saved.")
        step = _("Find out why the kernel stopped writing, then restart: `dmesg | grep -i 'error\\|read-only'`.")
        return Finding("disk", Result.WRONG, _("the disk of the journal cannot be written"), means, step)
    if free < LEAST_BYTES:
        step = _(
            "Free some space: delete old games with `cuelight journal forget`, old packages with `sudo apt-get clean`."
        )
        return Finding("disk", Result.WRONG, what, _("Soon no game can be saved."), step)
    return Finding("disk", Result.WELL, what)


def check_backup(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Report the last good backup, a missing one, or why the newest try failed."""
    if system.data is None or not (system.data / JOURNAL).exists():
        return
    found = last_backup(system.data / JOURNAL)
    text = found.text(system.now())
    step = _("Back up the table to a stick: `sudo cuelight journal backup /media/COPY.zip`.")
    means = _("If the memory card fails, the games are lost.")
    if found.trouble:
        yield Finding("backup", Result.WRONG, text, means, step)
    elif found.file is None:
        yield Finding("backup", Result.REMARK, text, means, step)
    else:
        yield Finding("backup", Result.WELL, text)


def check_update(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Report what became of the last update from a stick or a folder."""
    found = last_update(system.data / JOURNAL) if system.data is not None else None
    if found is None:
        return
    if found.outcome in (Outcome.TAKEN, Outcome.OLDER):
        yield Finding("update", Result.WELL, found.text())
    else:
        step = _("Then plug the stick in again, or name its folder: `sudo cuelight update /media/usb`.")
        yield Finding("update", Result.REMARK, found.text(), _("The table still runs its earlier version."), step)


def check_clock(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Report a wrong clock, one that is set by the network or a battery, or one that nobody has set.

    It dates games and backups. A Pi 3 or 4 loses the time with its power.
    """
    if system.now() < BUILT:
        step = _("Connect it to the network for a minute, or set it: `sudo timedatectl set-time '2026-12-24 18:00'`.")
        yield Finding("clock", Result.WRONG, _("the clock is years behind"), _("Games get wrong dates."), step)
    elif system.place(SYNCHRONIZED).exists() or system.programs() & TIME_PROGRAMS:
        yield Finding("clock", Result.WELL, _("the network sets the clock"))
    elif any(system.found("/sys/class/rtc/rtc*/name")):
        yield Finding("clock", Result.WELL, _("the clock runs on without power"))
    else:
        means = _("After a power cut games get wrong dates.")
        step = _("Connect it to the network once: `timedatectl` says whether that has set it.")
        yield Finding("clock", Result.REMARK, _("nobody has set the clock since the start"), means, step)


def check_name(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Report whether avahi publishes the machine's name, `cuelight.local`, by mDNS (RFC 6762, section 9).

    It adds a number to a name that another machine has already.
    """
    name = system.read("/etc/hostname").partition(".")[0]
    titles = (_AVAHI_TITLE.search(system.read(path)) for path in system.found("/proc/[0-9]*/cmdline"))
    published = next((title[1] for title in titles if title is not None), "")
    if name and re.fullmatch(rf"{re.escape(name)}-\d+\.local", published, re.IGNORECASE):
        what = _("another machine has its name, so the network finds it as {name}", name=published)
        means = _("Who enters {name}.local comes to the other machine.", name=name)
        step = _("Give one of them another name: `sudo hostnamectl hostname NAME`; then restart it.")
        yield Finding("name", Result.REMARK, what, means, step)
    elif "avahi-daemon" in system.programs() or system.place("/run/avahi-daemon/pid").exists():
        yield Finding("name", Result.WELL, _("the network finds it as {name}.local", name=name or _("its name")))
    else:
        means = _("Phones must use its IP address.")
        step = "`sudo apt-get install avahi-daemon`."
        yield Finding("name", Result.REMARK, _("no service publishes its name in the network"), means, step)


def check_radio(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Report whether the Wi-Fi is blocked, and by what.

    A Raspberry Pi blocks it until its country is set (kernel, "rfkill.rst").
    """
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
