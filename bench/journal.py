"""Time of one record in the journal, and the disk's share of it: `make bench ARGS=journal`.

The journal is in the current folder. The disk's share is measured by writing as many bytes to a plain file and flushing
them to the disk.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from bench.goals import Figure
from companion.journal import Journal, Kind

ROUNDS, SHORT_ROUNDS, WARMING_UP = 3000, 200, 100
RECORD = {"by": "Cal", "do": "reveal", "card": "III.4", "events": [{"kind": "score", "seat": 2, "points": 3}] * 5}
LOG_FRAME = 4096 + 24  # bytes that SQLite appends to its log for one record: a page and its header


def figures(short: bool) -> Iterator[Figure]:
    """Yield the ratio of an append to the disk alone."""
    rounds = SHORT_ROUNDS if short else ROUNDS
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        append = _append(Path(folder), rounds)
        disk = _disk(Path(folder), rounds)
    print(f"a record: median {append[0]:.0f} µs, p99 {append[1]:.0f}; the disk: {disk[0]:.0f}, p99 {disk[1]:.0f}")
    yield Figure("append", append[0] / disk[0], f"medians of {rounds}: {append[0]:.0f} and {disk[0]:.0f} µs")


def _append(folder: Path, rounds: int) -> tuple[float, float]:
    with closing(Journal.open(folder / "table.db")) as journal:
        journal.begin_game({}, 0.0)
        return _microseconds(lambda: journal.append(Kind.EVENTS, RECORD, 0.0), rounds)


def _disk(folder: Path, rounds: int) -> tuple[float, float]:
    frame = bytes(LOG_FRAME)
    with (folder / "plain").open("wb", buffering=0) as file:

        def write() -> None:
            file.write(frame)
            os.fdatasync(file.fileno())

        return _microseconds(write, rounds)


def _microseconds(act: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Return the median and 99th percentile of the time that `act` takes."""
    times = []
    for _ in range(WARMING_UP + rounds):
        start = time.perf_counter_ns()
        act()
        times.append((time.perf_counter_ns() - start) / 1000)
    return statistics.median(times[WARMING_UP:]), statistics.quantiles(times[WARMING_UP:], n=100)[98]
