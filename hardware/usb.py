"""Sockets of USB devices, from the kernel's list (Documentation/ABI/stable/sysfs-bus-usb).

A socket's name, such as 1-1.2, stays; the bus and the address of the device in it change at each start.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from hardware.faults import DeviceReason

DEVICES = Path("/sys/bus/usb/devices")
SOCKET = re.compile(r"\d+-\d+(?:\.\d+)*\Z")
BY_A_PROGRAM = "usbfs"  # the kernel's name of the driver if a program has claimed the device
PCSCD = Path("/run/pcscd/pcscd.comm")
"""The socket of pcscd, which its service manager opens."""
_CARD_READERS = "0b"  # the class of USB interface of smart card readers (CCID 1.1, 4.2)


def place_of(socket: str) -> tuple[int, int]:
    """Return the bus and the address of the device in a socket. Raises OSError, or ValueError."""
    device = DEVICES / socket
    return int((device / "busnum").read_text(encoding="ascii")), int((device / "devnum").read_text(encoding="ascii"))


def socket_of(bus: int, address: int) -> str | None:
    """Return the socket of a device; None if the kernel does not list it."""
    for device in DEVICES.glob("*-*"):
        with suppress(OSError, ValueError):
            if SOCKET.match(device.name) and place_of(device.name) == (bus, address):
                return device.name
    return None


def taker_of(reader: str) -> DeviceReason:
    """Return who has a busy reader: a kernel driver, pcscd, or another program.

    Args:
        reader: its socket, or its ids as vendor:product.
    """
    for device in DEVICES.glob("*-*"):
        if reader.lower() not in (device.name, _ids(device)) or ":" in device.name:
            continue
        drivers = {driver.resolve().name for driver in DEVICES.glob(f"{device.name}:*/driver")}
        if not drivers <= {BY_A_PROGRAM}:
            return DeviceReason.TAKEN_BY_KERNEL
        if PCSCD.exists() and _is_for_cards(device.name):
            return DeviceReason.TAKEN_BY_PCSCD
    return DeviceReason.IN_USE


def has_card_reader() -> bool:
    """Return whether a smart card reader is plugged in."""
    return _is_for_cards("*")


def _ids(device: Path) -> str:
    try:
        ids = [(device / name).read_text(encoding="ascii").strip() for name in ("idVendor", "idProduct")]
    except OSError:
        return ""
    return ":".join(ids).lower()


def _is_for_cards(socket: str) -> bool:
    for kind in DEVICES.glob(f"{socket}:*/bInterfaceClass"):
        with suppress(OSError):
            if kind.read_text(encoding="ascii").strip().lower() == _CARD_READERS:
                return True
    return False
