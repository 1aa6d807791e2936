"""The draft of a table file during the set-up: the seat of each reader, lamp and button.

It is written after each step, so that half a table is kept even if the set-up is interrupted.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from companion.core.places import SEATS, TAP, seat_name
from companion.journal.files import write_whole
from hardware.table_file.layout import full_mat
from hardware.table_file.load import (
    PIN_WAYS,
    ReaderEntry,
    SeatEntry,
    TableFile,
    TableFileError,
    parse_table_file,
    read_table_file,
    slots_of,
    write_table_file,
)
from hardware.table_file.mat import MatEntry

MAT_SEATS = 6  # rings and buttons on a mat
RGB = ("red", "green", "blue")


class SeatDevices(NamedTuple):
    """One antenna: its device, its backend, and on a mat its socket."""

    device: str
    backend: str
    socket: int | None = None


@dataclass(slots=True)
class Draft:
    """An unfinished table file.

    Attributes:
        zones: the antenna of each zone.
        rack: the seat whose rack is being set up; slots with a reader are among the zones.
        lamps: the pins of each seat's lamp, in the order in which they were found.
        colours: the colour of each pin of a lamp with several pins.
        mat: the mat's entry in the previous file.
    """

    seats: int | None = None
    zones: dict[str, SeatDevices] = field(default_factory=dict)
    buttons: dict[str, int] = field(default_factory=dict)
    lamps: dict[str, list[int]] = field(default_factory=dict)
    colours: dict[int, str] = field(default_factory=dict)
    pins: str = PIN_WAYS[0]
    mat: MatEntry | None = None
    rack: str | None = None
    take_turns: bool = False
    lights: Mapping[str, str] = field(default_factory=dict)

    def place(self, zone: str, spot: SeatDevices) -> None:
        """Assign an antenna to this zone, and to no other."""
        self.zones = {at: had for at, had in self.zones.items() if had != spot}
        self.zones[zone] = spot

    def seat_names(self) -> tuple[str, ...]:
        """Return the seats."""
        return tuple(map(seat_name, range(self.seats or 0)))

    def zone_names(self) -> tuple[str, ...]:
        """Return the zones that may get a reader."""
        if TAP in self.zones or not self.seats:
            return (TAP,) if TAP in self.zones else ()
        slots = (slot for slot in slots_of(self.seats) if slot in self.zones)
        return (*full_mat(self.seats).zones, *slots)

    def next_slot(self) -> str | None:
        """Return the next free slot of the rack that is being set up; None if there is no such rack, or it is full."""
        free = (slot for slot in slots_of(self.seats or 0) if slot not in self.zones)
        return next((slot for slot in free if slot.partition(".")[0] == self.rack), None)

    def table(self) -> TableFile | None:
        """Return the table of this draft; None while it has no reader."""
        if not self.zones or self.seats is None:
            return None
        readers = [
            ReaderEntry(zone, spot.device, spot.backend) for zone, spot in self.zones.items() if not _on_mat(spot)
        ]
        mat = self._mat_entry()
        kind = "mat" if mat is not None else "one-reader" if TAP in self.zones else "seats"
        order = [*full_mat(self.seats).zones, TAP, *slots_of(self.seats)].index
        readers.sort(key=lambda entry: order(entry.zone))
        return TableFile(kind, self.seats, tuple(readers), self._panel(), self.pins, mat, self.take_turns, self.lights)

    def _mat_entry(self) -> MatEntry | None:
        placed = {spot.socket: zone for zone, spot in self.zones.items() if spot.socket is not None}
        if not placed:
            return None
        device = next(spot.device for spot in self.zones.values() if _on_mat(spot))
        zones = tuple(placed.get(socket, "") for socket in range(max(placed) + 1))
        return replace(self.mat or MatEntry(device), device=device, zones=zones)

    def _panel(self) -> tuple[SeatEntry, ...]:
        seats = sorted({*self.buttons, *self.lamps})
        return tuple(SeatEntry(seat, self._lamp(seat), self.buttons.get(seat)) for seat in seats)

    def _lamp(self, seat: str) -> tuple[int, ...]:
        """Return the lamp's pins: red, green and blue if all three are known, otherwise only the first."""
        pins = self.lamps.get(seat, [])
        by_colour = {self.colours[pin]: pin for pin in pins if pin in self.colours}
        if set(RGB) <= set(by_colour):
            return tuple(by_colour[colour] for colour in RGB)
        return tuple(pins[:1])

    def write(self, path: Path) -> None:
        """Write the file, completely or not at all. Raises OSError."""
        table = self.table()
        if table is None:
            return
        text = write_table_file(table)
        parse_table_file(text, str(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        _keep_unreadable(path)
        write_whole(path, text, private=False)


def _keep_unreadable(path: Path) -> None:
    """Keep a file with mistakes beside the new one, as `.unreadable`, `.unreadable-2` and so on."""
    if path.exists():
        try:
            read_table_file(path)
        except TableFileError:
            ends = chain([""], map("-{}".format, count(2)))
            names = (path.with_name(f"{path.name}.unreadable{end}") for end in ends)
            os.rename(path, next(name for name in names if not os.path.lexists(name)))


def draft_of(table: TableFile) -> Draft:
    """Return the draft of an existing table file."""
    zones = {entry.zone: SeatDevices(entry.device, entry.backend) for entry in table.readers}
    if table.mat is not None:
        zones |= {zone: mat_spot(table.mat.device, socket) for zone, socket in table.sockets().items()}
    draft = Draft(table.seats, zones, pins=table.pins, mat=table.mat, take_turns=table.take_turns, lights=table.lights)
    for entry in table.panel:
        if entry.button is not None:
            draft.buttons[entry.seat] = entry.button
        if entry.lamp:
            draft.lamps[entry.seat] = list(entry.lamp)
        if len(entry.lamp) == len(RGB):
            draft.colours |= dict(zip(entry.lamp, RGB, strict=True))
    return draft


def draft_at(path: Path) -> Draft:
    """Return the draft of the table file at a path; empty if there is none, or it cannot be read."""
    with suppress(TableFileError):
        return draft_of(read_table_file(path))
    return Draft()


MAT = "mat"


def mat_spot(device: str, socket: int) -> SeatDevices:
    """Return an antenna of a mat."""
    return SeatDevices(device, MAT, socket)


def _on_mat(spot: SeatDevices) -> bool:
    return spot.socket is not None


def trial_table(spots: Mapping[str, SeatDevices]) -> TableFile:
    """Return a table in which each antenna is a zone of this name, for finding out which one a card is held to."""
    readers = tuple(ReaderEntry(zone, spot.device, spot.backend) for zone, spot in spots.items() if not _on_mat(spot))
    mats = [(zone, spot) for zone, spot in spots.items() if _on_mat(spot)]
    if not mats:
        return TableFile("seats", MAT_SEATS, readers)
    sockets = {spot.socket: zone for zone, spot in mats}
    zones = tuple(sockets.get(socket, "") for socket in range(1 + max(filter(None, sockets), default=0)))
    return TableFile("mat", MAT_SEATS, readers, mat=MatEntry(mats[0][1].device, zones))


def usual_seats(spots: Iterable[SeatDevices]) -> int:
    """Return the most likely number of seats with these antennas: one each, except that of the stage."""
    found = list(spots)
    most = MAT_SEATS if any(map(_on_mat, found)) else SEATS[-1]
    return max(2, min(most, len(found) - 1 if len(found) > 3 else len(found)))
