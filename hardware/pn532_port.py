"""The serial port of a PN532: nfcpy's `TTY` with a read and a write that take less of the processor.

nfcpy sets pyserial's time limit before each frame, which asks the kernel for all settings of the port, and reads each
frame in two or three parts. Seven readers send some 1,500 commands a second.
"""

from __future__ import annotations

import errno
import os
import select
import termios
import time
from contextlib import suppress
from typing import Any

import nfc.clf.transport
from serial import SerialException

_LONGEST_READ = 512
_HEAD, _LONG_HEAD = 6, 9
_ACK = b"\0\0\xff\0\xff\0"
_SHORTEST_ANSWER = len(_ACK) + 8  # an acknowledgement and an error frame (UM0701, 6.2.1)
_LONG_SAM = bytes.fromhex("0000ff05fbd4140100001700")  # UM0701, 7.2.10
_SHORT_SAM = bytes.fromhex("0000ff03fdd414011700")
_SHORTEST_WAIT = 0.05  # seconds, as in nfcpy
_REST_SECONDS = 0.001  # between two reads of an answer that came in parts
_SENT_SECONDS = 0.002  # an acknowledgement takes 0.5 ms at 115200 baud
_CHARACTERS = 6  # index of the control characters in what termios returns


class Pn532Port(nfc.clf.transport.TTY):  # type: ignore[misc]
    """A port that nfcpy's drivers use like their own `TTY`.

    The kernel wakes a reading thread once acknowledgement and answer are there, and not for each.

    Args:
        port: the path to open.
        is_short: send nfcpy's `SAMConfiguration` without its optional parameters, as libnfc does.
    """

    tty: Any

    def __init__(self, port: str, *, is_short: bool = False) -> None:
        self._is_short = is_short
        super().__init__(port)

    def open(self, port: str, baudrate: int = 115200) -> None:
        """Open a port. Raises OSError."""
        if self.tty is not None:
            time.sleep(_SENT_SECONDS)  # the acknowledgement that ends a change of speed is sent at the old one
        self._unread = bytearray()
        self._is_asked = False  # nothing has been read since the latest command
        super().open(port, baudrate)
        self._wait = select.poll()
        self._wait.register(self.tty.fileno(), select.POLLIN)
        self._wake_at_an_answer()

    def close(self) -> None:
        """Close the port, even one that is gone.

        It drops nothing that is not sent yet, as nfcpy's would: the chip waits for its end.
        """
        line, self.tty = self.tty, None
        if line is not None:
            with suppress(OSError, termios.error):
                line.close()

    def read(self, timeout: float) -> bytearray | None:
        """Return the next frame; an incomplete one if its end does not arrive.

        Args:
            timeout: milliseconds.

        Raises OSError with ETIMEDOUT if nothing arrives, or another one if the port is gone.
        """
        if self.tty is None:
            return None
        end = time.monotonic() + max(timeout / 1000, _SHORTEST_WAIT)
        unread = self._unread
        while len(unread) < _length(unread) and (left := end - time.monotonic()) > 0:
            if self._is_asked:
                self._is_asked = False
                self._wait.poll(1000 * left)  # a lone acknowledgement does not wake, and is read below
            else:
                time.sleep(min(left, _REST_SECONDS))
            unread += self._arrived()
        if not unread:
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
        length = _length(unread)
        frame, self._unread = unread[:length], unread[length:]
        return frame

    def write(self, frame: bytes) -> None:
        """Send a frame, and drop all that was not read. Raises OSError, or termios.error if the port is gone."""
        if self.tty is None:
            return
        if self._is_short:
            frame = bytes(frame).replace(_LONG_SAM, _SHORT_SAM)
        self._unread.clear()
        self._is_asked = True
        line = self.tty.fileno()
        termios.tcflush(line, termios.TCIFLUSH)
        try:
            sent = os.write(line, frame)
        except BlockingIOError:
            sent = 0  # the adapter takes nothing more
        if sent < len(frame):
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def _wake_at_an_answer(self) -> None:
        """Let `poll` wake at the shortest answer. Each change may be USB traffic, so this is not for each command."""
        settings = termios.tcgetattr(self.tty.fileno())
        settings[_CHARACTERS][termios.VMIN] = _SHORTEST_ANSWER
        settings[_CHARACTERS][termios.VTIME] = 0
        termios.tcsetattr(self.tty.fileno(), termios.TCSANOW, settings)

    def _arrived(self) -> bytes:
        try:
            found = os.read(self.tty.fileno(), _LONGEST_READ)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise SerialException(f"read failed: {error}") from error
        if not found:
            raise SerialException("the port is gone")
        return found


def _length(frame: bytearray) -> int:
    """Return the length of the frame that begins like this, as far as its head says it (UM0701, 6.2.1)."""
    if len(frame) < _HEAD or frame.startswith(_ACK):
        return _HEAD
    if frame[3] != 0xFF:
        return _HEAD + frame[3] + 1
    return _LONG_HEAD if len(frame) < _LONG_HEAD else _LONG_HEAD + (frame[5] << 8 | frame[6]) + 1
