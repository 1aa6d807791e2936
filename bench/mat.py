"""The mat: from a card laid down to the lamp, the time of a sweep, the bytes at rest: `python -m bench.mat`.

The firmware's own files run on MicroPython, against models of the chips that answer as late as the chips and the air
would; the bridge is the real one. The sweep's share is until the mat has read the card, and on real hardware it is
physics: mostly waiting for the card's own reader to have its turn. The software's share is everything after that: USB
line, bridge, the cue on its way back, the picture to the lamps. The table's own work between is in `bench.table`.

The time of a sweep is also counted on a clock that moves as the Pico's would: by the physics of field and air, the
clock of the wires, and what the interpreter takes, as measured on an emulated RP2040. On this machine itself each
transaction on a bus goes through a socket, and whoever else works here slows that down: so the sweep here is no measure
of a Pico, but the software's share after the sweep is one of the host.
"""

from __future__ import annotations

import os
import random
import tempfile
import threading
import time
from pathlib import Path

from chips.emulator.tags import Ntag
from companion.play.cues import Cue
from companion.table.observation import Lift, Tag
from cuelight.live.mat_backend import mat_setup, plain_mat
from firmware_bridge.bridge import Bridge
from firmware_bridge.emulator.board import EmulatedMat
from firmware_bridge.emulator.on_cpython import BYTE, DesktopMat
from firmware_bridge.emulator.parts import Picture as Lamps
from firmware_bridge.firmware import matlink
from firmware_bridge.picture import Report
from firmware_bridge.ports import named
from hardware.table_layout import FULL_MAT

ROUNDS = 100
REST_SECONDS = 5.0
SWEEPS_SECONDS = 5.0
BUDGET_EMPTY, BUDGET_OCCUPIED = 7.0, 10.5  # ms a zone: field guard, question, timeout or answers, bus
PATIENCE = 10.0


class Cued:
    """Cards laid one after the other at seat 1, each answered at once with a cue there."""

    def __init__(self, mat: EmulatedMat) -> None:
        self._mat = mat
        self._came = threading.Event()
        self._lit = threading.Event()
        self.tag: Tag | None = None
        self.lit_at = 0.0
        self.bridge = Bridge(mat_setup(plain_mat(6)), time.perf_counter, named(str(mat.path)))
        mat.circuit.strip.watchers.append(self._see)

    def once(self, uid: str, chance: random.Random) -> tuple[float, float]:
        """Milliseconds of the sweep's share and of the software's."""
        self._came.clear()
        self._lit.clear()
        time.sleep(chance.uniform(0.0, 0.1))  # at any moment of the sweep
        laid = time.perf_counter()
        self._mat.lay(uid, 0)
        assert self._lit.wait(PATIENCE)
        assert self.tag is not None
        shares = (self.tag.at - laid) * 1000, (self.lit_at - self.tag.at) * 1000
        self._came.clear()
        self._mat.lift(0)
        assert self._came.wait(PATIENCE)
        return shares

    def hear(self, report: Report) -> None:
        """On the bridge's thread: the cue goes out at once."""
        if isinstance(report, Tag):
            self.tag = report
            self.bridge.show("seat1", Cue.YOUR_TURN)
        elif isinstance(report, Lift):
            self.bridge.show("seat1", Cue.IDLE)
            self._came.set()

    def _see(self, at: float, lamps: Lamps) -> None:
        if any(lamps[0]) and not self._lit.is_set():
            self.lit_at = at
            self._lit.set()


def main() -> None:
    """Print what was measured."""
    with tempfile.TemporaryDirectory() as folder, EmulatedMat(Path(folder)) as mat:
        cued = Cued(mat)
        cued.bridge.start(cued.hear)
        try:
            _settle(cued.bridge)
            chance = random.Random(5)
            shares = [cued.once(f"04{number:012X}", chance) for number in range(ROUNDS)]
            _print_shares(shares)
            _print_rest(mat)
            _print_here(mat, cued.bridge)
        finally:
            cued.bridge.stop()
    _print_sweep()


def _settle(bridge: Bridge) -> None:
    end = time.perf_counter() + PATIENCE
    while not (bridge.status().live and all(zone.known == matlink.EMPTY for zone in bridge.status().zones)):
        assert time.perf_counter() < end, bridge.status().text
        time.sleep(0.02)


def _print_shares(shares: list[tuple[float, float]]) -> None:
    for what, times in (
        ("card laid → lamp lit", [sweep + software for sweep, software in shares]),
        ("  of it the sweep's share", [sweep for sweep, _software in shares]),
        ("  of it the software's share", [software for _sweep, software in shares]),
    ):
        ordered = sorted(times)
        print(
            f"mat: {what}: median {ordered[len(ordered) // 2]:.1f} ms, p95 {ordered[len(ordered) * 95 // 100]:.1f} ms, "
            f"most {ordered[-1]:.1f} ms ({len(ordered)} cards, {len(FULL_MAT.zones)} zones)"
        )


def _print_rest(mat: EmulatedMat) -> None:
    assert mat.cable is not None
    before = tuple(mat.cable.sent)
    time.sleep(REST_SECONDS)
    up, down = ((after - was) / REST_SECONDS for after, was in zip(mat.cable.sent, before, strict=True))
    print(f"mat: at rest {up:.0f} bytes/s to the host, {down:.0f} bytes/s to the mat")


def _print_here(mat: EmulatedMat, bridge: Bridge) -> None:
    """The sweep on this machine: what a transaction takes here is the emulator's, and no Pico's."""
    beat, before = bridge.status().heartbeat, mat.circuit.transfers
    assert beat is not None
    time.sleep(REST_SECONDS)
    print(
        f"mat: sweep of {len(FULL_MAT.zones)} empty zones on this machine: {beat.sweep_ms} ms, "
        f"{(mat.circuit.transfers - before) / REST_SECONDS:.0f} transactions/s through a socket; "
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    )


def _print_sweep() -> None:
    for what, occupied, budget in (("empty", False, BUDGET_EMPTY), ("occupied", True, BUDGET_OCCUPIED)):
        zone, field, air, wire = zone_times(occupied)
        print(
            f"mat: sweep as counted for a Pico: {zone:.1f} ms for an {what} zone (budget about {budget} ms): field "
            f"{field:.1f}, air {air:.1f}, bus and interpreter beside these {zone - field - air:.1f} (bytes on the wire "
            f"{wire:.1f}); {zone * len(FULL_MAT.zones):.0f} ms for {len(FULL_MAT.zones)} zones, {zone * 12:.0f} for 12"
        )


def zone_times(occupied: bool) -> tuple[float, float, float, float]:
    """Milliseconds for each zone of a sweep on a Pico: in all, until the field stands, in the air, on the SPI wires."""
    desk = DesktopMat()
    readers = desk.circuit.readers
    if occupied:
        for number, reader in enumerate(readers):
            reader.tags.append(Ntag(bytes([4, 1, 2, 3, 4, 5, number])))
    desk.run(1.0)  # every tag has been read to the end
    begun, aired, carried = desk.now, sum(reader.aired for reader in readers), desk.circuit.carried
    polls = sum(zone.polls for zone in desk.firmware.sweep.zones)
    desk.run(SWEEPS_SECONDS)
    polls = sum(zone.polls for zone in desk.firmware.sweep.zones) - polls
    air = sum(reader.aired for reader in readers) - aired
    wire = (desk.circuit.carried - carried) * BYTE
    each = 1000 / polls
    return (desk.now - begun) * each, desk.firmware.sweep.guard / 1000, air * each, wire * each


if __name__ == "__main__":
    main()
