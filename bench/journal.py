"""How long the journal takes for one record, and how much of that is the disk: `python -m bench.journal`.

It writes in the current folder. The disk's part is measured by writing as many bytes to a plain file and waiting.
"""

import os
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from companion.journal import Journal, Kind

ROUNDS = 3000
WARMING_UP = 100
RECORD = {"by": "Cal", "do": "reveal", "card": "III.4", "events": [{"kind": "score", "seat": 2, "points": 3}] * 5}
LOG_FRAME = 4096 + 24  # what SQLite appends to its log for one record: a page and its header


def main() -> None:
    """Print one line: the median and the 99th percentile of an append, and of the disk alone."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        append = _append(Path(folder))
        disk = _disk(Path(folder))
    print(
        f"journal: one record, safe on the disk: median {append[0]:.0f} µs, p99 {append[1]:.0f} µs; "
        f"the disk alone: median {disk[0]:.0f} µs, p99 {disk[1]:.0f} µs ({ROUNDS} rounds)"
    )


def _append(folder: Path) -> tuple[float, float]:
    with closing(Journal.open(folder / "table.db")) as journal:
        journal.begin_game({}, 0.0)
        return _microseconds(lambda: journal.append(Kind.EVENTS, RECORD, 0.0))


def _disk(folder: Path) -> tuple[float, float]:
    frame = bytes(LOG_FRAME)
    with (folder / "plain").open("wb", buffering=0) as file:

        def write() -> None:
            file.write(frame)
            os.fdatasync(file.fileno())

        return _microseconds(write)


def _microseconds(act: Callable[[], object]) -> tuple[float, float]:
    """Median and 99th percentile of how long `act` takes."""
    times = []
    for _ in range(WARMING_UP + ROUNDS):
        start = time.perf_counter_ns()
        act()
        times.append(time.perf_counter_ns() - start)
    times = sorted(times[WARMING_UP:])
    return times[ROUNDS // 2] / 1000, times[ROUNDS * 99 // 100] / 1000


if __name__ == "__main__":
    main()
