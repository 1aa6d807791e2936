"""Calls that a played card and a press make on the table's thread: `make bench ARGS=path`.

Three bots play Othello at a running table with an on-screen mat, always the same game. The benchmark counts each call
of a function of the project (including comprehensions, if Python makes calls of them) until the gesture is done and
published. A change of package is a call in another package than the previous call; a package is a folder at most two
levels deep.
"""

from __future__ import annotations

import statistics
import tempfile
import threading
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple
from unittest.mock import patch

from bench.goals import Figure
from bench.table import Gesture, play
from cuelight.app.table import LiveTable
from hardware.virtual_mat import VirtualMat

ROOT = Path(__file__).parent.parent
PACKAGES = ("chips", "companion", "cuelight", "firmware_bridge", "hardware", "web")
PLAYERS = ("Ann", "Ben", "Cal")
GESTURES, SHORT_GESTURES = 150, 10


class Way(NamedTuple):
    """Counts of one gesture; `to_light` are the files until the last light that it changes."""

    calls: int
    files: int
    changes: int
    to_light: int


class Counter:
    """Counts the calls of each gesture."""

    def __init__(self) -> None:
        self.cards: list[Way] = []
        self.presses: list[Way] = []
        self.now = 0.0  # a second for each gesture, so that every run plays the same game
        self._files: list[str] = []  # of the calls, in order
        self._lit = 0  # how many calls there were until the last light
        self._folders = tuple(f"{ROOT / name}/" for name in PACKAGES)

    def profile(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Count a call of the project; a callback for `threading.setprofile`."""
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(self._folders) and threading.current_thread().name == "table":
            self._files.append(file)
            if frame.f_code is VirtualMat.show.__code__:
                self._lit = len(self._files)

    def touch(self, table: LiveTable, gesture: Gesture) -> None:
        """Make a gesture and count its calls."""
        self.now += 1.0
        self._files.clear()
        self._lit = 0
        table.command("mat", gesture)
        if gesture["do"] == "press":
            self.presses.append(way(self._files, self._lit))
        elif gesture["do"] == "tag" and gesture["zone"].startswith("seat"):
            self.cards.append(way(self._files, self._lit))


def way(files: Sequence[str], lit: int) -> Way:
    """Return the counts of calls in these files, of which the first `lit` go up to the light."""
    packages = [Path(file).relative_to(ROOT).parts[:-1][:2] for file in files]
    return Way(
        len(files), len(set(files)), sum(one != other for one, other in pairwise(packages)), len(set(files[:lit]))
    )


def figures(short: bool) -> Iterator[Figure]:
    """Yield the medians of calls and files, for a card played at a seat and for a press."""
    counter = Counter()
    threading.setprofile(counter.profile)  # for the table's thread, which starts now
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            patch("cuelight.app.games.store.new_seed", return_value=1),
        ):
            gestures = SHORT_GESTURES if short else GESTURES
            play(Path(folder) / "table.db", PLAYERS, gestures, counter.touch, lambda: counter.now)
    finally:
        threading.setprofile(None)
    for name, ways in (("card", counter.cards), ("press", counter.presses)):
        calls, files, changes, to_light = zip(*ways, strict=True)
        spread = f"median of {len(ways)}, {min(calls):,} to {max(calls):,}"
        context = f"{spread}; {statistics.median(changes):.0f} changes of package"
        yield Figure(f"{name}-calls", statistics.median(calls), context)
        lit = [each for each in to_light if each]
        until = f"; {statistics.median(lit):.0f} until the light" if lit else ""
        spread = f"median of {len(ways)}, {min(files)} to {max(files)}{until}"
        yield Figure(f"{name}-files", statistics.median(files), spread)
