"""Turns of readers whose antennas must not be on at the same time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from hardware.device import Device


class Turns:
    """Fair lock: callers get it in the order in which they ask.

    Args:
        patience: seconds after which a caller no longer waits, because the one before it hangs; None for no limit.
    """

    def __init__(self, patience: float | None = None) -> None:
        self._patience = patience
        self._changed = threading.Condition()
        self._given = self._served = 0

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the lock, hold it, and pass it to the next caller."""
        with self._changed:
            mine, self._given = self._given, self._given + 1
            self._changed.wait_for(lambda: self._served >= mine, self._patience)
            self._served = max(self._served, mine)
        try:
            yield
        finally:
            with self._changed:
                self._served = max(self._served, mine + 1)
                self._changed.notify_all()


def turn_of(device: Device, turns: Turns | None) -> AbstractContextManager[None]:
    """Return the turn of a reader among `turns`; no wait without turns, or for a reader without a field of its own."""
    return turns.turn() if turns is not None and device.takes_turns else nullcontext()


AIR = Turns()
"""Of modules on this machine's own buses: only the holder may turn an antenna on."""
