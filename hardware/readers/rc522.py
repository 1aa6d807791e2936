"""The backend `rc522`: RC522 modules on this machine's own SPI, with the mat's driver.

Each module has its own chip select, or shares one and has its own reset line, which keeps it silent while another one
is polled. Wiring: docs/hardware.md; chip: NXP's datasheet MFRC522 rev. 3.9; ports: the kernel's
Documentation/spi/spidev.rst.
"""

from __future__ import annotations

import fcntl
import glob
import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

from companion.core.i18n import N_
from hardware.device import Backend, Device
from hardware.faults import DeviceError, DeviceReason, as_device_error
from hardware.gpio import reason_of_pins
from hardware.mfrc522 import open_module

CLOCK = 2_000_000  # Hz, as on the mat: the limit with 330 ohms in MISO
WAKE_SECONDS = 0.005  # seconds until the oscillator runs (datasheet, 8.8.2)
PORTS = "/dev/spidev[0-6].*"  # a Pi 5 has its boot memory at spidev10
NAMES_OF_PINS: Mapping[int, Mapping[str, int]] = {
    0: {"SCK": 11, "MOSI": 10, "MISO": 9},
    1: {"SCK": 21, "MOSI": 20, "MISO": 19},
}
"""BCM pins that all modules of a bus share (raspberrypi/firmware, boot/overlays/README: spi0-2cs, spi1-3cs)."""
SELECTS: Mapping[tuple[int, int], int] = {(0, 0): 8, (0, 1): 7, (1, 0): 18, (1, 1): 17, (1, 2): 16}
"""BCM pin of each chip select, by bus and number."""
_WRITTEN = re.compile(r"(/[\w./-]*spidev(\d+)\.(\d+))(?::(\d+))?\Z")


class Rc522:
    """The kind of reader; see `Backend`."""

    name = "rc522"
    libraries = ("adafruit-pureio",)
    written = "a path such as /dev/spidev0.0, or /dev/spidev0.0:25 with the BCM pin of its reset line"

    def knows(self, device: str) -> bool:
        """Return whether this is the path of a chip select, optionally with a reset pin."""
        return _WRITTEN.match(device) is not None

    def groups(self, device: str) -> Mapping[str, str]:
        """Return the group for SPI, and the group for pins if there is a reset line."""
        return {"spi": N_("the SPI ports")} | ({"gpio": N_("pins")} if _parts(device)[1] is not None else {})

    def pins(self, device: str) -> Mapping[int, str]:
        """Return the pins of its bus, and its reset line."""
        if not self.knows(device):
            return {}
        bus, _number = select_of(device)
        taken = {pin: f"{name} of SPI {bus}" for name, pin in NAMES_OF_PINS.get(bus, {}).items()}
        taken |= {pin: f"a chip select of SPI {its}" for (its, _), pin in SELECTS.items() if its == bus}
        reset = _parts(device)[1]
        return taken if reset is None else taken | {reset: f"the reset line of {device}"}

    def candidates(self) -> Sequence[str]:
        """Return every chip select of this machine, without reset lines, which only the owner knows."""
        return sorted(glob.glob(PORTS))

    def open(self, device: str) -> Device:
        """Open a module. Raises DeviceError."""
        path, reset = _parts(device)
        with as_device_error(device):
            library = import_module("Adafruit_PureIO.spi")
            if not os.path.exists(path):
                raise DeviceError(device, DeviceReason.NOT_FOUND, path)
            port = library.SPI(path, max_speed_hz=CLOCK)
        return open_module(device, _Spi(port, reset))


class _Spi:
    """Adapter from the kernel's bus to the interface that the driver expects, with the module's reset line."""

    def __init__(self, port: Any, reset: int | None) -> None:
        self._port = port
        self._reset = reset

    def reserve(self) -> None:
        """Lock the port, unless its chip select is shared: then several Cuelight programs share it, too."""
        if self._reset is None:
            fcntl.flock(self._port.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            _reset_line(self._reset)

    @contextmanager
    def awake(self) -> Iterator[bool]:
        """Hold the reset line high; a module that was in reset has lost its registers."""
        line = _reset_line(self._reset) if self._reset is not None else None
        try:
            if line is not None:
                line.on()
                time.sleep(WAKE_SECONDS)
            yield line is not None
        finally:
            if line is not None:
                line.off()

    def write(self, data: bytes) -> None:
        self._port.writebytes(data)

    def write_readinto(self, data: bytes, into: bytearray) -> None:
        into[:] = bytes(self._port.transfer(data))

    def close(self) -> None:
        os.close(self._port.handle)


@cache
def _reset_line(pin: int) -> Any:
    """Return a reset line. Raises DeviceError.

    It is kept low while its module is not polled, until this program ends.
    """
    try:
        return import_module("gpiozero").DigitalOutputDevice(pin)
    except Exception as error:  # each pin library has its own exceptions
        raise DeviceError(f"pin {pin}", reason_of_pins(error), str(error)) from error


def select_of(device: str) -> tuple[int, int]:
    """Return the bus and the number of a module's chip select.

    Raises DeviceError for an invalid name.
    """
    found = _read(device)
    return int(found[2]), int(found[3])


def _parts(device: str) -> tuple[str, int | None]:
    """Return the path and the pin of the reset line. Raises DeviceError for an invalid name."""
    found = _read(device)
    return found[1], int(found[4]) if found[4] else None


def _read(device: str) -> re.Match[str]:
    found = _WRITTEN.match(device)
    if found is None:
        raise DeviceError(device, DeviceReason.NOT_FOUND, "it is not written as an SPI port is")
    return found


BACKEND: Backend = Rc522()
