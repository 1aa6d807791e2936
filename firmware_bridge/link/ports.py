"""Serial ports that may have a mat, and opening one exclusively.

Data is only written to a port that the table file names, or that belongs to a MicroPython board by its USB ids. A port
counts as a mat only if it answers HELLO as one.
"""

from __future__ import annotations

import contextlib
import os
import select
import termios
from collections.abc import Callable
from pathlib import Path

import serial
from serial.tools import list_ports

from companion.core.errors import CuelightError
from firmware_bridge.link.protocol import Why

MICROPYTHON = (0x2E8A, 0x0005)  # Raspberry Pi's vendor id, MicroPython's product id
MICROPYTHON_NAME = "usb-MicroPython_"  # start of the system's name for the port of such a board
BY_ID = Path("/dev/serial/by-id")
PortError = (OSError, termios.error)  # a port that disappears raises the second, which is no OSError
Find = Callable[[], list[str]]


class PortTrouble(CuelightError, OSError):
    """A port cannot be opened; `why` is the reason, and the message adds what to do."""

    def __init__(self, why: Why, text: str) -> None:
        self.why = why
        super().__init__(text)

    def __str__(self) -> str:
        """Return the message; OSError would compose one from its number."""
        return str(self.args[0])


def likely_ports() -> list[str]:
    """Return the ports of MicroPython boards, by names that do not depend on the socket."""
    found = [port.device for port in list_ports.comports() if (port.vid, port.pid) == MICROPYTHON]
    return sorted(by_id(device) for device in found)


def by_id(device: str) -> str:
    """Return the name of a port that describes its device, if it has one."""
    with contextlib.suppress(OSError):
        for link in BY_ID.iterdir():
            if os.path.realpath(link) == os.path.realpath(device):
                return str(link)
    return device


def named(path: str) -> Find:
    """Return a finder for the port with this name, if it exists."""
    return lambda: [path] if os.path.exists(path) else []


def plugging(path: str) -> tuple[int, int] | None:
    """Return an identity that changes when a board is plugged in or reset.

    Returns None while it is absent.

    Asking the board instead would be unsafe: a frame may contain a Ctrl-D, at which a prompt restarts the mat.
    """
    try:
        link = os.lstat(path)
    except OSError:
        return None
    return link.st_ino, link.st_ctime_ns


class Port:
    """An open port. Reading never waits; `wait` does."""

    def __init__(self, path: str) -> None:
        """Open the port exclusively.

        Raises PortTrouble.
        """
        self.path = path
        try:
            self._serial = serial.Serial(path, 115200, timeout=0, write_timeout=0.5, exclusive=True)
        except PortError as error:
            raise _trouble(path, error) from error

    def fileno(self) -> int:
        """Return the file descriptor for `select`."""
        return int(self._serial.fileno())

    def read(self) -> bytes:
        """Return received bytes. Raises one of PortError if the port is gone."""
        data: bytes = self._serial.read(max(1, self._serial.in_waiting))
        if not data:
            raise OSError(f"{self.path} hung up")
        return data

    def write(self, data: bytes) -> None:
        """Send bytes. Raises one of PortError if the port is gone or accepts nothing."""
        if data:
            self._serial.write(data)

    def wait(self, seconds: float, *wake: int) -> bool:
        """Wait for bytes or for a descriptor in `wake`, at most `seconds`; return whether there are bytes."""
        ready, _, _ = select.select([self.fileno(), *wake], [], [], max(0.0, seconds))
        return self.fileno() in ready

    def close(self) -> None:
        """Close the port in any state."""
        with contextlib.suppress(*PortError):
            self._serial.close()


def _trouble(path: str, error: BaseException) -> PortTrouble:
    text = str(error)
    if "ermission" in text:
        return PortTrouble(Why.NOT_ALLOWED, f"{path}: this user may not use it; `cuelight doctor` says what to do")
    if "exclusively lock" in text or "busy" in text.lower():
        return PortTrouble(Why.IN_USE, f"{path}: another program uses it; close that one")
    return PortTrouble(Why.NOT_FOUND, f"{path}: it cannot be opened ({text})")
