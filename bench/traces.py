"""Record an emulated reader's polls while tags are moved: `python -m bench.traces`.

The files are in `tests/data/traces`.

Each line is a poll: the time in seconds, the zone, and the result: a uid, `silent` or `garbled`. The readers are
emulated ones at 115200 and 921600 baud; the polls and times are those of the real software above them.
"""

import json
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.presence.filter import NonRead
from hardware.emulator import EmulatedReader, Ntag, Timing
from hardware.pn532 import NfcDevice

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "traces"
TAG, OTHER = bytes.fromhex("04a1b2c3d4e580"), bytes.fromhex("04112233445566")
Move = tuple[float, Callable[[], None]]


def record(name: str, readers: dict[str, EmulatedReader], moves: list[Move], seconds: float) -> None:
    """Poll every zone for some seconds, while the moves are made at their times."""
    lines: list[tuple[float, str, str]] = []
    start = time.monotonic()

    def watch(zone: str, reader: EmulatedReader) -> None:
        device = NfcDevice.open(reader.path)
        while (at := time.monotonic() - start) < seconds:
            saw = device.look()
            lines.append((round(at, 4), zone, saw.value if isinstance(saw, NonRead) else saw))
        device.close()

    threads = [threading.Thread(target=watch, args=item) for item in readers.items()]
    for thread in threads:
        thread.start()
    for at, move in moves:
        time.sleep(max(0.0, start + at - time.monotonic()))
        move()
    for thread in threads:
        thread.join()
    for reader in readers.values():
        reader.unplug()
    text = "\n".join(json.dumps(line) for line in sorted(lines))
    (FOLDER / f"{name}.jsonl").write_text(text + "\n", encoding="utf-8")


def main() -> None:
    """Record every trace again."""
    FOLDER.mkdir(exist_ok=True)
    one = EmulatedReader(timing=Timing())
    tag = Ntag(TAG)
    one.field.weak = 0.25
    one.field.lay(tag)
    record("resting_at_the_edge", {"seat1.play": one}, [], 12.0)

    one, tag = EmulatedReader(timing=Timing()), Ntag(TAG)
    lift, lay = (lambda: one.field.lift(tag)), (lambda: one.field.lay(tag))
    one.field.lay(tag)
    record(
        "lifted_for_a_third_of_a_second",
        {"seat1.play": one},
        [(1.0, lift), (1.345, lay), (2.0, lift), (2.345, lay)],
        2.6,
    )

    one, two = EmulatedReader(timing=Timing()), EmulatedReader(timing=Timing())
    tag, ghost = Ntag(TAG), Ntag(TAG)
    two.field.weak = 0.7
    moves = [(0.5, lambda: one.field.lay(tag)), (0.6, lambda: two.field.lay(ghost))]
    moves += [(3.0, lambda: one.field.lift(tag)), (3.0, lambda: two.field.lift(ghost))]
    record("two_neighbours_hear_one_tag", {"seat1.play": one, "seat2.play": two}, moves, 4.0)

    one, two, tag = EmulatedReader(timing=Timing()), EmulatedReader(timing=Timing()), Ntag(TAG)
    moves = [(0.5, lambda: one.field.lay(tag)), (1.5, lambda: one.field.lift(tag)), (1.6, lambda: two.field.lay(tag))]
    record("moved_to_the_neighbour", {"seat1.play": one, "seat2.play": two}, moves, 2.5)

    one, tags = EmulatedReader(timing=Timing()), [Ntag(), Ntag(), Ntag()]
    one.field.lay(tag := Ntag(TAG))
    moves = [(0.5, lambda: [one.field.lay(other) for other in tags] and None), (1.5, one.field.clear)]
    record("a_stack_is_laid_on_it", {"seat1.play": one}, moves, 2.5)


if __name__ == "__main__":
    os.nice(5)
    main()
