"""The backend `rc522`: RC522 modules on this machine's own SPI, with the mat's driver.

Each module has its own chip select, or shares one and has its own reset line, which keeps it silent while another one
is polled. Only one antenna of this machine's modules is on at a time. Wiring: docs/hardware.md; chip: NXP's datasheet
MFRC522 rev. 3.9; ports: the kernel's Documentation/spi/spidev.rst.
"""

from __future__ import annotations

import fcntl
import glob
import os
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

from chips.here import mfrc522
from companion.core.i18n import N_
from companion.presence.filter import NonRead, Poll
from hardware.device import Backend, Device, Identity
from hardware.faults import DeviceError, DeviceReason, reason_of
from hardware.gpio import reason_of_pins

CLOCK = 2_000_000  # Hz, as on the mat: the limit with 330 ohms in MISO
GAIN = 4  # 33 dB, as on the mat: with more, a close tag overdrives the receiver of many modules
GUARD_SECONDS = 0.0051  # seconds from field to request, ISO 14443-3
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
        try:
            library = import_module("Adafruit_PureIO.spi")
        except ImportError as error:
            raise DeviceError(device, DeviceReason.NO_LIBRARY, str(error)) from error
        if not os.path.exists(path):
            raise DeviceError(device, DeviceReason.NOT_FOUND, path)
        try:
            port = library.SPI(path, max_speed_hz=CLOCK)
        except OSError as error:
            raise DeviceError(device, reason_of(error), str(error)) from error
        opened = Rc522Device(device, port, reset)
        try:
            opened.begin()
        except BaseException:
            opened.close()
            raise
        return opened


class Rc522Device:
    """An open module. It belongs to one thread at a time."""

    sees_lifts = True
    several = False
    is_processor = False  # a phone is recognised by its id, which changes in each poll

    def __init__(self, device: str, port: Any, reset: int | None) -> None:
        """Use `Rc522.open` instead."""
        self.device = device
        self.failures = (OSError, mfrc522().Failed)
        self._port = port
        self._chip = mfrc522().Mfrc522(_Spi(port), lambda _level: None)  # the kernel controls the chip select
        self._reset = reset
        self._is_set = False  # whether the chip's registers are configured
        self._kept: bytes | None = None  # the latest uid

    def begin(self) -> None:
        """Lock the port and configure the chip. Raises DeviceError."""
        try:
            if self._reset is None:  # a shared chip select is also shared by several Cuelight programs
                fcntl.flock(self._port.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                _reset_line(self._reset)
            with self._awake():
                pass
        except self.failures as error:
            raise DeviceError(self.device, self.reason_of(error, 0.0), str(error)) from error

    def identity(self) -> Identity:
        """Return the chip and its version."""
        version = self._chip.version
        kind = "MFRC522" if version in mfrc522().GENUINE else "a clone of the MFRC522"
        return Identity(f"{kind}, version 0x{version:02X}", 0)

    def look(self) -> Poll:
        """Poll the module. Raises OSError, or the driver's `Failed`."""
        driver, chip = mfrc522(), self._chip
        try:
            with self._awake():
                chip.field(True)
                time.sleep(GUARD_SECONDS)
                outcome, uid = chip.poll(self._kept)
                chip.field(False)
        except self.failures:
            self._is_set = False
            raise
        self.several = outcome == driver.CROWD
        if uid is None:
            return NonRead.EMPTY if outcome == driver.SILENT else NonRead.CORRUPTED
        self._kept = uid
        return bytes(uid).hex().upper()

    peek = look  # the field is on so briefly that no report needs to come before its end

    def rest(self) -> None:
        """Do nothing: `look` has turned the field off."""

    def hint(self, _uid: str) -> str | None:
        """Return None: it reads only the uid of a tag."""
        return None

    def reason_of(self, error: BaseException, _seconds: float) -> DeviceReason:
        """Return why it failed: no answer, or a nonsensical one."""
        if isinstance(error, mfrc522().Failed):
            return DeviceReason.NO_ANSWER if str(error) == "no answer" else DeviceReason.GARBLED
        return reason_of(error)

    def close(self) -> None:
        """Close the port; the field is off."""
        os.close(self._port.handle)

    @contextmanager
    def _awake(self) -> Iterator[None]:
        """Hold the antenna lock, with the chip awake and configured."""
        with AIR:
            line = _reset_line(self._reset) if self._reset is not None else None
            try:
                if line is not None:
                    line.on()
                    time.sleep(WAKE_SECONDS)
                if line is not None or not self._is_set:
                    self._chip.start(GAIN)
                    self._is_set = True
                yield
            finally:
                if line is not None:
                    line.off()


class Turns:
    """Fair lock: callers get it in the order in which they ask."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._given = self._served = 0

    def __enter__(self) -> None:
        """Wait for the lock."""
        with self._changed:
            mine, self._given = self._given, self._given + 1
            self._changed.wait_for(lambda: self._served == mine)

    def __exit__(self, *_error: object) -> None:
        """Pass the lock to the next caller."""
        with self._changed:
            self._served += 1
            self._changed.notify_all()


AIR = Turns()
"""Only the holder of this lock may turn an antenna on."""


class _Spi:
    """Adapter from the kernel's bus to the interface that the driver expects."""

    def __init__(self, port: Any) -> None:
        self._port = port

    def write(self, data: bytes) -> None:
        self._port.writebytes(data)

    def write_readinto(self, data: bytes, into: bytearray) -> None:
        into[:] = bytes(self._port.transfer(data))


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
