"""All faults of a mat in turn during an act, with the time until it works again.

While the line is intermittently bad, the players continue. While the mat or a reader is away, or the line is bad all
the time, they wait: cards placed in that time would be reported as found, not as played, and would have to be placed
again.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from bench.mat_act import Stage
from chips.emulator.mfrc522 import Ailment, clear_air
from chips.emulator.tags import Ntag
from firmware_bridge.emulator import faults as circuit_faults
from firmware_bridge.emulator.board import EmulatedMat
from firmware_bridge.emulator.cable import unharmed
from firmware_bridge.emulator.circuit import Circuit
from firmware_bridge.emulator.damage import Damage, dropping, flipping, now_and_then, repeating, truncating
from firmware_bridge.emulator.faults import (
    AnswersCutShort,
    Detuned,
    ExpanderHoldsSda,
    GarbledIds,
    ReadersRailDown,
    SilentBrownOut,
    SpoiledI2c,
)
from firmware_bridge.firmware import matlink
from firmware_bridge.link.bridge import Bridge

EVERY = 5  # gestures between two faults
SHARE = 0.15  # share of the data that is damaged on an intermittently bad line
BAD_SECONDS, STALLED_SECONDS, UNPLUGGED_SECONDS = 2.5, 5.0, 60.0
RIGHT_WITHIN = 2.0
STARTED_WITHIN = RIGHT_WITHIN + 1.5  # a Pico that starts first blinks for 1.5 s and looks for BOOTSEL (`main.asked`)
GIVEN_UP = 15.0
BESIDE = (5, 6)  # readers without a zone, one on each bus
STRANGERS = (Ntag(bytes.fromhex("04DEAD00000001")), Ntag(bytes.fromhex("04DEAD00000002")))

Deed = Callable[[EmulatedMat], object]


class Fault(NamedTuple):
    """A fault: how it begins, its duration, how it ends, whether the players continue, and the longest recovery."""

    name: str
    begin: Deed
    end: Deed
    seconds: float = BAD_SECONDS
    plays_on: bool = False
    within: float = RIGHT_WITHIN


def faults(chance: random.Random) -> Iterator[Fault]:
    """Yield all faults."""
    for name, kind in (("lost", dropping), ("flipped", flipping), ("repeated", repeating), ("cut off", truncating)):
        some, every = now_and_then(kind(chance), SHARE, chance), kind(chance)
        yield Fault(f"bytes to the host {name} now and then", partial(_line, some, unharmed), _sound, plays_on=True)
        yield Fault(f"bytes to the mat {name} now and then", partial(_line, unharmed, some), _sound, plays_on=True)
        yield Fault(f"bytes {name} all the time, both ways", partial(_line, every, every), _sound)
    yield Fault("the Pico restarts", _restart, lambda _mat: None, 0.0, within=STARTED_WITHIN)
    plug = EmulatedMat.unplug, EmulatedMat.plug_in
    yield Fault("unplugged for a minute", *plug, UNPLUGGED_SECONDS, within=STARTED_WITHIN)
    yield Fault("the host stalls", _stall, _sound, STALLED_SECONDS)
    yield Fault("a reader is dead", partial(_ail_busy, Ailment.DEAD), _cure)
    yield Fault("a reader flaps", partial(_ail_busy, Ailment.FLAPPING), _cure)
    yield Fault("a reader's bits are wrong now and then", partial(_ail_busy, Ailment.NOISY), _cure)
    yield Fault("a reader's supply is too weak for its field", partial(_ail_busy, Ailment.SAGS), _cure)
    yield Fault("a module holds the bus low", partial(_ail, BESIDE[0], Ailment.HOLDS_LOW), _cure)
    yield Fault("a module holds the bus high", partial(_ail, BESIDE[1], Ailment.HOLDS_HIGH), _cure)
    rail, wires = ReadersRailDown(), SpoiledI2c()
    yield Fault("the readers' 3.3 V is gone", partial(_on, rail.begin), partial(_on, rail.end))
    yield Fault("a reader forgets its settings", partial(_on_busy, SilentBrownOut), _clear_air, 0.0)
    yield Fault("a tag's answers are cut short", partial(_on_busy, AnswersCutShort), _clear_air)
    yield Fault("ids are wrong and their checksums right", partial(_on_busy, GarbledIds), _clear_air)
    yield Fault("a neighbour draws from a reader's field", partial(_on_busy, Detuned), _clear_air)
    yield Fault("the buttons' expander holds SDA", partial(_on, ExpanderHoldsSda().begin), lambda _mat: None, 0.0)
    yield Fault("what the buttons say is spoiled", partial(_on, wires.begin), partial(_on, wires.end))
    yield Fault("a second card on one that lies there", _lay_beside, _clear)
    yield Fault("two cards in an empty zone", _lay_two, _clear)


class Director:
    """Causes one fault after the other while a stage plays.

    Args:
        mat: the mat that gets the faults.
        bridge: the bridge whose state must be correct after each fault.
    """

    def __init__(self, mat: EmulatedMat, bridge: Bridge, chance: random.Random) -> None:
        self.left = deque(faults(chance))
        self.took: dict[str, float] = {}  # seconds from the end of each fault until everything was correct
        self.wrong: list[str] = []  # faults after which the recovery took too long
        self._mat = mat
        self._bridge = bridge
        self._next = EVERY
        self._fault: Fault | None = None
        self._ends = 0.0
        self._ended: float | None = None

    @property
    def over(self) -> bool:
        """True if all faults have happened."""
        return not self.left and self._fault is None

    def may_act(self, stage: Stage) -> bool:
        """Return whether players may act now; called at every moment."""
        now = time.perf_counter()
        if self._fault is None:
            lies = any(reader.tags for reader in self._mat.circuit.readers)  # most faults need a card to have an effect
            if self.left and len(stage.done) >= self._next and stage.at_rest and lies:
                self._fault = self.left.popleft()
                self._fault.begin(self._mat)
                self._ends = time.perf_counter() + self._fault.seconds
            return self._fault is None or self._fault.plays_on
        if self._ended is None:
            if now < self._ends or stage.hands_move:
                return self._fault.plays_on
            self._fault.end(self._mat)
            self._ended = time.perf_counter()
        if not self._right() and now - self._ended < GIVEN_UP:
            return False
        took = self.took[self._fault.name] = time.perf_counter() - self._ended
        if took > self._fault.within:
            self.wrong.append(f"{self._fault.name}: {took:.1f} s")
        print(f"     {took:4.1f} s until all was right again after: {self._fault.name}", flush=True)
        self._fault = self._ended = None
        self._next = len(stage.done) + EVERY
        return True

    def _right(self) -> bool:
        """Return whether the host's state agrees with the cards on the mat, and the buttons work."""
        status, setup = self._bridge.status(), self._bridge.setup
        if status.heartbeat is None or status.heartbeat.flags & matlink.NO_EXPANDER:
            return False
        if not status.live or any(zone.known not in (matlink.EMPTY, matlink.ONE) for zone in status.zones):
            return False
        readers = self._mat.circuit.readers
        there = {name: readers[number].tags for name, number in zip(setup.zones, setup.numbers, strict=True)}
        return status.lying == {name: tags[0].uid.hex().upper() for name, tags in there.items() if tags}


