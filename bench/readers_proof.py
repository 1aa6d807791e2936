"""Long tests of the readers: games with faults, and eight hours in fast time.

    python -m bench.readers_proof [MINUTES]

An act on six readers and a whole game on one are played without faults and, with the same players, with injected
faults; both must have the same result. Then eight hours of games on six readers run in fast time, while memory and
threads are monitored: about 20 minutes on two busy cores. They end after MINUTES, by default 60, with what was played
until then. If a gesture takes two minutes, or an act twenty, each thread's stack is printed and the proof fails. The
readers are emulated; the software above them, including an unmodified nfcpy, is real.
"""

from __future__ import annotations

import faulthandler
import gc
import resource
import sys
import tempfile
import threading
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.polls import ready_filter
from tests.support.evening import has_returned
from tests.support.nfc_evening import Gremlin, NfcEvening

SEEDS = (5, 6)
SIX = tuple(f"seat{number + 1}.play" for number in range(6))
ONE = ("stage.tap",)
HOURS = 8
MOST_MINUTES = 60.0
SHOWN_EVERY = 60.0  # seconds
HANGS_SECONDS = 120.0  # for a gesture
EVENING_SECONDS = 1200.0  # for a short evening
LEAST_GAMES = 3
MOST_TRIES = 3  # for an evening in which no card is taken back and laid again: see `has_returned`
MOST_GROWTH = 256 * 1024  # bytes
MOST_RESIDENT = 16 * 2**20


class Played(NamedTuple):
    """An evening: its result, whether a card was taken back and laid again, faults by kind, things entered by hand."""

    result: str
    returned: bool
    faults: dict[str, int]
    by_hand: int


def evening(zones: tuple[str, ...], seed: int, faults: bool) -> Played:
    """Play an evening."""
    with tempfile.TemporaryDirectory() as folder:
        played = NfcEvening(Path(folder), zones, 6 if zones is SIX else 4, seed)
        gremlin = Gremlin(played, seed)
        faulthandler.dump_traceback_later(EVENING_SECONDS, exit=True)
        try:
            if faults:
                with gremlin.at_work():
                    _play(played, zones)
            else:
                _play(played, zones)
            result = played.result()
            return Played(repr(result), has_returned(result), dict(gremlin.done), played.by_hand)
        finally:
            faulthandler.cancel_dump_traceback_later()
            played.close()


def _play(played: NfcEvening, zones: tuple[str, ...]) -> None:
    if zones is SIX:
        played.play_until_act(2)
    else:
        played.play_by_taps()


def _with_faults(zones: tuple[str, ...], seed: int) -> Iterator[Played]:
    for _ in range(MOST_TRIES):
        yield evening(zones, seed, faults=True)


def same_with_faults(name: str, zones: tuple[str, ...]) -> bool:
    """Return whether each evening has the same result with faults; print a line for each."""
    well = True
    for seed in SEEDS:
        expected = evening(zones, seed, faults=False)
        found = next((one for one in _with_faults(zones, seed) if not one.returned), None)
        is_same = found is not None and found.result == expected.result
        well &= is_same
        if found is None:
            print(f"{name}, evening {seed}: not comparable in {MOST_TRIES} tries", flush=True)
            continue
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(found.faults.items()))
        print(
            f"{name}, evening {seed}: {'the same' if is_same else 'NOT THE SAME'} with {sum(found.faults.values())} "
            f"faults ({kinds}); {found.by_hand} things entered by hand",
            flush=True,
        )
    return well


