"""Conversion from the mat's clock in milliseconds to the host's clock.

Among the latest pings, the fastest is the most accurate: the uncertainty is half its round trip.
"""

from __future__ import annotations

from collections import deque

KEPT = 16
WRAP = 1 << 32


class MatClock:
    """Offset between two clocks, measured by pings."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, float]] = deque(maxlen=KEPT)
        self._last = 0  # latest value of the mat's clock, without wraps

    def ping(self, sent: float, received: float, clock: int) -> None:
        """Add a ping with its times of sending and receiving, and the mat's clock in ms."""
        self._last = self._unwrapped(clock)
        self._samples.append((received - sent, (sent + received) / 2 - self._last / 1000))

    def at(self, clock: int, now: float) -> float:
        """Return the host's time for a value of the mat's clock, at most `now`.

        Before any ping it is `now`.
        """
        if not self._samples:
            return now
        _trip, offset = min(self._samples)
        return min(now, self._unwrapped(clock) / 1000 + offset)

    @property
    def trip(self) -> float | None:
        """Round trip in seconds of the fastest of the latest pings."""
        return min(self._samples)[0] if self._samples else None

    def _unwrapped(self, clock: int) -> int:
        ahead = (clock - self._last) % WRAP
        return self._last + (ahead if ahead < WRAP // 2 else ahead - WRAP)
