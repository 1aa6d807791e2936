"""Time from a card on the mat to its light, and the time of a sweep: `make bench ARGS=mat`.

The firmware's own files run on MicroPython, with models of the chips that answer as late as the chips and the air
would; the bridge is the real one. The sweep's part ends when the mat has read the card. On real hardware it is physics:
mostly waiting for the turn of the card's own reader. The host's part is everything after that: USB line, bridge, the
cue on its way back, the frame to the lamps. `bench.table` measures the table's own work in between.

The time of a sweep on a Pico is computed with a simulated clock, from the physics of field and air, the clock of the
wires, and the interpreter's time as measured on an emulated RP2040. On this machine each bus transaction goes through a
socket, so the sweep measured here says nothing about a Pico; the host's part is that of this machine.
"""

from __future__ import annotations

import os
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from bench.goals import Figure
from bench.polls import ready_filter
from chips.emulator.tags import Ntag
from companion.core.cues import Cue
from companion.core.observation import Lift, Tag
from cuelight.app.devices.mat import mat_setup, plain_mat
from firmware_bridge.emulator.board import EmulatedMat
from firmware_bridge.emulator.parts import Picture as Lamps
from firmware_bridge.emulator.runner import BYTE, DesktopMat
from firmware_bridge.firmware import matlink
from firmware_bridge.link.bridge import Bridge
from firmware_bridge.link.mat_state import Report
from firmware_bridge.link.ports import named
from hardware.table_file.layout import FULL_MAT
from hardware.table_file.mat import MatEntry

SEATS, RING = 6, MatEntry("").lamps
CARDS, SHORT_CARDS = 60, 4
LIES_SECONDS = 0.5  # a card that is lifted earlier may be left unread: the presence filter reports no lift for 1.5 s
REST_SECONDS, SWEEPS_SECONDS = 5.0, 5.0
PATIENCE = 30.0


class Cued:
    """Places cards at one seat after the other; a cue at that seat answers each one at once."""

    def __init__(self, mat: EmulatedMat) -> None:
        self._mat = mat
        self._lit = threading.Event()
        self._free = [threading.Event() for _seat in range(SEATS)]
        self._seat = 0
        self.tag: Tag | None = None
        self.lit_at = 0.0
        self.bridge = Bridge(mat_setup(plain_mat(SEATS)), time.perf_counter, named(str(mat.path)))
        mat.circuit.strip.watchers.append(self._see)
        for free in self._free:
            free.set()

    def once(self, seat: int, uid: str, chance: random.Random) -> tuple[float, float]:
        """Return the sweep's and the host's part in milliseconds."""
        assert self._free[seat].wait(PATIENCE)
        self._free[seat].clear()
        self._seat = seat
        self._lit.clear()
        time.sleep(chance.uniform(0.0, 0.1))  # at a random moment of the sweep
        laid = time.perf_counter()
        self._mat.lay(uid, seat)
        assert self._lit.wait(PATIENCE)
        assert self.tag is not None
        parts = (self.tag.at - laid) * 1000, (self.lit_at - self.tag.at) * 1000
        time.sleep(LIES_SECONDS)
        self._mat.lift(seat)
        return parts

    def hear(self, report: Report) -> None:
        """Send the cue at once, on the bridge's thread."""
        if not isinstance(report, Tag | Lift):
            return
        seat = report.zone.partition(".")[0]
        if isinstance(report, Tag):
            if seat == f"seat{self._seat + 1}":
                self.tag = report
            self.bridge.show(seat, Cue.YOUR_TURN)
        else:
            self.bridge.show(seat, Cue.IDLE)
            self._free[int(seat.removeprefix("seat")) - 1].set()

    def _see(self, at: float, lamps: Lamps) -> None:
        ring = lamps[self._seat * RING : (self._seat + 1) * RING]
        if any(map(any, ring)) and not self._lit.is_set():
            self.lit_at = at
            self._lit.set()


def figures(short: bool) -> Iterator[Figure]:
    """Yield the host's part of a card's way, and the times of a sweep."""
    cards = SHORT_CARDS if short else CARDS
    with ready_filter(), tempfile.TemporaryDirectory() as folder, EmulatedMat(Path(folder)) as mat:
        cued = Cued(mat)
        cued.bridge.start(cued.hear)
        try:
            _settle(cued.bridge)
            chance = random.Random(5)
            seats = enumerate(islice(cycle(range(SEATS)), cards))
            parts = [cued.once(seat, f"04{number:012X}", chance) for number, seat in seats]
            _print_rest(mat, cued.bridge, 0.5 if short else REST_SECONDS)
        finally:
            cued.bridge.stop()
    sweep, host = (statistics.median(column) for column in zip(*parts, strict=True))
    whole = [sum(each) for each in parts]
    p95 = statistics.quantiles(whole, n=20)[18]
    context = f"medians: {host:.1f} ms after {sweep:.0f} of the sweep; p95 of the whole {p95:.0f} ms"
    yield Figure("mat-share", 100 * host / statistics.median(whole), f"{context}; {cards} cards, {SEATS} seats")
    for what, occupied in (("empty", False), ("occupied", True)):
        zone, field, air, wire = zone_times(occupied)
        print(f"an {what} zone: bytes on the wire {wire:.1f} ms, {zone * len(FULL_MAT.zones):.0f} ms for the full mat")
        rest = f"bus and interpreter {zone - field - air:.1f}"
        yield Figure(f"sweep-{what}", zone, f"counted: field {field:.1f}, air {air:.1f}, {rest} ms")


def _settle(bridge: Bridge) -> None:
    end = time.perf_counter() + PATIENCE
    while not (bridge.status().live and all(zone.known == matlink.EMPTY for zone in bridge.status().zones)):
        assert time.perf_counter() < end, bridge.status().text
        time.sleep(0.02)


def _print_rest(mat: EmulatedMat, bridge: Bridge, seconds: float) -> None:
    """Print the load of the line and the sweep at rest on this machine.

    The emulator determines the transaction time here.
    """
    assert mat.cable is not None
    sent, before = tuple(mat.cable.sent), mat.circuit.transfers
    time.sleep(seconds)
    up, down = ((after - was) / seconds for after, was in zip(mat.cable.sent, sent, strict=True))
    beat = bridge.status().heartbeat
    assert beat is not None
    print(f"at rest {up:.0f} bytes/s to the host, {down:.0f} bytes/s to the mat")
    print(
        f"a sweep of {len(FULL_MAT.zones)} empty zones here: {beat.sweep_ms} ms, "
        f"{(mat.circuit.transfers - before) / seconds:.0f} transactions/s through a socket; "
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    )


def zone_times(occupied: bool) -> tuple[float, float, float, float]:
    """Return ms per zone of a sweep on a Pico: total, field start, air, SPI wires."""
    desk = DesktopMat()
    readers = desk.circuit.readers
    if occupied:
        for number, reader in enumerate(readers):
            reader.tags.append(Ntag(bytes([4, 1, 2, 3, 4, 5, number])))
    desk.run(1.0)  # every tag has been read completely
    begun, aired, carried = desk.now, sum(reader.aired for reader in readers), desk.circuit.carried
    polls = sum(zone.polls for zone in desk.firmware.sweep.zones)
    desk.run(SWEEPS_SECONDS)
    polls = sum(zone.polls for zone in desk.firmware.sweep.zones) - polls
    air = sum(reader.aired for reader in readers) - aired
    wire = (desk.circuit.carried - carried) * BYTE
    each = 1000 / polls
    return (desk.now - begun) * each, desk.firmware.sweep.guard / 1000, air * each, wire * each
