"""A reader that is a keyboard to the kernel: a named pipe with the events that such a reader gives.

The requests of linux/input.h are answered by this file in the kernel's place, a second grab refused as the kernel does.
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
from hardware.readers.keyboard import DIGITS, ENTERS, EVENT, GET_KEYS, GET_NAME, GRAB, KEY, LETTERS

CODES = {letter: code for code, letter in (DIGITS | LETTERS).items()}
SYN = (0, 0, 0)


class EmulatedKeyboard:
    """A reader at `path`, plugged in from the start."""

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
        """Pull the plug."""
        if self._pipe is not None:
            os.unlink(self.path)
            os.close(self._pipe)
            self._pipe = None

    def type(self, line: str) -> None:
        """Type something and Enter, as fast as a reader does."""
        self.press(*(CODES[letter] for letter in line), ENTERS[0])

    def press(self, *codes: int) -> None:
        """Press and let go keys by their codes."""
        self.send(*(event for code in codes for event in ((KEY, code, 1), SYN, (KEY, code, 0), SYN)))

    def send(self, *events: tuple[int, int, int]) -> None:
        """Give events of these types, codes and values."""
        assert self._pipe is not None
        at = time.time()
        stamp = int(at), int(at % 1 * 1e6)
        os.write(self._pipe, b"".join(EVENT.pack(*stamp, *event) for event in events))

    def answer(self, handle: int, request: int, argument: Any) -> Any:
        """What the kernel answers to a request. Raises OSError."""
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
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # it goes with what was opened, as a grab does
        except BlockingIOError as error:
            raise OSError(errno.EBUSY, "Device or resource busy") from error
        return 0

    @property
    def grabbed(self) -> bool:
        """Whether a program has it alone."""
        assert self._pipe is not None
        try:
            self.answer(self._pipe, GRAB, 1)
        except OSError:
            return True
        fcntl.flock(self._pipe, fcntl.LOCK_UN)
        return False


@contextmanager
def keyboards(*readers: EmulatedKeyboard) -> Iterator[None]:
    """While it lasts the kernel has these event devices."""
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
