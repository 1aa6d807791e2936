"""Emulated USB cable between the board and a pty that the host opens.

It can damage the bytes.

`to_host` and `to_mat` may be set to a function that maps the sent bytes to those that arrive.
"""

from __future__ import annotations

import contextlib
import os
import pty
import select
import socket
import threading
import tty
from pathlib import Path

from firmware_bridge.emulator.damage import Damage

PIECE = 4096


def unharmed(data: bytes) -> bytes:
    """Return the bytes unchanged, as a good cable does."""
    return data


class Cable:
    """One connection of the mat.

    `path` becomes a link to the port, like those in /dev/serial/by-id.

    Args:
        board: the host's end of the socket pair that is the board's standard input and output.
        path: path of the port for the host.
    """

    def __init__(self, board: socket.socket, path: Path) -> None:
        self.to_host: Damage = unharmed
        self.to_mat: Damage = unharmed
        self.stalled = False  # the host accepts nothing
        self.sent = [0, 0]  # bytes to the host, bytes to the mat
        self._board = board
        self._path = path
        self._host, self._port = pty.openpty()
        tty.setraw(self._port)
        self._wake, self._woken = os.pipe()
        temporary = path.with_suffix(".new")
        temporary.symlink_to(os.ttyname(self._port))
        temporary.replace(path)
        self._thread = threading.Thread(target=self._run, name="cable", daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Unplug the cable: the port disappears."""
        self._path.unlink(missing_ok=True)
        os.close(self._woken)
        self._thread.join()

    def say(self, data: bytes) -> None:
        """Send bytes to the mat that no host has sent."""
        self._board.sendall(data)

    def _run(self) -> None:
        try:
            while True:
                watched = [self._host, self._wake] + ([] if self.stalled else [self._board.fileno()])
                ready, _, _ = select.select(watched, [], [], 0.05 if self.stalled else None)
                if self._wake in ready:
                    return
                if self._host in ready:
                    self._carry_to_mat(os.read(self._host, PIECE))
                if not self.stalled and self._board.fileno() in ready:
                    data = self._board.recv(PIECE)
                    if not data:
                        return
                    self._carry_to_host(data)
        except OSError:
            return
        finally:
            for end in (self._host, self._port, self._wake):
                os.close(end)

    def _carry_to_mat(self, data: bytes) -> None:
        self.sent[1] += len(data)
        with contextlib.suppress(BlockingIOError):
            self._board.sendall(self.to_mat(data))

    def _carry_to_host(self, data: bytes) -> None:
        self.sent[0] += len(data)
        data = self.to_host(data)
        while data:
            _, writable, _ = select.select([self._wake], [self._host], [], 0.5)
            if not writable:
                return  # nobody reads: a real port drops the bytes, too
            data = data[os.write(self._host, data) :]
