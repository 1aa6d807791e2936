"""The backend `rfid2`: M5Stack Unit RFID2 readers (WS1850S) on this machine's I2C, with the mat's driver.

Each is behind a channel of one PaHub (TCA9548A), because all have the same address; a single one may do without. The
WS1850S has the registers of the MFRC522. Wiring: docs/hardware.md; hub: Texas Instruments' TCA9548A, SCPS207, section
8; ports: the kernel's Documentation/i2c/dev-interface.rst.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import groupby
from typing import Any

from chips.here import mfrc522
from companion.core.i18n import N_
from hardware.device import Backend, Device
from hardware.faults import DeviceError, DeviceReason, as_device_error
from hardware.mfrc522 import open_module
from hardware.turns import AIR

READER, HUB, CHANNELS = 0x28, 0x70, range(6)
HEADER_BUS = "/dev/i2c-1"  # at the pins of every Raspberry Pi; on others there may be anything
PINS: Mapping[int, str] = {2: "SDA of I2C 1", 3: "SCL of I2C 1"}
NOBODY = (errno.EREMOTEIO, errno.ENXIO)  # no chip at an address (kernel, Documentation/i2c/fault-codes.rst)
_WRITTEN = re.compile(r"(/dev/i2c-(\d+))(?::([0-5]))?\Z")


class Rfid2:
    """The kind of reader; see `Backend`."""

    name = "rfid2"
    libraries = ("adafruit-pureio",)
    written = "a path such as /dev/i2c-1:0 with the channel of the hub, 0 to 5, or /dev/i2c-1 without a hub"

    def knows(self, device: str) -> bool:
        """Return whether this is the path of a bus, optionally with a channel."""
        return _WRITTEN.match(device) is not None

    def groups(self, _device: str) -> Mapping[str, str]:
        """Return the group for I2C."""
        return {"i2c": N_("the I2C ports")}

    def pins(self, device: str) -> Mapping[int, str]:
        """Return the pins of the bus."""
        found = _WRITTEN.match(device)
        return PINS if found is not None and found[1] == HEADER_BUS else {}

    def candidates(self) -> Sequence[str]:
        """Return the channels at which a reader answers.

        A reader beside the hub would answer at each of them, so it is returned alone. Without the library this is the
        bus: opening it says why.
        """
        try:
            library = import_module("Adafruit_PureIO.smbus")
        except ImportError:
            return [HEADER_BUS] if os.path.exists(HEADER_BUS) else []
        try:
            bus = _acquired(library, int(HEADER_BUS[-1]))
        except OSError as error:
            return [] if isinstance(error, FileNotFoundError) else [HEADER_BUS]
        try:
            with AIR.turn():
                _close_all(bus)
                direct = _answers(bus, None)
                found = [] if direct else [channel for channel in CHANNELS if _answers(bus, channel)]
                _close_all(bus)
        finally:
            _release(bus)
        return [HEADER_BUS] if direct else [f"{HEADER_BUS}:{channel}" for channel in found]

    def open(self, device: str) -> Device:
        """Open a reader. Raises DeviceError."""
        found = _WRITTEN.match(device)
        if found is None:
            raise DeviceError(device, DeviceReason.NOT_FOUND, "it is not written as an I2C port is")
        with as_device_error(device):
            bus = _acquired(import_module("Adafruit_PureIO.smbus"), int(found[2]))
        return open_module(device, _I2c(bus, int(found[3]) if found[3] else None))


class _I2c:
    """Adapter from a channel of the kernel's bus to the interface that the driver expects."""

    def __init__(self, bus: Any, channel: int | None) -> None:
        self._bus = bus
        self._channel = channel

    def reserve(self) -> None:
        """Do nothing: the bus was locked when it was opened."""

    @contextmanager
    def awake(self) -> Iterator[bool]:
        """Select the channel of the hub."""
        _select(self._bus, self._channel)
        yield False

    def write(self, data: bytes) -> None:
        self._bus.write_bytes(READER, bytes([data[0] >> 1]) + data[1:])

    def write_readinto(self, data: bytes, into: bytearray) -> None:
        """Read in one transfer for each run of the same register."""
        into[0], at = 0, 1
        for address, run in groupby(data[:-1]):
            count = len(list(run))
            into[at : at + count] = self._bus.read_i2c_block_data(READER, address >> 1 & 0x3F, count)
            at += count

    def close(self) -> None:
        _release(self._bus)


_buses: dict[int, tuple[Any, int]] = {}
"""The open buses, each with the number of its users in this program."""
_buses_lock = threading.Lock()


def _acquired(library: Any, number: int) -> Any:
    """Return a bus, locked against other Cuelight programs, which would open other channels. Raises OSError."""
    with _buses_lock:
        bus, users = _buses.get(number, (None, 0))
        if bus is None:
            bus = library.SMBus(number)
            try:
                fcntl.flock(bus._device.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                bus.close()
                raise
        _buses[number] = bus, users + 1
        return bus


def _release(bus: Any) -> None:
    """Close a bus when its last user is gone."""
    with _buses_lock:
        number, users = next((number, users) for number, (each, users) in _buses.items() if each is bus)
        if users > 1:
            _buses[number] = bus, users - 1
        else:
            del _buses[number]
            bus.close()


def _select(bus: Any, channel: int | None) -> None:
    """Open this channel of the hub and no other. Raises DeviceError if there is no hub, OSError if it refuses.

    With two channels open two readers would answer at one address.
    """
    if channel is not None:
        try:
            bus.write_byte(HUB, 1 << channel)
        except OSError as error:
            if error.errno in NOBODY:
                raise DeviceError("the hub", DeviceReason.NO_HUB, str(error)) from error
            raise
        if bus.read_byte(HUB) != 1 << channel:
            raise OSError("the hub has not opened the channel")


def _close_all(bus: Any) -> None:
    """Close all channels, if there is a hub: a killed program may have left one open."""
    with suppress(OSError):
        bus.write_byte(HUB, 0)


def _answers(bus: Any, channel: int | None) -> bool:
    """Return whether there is a chip with the registers of an MFRC522."""
    driver = mfrc522()
    with suppress(OSError):
        _select(bus, channel)
        return bus.read_byte_data(READER, driver.VERSION) not in driver.NOTHING_THERE
    return False


BACKEND: Backend = Rfid2()
