"""Builds the devices that a table file names."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from companion.core.observation import Clock
from hardware.faults import as_device_error
from hardware.fitted_table import FittedTable
from hardware.gpio import GpioPanel, Seat
from hardware.lights import Lights
from hardware.polling import ReaderSlot, ZoneReaders
from hardware.reader import Reader
from hardware.table_file.load import TableFile, read_table_file

Names = dict[str, str]


def fit(table: TableFile, clock: Clock, *, pins: Any = None) -> FittedTable:
    """Build the devices of a table, not yet opened.

    Args:
        pins: gpiozero's pin factory, in place of the one that the table names.

    Raises DeviceError if a library is not installed.
    """
    names: Names = {}
    readers: list[Reader] = []
    lights: list[Lights] = []
    if table.readers:
        stations = [ReaderSlot(entry.zone, entry.device, entry.backend) for entry in table.readers]
        readers.append(ZoneReaders(stations, clock, names.get, take_turns=table.take_turns))
    if table.panel:
        seats = {entry.seat: Seat(entry.lamp, entry.button) for entry in table.panel}
        panel = GpioPanel(seats, clock, pins or table.pins, table.lights)
        readers.append(panel)
        lights.append(panel)
    if table.mat is not None:
        mat = _mat(table, clock, names)
        readers.append(mat)
        lights.append(mat)
    return FittedTable(table.layout(), readers, lights, clock, names, table.served(), table.lights)


def _mat(table: TableFile, clock: Clock, names: Names) -> Any:
    with as_device_error("the mat"):
        mat_backend = import_module("cuelight.app.devices.mat")
    return mat_backend.Mat(table, clock, names.get)


def fitted_at(path: Path, clock: Clock) -> FittedTable:
    """Build the devices that the table file at `path` names.

    Raises TableFileError with all its mistakes, or DeviceError.
    """
    return fit(read_table_file(path), clock)
