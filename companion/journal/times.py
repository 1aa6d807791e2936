"""Formatting of record times (seconds since 1970), for people and for programs."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from companion.core.i18n import _

BUILT = 1_790_000_000.0  # September 2026: a correct clock of a table that runs this version is later


def local_time(at: float) -> str:
    """Return a time at this table, as `2026-11-22 20:15`; "" if it is outside the calendar."""
    return _said(at, None, "%Y-%m-%d %H:%M")


def said_time(at: float) -> str:
    """Return a time at this table, as the table's language writes it; "" if it is outside the calendar."""
    said = local_time(at)
    if not said:
        return ""
    date, _space, time = said.partition(" ")
    year, month, day = date.split("-")
    # Words: a date and a time in figures, in the order and with the marks of the language.
    return _("{year}-{month}-{day} {time}", year=year, month=month, day=day, time=time)


def utc_time(at: float) -> str:
    """Return a UTC time, as `2026-11-22 19:15:09`; "" if it is outside the calendar."""
    return _said(at, UTC, "%Y-%m-%d %H:%M:%S")


def _said(at: float, zone: tzinfo | None, form: str) -> str:
    try:
        return datetime.fromtimestamp(at, zone).strftime(form)
    except (OverflowError, ValueError, OSError):
        return ""
