"""A mat and a host for tests: the emulated board with the real bridge, or the firmware on CPython with a host.

The first is real except for the hardware and runs on the machine's clock; the second is fast and deterministic.
"""

from __future__ import annotations

import platform
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import pytest

from chips.emulator.tags import Ntag
from companion.core.observation import Hold
from companion.presence.filter import Resumed
from companion.presence.misreads import Misread
from firmware_bridge.emulator.board import EmulatedMat, NoMicroPython, micropython
from firmware_bridge.emulator.runner import DesktopMat
from firmware_bridge.link.bridge import Bridge, Status
from firmware_bridge.link.mat_state import Picture, Report
from firmware_bridge.link.ports import named
from firmware_bridge.link.protocol import Conversation, Stage, Why
from firmware_bridge.mat.provision import Look, MatSetup
from hardware.lights import LOOKS
from hardware.table_file.layout import FULL_MAT

PATTERNS = {str(cue): Look(look.rgb, look.motion.steps) for cue, look in LOOKS.items()}
SETUP = MatSetup(FULL_MAT.zones, FULL_MAT.seats, PATTERNS)
IAGO, EMILIA, CASSIO = "04A2C3D4E5F680", "04A2C3D4E5F681", "04B1000000AA02"
NOT_RUN = "THE MAT'S FIRMWARE WAS NOT RUN ON MICROPYTHON"
PATIENCE = 60.0  # longest wait on a busy machine for something that takes milliseconds, in seconds
RESTING_LOOKS = 6
BLINK = "BLINKS, BLINK_MS = 15, 100"


def need_micropython() -> None:
    """Require MicroPython. It can be installed only on Linux on x86-64; skip with a visible message elsewhere."""
    try:
        micropython()
    except NoMicroPython as error:
        if sys.platform == "linux" and platform.machine() == "x86_64":
            raise
        pytest.skip(f"{NOT_RUN}: {error}")


def emulated_mat(folder: Path) -> EmulatedMat:
    """Return an emulated mat with our firmware that blinks for 0.15 s after power-up, instead of 1.5 s."""
    mat = EmulatedMat(folder)
    main = mat.flash / "main.py"
    text = main.read_text()
    assert BLINK in text
    main.write_text(text.replace(BLINK, f"{BLINK[:-3]}10"))
    return mat


def is_news(report: Report) -> bool:
    """Return True unless a report only confirms the thing that was already there."""
    return not isinstance(report, Misread) and (not isinstance(report, Resumed) or report.fresh)


def told(reports: list[Report]) -> list[tuple[str, ...]]:
    """Return each report with its kind in front, without its time and freshness."""
    return [(type(report).__name__, *map(str, report[1 : 2 if isinstance(report, Hold) else 3])) for report in reports]


