"""`cuelight setup`: finds readers, lamps and buttons, asks whose is whose by touch, and writes `table.toml`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from companion.play.errors import CuelightError
from companion.play.places import SEATS, TAP, TARGET, zone_at
from cuelight.commands.person import Person
from hardware.finding import Candidate, Found, PinFinder, candidates, open_readers, touched
from hardware.readers import backends
from hardware.table_file import (
    PIN_WAYS,
    ReaderEntry,
    SeatEntry,
    TableFile,
    parse_table_file,
    write_table_file,
)
from hardware.table_layout import full_mat
from hardware.trouble import DeviceError, Reason

MISSING = (Reason.NO_LIBRARY, Reason.NO_LIBUSB)


class NothingFound(CuelightError, LookupError):
    """There is no reader to set up; the message says what was tried, and why each failed."""


def setup(
    path: Path, person: Person, *, find: Callable[[], list[Candidate]] = candidates, pins: Any = None
) -> TableFile:
    """Set a table up with a person, and write its table file.

    Args:
        find: gives the devices that may be readers.
        pins: gpiozero's factory of pins; without it the ways that there are, are tried.

    Raises NothingFound, DeviceError, or OSError when the file cannot be written.
    """
    person.tell("Looking for readers ...")
    readers, failed = open_readers(find())
    for error in {error.reason: error for error in failed if error.reason in MISSING}.values():
        person.tell(str(error))
    try:
        if not readers:
            raise NothingFound(_why_none(failed))
        person.tell(f"{len(readers)} found: {', '.join(reader.opened.identity().chip for reader in readers)}.")
        table = _table_of(readers, person)
    finally:
        for reader in readers:
            reader.opened.close()
    panel, way = _panel_of(table, person, pins)
    table = TableFile(table.kind, table.seats, table.readers, panel, way)
    text = write_table_file(table)
    parse_table_file(text, str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
    person.tell(f"Written to {path}. Now run `cuelight doctor`, then `cuelight run`.")
    return table


def _why_none(failed: Sequence[DeviceError]) -> str:
    tried = [f"{error.device}: {error.reason}" for error in failed]
    said = f" Tried: {', '.join(tried)}." if tried else " There is no serial port, and no USB reader."
    return f"no reader answers.{said} Run `cuelight doctor`: it says what to look at."


def _table_of(readers: list[Found], person: Person) -> TableFile:
    if len(readers) == 1 and person.choose("One reader: shall every card be tapped on it?", ("yes", "no")) == "yes":
        return TableFile("one-reader", 6, (_entry(TAP, readers[0]),))
    choices = list(map(str, SEATS))
    seats = int(person.choose("How many seats has the table?", choices))
    entries, left = [], list(readers)
    for place, zone in [*((seat, zone_at(seat)) for seat in full_mat(seats).seats), ("the stage", TARGET)]:
        if not left:
            break
        person.tell(f"Touch the reader of {place} with a card.")
        found = touched(left, person.has_given_up)
        if found is None:
            break
        left.remove(found)
        entries.append(_entry(zone, found))
        person.tell(f"{place}: {found.opened.device}")
    return TableFile("seats", seats, tuple(entries))


def _entry(zone: str, found: Found) -> ReaderEntry:
    return ReaderEntry(zone, found.opened.device, found.backend)


def _panel_of(table: TableFile, person: Person, pins: Any) -> tuple[tuple[SeatEntry, ...], str]:
    """Lamps and buttons: each button is pressed, then each lamp that lights is answered with its seat's button."""
    if person.choose("Are buttons wired to this machine's pins?", ("yes", "no")) == "no":
        return (), PIN_WAYS[0]
    taken = [pin for entry in table.readers for pin in backends()[entry.backend].pins(entry.device)]
    finder, way = _finder(pins, taken)
    try:
        buttons = _buttons(table, person, finder)
        lamps = _lamps(person, finder, buttons)
    finally:
        finder.close()
    seats = sorted({*buttons, *lamps})
    return tuple(SeatEntry(seat, tuple(lamps.get(seat, ())), buttons.get(seat)) for seat in seats), way


def _finder(pins: Any, taken: Iterable[int]) -> tuple[PinFinder, str]:
    if pins is not None:
        return PinFinder(pins, taken), PIN_WAYS[0]
    failures: list[DeviceError] = []
    for way in PIN_WAYS:
        try:
            return PinFinder(way, taken), way
        except DeviceError as error:
            failures.append(error)
    reason = Reason.NO_LIBRARY if all(it.reason is Reason.NO_LIBRARY for it in failures) else failures[0].reason
    raise DeviceError("the pins", reason, "; ".join(it.detail for it in failures))


def _buttons(table: TableFile, person: Person, finder: PinFinder) -> dict[str, int]:
    found: dict[str, int] = {}
    for seat in full_mat(table.seats).seats:
        person.tell(f"Press the button of {seat}.")
        pin = finder.pressed(person.has_given_up)
        if pin is None:
            break
        if pin in found.values():
            person.tell("That button is another seat's already; it is left out here.")
            continue
        found[seat] = pin
        finder.take(pin)
        person.tell(f"{seat}: the button is on pin {pin}.")
    return found


def _lamps(person: Person, finder: PinFinder, buttons: dict[str, int]) -> dict[str, list[int]]:
    """Light the free pins one after the other; whoever's lamp it is presses their button."""
    if not buttons or person.choose("Are lamps wired to this machine's pins?", ("yes", "no")) == "no":
        return {}
    seat_of = {pin: seat for seat, pin in buttons.items()}
    colours: dict[str, dict[str, int]] = {}
    for pin in list(finder.free):
        darken = finder.light(pin)
        person.tell("Whose lamp is on? Press that seat's button; where none is on, hold any button for a second.")
        try:
            seat = finder.whose(seat_of, person.has_given_up)
        finally:
            darken()
        if seat is None:
            continue
        taken = colours.setdefault(seat, {})
        colour = person.choose(f"What colour was the lamp of {seat}?", ("plain", "red", "green", "blue"))
        taken[colour] = pin
        person.tell(f"{seat}: the {colour} lamp is on pin {pin}.")
    return {seat: _in_order(person, seat, taken) for seat, taken in colours.items()}


def _in_order(person: Person, seat: str, taken: dict[str, int]) -> list[int]:
    if {"red", "green", "blue"} <= set(taken):
        return [taken["red"], taken["green"], taken["blue"]]
    if len(taken) > 1:
        person.tell(f"The lamp of {seat} is not whole (red, green and blue): its first pin is used as a plain one.")
    return [next(iter(taken.values()))]
