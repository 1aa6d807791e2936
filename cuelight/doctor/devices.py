"""Checks of what the table's devices need: permissions, drivers, buses and ports."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from companion.core.i18n import N_, _, together
from companion.core.places import slot_words
from cuelight.doctor.finding import Finding, Result, System
from cuelight.doctor.pi import Pi, is_on, overlays, pi_of, settings, writing
from hardware.faults import NEXT_STEP, DeviceReason
from hardware.ports import UARTS
from hardware.readers import backends
from hardware.table_file.load import TableFile
from hardware.usb import PCSCD

SERVICE = "cuelight"  # systemd/sysusers.conf: the user of an installed service
GRABBING_DRIVERS = ("pn533_usb", "pn533", "port100")
GRABBING_PROGRAMS = {
    "ModemManager": (
        N_("It asks each new serial port whether it is a modem, and readers lose frames."),
        "modemmanager",
    ),
    "brltty": (N_("It takes adapters with a CH340 or a CP2102 for a Braille display."), "brltty"),
}
PCSC_PREFIX = "pcsc:"  # of the devices that pcscd has
PACKAGED_RULES = ("/etc/udev/rules.d/*cuelight*", "/usr/lib/udev/rules.d/*cuelight*", "/lib/udev/rules.d/*cuelight*")
RULE_FOLDERS = ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")
RULE_FILE = "/etc/udev/rules.d/70-cuelight.rules"
LIBUSB_PLACES = (
    "/usr/lib/*/libusb-1.0.so.0",
    "/usr/lib/libusb-1.0.so.0",
    "/lib/*/libusb-1.0.so.0",
    "/usr/local/lib/libusb-1.0.so.0",
)
FREEING_OVERLAYS = frozenset({"disable-bt", "pi3-disable-bt", "miniuart-bt", "pi3-miniuart-bt"})
_NO_DATA = N_("No data arrives on it.")
I2C = "/dev/i2c-1"  # at the pins
MOST_LATENCY = 1  # milliseconds


def check_groups(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report each group that this user needs to open ports, pins and readers."""
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


