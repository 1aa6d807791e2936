"""How long the list of old games takes in a journal of a thousand: `python -m bench.history`.

The games are the finished ones of the kept journals, in turn: Othello and Deathmatch, each with all that was
written of it. The journal is a file in the current folder. Told are the list before anything is worked out, how long it
takes until everything is, and then the list, the form that begins a game, and one game that nobody has looked at yet.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from companion.journal import Journal
from cuelight.history.archive import Archive
from cuelight.live.deck_store import DeckStore
from cuelight.live.games import records_of

KEPT = Path(__file__).parent.parent / "tests" / "journals" / "form-2"
NAMES = ("a-demonstration", "an-evening-of-deathmatch")
GAMES = 1000
ROUNDS = 9
GOAL = 1.0  # seconds

Game = tuple[dict[str, Any], list[tuple[str, Any]]]


def finished(folder: Path) -> Iterator[Game]:
    """What was written of the first game of each of these journals."""
    for name in NAMES:
        path = folder / f"{name}.db"
        path.write_bytes(gzip.decompress((KEPT / f"{name}.db.gz").read_bytes()))
        with closing(Journal.reading(path)) as journal:
            game = journal.games()[0]
            records = [(record.kind, record.body) for record in records_of(journal, game)[1:]]
            yield DeckStore(journal).whole(game.body) | {"demo": False}, records


def seconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def effort(work: Callable[[], object]) -> float:
    """The seconds of a processor that something takes; on a busy machine the clock tells of others."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> int:
    """Measure and print; 1 when the goal is missed."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as place:
        folder = Path(place)
        path = folder / "table.db"
        with closing(Journal.open(path)) as journal:
            for number, (body, records) in enumerate(islice(cycle(list(finished(folder))), GAMES)):
                journal.begin_game(body, 1e9 + number * 86400.0, records)
        archive = Archive(path)
        first = seconds(archive.games)
        rest = seconds(archive.wait)
        listed = [seconds(archive.games) for _ in range(ROUNDS)]
        spent = statistics.median(effort(archive.games) for _ in range(ROUNDS))
        found = archive.games()
        assert len(found["games"]) == GAMES and found["unread"] == 0
        form = statistics.median(seconds(archive.lately) for _ in range(ROUNDS))
        shown = [(seconds(partial(archive.game, game)), seconds(partial(archive.replay, game))) for game in (1, 2, 3)]
        size = path.stat().st_size
    median = statistics.median(listed)
    print(f"{GAMES} games in {size / 1e6:.0f} MB; the list before anything is worked out {first:.2f} s")
    print(
        f"everything worked out beside it in {rest:.0f} s; then the list in {median:.2f} s, at most {max(listed):.2f} s"
    )
    print(
        f"the form that begins a game {form:.2f} s; the page of a game at most {max(page for page, _ in shown):.2f} s"
    )
    print(f"its replay at most {max(steps for _, steps in shown):.2f} s")
    print(f"promise history-list: {GAMES} games listed in {median:.2f} s by the clock, {spent:.2f} s of a processor")
    return int(spent > GOAL)


if __name__ == "__main__":
    sys.exit(main())