def _line(to_host: Damage, to_mat: Damage, mat: EmulatedMat) -> None:
    assert mat.cable is not None
    mat.cable.to_host, mat.cable.to_mat = to_host, to_mat


def _stall(mat: EmulatedMat) -> None:
    """Stall the host: it neither reads nor writes."""
    assert mat.cable is not None
    mat.cable.stalled = True
    _line(unharmed, lambda _data: b"", mat)


def _sound(mat: EmulatedMat) -> None:
    assert mat.cable is not None
    mat.cable.stalled = False
    _line(unharmed, unharmed, mat)


def _restart(mat: EmulatedMat) -> None:
    starts, end = mat.starts, time.perf_counter() + GIVEN_UP
    mat.restart()
    while mat.starts == starts and time.perf_counter() < end:
        time.sleep(0.005)


def _on(deed: Callable[[Circuit], None], mat: EmulatedMat) -> None:
    deed(mat.circuit)


def _on_busy(fault: Callable[[int], circuit_faults.Fault], mat: EmulatedMat) -> None:
    fault(_busy(mat)).begin(mat.circuit)


def _clear_air(mat: EmulatedMat) -> None:
    for reader in mat.circuit.readers:
        reader.air = clear_air


def _ail(number: int, ailment: Ailment, mat: EmulatedMat) -> None:
    mat.circuit.readers[number].ailment = ailment


def _ail_busy(ailment: Ailment, mat: EmulatedMat) -> None:
    _ail(_busy(mat), ailment, mat)


def _busy(mat: EmulatedMat) -> int:
    """Return a reader with a card."""
    return next(number for number, reader in enumerate(mat.circuit.readers) if reader.tags)


def _cure(mat: EmulatedMat) -> None:
    """Replace faulty modules."""
    for reader in mat.circuit.readers:
        if reader.ailment is not Ailment.NONE:
            reader.reset()
            reader.ailment = Ailment.NONE


def _lay_beside(mat: EmulatedMat) -> None:
    readers = mat.circuit.readers
    next(reader for reader in readers if reader.tags).tags.append(STRANGERS[0])


def _lay_two(mat: EmulatedMat) -> None:
    next(reader for reader in mat.circuit.readers if not reader.tags).tags[:] = STRANGERS


def _clear(mat: EmulatedMat) -> None:
    for reader in mat.circuit.readers:
        reader.tags[:] = [tag for tag in reader.tags if tag not in STRANGERS]
