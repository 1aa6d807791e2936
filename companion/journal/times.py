"""Formatting of record times (seconds since 1970), for people and for programs."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

BUILT = 1_790_000_000.0  # September 2026: a correct clock of a table that runs this version is later


def local_time(at: float) -> str:
    """Return a time at this table, as `2026-11-22 20:15`; "" if it is outside the calendar."""
    return _said(at, None, "%Y-%m-%d %H:%M")


def utc_time(at: float) -> str:
    """Return a UTC time, as `2026-11-22 19:15:09`; "" if it is outside the calendar."""
    return _said(at, UTC, "%Y-%m-%d %H:%M:%S")


def _said(at: float, zone: tzinfo | None, form: str) -> str:
    try:
        return datetime.fromtimestamp(at, zone).strftime(form)
    except (OverflowError, ValueError, OSError):
        return ""
