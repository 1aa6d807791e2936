"""The emulated mat: the real firmware on MicroPython, with places for six seats and one in the middle."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from chips.emulator.mfrc522 import Ailment
from chips.emulator.tags import Ntag as MatTag
from cuelight.emulate.cards import Card
from cuelight.emulate.parts import BROWN_OUT, DETUNED, HALF_ON, RESET, check_word
from firmware_bridge.emulator import damage, faults
from firmware_bridge.emulator.board import EmulatedMat
from firmware_bridge.firmware import pins
from hardware.table_file.layout import FULL_MAT

SOCKET_FAULTS = {
    "dead": "its module is dead",
    "loose": "its plug is loose",
    "weak-supply": "its supply is too weak for its field",
    "noisy": "its module answers wrongly now and then",
    "cut-short": "answers of tags are cut short",
    "garbled-ids": "ids have wrong bits",
    DETUNED: "something beside it weakens its field",
}
_AILMENTS = {"dead": Ailment.DEAD, "loose": Ailment.FLAPPING, "weak-supply": Ailment.SAGS, "noisy": Ailment.NOISY}
_AIR: dict[str, Callable[[int], faults.Fault]] = {
    "cut-short": faults.AnswersCutShort,
    "garbled-ids": faults.GarbledIds,
    DETUNED: faults.Detuned,
}
MAT_FAULTS = {
    "rail": "the 3.3 V of its readers are gone",
    "buttons": "its board of buttons is unplugged",
    "wires": "the wires of its buttons corrupt data",
    "cable": "its cable loses bytes",
}
MAT_MOMENTS = {RESET: "it crashes and restarts", BROWN_OUT: "the supply of its readers sags"}


class MatPart:
    """The mat, with places for six seats and one in the middle.

    Args:
        link: the name of its port.

    Raises NoMicroPython.
    """

    def __init__(self, link: Path) -> None:
        self.id = "mat"
        self._folder = TemporaryDirectory(prefix="cuelight-mat-")
        self.emulated = EmulatedMat(Path(self._folder.name), link=link)
        self.places = {f"mat.{socket}": zone for socket, zone in enumerate(FULL_MAT.zones)}
        for unused in self.emulated.circuit.readers[len(self.places) :]:
            unused.ailment = Ailment.DEAD  # these sockets are empty
        self._tags: dict[str, tuple[int, MatTag, bool]] = {}
        self._broken: dict[int, str] = {}
        self._fault = ""
        self._plugged = True
        self._bootsel = False
        self.emulated.plug_in()

    def lay(self, place: str, card: Card, half: bool) -> None:
        """Lay a card on a place."""
        socket = _socket(place)
        tag = card.mat_tag()
        self._tags[card.id] = socket, tag, half
        self.emulated.circuit.readers[socket].tags.append(tag)
        self._settle(socket)

    def lift(self, place: str, card: Card) -> None:
        """Lift a card."""
        socket, tag, _half = self._tags.pop(card.id)
        self.emulated.circuit.readers[socket].tags.remove(tag)
        self._settle(socket)

    def _settle(self, socket: int) -> None:
        """Apply the reader's fault, or the effect of a card that is only half on it."""
        circuit, fault = self.emulated.circuit, self._broken.get(socket, "")
        circuit.readers[socket].ailment = _AILMENTS.get(fault, Ailment.NONE)
        air = faults.Detuned(socket, HALF_ON)
        air.end(circuit)
        if any(half for at, _tag, half in self._tags.values() if at == socket):
            air.begin(circuit)
        elif fault in _AIR:
            _AIR[fault](socket).begin(circuit)

    def push(self, seat: int, down: bool) -> None:
        """Press the button of a seat, from 0, or release it."""
        button = pins.BUTTONS[0][seat]
        (self.emulated.push if down else self.emulated.release)(button)

    def plug(self, plugged: bool) -> None:
        """Plug in its cable, or unplug it."""
        if plugged != self._plugged:
            (self.emulated.plug_in if plugged else self.emulated.unplug)()
            self._plugged = plugged
            if plugged and self._fault == "cable":
                self._harm_cable()

    def hold_bootsel(self, held: bool) -> None:
        """Hold BOOTSEL down, or release it.

        A mat that is plugged in meanwhile is a drive; pressed while its light blinks, it gives the prompt.
        """
        self.emulated.circuit.bootsel = self._bootsel = held

    def break_by(self, fault: str) -> None:
        """Replace the current fault by this one: `FAULT`, or `FAULT/SOCKET`."""
        fault, _, socket = fault.partition("/")
        if socket:
            check_word(fault, {"": "", **SOCKET_FAULTS}, "fault")
            at = _socket(socket)
            self._broken[at] = fault
            self._settle(at)
            return
        check_word(fault, {"": "", **MAT_FAULTS}, "fault")
        circuit = self.emulated.circuit
        if not circuit.readers_powered:
            faults.ReadersRailDown().end(circuit)
        faults.SpoiledI2c().end(circuit)
        circuit.expander.there = fault != "buttons"
        if self.emulated.cable is not None:
            self.emulated.cable.to_host = bytes
        if fault == "rail":
            faults.ReadersRailDown().begin(circuit)
        elif fault == "wires":
            faults.SpoiledI2c(0.3).begin(circuit)
        elif fault == "cable":
            self._harm_cable()
        self._fault = fault

    def _harm_cable(self) -> None:
        if self.emulated.cable is not None:
            self.emulated.cable.to_host = damage.dropping(random.Random(1))

    def befall(self, moment: str) -> None:
        """Restart the mat, or let the supply of its readers sag."""
        check_word(moment, MAT_MOMENTS, "moment")
        if moment == RESET:
            self.emulated.restart()
            return
        for socket in range(len(self.places)):
            faults.SilentBrownOut(socket).begin(self.emulated.circuit)

    def to_json(self) -> dict[str, Any]:
        """Return the state for a page; the lamps are in one row, as wired."""
        picture = self.emulated.circuit.strip.picture if self._plugged else ()
        down = self.emulated.circuit.expander.down
        return {
            "id": self.id,
            "kind": "mat",
            "path": str(self.emulated.path),
            "plugged": self._plugged,
            "bootsel": self._bootsel,
            "drive": self.emulated.is_drive,
            "fault": self._fault,
            "faults": MAT_FAULTS,
            "moments": MAT_MOMENTS,
            "place_faults": SOCKET_FAULTS,
            "places": [
                {"id": place, "name": name, "fault": self._broken.get(_socket(place), "")}
                for place, name in self.places.items()
            ],
            "lamps": ["".join(f"{part:02x}" for part in lamp) for lamp in picture],
            "down": [button in down for button in pins.BUTTONS[0]],
        }

    def close(self) -> None:
        """Unplug it and delete its files."""
        self.emulated.unplug()
        self._folder.cleanup()


def _socket(place: str) -> int:
    return int(place.partition(".")[2] or place)
