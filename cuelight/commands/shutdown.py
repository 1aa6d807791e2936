"""End of a serving program: by Ctrl+C, a service manager, its terminal, or one of its own threads."""

from __future__ import annotations

import contextlib
import signal
import socket
from typing import Self


class Ending:
    """Waits on the main thread for the end of the program; used in a `with`.

    Python runs a signal handler between two steps of the main thread. So a signal that arrives just before that thread
    waits for a lock would not wake it. This class waits for a byte instead, which `signal.set_wakeup_fd` writes at
    once.
    """

    def __init__(self) -> None:
        self._receiver, self._sender = socket.socketpair()
        self._receiver.settimeout(None)
        self._sender.setblocking(False)
        self._before: int | None = None  # earlier wakeup descriptor

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        if self._before is not None:
            signal.set_wakeup_fd(self._before)
        self._receiver.close()
        self._sender.close()

    def on_signals(self) -> None:
        """Also end on Ctrl+C and on signals of a service manager, even if the parent process had them ignored.

        Closing the terminal ends the program too, unless it runs under `nohup`.
        """
        self._before = signal.set_wakeup_fd(self._sender.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _noted)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, _noted)

    def end(self) -> None:
        """End the program, from any thread."""
        with contextlib.suppress(BlockingIOError):  # the buffer is full of earlier requests
            self._sender.send(b"\0")

    def wait(self) -> None:
        """Return as soon as the program shall end; at once if `end` was called before."""
        self._receiver.recv(1)


def _noted(_number: int, _frame: object) -> None:
    """Do nothing: the byte is already written, but without a handler there would be none."""
