"""Emulated kernel I2C with Unit RFID2 readers behind a TCA9548A: an `i2c-dev` file backed by chip models.

An unmodified Adafruit-PureIO opens it, and sends I2C_SLAVE, plain writes and reads, and I2C_RDWR (linux/i2c-dev.h). The
hub follows its datasheet (SCPS207, 8.5 and 8.6): one control register, a bit for each channel, all closed after
power-up. If several channels are open, all their readers are addressed: each takes what is written, and their answers
pull the line low together. A unit that holds SDA blocks the bus once its channel is open, and the kernel's driver gives
up. Effects of wires and clock are not modelled.
"""

from __future__ import annotations

import errno
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import Adafruit_PureIO.smbus as library

from chips.emulator.mfrc522 import Mfrc522Model
from chips.emulator.tags import Ntag

WS1850S = 0x15
READER, HUB = 0x28, 0x70


class EmulatedUnit:
    """Unit RFID2, whose cable may be unplugged; if it `holds_sda`, its line stays low, as after a read cut off."""

    def __init__(self) -> None:
        self.chip = Mfrc522Model(time.perf_counter, WS1850S)
        self.plugged = True
        self.holds_sda = False
        self._register = 0

    def lay(self, uid: str) -> None:
        """Place a tag on the reader."""
        self.chip.tags.append(Ntag(bytes.fromhex(uid)))

    def lift(self) -> None:
        """Remove all tags."""
        self.chip.tags.clear()

    def take(self, data: bytes) -> None:
        """Receive a write: the address of a register, and values for it (MFRC522 rev. 3.9, 8.1.4.7)."""
        self._register = data[0]
        if len(data) > 1:
            self.chip.transfer(bytes([data[0] << 1]) + data[1:])

    def give(self, count: int) -> bytes:
        """Return values of the register that was written last."""
        return self.chip.transfer(bytes([0x80 | self._register << 1]) * count + b"\0")[1:]


class EmulatedHub:
    """TCA9548A with a reader at some of its channels; it may be missing.

    A reader that is `direct` is at the bus itself, beside the hub.
    """

    def __init__(self, units: dict[int, EmulatedUnit]) -> None:
        self.units = units
        self.direct: EmulatedUnit | None = None
        self.there = True
        self.control = 0
        self.writes: Callable[[int], int] = int  # maps a written control byte to the one that arrives
        self.most_fields = 0

    def brown_out(self) -> None:
        """Close all channels, as a dip of its supply does."""
        self.control = 0

    def write(self, address: int, data: bytes) -> None:
        """Carry out a write. Raises OSError if nothing acknowledges it."""
        self._begin()
        if address == HUB and self.there:
            self.control = self.writes(data[-1])
            return
        for unit in self._addressed(address):
            unit.take(data)
        self.most_fields = max(self.most_fields, sum(unit.chip.field for unit in self.units.values()))

    def read(self, address: int, count: int) -> bytes:
        """Carry out a read. Raises OSError if nothing acknowledges it."""
        self._begin()
        if address == HUB and self.there:
            return bytes([self.control]) * count
        line = b"\xff" * count
        for unit in self._addressed(address):
            line = bytes(a & b for a, b in zip(line, unit.give(count), strict=True))
        return line

    @property
    def _connected(self) -> list[EmulatedUnit]:
        opened = [unit for channel, unit in self.units.items() if self.there and self.control >> channel & 1]
        return [unit for unit in (*opened, self.direct) if unit is not None and unit.plugged]

    def _begin(self) -> None:
        """Begin a transfer, which takes a high SDA: a unit at an open channel blocks the hub's own address, too."""
        if any(unit.holds_sda for unit in self._connected):
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))

    def _addressed(self, address: int) -> list[EmulatedUnit]:
        found = self._connected if address == READER else []
        if not found:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return found


class _File:
    """The opened bus."""

    def __init__(self, hub: EmulatedHub, device: str) -> None:
        self._hub = hub
        self._file = open(device, "rb")  # noqa: SIM115  # its number stands for the device, and takes its locks
        self.address = 0

    def fileno(self) -> int:
        return self._file.fileno()

    def write(self, data: bytes) -> int:
        self._hub.write(self.address, bytes(data))
        return len(data)

    def read(self, count: int) -> bytes:
        return self._hub.read(self.address, count)

    def close(self) -> None:
        self._file.close()


@contextmanager
def i2c_with(hub: EmulatedHub, bus: int = 1) -> Iterator[EmulatedHub]:
    """Make this hub the only thing on a bus of the emulated kernel, for the duration of the context."""
    files: dict[int, _File] = {}
    device = tempfile.NamedTemporaryFile()  # noqa: SIM115  # closed below

    def opened(path: str, *_mode: Any, **_more: Any) -> _File:
        if path != f"/dev/i2c-{bus}":
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        file = _File(hub, device.name)
        files[file.fileno()] = file
        return file

    def ioctl(handle: int, request: int, argument: Any) -> int:
        if request == library.I2C_SLAVE:
            files[handle].address = argument
        elif request == library.I2C_RDWR:
            for message in argument.msgs[: argument.nmsgs]:
                if message.flags & library.I2C_M_RD:
                    for at, value in enumerate(hub.read(message.addr, message.len)):
                        message.buf[at] = value
                else:
                    hub.write(message.addr, bytes(message.buf[: message.len]))
        else:
            raise OSError(errno.ENOTTY, "no request of i2c-dev")
        return 0

    real = library.ioctl
    library.ioctl, library.open = ioctl, opened
    try:
        yield hub
    finally:
        library.ioctl = real
        del library.open
        device.close()
