"""Emulated keyboard-type reader: a named pipe with the events that such a reader sends.

This file answers the requests of linux/input.h in place of the kernel. Like the kernel, it refuses a second grab.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hardware.readers import keyboard
from hardware.readers.keyboard import DIGITS, ENTERS, EVENT, GET_KEYS, GET_NAME, GRAB, KEY, LETTERS, MARKS

CODES = {letter: code for code, letter in (MARKS | DIGITS | LETTERS).items()}
SYN = (0, 0, 0)


class EmulatedKeyboard:
    """An emulated reader at `path`, plugged in from the start."""

    def __init__(self, path: Path, name: str = "Sycreader RFID Technology Co., Ltd SYC ID&IC USB Reader") -> None:
        self.path = str(path)
        self.name = name
        self._pipe: int | None = None
        self.plug()

    def plug(self) -> None:
        """Plug it in."""
        os.mkfifo(self.path)
        self._pipe = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)

    def unplug(self) -> None:
        """Unplug it."""
        if self._pipe is not None:
            os.unlink(self.path)
            os.close(self._pipe)
            self._pipe = None

    def type(self, line: str) -> None:
        """Type a line and Enter, as fast as a reader does."""
        self.press(*(CODES[letter] for letter in line), ENTERS[0])

    def press(self, *codes: int) -> None:
        """Press and release keys by their codes."""
        self.send(*(event for code in codes for event in ((KEY, code, 1), SYN, (KEY, code, 0), SYN)))

    def send(self, *events: tuple[int, int, int]) -> None:
        """Send events with these types, codes and values."""
        assert self._pipe is not None
        at = time.time()
        stamp = int(at), int(at % 1 * 1e6)
        os.write(self._pipe, b"".join(EVENT.pack(*stamp, *event) for event in events))

    def answer(self, handle: int, request: int, argument: Any) -> Any:
        """Return the kernel's answer to a request. Raises OSError."""
        if request == GET_NAME:
            return self.name.encode().ljust(256, b"\0")
        if request == GET_KEYS:
            keys = bytearray(96)
            for code in (*DIGITS, *LETTERS, *ENTERS):
                keys[code // 8] |= 1 << code % 8
            return bytes(keys)
        if request != GRAB:
            raise OSError(errno.EINVAL, "Invalid argument")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the lock ends when the file is closed, as a grab does
        except BlockingIOError as error:
            raise OSError(errno.EBUSY, "Device or resource busy") from error
        return 0

    @property
    def grabbed(self) -> bool:
        """True if a program has exclusive access."""
        assert self._pipe is not None
        try:
            self.answer(self._pipe, GRAB, 1)
        except OSError:
            return True
        fcntl.flock(self._pipe, fcntl.LOCK_UN)
        return False


@contextmanager
def keyboards(*readers: EmulatedKeyboard) -> Iterator[None]:
    """Add these event devices to the emulated kernel for the duration of the context."""
    real = keyboard.ioctl

    def ioctl(handle: int, request: int, argument: Any = 0) -> Any:
        path = os.readlink(f"/proc/self/fd/{handle}")
        for reader in readers:
            if os.path.realpath(reader.path) == path:
                return reader.answer(handle, request, argument)
        return real(handle, request, argument)

    keyboard.ioctl = ioctl
    try:
        yield
    finally:
        keyboard.ioctl = real
        for reader in readers:
            reader.unplug()
