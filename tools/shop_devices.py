"""Check of udev's reaction to the devices of a table.

A container has no devices, so their files in /sys are made by hand, and `udevadm test` of the real udev, with all rules
of the system, reports what it would do.

It tests neither the kernel's reaction nor the device's answers.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from shop_machine import Machine, expect


class Part(NamedTuple):
    """A device as the kernel presents it: its path, its kind, and its attributes."""

    path: str
    subsystem: str
    uevent: str
    files: dict[str, str] = {}
    driver: str = ""


HUB = "devices/usb1/1-"


def usb(at: int, vendor: str, product: str) -> Part:
    """Return a device at a socket of the USB hub."""
    told = f"MAJOR=189 MINOR={at} DEVNAME=bus/usb/001/00{at} DEVTYPE=usb_device"
    return Part(f"{HUB}{at}", "bus/usb", told, {"idVendor": vendor, "idProduct": product})


def tty(at: int, name: str) -> Part:
    """Return the serial port of a device at a socket."""
    return Part(f"{HUB}{at}/1-{at}:1.0/{name}/tty/{name}", "class/tty", f"MAJOR=188 MINOR={at} DEVNAME={name}")


FTDI = Part(f"{HUB}1/1-1:1.0/ttyUSB0", "bus/usb-serial", "DRIVER=ftdi_sio", {"latency_timer": "16"}, "ftdi_sio")
DISK = "MAJOR=8 MINOR=1 DEVNAME=sda1 DEVTYPE=partition ID_FS_USAGE=filesystem"
PLUGGED: tuple[tuple[Part, tuple[str, ...]], ...] = (
    (usb(1, "0403", "6001"), (r"ID_MM_DEVICE_IGNORE=1",)),  # an FTDI adapter
    (FTDI, (r"latency_timer.*1",)),
    (tty(1, "ttyUSB0"), (r"GROUP\D*{dialout}\b", r"MODE\D*0660", r"ID_MM_PORT_IGNORE=1")),
    (usb(2, "2e8a", "0005"), (r"ID_MM_DEVICE_IGNORE=1",)),  # a Pico: the mat
    (tty(2, "ttyACM0"), (r"GROUP\D*{dialout}\b", r"MODE\D*0660", r"ID_MM_PORT_IGNORE=1")),
    (usb(3, "072f", "2200"), (r"GROUP\D*{plugdev}\b", r"MODE\D*0660")),  # a USB reader
    (usb(4, "1a86", "7523"), (r"ID_MM_DEVICE_IGNORE=1",)),  # an adapter with a CH340
    (
        Part("devices/spi0/spidev0.0", "class/spidev", "MAJOR=153 MINOR=0 DEVNAME=spidev0.0"),
        (r"GROUP\D*{spi}\b", r"MODE\D*0660"),
    ),
    (
        Part("devices/gpiochip0", "bus/gpio", "MAJOR=254 MINOR=0 DEVNAME=gpiochip0"),
        (r"GROUP\D*{gpio}\b", r"MODE\D*0660"),
    ),
    (
        Part(f"{HUB}5/1-5:1.0/block/sda/sda1", "class/block", DISK),
        (r"SYSTEMD_WANTS=.*cuelight-update@dev-sda1\.service",),
    ),
)
"""Plugged-in devices, and the patterns that udev must print for them; {group} is replaced by its number."""

USB_STICK = usb(5, "0951", "1666")


def made(part: Part) -> str:
    """Return the commands that create a device's files."""
    here = f"/sys/{part.path}"
    words = [f"mkdir -p {here} /sys/{part.subsystem}; ln -s /sys/{part.subsystem} {here}/subsystem"]
    words.append(f"printf '%s\\n' {part.uevent} >{here}/uevent")
    words += [f"echo {value} >{here}/{name}" for name, value in part.files.items()]
    if part.driver:
        words.append(f"mkdir -p /sys/drivers/{part.driver}; ln -s /sys/drivers/{part.driver} {here}/driver")
    return "\n".join(words)


def plugged_in(machine: Machine) -> str:
    """Check that readers, mats, pins and sticks get their group.

    No other program may claim them.
    """
    lines = ["mount -t tmpfs fake /sys", made(USB_STICK), *(made(part) for part, _ in PLUGGED)]
    lines += [
        f"echo @@ {part.path}; SYSTEMD_DEVICE_VERIFY_SYSFS=0 udevadm test --action=add /sys/{part.path} 2>&1"
        for part, _ in PLUGGED
    ]
    machine.do("cat >/run/plugged.sh", input="\n".join(lines))
    said = machine.do("unshare --mount sh -eu /run/plugged.sh")
    told = dict(re.findall(r"^@@ (\S+)\n((?:(?!@@ ).*\n?)*)", said, re.MULTILINE))
    groups = {name: machine.do(f"getent group {name}").split(":")[2] for name in ("dialout", "plugdev", "spi", "gpio")}
    for part, wanted in PLUGGED:
        for pattern in wanted:
            for name, number in groups.items():
                pattern = pattern.replace(f"{{{name}}}", number)
            expect(re.search(pattern, told[part.path]), f"{part.path}: no {pattern} in\n{told[part.path]}")
    if machine.release != "bookworm":  # bookworm's udev cannot do this
        machine.do("udevadm verify --no-style /usr/lib/udev/rules.d/70-cuelight.rules")
    limit = machine.do("journalctl -b -t systemd-journald --no-pager | grep 'System Journal' | tail -n 1")
    expect("max 64M" in limit or "max 64.0M" in limit, f"the log may grow: {limit}")
    told_of = "groups, no modem manager, no delay, a stick is looked at; log at most 64 MB"
    return f"{len(PLUGGED)} devices by the system's udev: {told_of}"