class Progress:
    """The progress of an evening in fast time.

    Args:
        hours: its length by the table's clock.
        minutes: after so many minutes of real time it ends all the same.
    """

    def __init__(self, played: NfcEvening, hours: float, minutes: float) -> None:
        self._played = played
        self._hours = hours
        self._began = played.clock()
        self._end = time.monotonic() + 60 * minutes
        self._shown = time.monotonic()
        self.games = 0

    @property
    def hours(self) -> float:
        """Hours of the table's clock so far."""
        return (self._played.clock() - self._began) / 3600

    def goes_on(self) -> bool:
        """Return whether time is left; print the progress now and then, and expect the next call soon."""
        faulthandler.dump_traceback_later(HANGS_SECONDS, exit=True)
        now = time.monotonic()
        if now - self._shown >= SHOWN_EVERY:
            self._shown = now
            print(f"  {self.hours:.1f} of {self._hours:g} hours: {self.games} games, {self.looks()} looks", flush=True)
        return self.hours < self._hours and now < self._end

    def looks(self) -> int:
        """Return the number of polls so far."""
        return sum(tally.looks for tally in self._played.readers.tallies.values())


def eight_hours(minutes: float) -> bool:
    """Run games on six readers for eight hours in fast time; check memory and threads.

    They use nfcpy, filter, rules and journal.

    They are measured at the start of each game, from the second game on. The filter's tables are there before: on a
    busy machine their bounded cache fills for hours.
    """
    marks: list[Mark] = []
    with tempfile.TemporaryDirectory() as folder, ready_filter():
        played = NfcEvening(Path(folder), SIX, 6, SEEDS[0])
        progress = Progress(played, HOURS, minutes)
        tracemalloc.start()
        try:
            while played.play_a_game(progress.goes_on):
                progress.games += 1
                played.begin(SEEDS[0] + progress.games)
                marks.append(mark())
            failures = sum(tally.failures for tally in played.readers.tallies.values())
        finally:
            faulthandler.cancel_dump_traceback_later()
            tracemalloc.stop()
            played.close()
    games, hours = progress.games, f"{progress.hours:.1f} simulated hours"
    if games <= LEAST_GAMES:
        print(f"{hours}: {games} games, too few to compare memory", flush=True)
        return False
    early, late = marks[1], marks[-1]
    well = late.traced - early.traced < MOST_GROWTH and late.resident - early.resident < MOST_RESIDENT
    well &= {mark.threads for mark in marks} == {early.threads}
    grown = (late.traced - early.traced) / 1024, (late.resident - early.resident) / 2**20
    print(
        f"promise failing-readers: 4 games, 20 acts, {hours}: {games} games, {progress.looks()} looks ({failures} "
        f"failed); from the second game to the last {grown[0]:+.0f} KiB of Python's objects, {grown[1]:+.1f} MiB in "
        f"all, threads {early.threads} to {late.threads}",
        flush=True,
    )
    return well


class Mark(NamedTuple):
    """Resources of the process: bytes of Python objects, resident bytes, threads."""

    traced: int
    resident: int
    threads: int


def mark() -> Mark:
    """Measure the process now."""
    gc.collect()
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    return Mark(tracemalloc.get_traced_memory()[0], resident, threading.active_count())


def many_evenings(count: int = 20) -> bool:
    """Play evenings in one process; return whether memory and threads stay constant."""
    evening(SIX, 1, faults=False)
    gc.collect()
    tracemalloc.start()
    threads, marks = threading.active_count(), []
    for number in range(count):
        evening(SIX, 1, faults=number % 2 == 1)
        print(f"  act {number + 1} of {count}", flush=True)
        gc.collect()
        marks.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    growth = marks[-1] - marks[count // 2]
    well = growth < 4 * MOST_GROWTH and threading.active_count() == threads
    print(
        f"{count} acts on six readers, every other with faults: "
        f"memory grew by {growth // 1024} KiB in the second half, threads by {threading.active_count() - threads}",
        flush=True,
    )
    return well


def main() -> int:
    """Print the result of each test; return 1 if one failed."""
    began = time.monotonic()
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else MOST_MINUTES
    results = [
        same_with_faults("an act on six readers", SIX),
        same_with_faults("a game on one reader", ONE),
        many_evenings(),
        eight_hours(minutes),
    ]
    print(f"readers' proof: {'done' if all(results) else 'FAILED'} in {time.monotonic() - began:.0f} s")
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main())
