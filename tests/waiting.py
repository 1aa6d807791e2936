"""Waiting for what other threads and processes do."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 60.0  # seconds that a busy machine may take for what takes milliseconds


def until(true: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Return as soon as something is true; fail when it does not become so."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.005)
