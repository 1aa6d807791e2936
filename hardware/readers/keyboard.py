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
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.core.i18n import N_
from companion.presence.filter import NonRead, Poll
from hardware.device import Backend, Device, Identity
from hardware.faults import DeviceError, DeviceReason, as_device_error, reason_of

PLACES = ("/dev/input/by-path/*-event-kbd", "/dev/input/event*")
KEY, DROPPED = 0x01, (0x00, 3)  # EV_KEY; EV_SYN with SYN_DROPPED
PRESSED = 1
GET_NAME, GET_KEYS, GRAB = 0x81004506, 0x80604521, 0x40044590  # EVIOCGNAME(256), EVIOCGBIT(EV_KEY, 96), EVIOCGRAB
EVENT = struct.Struct("llHHi")  # struct input_event
ENTERS = (28, 96, 15)  # KEY_ENTER, KEY_KPENTER, KEY_TAB
DIGITS = {code: digit for code, digit in zip(range(2, 12), "1234567890", strict=True)}
KEYPAD = dict(zip((82, 79, 80, 81, 75, 76, 77, 71, 72, 73), "0123456789", strict=True))
_ROWS = ((16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM"))
LETTERS = {first + n: letter for first, row in _ROWS for n, letter in enumerate(row)}
MARKS = {12: "-", 13: "=", 26: "[", 27: "]", 39: ";", 40: "'", 41: "`", 43: "\\", 51: ",", 52: ".", 53: "/", 57: " "}
MARKS |= {55: "*", 74: "-", 78: "+", 83: ".", 98: "/"}  # on the keypad
KEYS: Mapping[int, str] = MappingProxyType(DIGITS | KEYPAD | LETTERS | MARKS)
"""The character of each key of a US keyboard; other keys are ignored."""
SHIFTS = (42, 54)
WAIT_SECONDS = 0.05
PAUSE_SECONDS = 0.3  # seconds without a key that end a line, for readers that type no Enter
HEX_LETTERS = (8, 14, 20)  # digits of an id of 4, 7 or 10 bytes (ISO 14443-3)
OTHER_HEX_LETTERS = (10, 12, 16)  # digits of other ids, such as those of ISO 15693; without a letter they are decimal
LEAST_LETTERS, MOST_LETTERS = 6, 24
MOST_KEYS = 64  # characters of a line
_WORD = re.compile(r"(?<![0-9A-Z])[A-Z]*[G-Z][A-Z]*(?![0-9A-Z])")
"""A word that begins or ends a line, such as UID. Words of the letters A to F alone look like digits."""
_PREFIX = re.compile("0X(?=[0-9A-F]{2})")
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
        with as_device_error(device):
            handle = os.open(device, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
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
    takes_turns = False
    several = False

    def __init__(self, device: str, handle: int, name: str) -> None:
        """Use `Keyboard.open` instead."""
        self.device = device
        self._handle = handle
        self._name = name
        self._kept = b""
        self._typed: list[tuple[int, bool]] = []  # the keys of a line, each with whether Shift is down
        self._shifts: set[int] = set()
        self._is_odd = False  # the kernel has lost keys of the line
        self._newest = 0.0  # time of the newest key
        self._quiet = 0.0  # the machine's clock at the newest input
        self.unread = ""

    def identity(self) -> Identity:
        """Return the name that the reader reports."""
        return Identity(self._name, 0)

    def look(self) -> Poll:
        """Return the id typed since the latest poll, `EMPTY` if there was none. Raises OSError.

        It waits `WAIT_SECONDS` for input.
        """
        if not (self._has_event() or select.select([self._handle], [], [], WAIT_SECONDS)[0]):
            return self._end_line() if time.monotonic() - self._quiet >= PAUSE_SECONDS else NonRead.EMPTY
        if not self._has_event():
            data = os.read(self._handle, EVENT.size * 64)
            if not data:
                raise OSError(errno.ENODEV, "it is gone")
            self._kept += data
            self._quiet = time.monotonic()
        while self._has_event():
            seconds, micros, kind, code, value = EVENT.unpack_from(self._kept)
            at = seconds + micros / 1e6
            if kind == KEY and value == PRESSED and self._typed and at - self._newest >= PAUSE_SECONDS:
                return self._end_line()  # the key begins another line
            self._kept = self._kept[EVENT.size :]
            seen = self._take(at, kind, code, value)
            if seen is not NonRead.EMPTY:
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

    def _take(self, at: float, kind: int, code: int, value: int) -> Poll:
        """Process one event; return the poll of a line that Enter ends, otherwise `EMPTY`."""
        if (kind, code) == DROPPED:
            self._typed, self._is_odd, self._shifts = [], True, set()
        if kind != KEY:
            return NonRead.EMPTY
        if code in SHIFTS:
            (self._shifts.discard if value == 0 else self._shifts.add)(code)
            return NonRead.EMPTY
        if value != PRESSED:
            return NonRead.EMPTY
        if code in ENTERS:
            return self._end_line()
        self._newest = at
        if code in KEYS and len(self._typed) < MOST_KEYS:
            self._typed.append((code, bool(self._shifts)))
        return NonRead.EMPTY

    def _end_line(self) -> Poll:
        """Return the id that was typed, `CORRUPTED` if it is none, or `EMPTY` if nothing was typed."""
        typed, odd = line_of(self._typed), self._is_odd
        self._typed, self._is_odd = [], False
        if odd:
            return NonRead.CORRUPTED
        if not typed:
            return NonRead.EMPTY
        saw = uid_of(typed)
        self.unread = re.sub("[0-9A-Z]", "x", typed) if saw is NonRead.CORRUPTED else ""
        return saw


def line_of(keys: Sequence[tuple[int, bool]]) -> str:
    """Return the characters of keys, each with whether Shift was down.

    A reader that is set to a French keyboard types every digit with Shift, and A at the place of Q. At others a digit
    with Shift is a mark, such as % before an id.
    """
    digits = [shifted for code, shifted in keys if code in DIGITS]
    is_french = bool(digits) and all(digits)
    marked = ["%" if code in DIGITS and shifted and not is_french else KEYS[code] for code, shifted in keys]
    return "".join(marked).replace("Q", "A")


def uid_of(typed: str) -> Poll:
    """Return the typed uid, or `CORRUPTED` for a line that has none, or several.

    Words and marks around the id are ignored, and marks between its bytes. Hexadecimal digits are unchanged; a decimal
    number becomes the bytes of its value.
    """
    runs = re.findall("[0-9A-F]+", _WORD.sub(" ", _PREFIX.sub(" ", typed)))
    if {len(run) for run in runs} <= {2, 4}:
        runs = ["".join(runs)]  # marks between bytes
    found = {uid for uid in map(_uid_of_digits, runs) if uid is not None}
    return found.pop() if len(found) == 1 else NonRead.CORRUPTED


def _uid_of_digits(run: str) -> str | None:
    if len(run) in HEX_LETTERS or (len(run) in OTHER_HEX_LETTERS and not run.isdecimal()):
        return run
    if not LEAST_LETTERS <= len(run) <= MOST_LETTERS or not run.isdecimal():
        return None
    digits = f"{int(run):08X}"
    return "0" * (len(digits) % 2) + digits


def is_cut_off(uid: str) -> bool:
    """Return whether an id is only the first four bytes that a tag with a longer one sends, in either order.

    They begin with the cascade tag 88 (ISO 14443-3, 6.5.4), which is the first byte of no id of four bytes. 04 is NXP.
    A reader with the output of a door's lock (Wiegand 26) types three of them, or three of the tag's first bytes.
    """
    is_three = uid.startswith("00") and (uid.startswith(("0088", "0004")) or uid.endswith(("88", "04")))
    return len(uid) == HEX_LETTERS[0] and (uid.startswith("88") or uid.endswith("0488") or is_three)


ioctl: Callable[..., Any] = fcntl.ioctl
"""The kernel's ioctl; an emulated keyboard replaces it."""

BACKEND: Backend = Keyboard()
