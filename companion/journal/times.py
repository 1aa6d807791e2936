"""When something was written, for people: the times of records are seconds since 1970."""

from __future__ import annotations

from datetime import datetime


def local_time(at: float, *, seconds: bool = False) -> str:
    """A time at this table, as `2026-11-22 20:15` or `2026-11-22 20:15:09`; "" for one that no calendar has."""
    try:
        return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M:%S" if seconds else "%Y-%m-%d %H:%M")
    except (OverflowError, ValueError, OSError):
        return ""
