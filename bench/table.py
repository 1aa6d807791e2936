"""How long a gesture takes until the lights answer it, written down safely before: `python -m bench.table`.

Bots play games at a running table, with their gestures on its virtual mat and its journal in the current folder. The
time of a gesture is from the moment that the mat is touched to the last light that changes by it, the commit to the
disk included; where no light changes, until all that the gesture brought is done and published. How much of it is not
the disk is told apart. What a real mat adds in front, until a reader sees a tag, is not in it.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from companion.journal import Journal
from companion.othello.game import GAME as OTHELLO
from cuelight.live.drawn_round import VirtualRound
from cuelight.live.table import LiveTable
from cuelight.live.troupe import Troupe
from hardware.virtual import VirtualMat

GESTURES = 3000
WARMING_UP = 100
PLAYERS = ("Ann", "Ben", "Cal", "Dee")
GOAL_MILLISECONDS = 20.0


class Time(NamedTuple):
    """How long one gesture took until its cue, and how much of that the journal took; in milliseconds."""

    whole: float
    journal: float


class TimedMat:
    """The mat of a running table, as bots touch it, with the time that each gesture takes."""

    def __init__(self, table: LiveTable, mat: VirtualMat) -> None:
        self.times: list[Time] = []
        self.zones = mat.zones
        self._table = table
        self._lit = 0
        self._writing = 0

    def tag(self, zone: str, thing: str) -> None:
        """Lay a thing in a zone."""
        self._gesture({"do": "tag", "zone": zone, "thing": thing})

    def lift(self, zone: str) -> None:
        """Lift what lies in a zone."""
        self._gesture({"do": "lift", "zone": zone})

    def press(self, button: str) -> None:
        """Press a seat's button."""
        self._gesture({"do": "press", "button": button})

    def hold(self, button: str) -> None:
        """Hold a seat's button down."""
        self._gesture({"do": "hold", "button": button})

    def _gesture(self, body: dict[str, Any]) -> None:
        self._lit = self._writing = 0
        start = time.perf_counter_ns()
        self._table.command("mat", body)
        self.times.append(Time(((self._lit or time.perf_counter_ns()) - start) / 1e6, self._writing / 1e6))

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Note when a light shows something new, and how long the journal takes."""
        show, append_all = VirtualMat.show, Journal.append_all

        def seen(mat: VirtualMat, seat: str, cue: str) -> None:
            show(mat, seat, cue)
            self._lit = time.perf_counter_ns()

        def written(journal: Journal, records: Iterable[tuple[str, Any]], at: float) -> None:
            start = time.perf_counter_ns()
            append_all(journal, records, at)
            self._writing += time.perf_counter_ns() - start

        with patch.object(VirtualMat, "show", seen), patch.object(Journal, "append_all", written):
            yield


def main() -> int:
    """Print one line: the median and the 99th percentile, and on what the journal lies; 1 when the goal is missed."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        times = play(Path(folder) / "table.db", GESTURES + WARMING_UP)[WARMING_UP:]
        system = file_system(Path(folder))
    median, slow = percentiles([found.whole for found in times])
    own, own_slow = percentiles([found.whole - found.journal for found in times])
    missed = slow >= GOAL_MILLISECONDS
    print(
        f"table: from a gesture to its cue, safe on the disk ({system}) before: median {median:.1f} ms, "
        f"p99 {slow:.1f} ms, goal {GOAL_MILLISECONDS:.0f} ms {'MISSED' if missed else 'met'}; "
        f"without the journal: median {own:.1f} ms, p99 {own_slow:.1f} ms ({len(times)} gestures of bots)"
    )
    return int(missed)


def percentiles(times: list[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    times = sorted(times)
    return times[len(times) // 2], times[len(times) * 99 // 100]


def play(journal: Path, gestures: int) -> list[Time]:
    """Let bots play until so many gestures are made; how long each took."""
    times: list[Time] = []
    table = LiveTable(journal, time.monotonic, time.time)
    table.start()
    try:
        while len(times) < gestures:
            table.command("start", {"names": list(PLAYERS)})
            times += _one_game(table, gestures - len(times))
    finally:
        table.stop()
    return times


def _one_game(table: LiveTable, most: int) -> list[Time]:
    found = table._round  # what a bot knows besides the public board is its own hand, which no command tells
    assert isinstance(found, VirtualRound)
    mat = TimedMat(table, found.mat)
    say: Callable[[dict[str, Any]], object] = lambda answer: table.command("answer", answer)  # noqa: E731
    troupe = Troupe(OTHELLO, mat, say, time.monotonic, 0.0, random.Random(1))  # type: ignore[arg-type]  # a mat as far as bots touch it
    with mat.watching():
        while len(mat.times) < most and not troupe.finished:
            troupe.act(found.session, found.truth.state, time.monotonic())
    return mat.times


def file_system(folder: Path) -> str:
    """The kind of file system that a folder is on, such as ext4."""
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    here = str(folder.resolve())
    above = [(len(place), kind) for _device, place, kind, *_ in mounts if os.path.commonpath([here, place]) == place]
    return max(above)[1] if above else "unknown"


if __name__ == "__main__":
    sys.exit(main())
