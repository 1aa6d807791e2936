"""A PN532, or a USB reader that nfcpy supports: open, poll, read, write, close.

It uses an unmodified nfcpy 1.0.4.

This module adds what nfcpy lacks: any device path including `/dev/serial/by-id`, recovery of a chip that a killed
program left at another baud rate, and closing without sending the chip to sleep, from which some never wake. Nothing
here has a thread.
"""

from __future__ import annotations

import fcntl
import logging
import os
import struct
import termios
import time
from contextlib import suppress
from typing import Any

import nfc
import nfc.clf
import nfc.clf.pn53x
import nfc.clf.pn532
import usb1

from companion.presence.filter import NonRead, Poll, is_random_id
from companion.presence.misreads import are_near
from hardware import usb
from hardware.device import Identity, NotAlone, TagGone
from hardware.faults import DeviceError, DeviceReason, reason_of
from hardware.pn532_port import Pn532Port
from hardware.readers.nfcpy import ANY_USB
from hardware.tag_hint import read_hint

FAILURES = (OSError, termios.error, nfc.clf.pn53x.Chipset.Error, IndexError, TypeError, struct.error)
"""Exceptions that nfcpy raises when a line or a chip fails; a truncated frame causes the last three in nfcpy."""

_TRIES = 3
_OTHER_SPEEDS = (921600, 460800, 230400)
_ACK = bytes.fromhex("0000ff00ff00")
_SET_115200 = bytes(10) + _ACK + bytes.fromhex("0000ff03fdd4100418 00")
_NOT_ANSWERED = 0x26  # the FIFO of the chip still contains the call
_FAST_READ, _WRITE, _READ = 0x3A, 0xA2, 0x30
_DESELECT = 0x44
_FIELD, _OFF = 0x01, b"\x02"
_ISO_DEP = 0x20  # bit of the SAK (ISO 14443-3, 6.5.3.4)
SECOND_TAG_SECONDS = 0.5
FORGET_SECONDS = 0.0051  # without a field, after which every tag is in IDLE again (ISO 14443-3, 5.2.4)
_ACK_SECONDS = 0.09  # nfcpy waits 0.1 s for a chip to acknowledge a command

logging.getLogger("nfc").setLevel(logging.CRITICAL)  # nfcpy logs failed polls as errors


def load_libusb() -> None:
    """Load libusb, which nfcpy needs for USB readers only.

    Raises DeviceError if the system lacks it.
    """
    try:
        usb1.loadLibrary()
    except OSError as error:
        raise DeviceError(ANY_USB, DeviceReason.NO_LIBUSB, str(error)) from error


