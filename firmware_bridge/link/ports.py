"""Serial ports that a mat may be at, and opening one so that nobody else has it.

Only a port that is named in the table's file, or that belongs to a MicroPython board by its USB numbers, is ever
written to; and it is called a mat only when it says hello as one.
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

MICROPYTHON = (0x2E8A, 0x0005)  # Raspberry Pi's vendor number, MicroPython's product number
MICROPYTHON_NAME = "usb-MicroPython_"  # how the system begins the name of such a board's port
BY_ID = Path("/dev/serial/by-id")
PortError = (OSError, termios.error)  # a port that vanishes raises the second, which is no OSError
Find = Callable[[], list[str]]


class PortTrouble(CuelightError, OSError):
    """A port cannot be opened; `why` in one word, and the message says it with what to do."""

    def __init__(self, why: Why, text: str) -> None:
        self.why = why
        super().__init__(text)

    def __str__(self) -> str:
        """The message; OSError would make it of its number."""
        return str(self.args[0])


def likely_ports() -> list[str]:
    """Ports of MicroPython boards, by the name that stays the same wherever they are plugged in."""
    found = [port.device for port in list_ports.comports() if (port.vid, port.pid) == MICROPYTHON]
    return sorted(by_id(device) for device in found)


def by_id(device: str) -> str:
    """The name of a port that says what is plugged in, if it has one."""
    with contextlib.suppress(OSError):
        for link in BY_ID.iterdir():
            if os.path.realpath(link) == os.path.realpath(device):
                return str(link)
    return device


def named(path: str) -> Find:
    """A finder for the one port with this name, when it is there."""
    return lambda: [path] if os.path.exists(path) else []


def plugging(path: str) -> tuple[int, int] | None:
    """What changes when a board resets, for then the system sees it unplugged and plugged in; None while it is away.

    Asking the board instead would not do: a frame may hold a Ctrl-D, at which a prompt starts the mat again.
    """
    try:
        link = os.lstat(path)
    except OSError:
        return None
    return link.st_ino, link.st_ctime_ns


class Port:
    """An open port. Reading never waits; `wait` does."""

    def __init__(self, path: str) -> None:
        """Open it for us alone.

        Raises PortTrouble.
        """
        self.path = path
        try:
            self._serial = serial.Serial(path, 115200, timeout=0, write_timeout=0.5, exclusive=True)
        except PortError as error:
            raise _trouble(path, error) from error

    def fileno(self) -> int:
        """For `select`."""
        return int(self._serial.fileno())

    def read(self) -> bytes:
        """What has come in. Raises one of PortError when the port is gone."""
        data: bytes = self._serial.read(max(1, self._serial.in_waiting))
        if not data:
            raise OSError(f"{self.path} hung up")
        return data

    def write(self, data: bytes) -> None:
        """Send. Raises one of PortError when the port is gone or takes nothing."""
        if data:
            self._serial.write(data)

    def wait(self, wake: int, seconds: float) -> bool:
        """Wait for bytes or for `wake`, for so long at most; whether there are bytes."""
        ready, _, _ = select.select([self.fileno(), wake], [], [], max(0.0, seconds))
        return self.fileno() in ready

    def close(self) -> None:
        """Close it, whatever state it is in."""
        with contextlib.suppress(*PortError):
            self._serial.close()


def _trouble(path: str, error: BaseException) -> PortTrouble:
    text = str(error)
    if "ermission" in text:
        return PortTrouble(Why.NOT_ALLOWED, f"{path}: this user may not use it; `cuelight doctor` says what to do")
    if "exclusively lock" in text or "busy" in text.lower():
        return PortTrouble(Why.IN_USE, f"{path}: another program uses it; close that one")
    return PortTrouble(Why.NOT_FOUND, f"{path}: it cannot be opened ({text})")
