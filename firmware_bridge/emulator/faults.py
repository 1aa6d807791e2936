"""What can befall the mat's circuit, each fault as a command: `begin` it, and `end` it.

    fault = AnswersCutShort(reader=2)
    fault.begin(mat.circuit)
    ...
    fault.end(mat.circuit)

What can befall the line to the host is in `damage`, and what can be wrong with a single module in `mfrc522.Ailment`.
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

ANTICOLLISION = 5  # bytes of an answer with a part of an id: four, and their check byte
SEED = 1443


class Fault(Protocol):
    """Something that befalls the circuit."""

    def begin(self, circuit: Circuit) -> None:
        """From now on."""

    def end(self, circuit: Circuit) -> None:
        """All is well again, as far as the circuit is concerned."""


@dataclass(frozen=True)
class SilentBrownOut:
    """A reader's supply sags for a moment: it answers, and has forgotten every setting."""

    reader: int

    def begin(self, circuit: Circuit) -> None:
        """It has forgotten."""
        circuit.readers[self.reader].reset()

    def end(self, circuit: Circuit) -> None:
        """Nobody sets it up but the firmware."""


@dataclass(frozen=True)
class ReadersRailDown:
    """The 3.3 V of the readers is gone, and nothing else: the Pico lives, and all its readers are silent at once."""

    def begin(self, circuit: Circuit) -> None:
        """The rail breaks down."""
        circuit.readers_powered = False

    def end(self, circuit: Circuit) -> None:
        """It is there again, and every reader as after power-up."""
        circuit.readers_powered = True
        for reader in circuit.readers:
            reader.reset()


@dataclass(frozen=True)
class _OnTheAir(ABC):
    """Something that befalls a share of what a reader hears."""

    reader: int
    share: float = 0.3

    def begin(self, circuit: Circuit) -> None:
        """From now on."""
        chance = random.Random(SEED + self.reader)

        def pass_on(heard: Heard | None) -> Heard | None:
            if heard is None or not heard.data or chance.random() >= self.share:
                return heard
            return self._harmed(heard, chance)

        circuit.readers[self.reader].air = pass_on

    def end(self, circuit: Circuit) -> None:
        """The air is clear again."""
        circuit.readers[self.reader].air = clear_air

    @abstractmethod
    def _harmed(self, heard: Heard, chance: random.Random) -> Heard | None:
        """What arrives instead."""


class AnswersCutShort(_OnTheAir):
    """Of a share of the tags' answers the end is missing: a tag at the edge of the field, where its power fails."""

    def _harmed(self, heard: Heard, chance: random.Random) -> Heard | None:
        return Heard(heard.data[: chance.randrange(len(heard.data))] or b"\0")


class GarbledIds(_OnTheAir):
    """In a share of the answers with a part of an id a bit is wrong, and the check byte is right all the same."""

    def _harmed(self, heard: Heard, chance: random.Random) -> Heard | None:
        if len(heard.data) != ANTICOLLISION:
            return heard
        part = bytearray(heard.data[:4])
        part[chance.randrange(1, 4)] ^= 1 << chance.randrange(8)
        return Heard(bytes([*part, part[0] ^ part[1] ^ part[2] ^ part[3]]))


class Detuned(_OnTheAir):
    """What lies beside a reader (a phone, a coil too near) draws from its field: a share of the answers fails."""

    def _harmed(self, heard: Heard, chance: random.Random) -> Heard | None:
        return None


@dataclass(frozen=True)
class SpoiledI2c:
    """A share of what is read from the buttons' expander is spoiled on the wires: held low, held high, or any bits."""

    share: float = 1.0

    def begin(self, circuit: Circuit) -> None:
        """From now on."""
        chance = random.Random(SEED)
        kinds: tuple[Callable[[int], bytes], ...] = (bytes, lambda count: b"\xff" * count, chance.randbytes)
        circuit.expander.wires = lambda data: chance.choice(kinds)(len(data)) if chance.random() < self.share else data

    def end(self, circuit: Circuit) -> None:
        """The wires are sound again."""
        circuit.expander.wires = bytes


@dataclass(frozen=True)
class ExpanderBrownOut:
    """The buttons' expander forgets its settings: all pins are inputs, without pull-ups."""

    def begin(self, circuit: Circuit) -> None:
        """It has forgotten."""
        circuit.expander.reset()

    def end(self, circuit: Circuit) -> None:
        """Nobody sets it up but the firmware."""
