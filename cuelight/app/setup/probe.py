"""Finds all devices at this machine that may belong to a table: readers, a mat, pins for lamps and buttons.

Devices are opened only for identification, and closed again. Later events come through the same backends as in a game
(`cuelight.app.devices.assemble`), so a device that works here works at the table.
"""

from __future__ import annotations

import glob
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.errors import CuelightError
from companion.core.i18n import _, ngettext
from cuelight.app.setup.draft import MAT_SEATS, SeatDevices, mat_spot
from hardware.faults import DeviceError, DeviceReason
from hardware.known_readers import YES, known_on_usb
from hardware.probe import Candidate, PinFinder, candidates, open_readers
from hardware.readers import USUAL, backends
from hardware.table_file.load import PIN_WAYS, TableFile
from hardware.table_file.mat import MOST_SOCKETS, MatEntry

EMULATED = "emulated"  # folder beside the table file with the ports of `cuelight emulate`
MAT_SECONDS = 5.0  # for a mat to report itself and its readers
LOOK_SECONDS = 0.05
MISSING = (DeviceReason.NO_LIBRARY, DeviceReason.NO_LIBUSB, DeviceReason.NO_PCSCD)
"""Reasons that are reported only once, for whatever number of devices."""


class Thing(NamedTuple):
    """A device that answers: its description and its antennas."""

    what: str
    spots: tuple[SeatDevices, ...]


class DetectedDevices(NamedTuple):
    """The devices that answer, and the reasons why others do not."""

    things: tuple[Thing, ...]
    failed: tuple[str, ...]

    def spots(self) -> list[SeatDevices]:
        """Return every antenna."""
        return [spot for thing in self.things for spot in thing.spots]


Find = Callable[[], DetectedDevices]


def look_around(folder: Path) -> DetectedDevices:
    """Identify every device; `folder` may have emulated ones. A missing library is reported."""
    emulated = sorted(glob.glob(str(folder / EMULATED / "*")))
    things: list[Thing] = []
    failed: list[str] = []
    mats = _mats(emulated, failed)
    for port in mats:
        _ask(lambda port=port: mat_at(port), things, failed)  # type: ignore[misc]
    _ask_readers([port for port in emulated if port not in mats], mats, things, failed)
    is_complete = any(thing.spots for thing in things)
    for reader in known_on_usb():
        if reader.works != YES or not is_complete:
            failed.append(f"{reader.name}: {_(reader.what)}")
    return DetectedDevices(tuple(things), tuple(failed))


def _ask(ask: Callable[[], Thing], things: list[Thing], failed: list[str]) -> None:
    try:
        things.append(ask())
    except CuelightError as error:
        failed.append(str(error))


def _mats(emulated: Sequence[str], failed: list[str]) -> list[str]:
    try:
        ports = import_module("firmware_bridge.link.ports")
    except ImportError as error:
        if emulated:
            failed.append(str(DeviceError("mat", DeviceReason.NO_LIBRARY, str(error))))
        return []
    found: list[str] = ports.likely_ports()
    return [*found, *(port for port in emulated if ports.MICROPYTHON_NAME in port)]


def mat_at(port: str) -> Thing:
    """Identify the mat at a port. Raises DeviceError with the thing that is there instead."""
    backend = import_module("cuelight.app.devices.mat")
    zones = tuple(f"socket {socket}" for socket in range(MOST_SOCKETS))
    table = TableFile("mat", MAT_SEATS, mat=MatEntry(port, zones))
    mat = backend.Mat(table, time.monotonic, lambda _uid: None)
    mat.start(lambda _report: None)
    try:
        end = time.monotonic() + MAT_SECONDS
        status = mat.bridge.status()
        while time.monotonic() < end and not (status.live and status.readers):
            time.sleep(LOOK_SECONDS)
            status = mat.bridge.status()
        answering = [socket for socket in range(MOST_SOCKETS) if _answers(status, socket, backend.ANSWERS)]
    finally:
        mat.stop()
    if not status.live:
        raise DeviceError(port, DeviceReason.NO_ANSWER, status.text)
    what = ngettext("a mat with one reader", "a mat with {count} readers", len(answering))
    return Thing(what, tuple(mat_spot(port, socket) for socket in answering))


def _answers(status: Any, socket: int, well: Sequence[int]) -> bool:
    return socket < len(status.readers) and status.readers[socket].state in well


def _ask_readers(emulated: Sequence[str], mats: Sequence[str], things: list[Thing], failed: list[str]) -> None:
    found = [candidate for candidate in candidates() if candidate.device not in mats]
    opened, wrong = open_readers([*found, *(Candidate(USUAL, port) for port in emulated)])
    for backend, reader in opened:
        with suppress(*reader.failures):
            things.append(Thing(reader.identity().chip, (SeatDevices(reader.device, backend),)))
        reader.close()
    wrong = [
        error
        for error in wrong
        if error.reason is not DeviceReason.TAKEN_BY_PCSCD  # it is found through pcscd
        and (not things or error.reason is not DeviceReason.NO_ANSWER)  # a port of something else
    ]
    distinct = {error.reason if error.reason in MISSING else error.device: error for error in wrong}
    failed += [str(error) for error in distinct.values()]


def pin_finder(pins: Any, spots: Sequence[SeatDevices]) -> tuple[PinFinder, str] | None:
    """Return the finder of buttons and lamps at this machine's pins, and its backend; None without pins.

    Args:
        pins: gpiozero's pin factory, in place of the available backends.
        spots: the antennas; their pins are not touched.
    """
    taken = {pin for spot in spots if spot.socket is None for pin in backends()[spot.backend].pins(spot.device)}
    for way in PIN_WAYS if pins is None else (pins,):
        with suppress(DeviceError):
            return PinFinder(way, taken), way if pins is None else PIN_WAYS[0]
    return None
