"""Time from a tag to its light at seven paced readers, and CPU: `make bench ARGS=readers`.

The readers are emulated in a separate process, with the radio times of `hardware.emulator.Timing`. Those are
assumptions, so the total time is one, too. The reader's part is the time that line and radio work after the tag
arrives: the rest of the current poll, the polls that read it, and between them the pause without a field after which a
halted tag answers again (ISO 14443-3, 5.2.4). The rest is ours: nfcpy and the layers below it, the filter, the rules
and the lamp, including the time that the reader waits for us. The journal waits for this disk before anything is
shown; its time is printed separately.
"""

from __future__ import annotations

import json
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from unittest.mock import patch

from gpiozero.pins.mock import MockFactory, MockPWMPin

import cuelight.app.games.store
import hardware.pn532
from bench.goals import Figure
from bench.polls import ready_filter
from cuelight.app.games.round import JournalStore
from cuelight.app.table import LiveTable
from hardware.emulator import EmulatedReader, Ntag, Timing, slow_adapters
from hardware.fitted_table import FittedTable
from hardware.gpio import GpioPanel, Seat
from hardware.pn532 import NfcDevice
from hardware.polling import ReaderSlot, ZoneReaders
from hardware.table_file.layout import full_mat

IN_TURN = "921600 baud in turn"
KINDS = (("921600 baud", 921600, False), ("115200 baud", 115200, False), (IN_TURN, 921600, True))
SEATS, READERS = 6, 7
ROUNDS, SHORT_ROUNDS = 20, 1
NAMES = ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay"]
CARDS = ["I.1", "I.2", "I.3", "I.4", "I.5", "I.6"]
UIDS = [bytes([4, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, number]) for number in range(SEATS)]
REST_SECONDS, SHORT_REST_SECONDS = 10.0, 1.0
LIES_SECONDS = 1.0  # a card that is lifted right after its placement is ignored: the filter takes it for a single read
PATIENCE = 10.0


class TimedBook(JournalStore):
    """The journal, and the total time that it took: nearly all of it is the disk."""

    taken = 0.0

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Write these records immediately."""
        began = time.monotonic()
        super().append_all(records, at)
        TimedBook.taken += time.monotonic() - began


class TimedDevice(NfcDevice):
    """A reader, and for each port the total time of the pauses that its tags needed."""

    paused: ClassVar[defaultdict[str, float]] = defaultdict(float)

    def _let_forget(self) -> None:
        began = time.monotonic()
        super()._let_forget()
        self.paused[self.device] += time.monotonic() - began


class Lamps:
    """A panel's lights, and the time at which each showed its newest cue."""

    def __init__(self, panel: GpioPanel) -> None:
        self.panel = panel
        self.shown: dict[str, tuple[str, float]] = {}

    def show(self, seat: str, cue: str) -> None:
        """Show it, and record the time at which it reached the pin."""
        self.panel.show(seat, cue)
        self.shown[seat] = (str(cue), time.monotonic())


def readers_process(folder: str, orders: Connection) -> None:
    """Run seven emulated readers on command.

    Commands are `lay`, `lift` and `heard` with the number of a seat, and `end`.
    """
    readers = [EmulatedReader(Path(folder) / f"reader-{number}", Timing()) for number in range(READERS)]
    tags = [Ntag(uid) for uid in UIDS]
    orders.send("ready")
    while True:
        order, number = orders.recv()
        if order == "end":
            break
        reader, tag = readers[number], tags[number]
        if order == "lay":
            orders.send((time.monotonic(), reader.busy))
            reader.heard.clear()
            reader.field.lay(tag)
        elif order == "lift":
            reader.field.lift(tag)
        elif order == "heard":
            orders.send(reader.heard.get(tag.uid))
    for reader in readers:
        reader.unplug()


class Bench:
    """The whole table above the readers."""

    def __init__(self, folder: Path, orders: Connection, take_turns: bool) -> None:
        names = {uid.hex().upper(): card for uid, card in zip(UIDS, CARDS, strict=True)}
        zones = full_mat(SEATS).zones
        self.ports = [str(folder / f"reader-{number}") for number in range(READERS)]
        stations = [ReaderSlot(zone, port) for zone, port in zip(zones, self.ports, strict=True)]
        self.readers = ZoneReaders(stations, time.monotonic, names.get, take_turns=take_turns)
        seats = {f"seat{number + 1}": Seat((number + 4,), number + 16) for number in range(SEATS)}
        panel = GpioPanel(seats, time.monotonic, MockFactory(pin_class=MockPWMPin))
        self.lamps = Lamps(panel)
        self.fitted = FittedTable(full_mat(SEATS), [self.readers, panel], [self.lamps], time.monotonic, names)
        self.table = LiveTable(folder / "table.db", time.monotonic, time.time, fitted=self.fitted)
        self.orders = orders

    def placement(self) -> None:
        """Start a new game and advance it until everybody plays a card."""
        self.table.command("start", {"names": NAMES, "lead": 0, "ends": self.table.game})
        while (asked := json.loads(self.table.desk())["decision"])["kind"] != "placement":
            self.table.command("answer", {"by": asked["players"][0], "do": "pass"})

    def lay(self, number: int) -> tuple[float, float, float]:
        """Place a card at a seat.

        Returns the time to its lamp, our part without the journal, and the journal's.
        """
        seat = f"seat{number + 1}"
        port = self.ports[number]
        written, paused = TimedBook.taken, TimedDevice.paused[port]
        self.orders.send(("lay", number))
        laid, busy = self.orders.recv()
        wait(lambda: self.lamps.shown.get(seat, ("", 0.0))[0] == "done")
        self.orders.send(("heard", number))
        _at, busy_then = self.orders.recv()
        whole = self.lamps.shown[seat][1] - laid
        journal = TimedBook.taken - written
        reader = busy_then - busy + TimedDevice.paused[port] - paused
        return whole, whole - reader - journal, journal

    def clear(self) -> None:
        """Lift every card, the last one a moment after its placement."""
        time.sleep(LIES_SECONDS)
        for number in range(SEATS):
            self.orders.send(("lift", number))
        wait(lambda: not any(self.fitted.zones().values()))


