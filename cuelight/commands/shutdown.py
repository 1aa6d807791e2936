"""How a program that serves waits for its end: Ctrl+C, a service manager, its terminal, or one of its own threads."""

from __future__ import annotations

import contextlib
import signal
import socket
from typing import Self


class Ending:
    """Waits on the main thread until the program shall end; used in a `with`.

    A handler of Python runs between two steps of the main thread. A signal that comes just before that thread begins to
    wait for a lock does not wake it any more. So it waits for a byte, which `signal.set_wakeup_fd` has written at once.
    """

    def __init__(self) -> None:
        self._told, self._tell = socket.socketpair()
        self._told.settimeout(None)
        self._tell.setblocking(False)
        self._before: int | None = None  # where signals wrote to until `on_signals`

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        if self._before is not None:
            signal.set_wakeup_fd(self._before)
        self._told.close()
        self._tell.close()

    def on_signals(self) -> None:
        """End by Ctrl+C and by a service manager, also where whoever started the program had it ignore them.

        A terminal that is closed ends it too, if it was not started under `nohup`.
        """
        self._before = signal.set_wakeup_fd(self._tell.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _noted)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, _noted)

    def end(self) -> None:
        """End, from any thread."""
        with contextlib.suppress(BlockingIOError):  # so often was it said before
            self._tell.send(b"\0")

    def wait(self) -> None:
        """Return as soon as the program shall end; at once when that was said before."""
        self._told.recv(1)


def _noted(_number: int, _frame: object) -> None:
    """The byte is written before; without a handler there would be none."""
