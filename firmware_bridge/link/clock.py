"""What the host's clock showed when the mat's clock showed so many milliseconds.

Of the last pings the one that came back fastest tells best: half its way is the uncertainty.
"""

from __future__ import annotations

from collections import deque

KEPT = 16
WRAP = 1 << 32


class MatClock:
    """The offset between two clocks, from pings."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, float]] = deque(maxlen=KEPT)
        self._last = 0  # the newest reading of the mat's clock, without wraps

    def ping(self, sent: float, received: float, clock: int) -> None:
        """A ping went out and came back at these times, and found the mat's clock at so many ms."""
        self._last = self._unwrapped(clock)
        self._samples.append((received - sent, (sent + received) / 2 - self._last / 1000))

    def at(self, clock: int, now: float) -> float:
        """The host's time for a reading of the mat's clock; `now` before any ping, and never later."""
        if not self._samples:
            return now
        _trip, offset = min(self._samples)
        return min(now, self._unwrapped(clock) / 1000 + offset)

    @property
    def trip(self) -> float | None:
        """Seconds of the fastest of the last pings."""
        return min(self._samples)[0] if self._samples else None

    def _unwrapped(self, clock: int) -> int:
        ahead = (clock - self._last) % WRAP
        return self._last + (ahead if ahead < WRAP // 2 else ahead - WRAP)
