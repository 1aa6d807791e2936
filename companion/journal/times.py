"""When something was written, for people and for other programs: the times of records are seconds since 1970."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

BUILT = 1_790_000_000.0  # September 2026: no clock of a table that runs this is before


def local_time(at: float) -> str:
    """A time at this table, as `2026-11-22 20:15`; "" for one that no calendar has."""
    return _said(at, None, "%Y-%m-%d %H:%M")


def utc_time(at: float) -> str:
    """A time at Greenwich, as `2026-11-22 19:15:09`; "" for one that no calendar has."""
    return _said(at, UTC, "%Y-%m-%d %H:%M:%S")


def _said(at: float, zone: tzinfo | None, form: str) -> str:
    try:
        return datetime.fromtimestamp(at, zone).strftime(form)
    except (OverflowError, ValueError, OSError):
        return ""
