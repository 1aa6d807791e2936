"""An MFRC522, or a chip with its registers, on this machine's own SPI or I2C, with the mat's driver.

Only one antenna of this machine's modules is on at a time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Protocol

from chips.here import mfrc522
from companion.presence.filter import NonRead, Poll
from hardware.device import Identity
from hardware.faults import DeviceError, DeviceReason, reason_of
from hardware.turns import AIR

GAIN = 4  # 33 dB, as on the mat: with more, a close tag overdrives the receiver of many modules
GUARD_SECONDS = 0.0051  # seconds from field to request, ISO 14443-3


class Wires(Protocol):
    """The connection to one module; the first two methods are those that the driver calls."""

    def write(self, data: bytes) -> object:
        """Write a register, whose address is the first byte in the format of SPI."""

    def write_readinto(self, data: bytes, into: bytearray) -> object:
        """Read the registers whose addresses are in `data`; each value is one byte later in `into`."""

    def reserve(self) -> None:
        """Keep other Cuelight programs away. Raises OSError, or DeviceError."""

    def awake(self) -> AbstractContextManager[bool]:
        """Reach the module; the value is true if its registers have been lost."""

    def close(self) -> None:
        """Release the connection."""


class Mfrc522Device:
    """An open module. It belongs to one thread at a time."""

    sees_lifts = True
    takes_turns = False  # it has a turn of its own in each poll
    several = False
    is_processor = False  # a phone is recognised by its id, which changes in each poll

    def __init__(self, device: str, wires: Wires) -> None:
        """Use `open_module` instead."""
        self.device = device
        self.failures = (OSError, mfrc522().Failed)
        self._wires = wires
        self._chip = mfrc522().Mfrc522(wires, lambda _level: None)  # the kernel controls the chip select
        self._is_set = False  # whether the chip's registers are configured
        self._may_be_on = False  # whether its field may be on
        self._kept: bytes | None = None  # the latest uid

    def begin(self) -> None:
        """Reserve the module and configure the chip. Raises DeviceError."""
        try:
            self._wires.reserve()
            with self._awake():
                pass
        except self.failures as error:
            detail = error.detail if isinstance(error, DeviceError) else str(error)
            raise DeviceError(self.device, self.reason_of(error, 0.0), detail) from error

    def identity(self) -> Identity:
        """Return the chip and its version."""
        driver, version = mfrc522(), self._chip.version
        kind = "MFRC522" if version in driver.GENUINE else "a clone of the MFRC522"
        return Identity(f"{'WS1850S' if version == driver.WS1850S else kind}, version 0x{version:02X}", 0)

    def look(self) -> Poll:
        """Poll the module. Raises OSError, or the driver's `Failed`."""
        driver, chip = mfrc522(), self._chip
        with self._awake():
            self._may_be_on = True
            chip.field(True)
            time.sleep(GUARD_SECONDS)
            outcome, uid = chip.poll(self._kept)
            self._turn_off()
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
        """Close the connection. If the field may still be on after a failure, try again to turn it off."""
        if self._may_be_on:
            with suppress(*self.failures), AIR.turn(), self._wires.awake():
                self._turn_off()
        self._wires.close()

    def _turn_off(self) -> None:
        self._chip.field(False)
        self._may_be_on = False

    @contextmanager
    def _awake(self) -> Iterator[None]:
        """Hold the antenna lock, with the chip reachable and configured.

        If anything fails, the field is turned off before another one may be on, and the chip is configured again.
        """
        try:
            with AIR.turn(), self._wires.awake() as is_lost:
                try:
                    if is_lost or not self._is_set:
                        self._chip.start(GAIN)
                        self._is_set = True
                    yield
                finally:
                    if self._may_be_on:
                        with suppress(*self.failures):
                            self._turn_off()
        except self.failures:
            self._is_set = False
            raise


def open_module(device: str, wires: Wires) -> Mfrc522Device:
    """Return the open module behind these wires, which are closed if that fails. Raises DeviceError."""
    opened = Mfrc522Device(device, wires)
    try:
        opened.begin()
    except BaseException:
        opened.close()
        raise
    return opened
