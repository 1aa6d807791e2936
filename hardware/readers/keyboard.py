"""The backend `keyboard`: USB readers that type the id of a card and Enter, like a keyboard.

The kernel presents each one as an event device (its Documentation/input/input.rst; the numbers are those of
linux/input.h and linux/input-event-codes.h). The backend grabs it, so that no id is typed into a terminal or a page.
Such a reader reports placed cards, some of them repeatedly, but never that a card is lifted.

Python's `evdev` has no wheels for a Raspberry Pi, and only three requests and one struct of it would be needed.
"""

from __future__ import annotations

import errno
import fcntl
import glob
import os
import re
import select
import struct
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.core.i18n import N_
from companion.presence.filter import NonRead, Poll
from hardware.device import Backend, Device, Identity
from hardware.faults import DeviceError, DeviceReason, reason_of

PLACES = ("/dev/input/by-path/*-event-kbd", "/dev/input/event*")
KEY, DROPPED = 0x01, (0x00, 3)  # EV_KEY; EV_SYN with SYN_DROPPED
PRESSED = 1
GET_NAME, GET_KEYS, GRAB = 0x81004506, 0x80604521, 0x40044590  # EVIOCGNAME(256), EVIOCGBIT(EV_KEY, 96), EVIOCGRAB
EVENT = struct.Struct("llHHi")  # struct input_event
ENTERS = (28, 96, 15)  # KEY_ENTER, KEY_KPENTER, KEY_TAB
DIGITS = {code: digit for code, digit in zip(range(2, 12), "1234567890", strict=True)}
KEYPAD = dict(zip((82, 79, 80, 81, 75, 76, 77, 71, 72, 73), "0123456789", strict=True))
LETTERS = {30: "A", 48: "B", 46: "C", 32: "D", 18: "E", 33: "F"}
KEYS: Mapping[int, str] = MappingProxyType(DIGITS | KEYPAD | LETTERS)
SHIFTS = (42, 54)
WAIT_SECONDS = 0.05
LINE_SECONDS = 1.0  # seconds in which a reader types an id
HEX_LETTERS = (8, 14, 20)  # digits of an id of 4, 7 or 10 bytes
LEAST_LETTERS, MOST_LETTERS = 6, 24
SAYS_SO = re.compile(r"rfid|nfc|reader|id&ic|\bcard\b|sycreader|hxgcolt", re.IGNORECASE)
"""Pattern in the names of readers; the search for readers must not grab a person's keyboard."""


