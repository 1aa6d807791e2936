"""Time to list the old games in a journal of a thousand: `make bench ARGS=history`.

The games are the finished ones of the kept journals, in turn: Othello and Deathmatch, each with all its records. The
journal is a file in the current folder. The output has the time of the list before anything is computed, the time until
everything is, and then the time of the list, of the form that begins a game, and of one game that was not opened
before.
"""

from __future__ import annotations

import gzip
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from bench.goals import Figure
from companion.journal import Journal
from cuelight.app.games.deck_store import DeckStore
from cuelight.app.games.store import records_of
from cuelight.history.archive import Archive

KEPT = Path(__file__).parent.parent / "tests" / "data" / "journals" / "form-2"
NAMES = ("a-demonstration", "an-evening-of-deathmatch")
GAMES, SHORT_GAMES, ROUNDS = 1000, 2, 9

Game = tuple[dict[str, Any], list[tuple[str, Any]]]


def finished(folder: Path) -> Iterator[Game]:
    """Yield the records of the first game of each of these journals."""
    for name in NAMES:
        path = folder / f"{name}.db"
        path.write_bytes(gzip.decompress((KEPT / f"{name}.db.gz").read_bytes()))
        with closing(Journal.reading(path)) as journal:
            game = journal.games()[0]
            records = [(record.kind, record.body) for record in records_of(journal, game)[1:]]
            yield DeckStore(journal).whole(game.body) | {"demo": False}, records


def seconds(work: Callable[[], object]) -> float:
    """Return the elapsed seconds."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def effort(work: Callable[[], object]) -> float:
    """Return the processor time in seconds, which does not depend on other load."""
    start = time.process_time()
    work()
    return time.process_time() - start


def figures(short: bool) -> Iterator[Figure]:
    """Yield the processor time of the list."""
    games = SHORT_GAMES if short else GAMES
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as place:
        folder = Path(place)
        path = folder / "table.db"
        with closing(Journal.open(path)) as journal:
            for number, (body, records) in enumerate(islice(cycle(list(finished(folder))), games)):
                journal.begin_game(body, 1e9 + number * 86400.0, records)
        size = path.stat().st_size
        print(f"{games} games in {size / 1e6:.0f} MB", flush=True)
        archive = Archive(path)
        print(f"the list before anything is worked out {seconds(archive.games):.2f} s", flush=True)
        print(f"everything worked out in {seconds(archive.wait):.0f} s", flush=True)
        listed = [seconds(archive.games) for _ in range(ROUNDS)]
        spent = statistics.median(effort(archive.games) for _ in range(ROUNDS))
        found = archive.games()
        assert len(found["games"]) == games and found["unread"] == 0
        form = statistics.median(seconds(archive.lately) for _ in range(ROUNDS))
        shown = [(seconds(partial(archive.game, game)), seconds(partial(archive.replay, game))) for game in (1, 2)]
    print(
        f"the form that begins a game {form:.2f} s; the page of a game at most {max(page for page, _ in shown):.2f} s"
    )
    print(f"a replay at most {max(steps for _, steps in shown):.2f} s")
    clock = f"by the clock {statistics.median(listed):.2f} s, worst {max(listed):.2f}"
    yield Figure("history-list", spent, f"median of {ROUNDS}; {clock}; {games} games in {size / 1e6:.0f} MB")
