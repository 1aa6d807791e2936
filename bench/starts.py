"""How long a table takes to start with much that was played before: `python -m bench.starts`.

Journals of 10 and of 100 MB, of games as bots play them, are opened and their last game is taken up; then what is left
to look at is looked at, in the pieces in which a running table does it. Exit status 1 when the
largest takes more than five times as long as the smallest of 1 MB.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import closing
from pathlib import Path

from companion.journal import Journal
from cuelight.live.table import LiveTable

SIZES = (1, 10, 100)  # megabytes
MEGABYTE = 1_000_000
SLOWER = 5.0  # times that the largest may take longer than the smallest
GRACE = 0.2  # seconds that do not count, for a busy machine


def main() -> int:
    """Print a line for each size; 1 when a start depends on it."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        path = Path(folder) / "table.db"
        _play_one(path)
        started = [_start(path, size) for size in SIZES]
    holds = started[-1] <= SLOWER * started[0] + GRACE
    told = ", ".join(f"{size} MB {seconds:.2f} s" for size, seconds in zip(SIZES, started, strict=True))
    print(f"promise start-in-a-second: a table starts: {told}")
    return 0 if holds else 1


def _play_one(path: Path) -> None:
    """A whole game of bots."""
    table = LiveTable(path, time.monotonic, time.time, demo=True, pace=0)
    table.start()
    while b'"state":"over"' not in table.board():
        time.sleep(0.05)
    table.stop()


def _start(path: Path, megabytes: int) -> float:
    """Fill the journal up to a size with games like its first; how long a table then takes to start."""
    with closing(Journal.open(path)) as journal:
        first, *records = journal.records(1)
        again = [(record.kind, record.body) for record in records]
        while journal.size().records < megabytes * MEGABYTE:
            journal.begin_game(first.body, time.time(), again)
    begin = time.perf_counter()
    table = LiveTable(path, time.monotonic, time.time)
    table.start()
    seconds = time.perf_counter() - begin
    table.stop()
    with closing(Journal.open(path)) as journal:
        pieces, longest, total = 0, 0.0, time.perf_counter()
        more = True
        while more:
            began = time.perf_counter()
            more = journal.look_back()
            pieces, longest = pieces + 1, max(longest, time.perf_counter() - began)
        total = time.perf_counter() - total
    later = f"the rest is looked at in {pieces} pieces, {total:.1f} s, the longest {longest * 1000:.0f} ms"
    print(f"{journal.path.stat().st_size / MEGABYTE:.0f} MB: started in {seconds:.2f} s; {later}", flush=True)
    return seconds


if __name__ == "__main__":
    raise SystemExit(main())