def wait(true: Any) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise TimeoutError("the table did not come to that")
        time.sleep(0.001)


class Found(NamedTuple):
    """Seconds from each tag to its light, our part and the journal's; cores in use and polls a second at rest."""

    wholes: list[float]
    ours: list[float]
    journal: list[float]
    cpu: float
    polls: float

    @property
    def share(self) -> float:
        """Our part of the whole."""
        return statistics.median(self.ours) / statistics.median(self.wholes)


def measure(speed: int, rounds: int, rest: float, *, take_turns: bool = False) -> Found:
    """Place tags at readers of this speed, in so many rounds, after so many seconds of rest."""
    ours, theirs = Pipe()
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as name:
        process = get_context("spawn").Process(target=readers_process, args=(name, theirs), daemon=True)
        process.start()
        ours.recv()
        bench = Bench(Path(name), ours, take_turns)
        slow = slow_adapters() if speed == 115200 else nullcontext()
        try:
            with (
                ready_filter(),
                slow,
                patch.object(cuelight.app.games.store, "JournalStore", TimedBook),
                patch.object(hardware.pn532, "NfcDevice", TimedDevice),
            ):
                bench.table.start()
                wait(lambda: all(tally.looks for tally in bench.readers.tallies.values()))
                tallies = bench.readers.tallies.values()
                assert {tally.identity.baudrate for tally in tallies if tally.identity} == {speed}
                cpu, polls = _at_rest(bench, rest)
                taps = _taps(bench, rounds)
        finally:
            bench.table.stop()
            ours.send(("end", 0))
            process.join()
    wholes, ours_alone, journals = (list(column) for column in zip(*taps, strict=True))
    return Found(wholes, ours_alone, journals, cpu, polls)


def _at_rest(bench: Bench, seconds: float) -> tuple[float, float]:
    """Return the cores in use at rest, and the polls a second of each reader.

    As between two gestures, the readers poll as fast as they can.
    """
    polls = sum(tally.looks for tally in bench.readers.tallies.values())
    used, began = time.process_time(), time.monotonic()
    time.sleep(seconds)
    cores = (time.process_time() - used) / (time.monotonic() - began)
    polls = sum(tally.looks for tally in bench.readers.tallies.values()) - polls
    return cores, polls / READERS / (time.monotonic() - began)


def _taps(bench: Bench, rounds: int) -> list[tuple[float, float, float]]:
    chance = random.Random(1)
    taps = []
    for _ in range(rounds):
        bench.placement()
        for number in chance.sample(range(SEATS), SEATS - 1):  # the last one would begin the reveal
            time.sleep(0.1 + chance.random() * 0.05)
            taps.append(bench.lay(number))
        bench.clear()
    return taps


def figures(short: bool) -> Iterator[Figure]:
    """Yield our part and the CPU, each at the worse speed."""
    sizes = (SHORT_ROUNDS, SHORT_REST_SECONDS) if short else (ROUNDS, REST_SECONDS)
    found = {}
    for name, speed, take_turns in KINDS[: 1 if short else None]:
        found[name] = each = measure(speed, *sizes, take_turns=take_turns)
        median, ours, journal = (1000 * statistics.median(times) for times in each[:3])
        p99 = 1000 * statistics.quantiles(each.wholes, n=100)[98]
        print(
            f"{name}, {len(each.wholes)} taps: median {median:.1f} ms, p99 {p99:.1f} ms; our part {ours:.1f} ms, "
            f"and {journal:.1f} ms until the journal is safe on this disk; {each.polls:.0f} polls a second",
            flush=True,
        )
    free = {name: each for name, each in found.items() if name != IN_TURN}
    shares = ", ".join(f"{each.share:.1%} at {name}" for name, each in free.items())
    yield Figure("readers-share", 100 * max(each.share for each in free.values()), f"medians: {shares}")
    cores = ", ".join(f"{each.cpu:.2f} at {name}" for name, each in found.items())
    yield Figure("readers-cpu", max(each.cpu for each in found.values()), f"{cores}; {sizes[-1]:.0f} s each")
