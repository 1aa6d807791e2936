"""Faults of the mat's circuit, each with `begin` and `end`.

    fault = AnswersCutShort(reader=2)
    fault.begin(mat.circuit)
    ...
    fault.end(mat.circuit)

Faults of the line to the host are in `damage`, those of a single module in `mfrc522.Ailment`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from chips.emulator.mfrc522 import clear_air
from chips.emulator.tags import Heard
from firmware_bridge.emulator.circuit import Circuit

ANTICOLLISION = 5  # length of an answer with a part of an id: four bytes and a check byte
SEED = 1443


class Fault(Protocol):
    """A fault of the circuit."""

    def begin(self, circuit: Circuit) -> None:
        """Start the fault."""

    def end(self, circuit: Circuit) -> None:
        """End the fault in the circuit; the firmware may still have to recover."""


@dataclass(frozen=True)
class SilentBrownOut:
    """The supply voltage of a reader drops briefly: it still answers, but has lost all settings."""

    reader: int

    def begin(self, circuit: Circuit) -> None:
        """Reset the reader."""
        circuit.readers[self.reader].reset()

    def end(self, circuit: Circuit) -> None:
        """Do nothing: only the firmware can configure the reader again."""


@dataclass(frozen=True)
class ReadersRailDown:
    """The readers' 3.3 V supply fails: all readers are silent while the Pico keeps running."""

    def begin(self, circuit: Circuit) -> None:
        """Switch the supply off."""
        circuit.readers_powered = False

    def end(self, circuit: Circuit) -> None:
        """Switch the supply on; each reader has its power-up state."""
        circuit.readers_powered = True
        for reader in circuit.readers:
            reader.reset()


@dataclass(frozen=True)
class _OnTheAir(ABC):
    """A fault that affects a share of the answers that a reader receives."""

    reader: int
    share: float = 0.3

    def begin(self, circuit: Circuit) -> None:
        """Start to damage answers."""
        chance = random.Random(SEED + self.reader)

        def pass_on(heard: Heard | None) -> Heard | None:
            if heard is None or not heard.data or chance.random() >= self.share:
                return heard
            return self._harmed(heard, chance)

        circuit.readers[self.reader].air = pass_on

    def end(self, circuit: Circuit) -> None:
        """Stop damaging answers."""
        circuit.readers[self.reader].air = clear_air

    @abstractmethod
    def _harmed(self, heard: Heard, chance: random.Random) -> Heard | None:
        """Return the answer that arrives instead."""


class AnswersCutShort(_OnTheAir):
    """A share of the tags' answers lacks its end.

    It simulates a tag at the edge of the field, with too little power.
    """

    def _harmed(self, heard: Heard, chance: random.Random) -> Heard | None:
        return Heard(heard.data[: chance.randrange(len(heard.data))] or b"\0")


class GarbledIds(_OnTheAir):
    """A share of the answers with a part of an id has a wrong bit with a valid check byte."""

    def _harmed(self, heard: Heard, chance: random.Random) -> Heard | None:
        if len(heard.data) != ANTICOLLISION:
            return heard
        part = bytearray(heard.data[:4])
        part[chance.randrange(1, 4)] ^= 1 << chance.randrange(8)
        return Heard(bytes([*part, part[0] ^ part[1] ^ part[2] ^ part[3]]))


class Detuned(_OnTheAir):
    """A share of the answers is lost, because something next to a reader draws from its field.

    It may be a phone, or a coil too near.
    """

    def _harmed(self, heard: Heard, chance: random.Random) -> Heard | None:
        return None


@dataclass(frozen=True)
class SpoiledI2c:
    """A share of the reads from the buttons' expander is corrupted.

    The wires are held low, held high, or have random bits.
    """

    share: float = 1.0

    def begin(self, circuit: Circuit) -> None:
        """Start to corrupt reads."""
        chance = random.Random(SEED)
        kinds: tuple[Callable[[int], bytes], ...] = (bytes, lambda count: b"\xff" * count, chance.randbytes)
        circuit.expander.wires = lambda data: chance.choice(kinds)(len(data)) if chance.random() < self.share else data

    def end(self, circuit: Circuit) -> None:
        """Stop corrupting reads."""
        circuit.expander.wires = bytes


@dataclass(frozen=True)
class ExpanderBrownOut:
    """The buttons' expander loses its settings: all pins are inputs without pull-ups."""

    def begin(self, circuit: Circuit) -> None:
        """Reset the expander."""
        circuit.expander.reset()

    def end(self, circuit: Circuit) -> None:
        """Do nothing: only the firmware can configure the expander again."""


@dataclass(frozen=True)
class ExpanderHoldsSda:
    """The buttons' expander holds SDA low, as after a read that a spike or a restart has cut off."""

    def begin(self, circuit: Circuit) -> None:
        """Hold the bus."""
        circuit.expander.hold_sda()

    def end(self, circuit: Circuit) -> None:
        """Do nothing: only clocks or the reset line free the bus."""
