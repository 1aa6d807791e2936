"""Time to start a table after many games: `make bench ARGS=starts`.

Journals of 1, 10 and 100 MB with games of bots are opened and their last game is resumed. Then the rest of the journal
is verified, in the same pieces as at a running table.
"""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bench.goals import Figure
from companion.journal import Journal
from cuelight.app.table import LiveTable

SIZES, SHORT_SIZES = (1, 10, 100), (1,)  # megabytes
MEGABYTE = 1_000_000
SHORT_PLAY_SECONDS = 1.0


def figures(short: bool) -> Iterator[Figure]:
    """Yield the time to start with the largest journal."""
    sizes = SHORT_SIZES if short else SIZES
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        path = Path(folder) / "table.db"
        _play_one(path, SHORT_PLAY_SECONDS if short else math.inf)
        started = [_start(path, size) for size in sizes]
    context = ", ".join(f"{size} MB {seconds:.2f} s" for size, seconds in zip(sizes, started, strict=True))
    yield Figure("start-in-a-second", started[-1], context)


def _play_one(path: Path, seconds: float) -> None:
    """Play a game of bots, for at most so long."""
    end = time.monotonic() + seconds
    table = LiveTable(path, time.monotonic, time.time, demo=True, pace=0)
    table.start()
    while b'"state":"over"' not in table.board() and time.monotonic() < end:
        time.sleep(0.05)
    table.stop()


def _start(path: Path, megabytes: int) -> float:
    """Fill the journal up to a size with copies of its first game.

    Returns the time that a table then takes to start.
    """
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
