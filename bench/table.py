"""Time from a gesture until the lights answer it: `make bench ARGS=table`.

It includes the journal.

Bots play games at a running table, with gestures on its on-screen mat and the journal in the current folder. The time
of a gesture is from the touch of the mat to the last light that it changes, including the commit to the disk; if no
light changes, until the gesture is completely processed and published. The part without the journal is printed, too. A
real mat adds the time until a reader reads a tag.
"""

from __future__ import annotations

import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from bench.goals import Figure
from companion.journal import Journal
from companion.othello.game import GAME as OTHELLO
from cuelight.app.bots.players import BotPlayers
from cuelight.app.games.screen_round import ScreenGame
from cuelight.app.table import LiveTable
from hardware.virtual_mat import VirtualMat

GESTURES, SHORT_GESTURES, WARMING_UP = 1500, 20, 50
PLAYERS = ("Ann", "Ben", "Cal", "Dee")

Gesture = dict[str, Any]
Touch = Callable[[LiveTable, Gesture], None]


class TouchedMat:
    """The mat of a running table for bots: each gesture is passed to `touch`."""

    def __init__(self, table: LiveTable, mat: VirtualMat, touch: Touch) -> None:
        self.zones = mat.zones
        self.gestures = 0
        self._table = table
        self._touch = touch

    def tag(self, zone: str, thing: str) -> None:
        """Place a thing in a zone."""
        self._gesture({"do": "tag", "zone": zone, "thing": thing})

    def lift(self, zone: str) -> None:
        """Lift the thing in a zone."""
        self._gesture({"do": "lift", "zone": zone})

    def press(self, button: str) -> None:
        """Press a seat's button."""
        self._gesture({"do": "press", "button": button})

    def hold(self, button: str) -> None:
        """Hold a seat's button down."""
        self._gesture({"do": "hold", "button": button})

    def _gesture(self, gesture: Gesture) -> None:
        self.gestures += 1
        self._touch(self._table, gesture)


class Time(NamedTuple):
    """Time of one gesture until its light, and the journal's part of it, in milliseconds."""

    whole: float
    journal: float


class Stopwatch:
    """Measures the times of gestures."""

    def __init__(self) -> None:
        self.times: list[Time] = []
        self._lit = 0
        self._writing = 0

    def touch(self, table: LiveTable, gesture: Gesture) -> None:
        """Make a gesture and measure its time."""
        self._lit = self._writing = 0
        start = time.perf_counter_ns()
        table.command("mat", gesture)
        self.times.append(Time(((self._lit or time.perf_counter_ns()) - start) / 1e6, self._writing / 1e6))

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Record when a light changes, and the time of the journal."""
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


def figures(short: bool) -> Iterator[Figure]:
    """Yield the 99th percentile of all gestures."""
    gestures, warming_up = (SHORT_GESTURES, 0) if short else (GESTURES, WARMING_UP)
    watch = Stopwatch()
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder, watch.watching():
        play(Path(folder) / "table.db", PLAYERS, warming_up + gestures, watch.touch)
        system = file_system(Path(folder))
    times = watch.times[warming_up:]
    median, slow = percentiles([found.whole for found in times])
    own, own_slow = percentiles([found.whole - found.journal for found in times])
    print(f"without the journal: median {own:.1f} ms, p99 {own_slow:.1f} ms")
    yield Figure("gesture", slow, f"median {median:.1f} ms; {len(times)} gestures of bots; journal on {system}")


def percentiles(times: list[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile."""
    return statistics.median(times), statistics.quantiles(times, n=100)[98]


def play(
    journal: Path, players: Sequence[str], gestures: int, touch: Touch, clock: Callable[[], float] = time.monotonic
) -> None:
    """Let bots play at a running table until so many gestures are made."""
    table = LiveTable(journal, clock, time.time)
    table.start()
    try:
        while gestures > 0:
            print(f"{gestures} gestures to go", flush=True)
            table.command("start", {"names": list(players)})
            gestures -= _one_game(table, gestures, touch, clock)
    finally:
        table.stop()


def _one_game(table: LiveTable, most: int, touch: Touch, clock: Callable[[], float]) -> int:
    found = table.play.current  # a bot also knows its own hand, which no command returns
    assert isinstance(found, ScreenGame)
    mat = TouchedMat(table, found.mat, touch)

    def say(answer: Mapping[str, Any]) -> None:
        """Take it as that of a table's own bot, which may name a card of a hand."""

        def do() -> None:
            table.loop.mark_changed()
            found.session.say(answer, clock())

        table.loop.wait_until_shown(do)

    bots = BotPlayers(OTHELLO, mat, say, clock, 0.0, random.Random(1))  # type: ignore[arg-type]  # it has all methods that bots use
    while mat.gestures < most and not bots.finished:
        bots.act(found.session, found.truth.state, clock())
    return mat.gestures


def file_system(folder: Path) -> str:
    """Return the kind of file system that a folder is on, such as ext4."""
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    here = str(folder.resolve())
    above = [(len(place), kind) for _device, place, kind, *_ in mounts if os.path.commonpath([here, place]) == place]
    return max(above)[1] if above else "unknown"