class Keyboard:
    """The kind of reader; see `Backend`."""

    name = "keyboard"
    libraries = ()
    written = "a path such as /dev/input/by-path/…-event-kbd"

    def knows(self, device: str) -> bool:
        """Return whether this is the path of an event device."""
        return re.fullmatch(r"/[\w./:+@-]*input/[\w./:+@-]+", device) is not None

    def groups(self, device: str) -> Mapping[str, str]:
        """Return the group for event devices."""
        return {"input": N_("keyboards")}

    def pins(self, device: str) -> Mapping[int, str]:
        """Return no pins: it is on USB."""
        return {}

    def candidates(self) -> Sequence[str]:
        """Return the keyboards whose name is that of a reader, each once, by its USB socket."""
        by_device: dict[str, str] = {}
        for path in (path for pattern in PLACES for path in sorted(glob.glob(pattern))):
            by_device.setdefault(os.path.realpath(path), path)
        return [path for path in by_device.values() if SAYS_SO.search(name_of(path))]

    def open(self, device: str) -> Device:
        """Open and grab a reader. Raises DeviceError."""
        try:
            handle = os.open(device, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            raise DeviceError(device, reason_of(error), str(error)) from error
        try:
            return KeyboardReader(device, handle, name=_grabbed(handle))
        except OSError as error:
            os.close(handle)
            is_none = error.errno in (errno.ENOTTY, errno.EINVAL)
            reason = DeviceReason.NOT_FOUND if is_none else reason_of(error)
            raise DeviceError(device, reason, "it is no keyboard" if is_none else str(error)) from error


def name_of(device: str) -> str:
    """Return the name that a keyboard reports.

    Returns an empty text if there is none, or if this user may not ask.
    """
    try:
        handle = os.open(device, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return ""
    try:
        return _name(handle) if _has_digits(handle) else ""
    except OSError:
        return ""
    finally:
        os.close(handle)


def _grabbed(handle: int) -> str:
    """Grab an event device and return its name. Raises OSError."""
    name = _name(handle)
    ioctl(handle, GRAB, 1)
    while select.select([handle], [], [], 0)[0] and os.read(handle, EVENT.size):
        pass  # discard earlier input, which is no gesture
    return name


def _name(handle: int) -> str:
    return bytes(ioctl(handle, GET_NAME, bytes(256))).split(b"\0")[0].decode(errors="replace")


def _has_digits(handle: int) -> bool:
    keys = bytes(ioctl(handle, GET_KEYS, bytes(96)))
    return all(keys[code // 8] >> code % 8 & 1 for code in (*DIGITS, ENTERS[0]))


class KeyboardReader:
    """An open reader. It belongs to one thread at a time."""

    failures = (OSError,)
    is_processor = False
    sees_lifts = False
    several = False

    def __init__(self, device: str, handle: int, name: str) -> None:
        """Use `Keyboard.open` instead."""
        self.device = device
        self._handle = handle
        self._name = name
        self._kept = b""
        self._typed = ""
        self._is_odd = False  # a character was typed that belongs to no id
        self._began = 0.0  # time of the first event of the line

    def identity(self) -> Identity:
        """Return the name that the reader reports."""
        return Identity(self._name, 0)

    def look(self) -> Poll:
        """Return the id typed since the latest poll, `EMPTY` if there was none. Raises OSError.

        It waits `WAIT_SECONDS` for input.
        """
        if not (self._has_event() or select.select([self._handle], [], [], WAIT_SECONDS)[0]):
            return NonRead.EMPTY
        if not self._has_event():
            data = os.read(self._handle, EVENT.size * 64)
            if not data:
                raise OSError(errno.ENODEV, "it is gone")
            self._kept += data
        while self._has_event():
            seen = self._take(*EVENT.unpack_from(self._kept))
            self._kept = self._kept[EVENT.size :]
            if seen is not None:
                return seen
        return NonRead.EMPTY

    peek = look

    def rest(self) -> None:
        """Do nothing: it has no field to turn off."""

    def hint(self, _uid: str) -> str | None:
        """Return None: it reads only the uid of a tag."""
        return None

    def reason_of(self, error: BaseException, _seconds: float) -> DeviceReason:
        """Return why it failed: a keyboard that no longer works is unplugged."""
        return DeviceReason.UNPLUGGED if getattr(error, "errno", None) == errno.ENODEV else reason_of(error)

    def close(self) -> None:
        """Close the device; its input reaches other programs again."""
        os.close(self._handle)

    def _has_event(self) -> bool:
        return len(self._kept) >= EVENT.size

    def _take(self, seconds: int, micros: int, kind: int, code: int, value: int) -> Poll | None:
        """Process one event and return a completed poll, if any.

        It is an id at the end of a line, or `CORRUPTED` for an invalid line.
        """
        at = seconds + micros / 1e6
        if (kind, code) == DROPPED:
            self._typed, self._is_odd, self._began = "", True, at
        if kind != KEY or value != PRESSED or code in SHIFTS:
            return None
        if (self._typed or self._is_odd) and at - self._began > LINE_SECONDS:
            self._typed, self._is_odd = "", False
        if code in ENTERS:
            typed, odd = self._typed, self._is_odd
            self._typed, self._is_odd = "", False
            return NonRead.CORRUPTED if odd else uid_of(typed)
        if not self._typed:
            self._began = at
        self._typed += KEYS.get(code, "")
        self._is_odd = self._is_odd or code not in KEYS or len(self._typed) > MOST_LETTERS
        return None


def uid_of(typed: str) -> Poll:
    """Return the typed uid.

    Hexadecimal digits are unchanged; a decimal number becomes the bytes of its value.
    """
    if len(typed) in HEX_LETTERS:
        return typed
    if not LEAST_LETTERS <= len(typed) <= MOST_LETTERS or not typed.isdecimal():
        return NonRead.CORRUPTED
    digits = f"{int(typed):08X}"
    return "0" * (len(digits) % 2) + digits


def is_cut_off(uid: str) -> bool:
    """Return whether an id is only the first four bytes that a tag with a longer one sends, in either order.

    They begin with the cascade tag 88 (ISO 14443-3, 6.5.4), which is the first byte of no id of four bytes. 04 is NXP.
    """
    return len(uid) == HEX_LETTERS[0] and (uid.startswith("88") or uid.endswith("0488"))


ioctl: Callable[..., Any] = fcntl.ioctl
"""The kernel's ioctl; an emulated keyboard replaces it."""

BACKEND: Backend = Keyboard()
