"""Emulated kernel SPI with RC522 modules: `spidev` files backed by chip models.

An unmodified Adafruit-PureIO opens them and sends its `struct spi_ioc_transfer` (linux/spi/spidev.h). The chip model is
the one that the tests of the mat's firmware use. Effects of the wiring are not modelled.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import Adafruit_PureIO.spi as library

from chips.emulator.mfrc522 import Mfrc522Model
from chips.emulator.tags import Ntag

MESSAGE, SETTINGS = 0x40206B00, 0x6B
_TRANSFER = "QQIIHBBBBH"


class EmulatedModule:
    """RC522 at a chip select.

    `awake` returns whether its reset line is high; `path` is the path to open.
    """

    def __init__(self, folder: Path, port: str = "spidev0.0", awake: Callable[[], bool] = lambda: True) -> None:
        self.chip = Mfrc522Model(time.perf_counter)
        self.path = str(folder / port)
        self.awake = awake
        self._was_awake = True
        Path(self.path).touch()

    def lay(self, uid: str) -> None:
        """Place a tag on the module."""
        self.chip.tags.append(Ntag(bytes.fromhex(uid)))

    def lift(self) -> None:
        """Remove all tags."""
        self.chip.tags.clear()

    def hear(self, data: bytes) -> bytes | None:
        """Return its answer on the wires; None while its reset line is low."""
        awake, before, self._was_awake = self.awake(), self._was_awake, self.awake()
        if awake and not before:
            self.chip.reset()
        return self.chip.transfer(data) if awake else None


@dataclass
class Air:
    """Record of all antennas: the largest number that was on at once."""

    most_fields: int = 0


@contextmanager
def spi_with(*modules: EmulatedModule) -> Iterator[Air]:
    """Add these modules to the emulated kernel's ports for the duration of the context."""
    real, air = library.ioctl, Air()

    def ioctl(handle: int, request: int, argument: Any = 0, *mutate: bool) -> Any:
        path = os.readlink(f"/proc/self/fd/{handle}")
        here = [module for module in modules if os.path.realpath(module.path) == path]
        if not here:
            return real(handle, request, argument, *mutate)
        if request >> 8 & 0xFF != SETTINGS:
            raise OSError(errno.ENOTTY, "no request of spidev")
        if request == MESSAGE:
            _transfer(here, argument)
            air.most_fields = max(air.most_fields, sum(module.chip.field for module in modules))
        return 0

    library.ioctl = ioctl
    try:
        yield air
    finally:
        library.ioctl = real


def _transfer(modules: list[EmulatedModule], message: bytes) -> None:
    sent, received, length = struct.unpack(_TRANSFER, message)[:3]
    data = ctypes.string_at(sent, length)
    answers = [answer for module in modules if (answer := module.hear(data)) is not None]
    line = bytes(length)
    for number, answer in enumerate(answers):
        line = answer if number == 0 else bytes(a & b for a, b in zip(line, answer, strict=True))
    if received:
        ctypes.memmove(received, line, length)