class NfcDevice:
    """An open reader. It belongs to one thread at a time."""

    failures = FAILURES
    sees_lifts = True
    takes_turns = True

    def __init__(self, device: str, frontend: Any, lock: int | None) -> None:
        """Use `NfcDevice.open` instead."""
        self.device = device
        self._frontend = frontend
        self._chipset = getattr(frontend.device, "chipset", None)
        self._is_pn53x = isinstance(frontend.device, nfc.clf.pn53x.Device)
        self._lock = lock
        self._kind = 0
        self._uid: str | None = None  # result of the latest poll
        self._before: str | None = None  # result of the poll before
        self._asked = 0.0  # time of the latest check for a second tag
        self._off = time.monotonic()  # time at which a field went off whose tags must forget their state
        self.several = False

    @classmethod
    def open(cls, device: str, address: str | None = None) -> NfcDevice:
        """Open the reader at `device`: a path such as `/dev/serial/by-id/…`, or a USB name such as `usb:…`.

        `address` is nfcpy's name of a USB reader, if it differs.

        Raises DeviceError.
        """
        try:
            if device.startswith("usb"):
                load_libusb()
                return cls(device, nfc.ContactlessFrontend(address or device), None)
            return cls._open_serial(device)
        except DeviceError:
            raise
        except FAILURES as error:
            reason = reason_of(error)
            if reason is DeviceReason.IN_USE and device.startswith("usb"):
                reason = usb.taker_of(device.removeprefix("usb:"))
            raise DeviceError(device, reason, str(error)) from error

    @classmethod
    def _open_serial(cls, device: str) -> NfcDevice:
        # Use the real path: nfcpy recognises the ports of a Raspberry Pi by it, and passes it to a shell.
        path = os.path.realpath(device)
        if not path.startswith("/dev/") or not path.replace("/", "").replace("-", "").replace("_", "").isalnum():
            raise DeviceError(device, DeviceReason.NOT_FOUND, f"{path} is no serial port")
        lock = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            _take(lock, device)
            chip = _initialised(path)
        except BaseException:
            os.close(lock)
            raise
        frontend = nfc.ContactlessFrontend()
        frontend.device = chip
        chip._path = path
        return cls(device, frontend, lock)

    def identity(self) -> Identity:
        """Return the chip, its firmware and its baud rate. Raises one of FAILURES."""
        if not self._is_pn53x:
            return Identity(str(self._frontend.device.product_name), 0)
        assert self._chipset is not None
        chip, version, revision, _support = self._chipset.get_firmware_version()
        speed = getattr(self._chipset.transport, "baudrate", 0) or 0
        return Identity(f"PN5{chip:02x} v{version}.{revision}", int(speed))

    def look(self) -> Poll:
        """Poll the reader: a uid, silence, or a corrupted answer. Raises one of FAILURES."""
        saw = self.peek()
        self.rest()
        return saw

    def peek(self) -> Poll:
        """Poll but leave the field on, so that the result is reported first.

        `rest` must follow. Raises as `look`.
        """
        if not self._is_pn53x:
            sensed = self._frontend.sense(nfc.clf.RemoteTarget("106A"))
            if sensed is None:
                return NonRead.EMPTY
            self._kind = sensed.sel_res[0]
            return bytes(sensed.sdd_res).hex().upper()
        self._let_forget()
        chipset: Any = self._chipset
        found = chipset.in_list_passive_target(1, 0, b"")
        self._before, self._uid = self._uid, None
        if found is not None:
            self._kind = found[2]
            self._uid = bytes(found[4:]).hex().upper()
            return self._uid
        if chipset.read_register("CIU_FIFOData") != _NOT_ANSWERED:
            return NonRead.CORRUPTED
        self.several = False
        return NonRead.EMPTY

    @property
    def is_processor(self) -> bool:
        """True if the latest poll saw ISO 14443-4: a phone, or a bank card."""
        return bool(self._kind & _ISO_DEP)

    def rest(self) -> None:
        """Turn the field off until the next poll. Raises as `look`.

        Tags need the pause, and neighbouring readers the silence.

        Every `SECOND_TAG_SECONDS`, and when a tag follows silence or another tag, it first halts the tag that was read,
        to find out whether another one answers. If so, the next polls wait until all tags have forgotten their state: a
        tag that remembers its selection ignores the first call, so that two would be read in turns.
        """
        if not self._is_pn53x:
            self._frontend.device.mute()
            return
        now, uid = time.monotonic(), self._uid
        is_another = self._before not in (None, uid) and not is_random_id(uid or "")
        if uid is not None and (is_another or now - self._asked >= SECOND_TAG_SECONDS):
            self._asked = now
            self.several = self._another_answers(uid)
            return
        chipset: Any = self._chipset
        chipset.rf_configuration(_FIELD, _OFF)
        if uid is None and self._before is None:  # two silent polls in a row: a single one may be a weak tag
            self._asked = 0.0
        if self.several or (uid is None and self._before is not None):  # a tag that is gone may be a halted one
            self._off = time.monotonic()

    def hint(self, uid: str) -> str | None:
        """Return what an older Cuelight wrote on this tag; None if nothing valid.

        Raises TagGone if the tag is lifted too early or has no pages, NotAlone, or one of FAILURES.
        """
        hint = read_hint(self, uid)
        if self._another_answers(uid):
            raise NotAlone(f"another tag lies beside {uid}")
        return hint

    def _another_answers(self, uid: str) -> bool:
        """Halt the tag that was read, and return whether another one answers.

        The tag answers no call until its field, which goes off here, has been off for `FORGET_SECONDS`.
        """
        if not self._is_pn53x:
            return False
        chipset: Any = self._chipset
        try:
            chipset.command(_DESELECT, b"\0", timeout=0.1)
            found = chipset.in_list_passive_target(1, 0, b"")
        finally:
            chipset.rf_configuration(_FIELD, _OFF)
            self._off = time.monotonic()
        return found is not None and bytes(found[4:]).hex().upper() != uid

    def _let_forget(self) -> None:
        """Wait until tags have forgotten their state: until then a halted one answers no call and would seem gone."""
        left = self._off + FORGET_SECONDS - time.monotonic()
        if left > 0:
            time.sleep(left)

    def select(self, uid: str) -> None:
        """Select the tag with this uid.

        Raises TagGone if it is not there, is misread or has got another random id, NotAlone if another tag answers, or
        one of FAILURES.
        """
        self._let_forget()
        sensed = self._frontend.sense(nfc.clf.RemoteTarget("106A"))
        found = None if sensed is None else bytes(sensed.sdd_res).hex().upper()
        if found == uid:
            return
        if found is None or is_random_id(uid) or are_near(found, uid):
            raise TagGone(f"the tag {uid} is not there")
        raise NotAlone(f"another tag lies beside {uid}")

    def read(self, first: int, last: int) -> bytes:
        """Read the pages of the selected tag from `first` to `last`, 4 bytes each, in one exchange.

        Raises TagGone, or one of FAILURES.
        """
        data = self._exchange(bytes([_FAST_READ, first, last]), 0.03)
        if len(data) != 4 * (last - first + 1):
            raise TagGone("the tag does not read as one of type 2 does")
        return data

    def write(self, page: int, data: bytes) -> None:
        """Write the 4 bytes of one page of the selected tag. Raises TagGone, or one of FAILURES."""
        if bytes(self._exchange(bytes([_WRITE, page]) + data, 0.03))[:1] != b"\x0a":
            raise TagGone("the tag did not take what was written")

    def reason_of(self, error: BaseException, seconds: float) -> DeviceReason:
        """Return why a poll failed after so many seconds; UNPLUGGED if another poll cannot help."""
        if isinstance(error, termios.error) or not (self.device.startswith("usb") or os.path.exists(self.device)):
            return DeviceReason.UNPLUGGED
        reason = reason_of(error)
        if reason is DeviceReason.GARBLED and seconds >= _ACK_SECONDS:
            return DeviceReason.NO_ANSWER  # nfcpy uses the same number for both
        return reason

    def close(self) -> None:
        """Close the reader; the chip stays awake at 115200 baud with its field off."""
        frontend, self._frontend.device = self._frontend.device, None
        with suppress(*FAILURES):
            if self._is_pn53x:
                frontend.mute()
                if frontend.chipset.transport.TYPE == "TTY":
                    frontend.chipset.set_serial_baudrate(115200)
        with suppress(*FAILURES):
            if self._is_pn53x:
                frontend.chipset.transport.close()
            else:
                frontend.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _exchange(self, frame: bytes, timeout: float) -> bytes:
        try:
            answer = self._frontend.exchange(bytearray(frame), timeout)
        except nfc.clf.CommunicationError as error:
            raise TagGone("the tag was lifted") from error
        return bytes(answer or b"")


def _take(lock: int, device: str) -> None:
    """Lock the port against other Cuelight programs. Raises DeviceError."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise DeviceError(device, DeviceReason.IN_USE) from None


def _initialised(path: str) -> Any:
    """Return nfcpy's driver for the chip at a port.

    It retries, since some chips only answer the second time, and some only to the short `SAMConfiguration`.
    """
    for attempt in range(_TRIES):
        port = Pn532Port(path, is_short=attempt > 0)
        try:
            return nfc.clf.pn532.init(port)
        except FAILURES:
            port.close()
            if attempt == _TRIES - 1:
                raise
            if attempt == 0:
                _call_back(path)
    raise AssertionError("unreachable")


def _call_back(path: str) -> None:
    """Reset a chip to 115200 baud that a killed program left at another rate."""
    for speed in _OTHER_SPEEDS:
        port = Pn532Port(path)
        try:
            port.open(path, speed)
            port.write(_SET_115200)
            if bytes(port.read(50) or b"") == _ACK:
                port.read(50)
                port.write(_ACK)
                time.sleep(0.01)  # the chip changes its baud rate after it has received the ACK
                return
        except FAILURES:
            continue
        finally:
            port.close()
