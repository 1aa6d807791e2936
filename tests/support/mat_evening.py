"""A game played with gestures on a mat: the firmware, the emulated circuit around it, and the whole host, in fast time.

The firmware runs on CPython with a clock that advances only with its work (`emulator.on_cpython`). The bridge takes its
turns in the same thread instead of waiting at a port. Everything else is as at a real table.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from chips.emulator.mfrc522 import Ailment
from chips.emulator.tags import Ntag
from cuelight.app.devices.mat import Mat, mat_setup, plain_mat
from firmware_bridge.emulator.runner import DesktopMat
from firmware_bridge.link.bridge import GONE, Bridge
from firmware_bridge.link.mat_state import Report
from firmware_bridge.link.protocol import Conversation, Stage, Why
from firmware_bridge.mat.provision import MatSetup
from hardware.fitted_table import FittedTable
from tests.support.evening import Evening

PRESS_SECONDS, HOLD_SECONDS, RELEASED_SECONDS = 0.25, 1.0, 0.2
LIES_SECONDS, LIFTED_SECONDS = 0.4, 0.3
SETTLE_EVERY = 0.1  # interval at which the table reads the clock, in seconds
PATIENCE = 60.0  # longest time until a thing on the mat must be known, in seconds
PATIENT = 3.0  # wait before a thing is entered at the desk, in seconds
DEVICE = "the mat"


class SteppedBridge(Bridge):
    """The bridge and its firmware, run turn by turn."""

    def __init__(self, setup: MatSetup, is_known: Callable[[str], bool]) -> None:
        self.mat = DesktopMat()
        super().__init__(setup, lambda: self.mat.now, lambda: [], is_known)

    def start(self, listener: Callable[[Report], None], changed: Callable[[], None] = lambda: None) -> None:
        """Plug the mat in."""
        self._listener, self._changed = listener, changed
        self.plug()

    def stop(self) -> None:
        """Stop reporting."""
        self._listener = None

    def plug(self) -> None:
        """Start the Pico and find it."""
        self.mat = DesktopMat(self.mat._boot + 1, self.mat.now, self.mat.circuit)
        self._open()

    def unplug(self) -> None:
        """Pull the cable out."""
        self._port = None
        self._picture.lose()
        self._set_status(GONE, Why.UNPLUGGED)

    def turn(self) -> None:
        """Run one turn of the firmware and one of the bridge."""
        self.mat.turn()
        talk = self._talk
        if self._port is None or talk is None:
            self.mat.to_host.clear()
            return
        now = self.mat.now
        if now >= talk.due():
            talk.tick(now)
        talk.show(self._cues, now)
        self.mat.from_host += talk.outgoing()
        if self.mat.to_host:
            data = bytes(self.mat.to_host)
            self.mat.to_host.clear()
            self._take(talk, data)
        if talk.ended is not None:
            self._picture.lose()
            self._set_status(talk.ended.text, talk.ended.why)
            self._open()

    def _open(self) -> None:
        self._port = DEVICE
        self._talk = Conversation(self.setup, self._picture, self.mat.now)

    @property
    def ready(self) -> bool:
        """Return True if every zone is known."""
        live = self._talk is not None and self._talk.stage is Stage.LIVE and self._port is not None
        return live and all(zone.known != 3 for zone in self._picture.zones)


class MatEvening(Evening):
    """A live table with a mat."""

    def __init__(self, folder: Path, players: int, seed: int) -> None:
        names: dict[str, str] = {}
        table = plain_mat(players, DEVICE)
        self.bridge = SteppedBridge(mat_setup(table), lambda uid: uid in names)
        mat = Mat(table, self.clock_now, names.get)
        mat.bridge = self.bridge
        self.circuit = self.bridge.mat.circuit
        self.numbers = dict(zip(mat.layout.zones, self.bridge.setup.numbers, strict=True))
        fitted = FittedTable(mat.layout, [mat], [mat], self.clock_now, names)
        super().__init__(folder, players, seed, fitted, mat.layout.zones)
        self.turn_until(lambda: self.bridge.ready)

    def clock_now(self) -> float:
        """Return the mat's time."""
        return self.bridge.mat.now

    def turn_until(self, so: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Let time pass until a condition is true, at most `seconds`; return the condition."""
        end = self.clock_now() + seconds
        while not so():
            if self.clock_now() >= end:
                return False
            look = self.clock_now() + SETTLE_EVERY
            while self.clock_now() < look:
                self.bridge.turn()
            self.settle()
        return True

    def put(self, zone: str, uid: str) -> None:
        """Put the tag on the reader's coil."""
        self.circuit.readers[self.numbers[zone]].tags.append(Ntag(bytes.fromhex(uid)))

    def take(self, zone: str, uid: str) -> None:
        """Lift the tag from the coil."""
        tags = self.circuit.readers[self.numbers[zone]].tags
        tags[:] = [tag for tag in tags if tag.uid.hex().upper() != uid]

    def ail(self, zone: str, ailment: Ailment) -> None:
        """Give the module of a zone this fault, or replace it with a new one for no fault."""
        reader = self.circuit.readers[self.numbers[zone]]
        if ailment is Ailment.NONE:
            reader.reset()
        reader.ailment = ailment

    def push(self, do: str, button: str) -> None:
        """Press the button as long as a finger would."""
        number = int(button.removeprefix("seat")) - 1
        self.circuit.expander.down.add(number)
        self.pass_time(HOLD_SECONDS if do == "hold" else PRESS_SECONDS)
        self.circuit.expander.down.discard(number)
        self.pass_time(RELEASED_SECONDS)

    def pass_time(self, seconds: float, of: str | None = None) -> None:
        """Run turn by turn."""
        self.turn_until(lambda: False, seconds)
        self.settle()

    def until(self, zone: str, thing: str | None) -> None:
        """Wait; if the seat shows a fault of the reader, enter the thing at the desk."""
        waited = 0.0
        if self.trouble(zone) is not None:
            self.pass_time(LIES_SECONDS)
        if self.trouble(zone) is not None and self.fitted.zones()[zone] != thing and self.enter(zone, thing):
            return  # the fault of the reader is known
        while not self.turn_until(lambda: self.fitted.zones()[zone] == thing, PATIENT):
            waited += PATIENT
            assert waited < PATIENCE, f"{zone} never had {thing}: {self.trouble(zone)}"
            if self.trouble(zone) is not None and self.enter(zone, thing):
                return
        if thing is None:
            self.pass_time(LIFTED_SECONDS)

    def let_lie(self, zone: str) -> None:
        """Wait a moment."""
        self.pass_time(LIES_SECONDS)

    def close(self) -> None:
        """Stop the table."""
        self.table.stop()
