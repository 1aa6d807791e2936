"""What is claimed of the readers, at length: games on emulated readers with faults, and eight hours in fast time.

    python -m bench.readers_proof

An act on six readers and a whole game on one are played without faults and, with the same people, with faults injected
all along; both have to come to the same. Then eight hours of play pass by in fast time, while memory and threads are
watched. The readers are emulated; the software above them, unmodified nfcpy included, is the real one.
"""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import threading
import time
import tracemalloc
from pathlib import Path

from companion.othello.game import Unseen
from companion.othello.rules import new_game
from cuelight.live import box_of
from hardware.presence import GARBLED, SILENT, Look, Presence

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from nfc_evening import Evening, Gremlin

SEEDS = (5, 6)
SIX = tuple(f"seat{number + 1}.play" for number in range(6))
ONE = ("stage.tap",)
HOURS = 8
LOOK_EVERY = 0.02
MOST_GROWTH = 64 * 1024  # bytes


def evening(zones: tuple[str, ...], seed: int, faults: bool) -> tuple[str, dict[str, int], int]:
    """Play an evening; returns all that happened, the faults there were, and how often a hand entered something."""
    with tempfile.TemporaryDirectory() as folder:
        played = Evening(Path(folder), zones, 6 if zones is SIX else 4, seed)
        gremlin = Gremlin(played, seed)
        try:
            if faults:
                with gremlin.at_work():
                    _play(played, zones)
            else:
                _play(played, zones)
            return repr(played.result()), dict(gremlin.done), played.by_hand
        finally:
            played.close()


def _play(played: Evening, zones: tuple[str, ...]) -> None:
    if zones is SIX:
        played.play_until_act(2)
    else:
        played.play_by_taps()


def same_with_faults(name: str, zones: tuple[str, ...]) -> bool:
    """Whether each evening comes to the same with faults; prints a line for each."""
    well = True
    for seed in SEEDS:
        expected, _none, _hand = evening(zones, seed, faults=False)
        result, faults, by_hand = evening(zones, seed, faults=True)
        well &= result == expected
        told = ", ".join(f"{count} {kind}" for kind, count in sorted(faults.items()))
        print(
            f"{name}, evening {seed}: {'the same' if result == expected else 'NOT THE SAME'} with "
            f"{sum(faults.values())} faults ({told}); {by_hand} things entered by hand",
            flush=True,
        )
    return well


def eight_hours() -> bool:
    """Looks of six readers through the filter for so long, cards laid and lifted; whether memory and threads stay."""
    chance, presence = random.Random(2), Presence(SIX, lambda _uid: True)
    cards = list(box_of(new_game(["Ann", "Ben"], Unseen()).state))
    lying: dict[str, str | None] = dict.fromkeys(SIX)
    threads, changes, wrong = threading.active_count(), 0, 0
    marks: list[int] = []
    tracemalloc.start()
    steps = int(HOURS * 3600 / LOOK_EVERY)
    for step in range(steps):
        if step % (steps // 8) == 0:
            gc.collect()
            marks.append(tracemalloc.get_traced_memory()[0])
        if step % 250 == 0:  # every five seconds somebody moves something
            zone = chance.choice(SIX)
            free = [card for card in cards if card not in lying.values()]
            lying[zone] = None if lying[zone] else chance.choice(free)
        at = step * LOOK_EVERY
        for zone in SIX:
            changes += len(presence.look(at, zone, _seen(lying[zone], chance)))
        if step % 250 == 249:
            wrong += presence.lying() != lying
    tracemalloc.stop()
    growth = marks[-1] - marks[1]
    well = growth < MOST_GROWTH and threading.active_count() == threads and not wrong
    print(
        f"{HOURS} hours of looks in fast time: {steps * len(SIX)} looks, {changes} changes, {wrong} wrong; "
        f"memory grew by {growth} bytes, threads by {threading.active_count() - threads}",
        flush=True,
    )
    return well


def _seen(card: str | None, chance: random.Random) -> Look:
    dice = chance.random()
    if card is None:
        return GARBLED if dice < 0.001 else SILENT
    return SILENT if dice < 0.1 else GARBLED if dice < 0.12 else card


def many_evenings(count: int = 20) -> bool:
    """Evenings one after the other in one process; whether memory and threads stay."""
    evening(SIX, 1, faults=False)
    gc.collect()
    tracemalloc.start()
    threads, marks = threading.active_count(), []
    for number in range(count):
        evening(SIX, 1, faults=number % 2 == 1)
        gc.collect()
        marks.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    growth = marks[-1] - marks[count // 2]
    well = growth < 16 * MOST_GROWTH and threading.active_count() == threads
    print(
        f"{count} acts on six readers, every other with faults: "
        f"memory grew by {growth // 1024} KiB in the second half, threads by {threading.active_count() - threads}",
        flush=True,
    )
    return well


def main() -> int:
    """Print what came of each; 1 when one failed."""
    began = time.monotonic()
    results = [
        same_with_faults("an act on six readers", SIX),
        same_with_faults("a game on one reader", ONE),
        many_evenings(),
        eight_hours(),
    ]
    print(f"readers' proof: {'done' if all(results) else 'FAILED'} in {time.monotonic() - began:.0f} s")
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main())