class MatRoom:
    """An emulated mat, its bridge and its reports. `with` plugs the mat in and waits for the connection."""

    def __init__(self, folder: Path, setup: MatSetup = SETUP) -> None:
        self.mat = emulated_mat(folder)
        self.bridge = Bridge(setup, time.monotonic, named(str(self.mat.path)))
        self.reports: list[Report] = []
        self._news = threading.Condition()

    def __enter__(self) -> MatRoom:
        self.mat.plug_in()
        self.bridge.start(self._hear, self._notify)
        self.until(lambda: self.ready())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bridge.stop()
        self.mat.unplug()

    def until(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> float:
        """Wait for a condition; return the time that it took."""
        begun = time.monotonic()
        with self._news:
            while not condition():
                left = begun + seconds - time.monotonic()
                assert left > 0, f"not within {seconds} s; {self.reports}; {self.status()}; {self.mat.log}"
                self._news.wait(min(left, 0.02))
        return time.monotonic() - begun

    def rests(self) -> None:
        """Leave a tag in place for some polls, as a person would at least."""
        before = self.mat.circuit.readers[0].fields
        self.until(lambda: self.mat.circuit.readers[0].fields >= before + RESTING_LOOKS)

    def heard(self, count: int) -> None:
        """Wait until there are this many reports."""
        self.until(lambda: len(self.reports) == count)

    def polled(self, accesses: int) -> None:
        """Wait for this many more accesses to the readers."""
        before = self.mat.circuit.transfers
        self.until(lambda: self.mat.circuit.transfers > before + accesses)

    def status(self) -> Status:
        return self.bridge.status()

    def ready(self) -> bool:
        """Return True if the host is connected to the mat and knows every zone."""
        status = self.status()
        return status.live and all(zone.known != 3 for zone in status.zones)

    def lying(self) -> dict[str, str]:
        return self.status().lying

    def told(self) -> list[tuple[str, ...]]:
        """Return the news without times: ("Tag", "seat1.play", "uid:…")."""
        return told(self.reports)

    def _hear(self, report: Report) -> None:
        if is_news(report):
            self.reports.append(report)
        self._notify()

    def _notify(self) -> None:
        with self._news:
            self._news.notify_all()


class Desk:
    """The firmware on CPython and the host's end of the protocol, in one thread with two wires between them.

    `to_host` and `to_mat` may be set to functions that damage the data on a wire.
    """

    def __init__(self, setup: MatSetup = SETUP) -> None:
        self.setup = setup
        self.mat = DesktopMat()
        self.picture = Picture(setup)
        self.reports: list[Report] = []
        self.to_host: Callable[[bytes], bytes] = bytes
        self.to_mat: Callable[[bytes], bytes] = bytes
        self.connect()

    @property
    def now(self) -> float:
        return self.mat.now

    def connect(self) -> None:
        """Open the port as the host."""
        self.picture.lose()
        self.talk = Conversation(self.setup, self.picture, self.now)

    def restart(self, boot: int) -> None:
        """Restart the Pico; data in the wires is lost."""
        self.mat = DesktopMat(boot, self.mat.now, self.mat.circuit)

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        while self.now < end:
            self.turn()

    def until(self, condition: Callable[[], bool], seconds: float = 5.0) -> float:
        """Let time pass until a condition is true; return the time that it took."""
        begun = self.now
        while not condition():
            assert self.now < begun + seconds, f"not within {seconds} s; {self.reports}"
            self.turn()
        return self.now - begun

    def turn(self) -> None:
        if self.now >= self.talk.due():
            self.talk.tick(self.now)
        if self.talk.ended is not None and self.talk.ended.why is not Why.REFUSED:
            self.connect()
        out = self.talk.outgoing()
        if out:
            self.mat.from_host += self.to_mat(out)
        self.mat.turn()
        if self.mat.to_host:
            data = self.to_host(bytes(self.mat.to_host))
            self.mat.to_host.clear()
            if data:
                self.reports += filter(is_news, self.talk.receive(data, self.now))

    def lay(self, uid: str, reader: int) -> None:
        self.mat.circuit.readers[reader].tags.append(Ntag(bytes.fromhex(uid)))

    def lift(self, reader: int) -> None:
        self.mat.circuit.readers[reader].tags.clear()

    def push(self, button: int) -> None:
        self.mat.circuit.expander.down.add(button)

    def release(self, button: int) -> None:
        self.mat.circuit.expander.down.discard(button)

    def told(self) -> list[tuple[str, ...]]:
        return told(self.reports)

    def ready(self) -> bool:
        return self.talk.stage is Stage.LIVE and all(zone.known != 3 for zone in self.picture.zones)

    def right(self) -> bool:
        """Return True if the host's picture matches the mat: a tag in each zone with one tag, none elsewhere."""
        if not self.ready():
            return False
        for name, number in zip(self.setup.zones, self.setup.numbers, strict=True):
            tags = self.mat.circuit.readers[number].tags
            lying = self.picture.lying.get(name)
            if len(tags) <= 1 and lying != (tags[0].uid.hex().upper() if tags else None):
                return False
        return self.talk.stage is Stage.LIVE
