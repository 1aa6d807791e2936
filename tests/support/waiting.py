"""Wait for other threads and processes."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 60.0  # longest wait on a busy machine for something that takes milliseconds, in seconds


def until(true: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Return as soon as a condition is true; fail after the time limit."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.005)