def check_drivers(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Report kernel drivers and programs that occupy a reader or a mat."""
    loaded = {line.split()[0] for line in system.read("/proc/modules").splitlines() if line}
    for name in GRABBING_DRIVERS:
        if name in loaded:
            step = f"`echo blacklist {name} | sudo tee -a /etc/modprobe.d/cuelight.conf`, `sudo modprobe -r {name}`."
            means = _("It claims such USB readers before Cuelight can open them.")
            what = _("the kernel driver {name} is loaded", name=name)
            yield Finding(f"driver {name}", Result.WRONG, what, means, step)
    if not loaded & set(GRABBING_DRIVERS):
        yield Finding("kernel drivers", Result.WELL, _("no kernel driver claims a reader"))
    running = system.programs()
    has_udev_rules = any(True for pattern in PACKAGED_RULES for _path in system.found(pattern))
    for name, (means, package) in GRABBING_PROGRAMS.items():
        if name in running and not (name == "ModemManager" and has_udev_rules):  # the package's udev rules keep it away
            step = _("If nobody here needs it: `sudo apt-get remove {package}`.", package=package)
            yield Finding(f"program {name}", Result.REMARK, _("{name} runs", name=name), _(means), step)


def check_pcscd(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report pcscd if a reader of the table needs it, or if it may take one."""
    devices = [entry.device for entry in table.readers] if table is not None else []
    runs = system.place(str(PCSCD)).exists()
    if any(device.startswith(PCSC_PREFIX) for device in devices):
        if runs:
            yield Finding("program pcscd", Result.WELL, _("{name} runs", name="pcscd"))
        else:
            step = _(NEXT_STEP[DeviceReason.NO_PCSCD])
            yield Finding("program pcscd", Result.WRONG, _("pcscd does not run"), _("No card is seen there."), step)
    elif runs and any(device.startswith("usb:") for device in devices):
        means = _("It may take such USB readers before Cuelight can open them.")
        step = _("`cuelight setup` finds them through pcscd. Or remove it: `sudo apt-get remove pcscd`.")
        yield Finding("program pcscd", Result.REMARK, _("{name} runs", name="pcscd"), means, step)


def check_udev(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report each USB reader, named by vendor and product, that udev does not give to the group plugdev.

    Without a udev rule, membership in the group has no effect.
    """
    rules = "\n".join(system.read(path) for folder in RULE_FOLDERS for path in system.found(f"{folder}/*.rules"))
    given = [line for line in rules.splitlines() if "plugdev" in line or "uaccess" in line or 'MODE="0666"' in line]
    for entry in table.readers if table is not None else ():
        vendor, product = (*entry.device.lower().split(":"), "", "")[1:3]
        if not entry.device.startswith("usb:") or len(vendor) != 4:
            continue  # named by its place, so it may be of any kind
        if any(vendor in line and product in line for line in given):
            yield Finding(f"rule {slot_words(entry.zone)}", Result.WELL, _("udev gives its reader to plugdev"))
            continue
        which = f'ATTR{{idVendor}}=="{vendor}", ATTR{{idProduct}}=="{product}"'
        rule = f'SUBSYSTEM=="usb", {which}, GROUP="plugdev", MODE="0660"'
        step = _(
            "`echo '{rule}' | sudo tee -a {file}`, `sudo udevadm control --reload`, `sudo udevadm "
            "trigger`, then plug it in again.",
            rule=rule,
            file=RULE_FILE,
        )
        means = _("Only the administrator may open it.")
        yield Finding(
            f"rule {slot_words(entry.zone)}", Result.WRONG, _("no rule gives its reader to plugdev"), means, step
        )


def check_libusb(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report libusb for a table with a USB reader; serial readers do not need it."""
    if table is None or not any(entry.device.startswith("usb") for entry in table.readers):
        return
    if any(True for pattern in LIBUSB_PLACES for _path in system.found(pattern)):
        yield Finding("libusb", Result.WELL, _("libusb is installed"))
    else:
        step = "`sudo apt-get install libusb-1.0-0`."
        yield Finding("libusb", Result.WRONG, _("libusb is not installed"), _("No USB reader can be opened."), step)


def check_uart(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report the serial port on a Raspberry Pi's pins, if the table has a reader there.

    On a 3 and a 4, Bluetooth uses the first UART (ttyAMA0), unless an overlay changes that. The pins have the small one
    (ttyS0), which `enable_uart=1` turns on. On a 5 the pins have ttyAMA0, which `dtparam=uart0=on` turns on, and
    `serial0` is the debug connector (ttyAMA10). Source: Raspberry Pi documentation, "UARTs"; raspi-config,
    `do_serial_hw`.
    """
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
        yield Finding("serial port", Result.WRONG, _("the serial port is off"), _(_NO_DATA), step)
    if device != "/dev/ttyAMA0":
        means = _("serial0 is the socket for debugging there, beside the pins.")
        step = _('Write device = "/dev/ttyAMA0" into the table file, or find it with `cuelight setup`.')
        what = _("on a Raspberry Pi 5 {device} is not on the pins", device=device)
        yield Finding("serial port", Result.WRONG, what, means, step)


def _of_a_4(device: str, lines: list[str], pi: Pi) -> Iterator[Finding]:
    is_freed = bool(FREEING_OVERLAYS & overlays(lines)) or not pi.has_bluetooth
    if "enable_uart=0" in lines or ("enable_uart=1" not in lines and not is_freed):
        yield Finding("serial port", Result.WRONG, _("the serial port is off"), _(_NO_DATA), writing("enable_uart=1"))
    if device == "/dev/ttyAMA0" and not is_freed:
        step = together(
            [writing("dtoverlay=disable-bt"), _('Or take the slow port: device = "/dev/ttyS0" in the table file.')]
        )
        yield Finding("serial port", Result.WRONG, _("Bluetooth uses /dev/ttyAMA0 here"), _(_NO_DATA), step)


def check_spi(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report each SPI bus on which the table has RC522 modules.

    `dtparam=spi=on` provides spidev0.0 and 0.1, the overlays spi1-1cs to spi1-3cs the second bus
    (raspberrypi/firmware, boot/overlays/README).
    """
    ports = [entry.device.partition(":")[0] for entry in (table.readers if table is not None else ())]
    used = sorted({(int(found[1]), port) for port in ports if (found := re.search(r"spidev(\d+)\.\d+\Z", port))})
    for bus in sorted({bus for bus, _port in used}):
        missing = [port for its, port in used if its == bus and not system.place(port).exists()]
        if not missing:
            yield Finding(f"SPI {bus}", Result.WELL, _("it is on"))
            continue
        step = writing("dtparam=spi=on" if bus == 0 else f"dtoverlay=spi{bus}-3cs")
        what = _("there is no {ports}", ports=", ".join(missing))
        yield Finding(f"SPI {bus}", Result.WRONG, what, _("No module on it can be read."), step)


def check_i2c(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report the I2C bus at the pins if the table has Unit RFID2 readers, or if there is no table yet on a Pi.

    `dtparam=i2c_arm=on` provides i2c-1; `i2c_arm_baudrate` is 100 kHz by default (raspberrypi/firmware,
    boot/overlays/README). Whether the hub answers shows when a reader is opened.
    """
    pi = pi_of(system)
    is_used = table is not None and any(entry.device.partition(":")[0] == I2C for entry in table.readers)
    if not is_used and (table is not None or not pi.generation):
        return
    if not system.place(I2C).exists():
        step = _("Turn it on, then restart: `sudo raspi-config nonint do_i2c 0`, `sudo reboot`.")
        what, result = _("there is no {ports}", ports=I2C), Result.WRONG if is_used else Result.REMARK
        yield Finding("I2C", result, what, _("No Unit RFID2 can be read."), step)
    elif pi.generation and not any(line.startswith("dtparam=i2c_arm_baudrate=") for line in settings(system, pi)):
        step = writing("dtparam=i2c_arm_baudrate=400000")
        means = _("Polls of Unit RFID2 readers take about twice as long as at 400 kHz.")
        yield Finding("I2C", Result.REMARK, _("it is on, at 100 kHz"), means, step)
    else:
        what = _("it is on") if is_used else _("it is on; a PaHub needs its address switch at 0x70")
        yield Finding("I2C", Result.WELL, what)


def check_latency(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report each serial adapter that delays its answers, such as one with an FT232."""
    for entry in table.readers if table is not None else ():
        name = os.path.basename(os.path.realpath(entry.device))
        place = f"/sys/bus/usb-serial/devices/{name}/latency_timer"
        latency = system.read(place)
        if latency.isdecimal() and int(latency) > MOST_LATENCY:
            what = _("its adapter delays each answer by up to {latency} ms", latency=latency)
            step = _("`echo 1 | sudo tee {place}`; a udev rule does it at each start (docs/hardware.md).", place=place)
            yield Finding(f"adapter {slot_words(entry.zone)}", Result.REMARK, what, _("Cards are noticed later."), step)
