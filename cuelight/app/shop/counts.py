"""Counts of a demo table: games begun and finished per day, and minutes played. It stores no personal data.

The counts are in a file of their own, because the journal deletes games. The file is replaced as a whole, so a power
cut leaves either the old or the new one.
"""

from __future__ import annotations

import csv
import io
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.journal.files import write_whole

NAME = "shop-counts.csv"
MOST_DAYS = 400
COLUMNS = ("day", "begun", "finished", "minutes")


class Day(NamedTuple):
    """One day, such as 2026-11-22: games begun, games finished, and minutes played."""

    day: str
    begun: int = 0
    finished: int = 0
    minutes: float = 0.0


class ShopCounts:
    """The counts in one file; an unreadable file counts as empty, an unwritable one is replaced by memory."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._days: dict[str, Day] = {}
        with suppress(OSError, ValueError, KeyError, TypeError, csv.Error):  # a line with too few cells is a TypeError
            for row in csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))):
                day = Day(row["day"], int(row["begun"]), int(row["finished"]), float(row["minutes"]))
                self._days[day.day] = day

    def add(self, day: str, *, begun: int = 0, finished: int = 0, seconds: float = 0.0) -> None:
        """Add to the counts of a day."""
        had = self._days.get(day, Day(day))
        self._days[day] = Day(day, had.begun + begun, had.finished + finished, had.minutes + seconds / 60)
        for old in sorted(self._days)[:-MOST_DAYS]:
            del self._days[old]
        with suppress(OSError):  # the journal reports a full disk
            self._write()

    def days(self) -> list[Day]:
        """Return every day, the newest first."""
        return sorted(self._days.values(), reverse=True)

    def text(self) -> str:
        """Return all counts as CSV."""
        output = io.StringIO()
        rows = csv.writer(output, lineterminator="\n")
        rows.writerow(COLUMNS)
        rows.writerows((each.day, each.begun, each.finished, round(each.minutes, 1)) for each in reversed(self.days()))
        return output.getvalue()

    def _write(self) -> None:
        write_whole(self._path, self.text())
