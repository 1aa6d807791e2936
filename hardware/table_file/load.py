"""`table.toml`: the equipment of a table.

    kind = "seats"                       # or "one-reader", or "mat"
    seats = 4

    [[reader]]
    zone = "seat1.play"
    backend = "nfcpy"                    # hardware/readers has a file of this name
    device = "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"

    [[reader]]
    zone = "seat4.rack1"                 # a rack slot for one card of a bot; at most 12 per seat
    backend = "nfcpy"
    device = "/dev/serial/by-id/usb-1a86_USB_Serial-if01-port0"

    [gpio]
    pins = "lgpio"                       # or "rpigpio"

    [[seat]]
    seat = "seat1"
    lamp = 17                            # or [17, 27, 22] for red, green and blue
    button = 4

    [[slot]]
    slot = "seat4.rack1"
    lamp = 23                            # optional: shows which card to take

    [lights]                             # optional: colours of cues, on lamps and pages
    your-turn = "#00ff00"

    [mat]                                # only for the kind "mat"; all but the device is optional
    device = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode-if00"
    zones = ["seat1.play", "", "seat2.play", "stage.target", "stage.tap"]   # at the mat's sockets 0, 1, …
    buttons = 2                          # per seat, 1 or 2
    lamps = 16                           # in each ring
    brightness = 96                      # of 255
    supply = 3.0                         # amperes of the lamps' supply; settings that could draw more are rejected
    gain = 4                             # of the readers, 0 to 7; `gains`, `guard` and `clock`: see MatEntry

All mistakes are reported at once, each with its line and a remedy.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.core.cues import Cue
from companion.core.errors import CuelightError, InputError
from companion.core.places import SEATS, SLOTS, TAP, TARGET, rack_slot, rack_zone, zone_at
from companion.core.safe_parse import MOST_TOML_LETTERS, text_of
from hardware.ports import SERIAL_PATH
from hardware.readers import USUAL, backends
from hardware.table_file.layout import TableLayout, full_mat
from hardware.table_file.mat import MAT_NUMBERS, MOST_LAMPS, MOST_SOCKETS, MatEntry, amperes, most_brightness
from hardware.table_file.toml import Mistake, Reading

NAME = "table.toml"
KINDS = ("one-reader", "seats", "mat")
PIN_WAYS = ("lgpio", "rpigpio")
_GPIO = 'Write [gpio] on a line of its own, and pins = "lgpio" or "rpigpio" below it.'
BCM_PINS = range(2, 28)
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


class TableFileError(CuelightError, ValueError):
    """Invalid table file; `mistakes` lists everything that is wrong."""

    def __init__(self, name: str, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(mistake.text(name) for mistake in self.mistakes))


@dataclass(frozen=True, slots=True)
class ReaderEntry:
    """A reader: its zone, its backend, and its device in the format of the backend."""

    zone: str
    device: str
    backend: str = USUAL


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """Pins of a seat: a lamp with one or three, and a button, as BCM numbers.

    A rack slot has only a lamp.
    """

    seat: str
    lamp: tuple[int, ...] = ()
    button: int | None = None


@dataclass(frozen=True, slots=True)
class TableFile:
    """Content of a table file."""

    kind: str
    seats: int
    readers: tuple[ReaderEntry, ...] = ()
    panel: tuple[SeatEntry, ...] = ()
    pins: str = "lgpio"
    mat: MatEntry | None = None
    take_turns: bool = False
    lights: Mapping[str, str] = field(default_factory=dict)

    def layout(self) -> TableLayout:
        """Return the zones and seats of this table.

        The content of a zone without a reader is entered by hand.
        """
        layout = full_mat(self.seats)
        extra = (TAP,) if TAP in self.served() else ()
        return TableLayout(zones=(*layout.zones, *extra), seats=layout.seats, slots=self.slots())

    def slots(self) -> tuple[str, ...]:
        """Return the rack slots that have a reader, in the order of each rack."""
        served = self.served()
        return tuple(slot for slot in slots_of(self.seats) if slot in served)

    def sockets(self) -> dict[str, int]:
        """Return the mat's socket of each zone's reader; empty for a table without a mat."""
        if self.mat is None:
            return {}
        zones = self.mat.zones or full_mat(self.seats).zones
        return {zone: number for number, zone in enumerate(zones) if zone}

    def served(self) -> tuple[str, ...]:
        """Return the zones that have a reader."""
        return (*self.sockets(), *(reader.zone for reader in self.readers))


def slots_of(seats: int) -> tuple[str, ...]:
    """Return every slot that a rack may have at a table with so many seats."""
    return tuple(rack_zone(seat, number) for seat in full_mat(seats).seats for number in SLOTS)


def read_table_file(path: Path) -> TableFile:
    """Read a table file.

    Raises TableFileError with everything that is wrong in it.
    """
    try:
        with path.open("rb") as opened:
            text = text_of(opened.read(4 * MOST_TOML_LETTERS + 1))  # a letter has at most four bytes
    except FileNotFoundError:
        raise TableFileError(str(path), [Mistake(0, "there is no such file", "Run `cuelight setup`.")]) from None
    except InputError as error:
        mistake = Mistake(error.line or 0, "this is not UTF-8 text", "Save the file as UTF-8.")
        raise TableFileError(str(path), [mistake]) from None
    except OSError as error:
        raise TableFileError(str(path), [Mistake(0, f"cannot be read: {error.strerror}", "Mend that.")]) from None
    return parse_table_file(text, str(path))


def parse_table_file(text: str, name: str = NAME) -> TableFile:
    """Return the table that a text describes.

    Raises TableFileError with everything that is wrong in it.
    """
    reading = _TableReading.of(text)
    table = reading.table()
    if reading.mistakes:
        raise TableFileError(name, sorted(reading.mistakes))
    return table


def write_table_file(table: TableFile) -> str:
    """Return the text of a table file, which `parse_table_file` reads back."""
    lines = [f'kind = "{table.kind}"', f"seats = {table.seats}", *(["take_turns = true"] if table.take_turns else ())]
    for reader in table.readers:
        lines += ["", "[[reader]]", f'zone = "{reader.zone}"', f'backend = "{reader.backend}"']
        lines += [f'device = "{reader.device}"']
    if table.panel:
        lines += ["", "[gpio]", f'pins = "{table.pins}"']
    for seat in table.panel:
        kind = "seat" if rack_slot(seat.seat) is None else "slot"
        lines += ["", f"[[{kind}]]", f'{kind} = "{seat.seat}"']
        if seat.lamp:
            lines.append(f"lamp = {seat.lamp[0] if len(seat.lamp) == 1 else list(seat.lamp)}")
        if seat.button is not None:
            lines.append(f"button = {seat.button}")
    if table.lights:
        lines += ["", "[lights]", *(f'{cue} = "{colour}"' for cue, colour in table.lights.items())]
    if table.mat is not None:
        lines += ["", "[mat]", f'device = "{table.mat.device}"']
        usual = MatEntry("")
        for name in ("zones", "gains", *MAT_NUMBERS):
            if (value := getattr(table.mat, name)) != getattr(usual, name):
                lines.append(f"{name} = {json.dumps(value)}")
    return "\n".join(lines) + "\n"


@dataclass
class _TableReading(Reading):
    """Reads and validates the table in a document."""

    _pins: dict[int, str] = field(default_factory=dict)

    def table(self) -> TableFile:
        self.known(self.data, ("kind", "seats", "take_turns", "reader", "seat", "slot", "gpio", "lights", "mat"), "", 0)
        kind = self.word(self.data, "kind", KINDS, "", 0)
        seats = self._seats(kind)
        readers = tuple(self._readers(kind, seats))
        panel = (*self._panel(seats, readers), *self._slot_lamps(seats))
        gpio = self.section("gpio", ("pins",))
        if panel and "gpio" not in self.data:
            self.wrong(("gpio", 0, ""), "[gpio] is missing, and lamps or buttons need it", _GPIO)
            panel = ()
        pins = self.word(gpio, "pins", PIN_WAYS, "gpio", 0) if gpio or panel else PIN_WAYS[0]
        table = TableFile(kind, seats, readers, panel, pins, self._mat(kind, seats), self._take_turns(), self._lights())
        self._check_racks(table)
        return table

    def _check_racks(self, table: TableFile) -> None:
        """Check that each rack's seat has a reader, and that each slot lamp has a slot.

        A bot's cards are played at the seat's own reader.
        """
        slots, served = table.slots(), table.served()
        for seat in dict.fromkeys(slot.partition(".")[0] for slot in slots):
            if zone_at(seat) not in served:
                what = f"the rack at {seat} has readers, and {zone_at(seat)} has none"
                self.wrong(("", 0, "kind"), what, f"Give {zone_at(seat)} a reader: there a bot's cards are laid.")
        for number, entry in enumerate(each for each in table.panel if rack_slot(each.seat) is not None):
            if entry.seat not in slots:
                self.wrong(("slot", number, "slot"), f"{entry.seat} has no reader", "Write a [[reader]] for it.")

    def _seats(self, kind: str) -> int:
        value = self.data.get("seats")
        if type(value) is not int or value not in SEATS:
            what = "seats is missing" if value is None else f"seats is {value!r}"
            remedy = f"Write how many people can sit at the table, {SEATS[0]} to {SEATS[-1]}."
            self.wrong(("", 0, "seats"), what, remedy)
            return 6
        return value

    def _take_turns(self) -> bool:
        value = self.data.get("take_turns", False)
        if not isinstance(value, bool):
            self.wrong(("", 0, "take_turns"), f"take_turns is {value!r}", "Write true or false.")
        return value is True

    def _lights(self) -> dict[str, str]:
        section = self.section("lights", tuple(cue for cue in Cue if cue is not Cue.IDLE))
        for cue, colour in section.items():
            if not isinstance(colour, str) or not COLOUR.fullmatch(colour):
                self.wrong(("lights", 0, cue), f"{cue} is {colour!r}", 'Write a colour such as "#1fc55a".')
        return {cue: str(colour).lower() for cue, colour in section.items()}

    def _readers(self, kind: str, seats: int) -> Iterator[ReaderEntry]:
        layout = full_mat(seats)
        zones = (TAP,) if kind == "one-reader" else (*layout.zones, TARGET)
        slots = () if kind == "one-reader" else slots_of(seats)
        had: dict[str, str] = {}
        count = 0
        for number, item in self.entries("reader", ("zone", "backend", "device")):
            count += 1
            is_slot = item.get("zone") in slots
            zone = item["zone"] if is_slot else self.word(item, "zone", tuple(dict.fromkeys(zones)), "reader", number)
            backend = self.word(item, "backend", tuple(backends()), "reader", number)
            sort = backends()[backend or USUAL]
            device = self._device(item, ("reader", number, "device"), sort.knows, sort.written)
            for value, member in ((zone, "zone"), (device, "device")):
                if value and value in had:
                    self.wrong(("reader", number, member), f"{value} has a reader already", "Give each its own.")
                had[value] = member
            if any(_is_behind(device, other) or _is_behind(other, device) for other in had):
                what = f"{device} and a reader behind a hub of the same bus answer together"
                self.wrong(("reader", number, "device"), what, "Put every reader of the bus behind the hub.")
            yield ReaderEntry(zone, device, backend)
        if kind == "one-reader" and count != 1:
            what = f"a table with one reader has {count} of them"
            self.wrong(("reader", 1, "") if count else ("", 0, "kind"), what, "Write one [[reader]], or another kind.")
        if kind == "seats" and not count:
            self.wrong(("", 0, "kind"), "there is no reader", "Write a [[reader]] for each seat.")

    def _device(
        self, item: dict[str, Any], where: tuple[str, int, str], knows: Callable[[str], Any], written: str
    ) -> str:
        value = item.get("device")
        if isinstance(value, str) and knows(value):
            return value
        what = "device is missing" if value is None else f"device is {value!r}"
        self.wrong(where, what, f"Write {written}.")
        return ""

    def _panel(self, seats: int, readers: Sequence[ReaderEntry]) -> Iterator[SeatEntry]:
        for reader in readers:
            self._pins |= backends()[reader.backend or USUAL].pins(reader.device)
        had: set[str] = set()
        for number, item in self.entries("seat", ("seat", "lamp", "button")):
            seat = self.word(item, "seat", full_mat(seats).seats, "seat", number)
            if seat and seat in had:
                self.wrong(("seat", number, "seat"), f"{seat} is there already", "Write each seat once.")
            had.add(seat)
            yield SeatEntry(seat, self._lamp(item, number), self._button(item, number))

    def _slot_lamps(self, seats: int) -> Iterator[SeatEntry]:
        for number, item in self.entries("slot", ("slot", "lamp")):
            slot = self.word(item, "slot", slots_of(seats), "slot", number)
            yield SeatEntry(slot, self._lamp(item, number, "slot"))

    def _lamp(self, item: dict[str, Any], number: int, table: str = "seat") -> tuple[int, ...]:
        value = item.get("lamp", [])
        pins = value if isinstance(value, list) else [value]
        if len(pins) not in (0, 1, 3):
            what = f"a lamp has {len(pins)} pins"
            self.wrong((table, number, "lamp"), what, "Write one pin, or three for red, green and blue.")
        return tuple(self._pin(pin, table, number, "lamp") for pin in pins)

    def _button(self, item: dict[str, Any], number: int) -> int | None:
        return self._pin(item["button"], "seat", number, "button") if "button" in item else None

    def _pin(self, value: Any, table: str, number: int, member: str) -> int:
        where = (table, number, member)
        if type(value) is not int or value not in BCM_PINS:
            self.wrong(where, f"{member} is {value!r}", "Write the BCM number of a pin, 2 to 27.")
            return 0
        if value in self._pins:
            self.wrong(where, f"pin {value} is used already, for {self._pins[value]}", "Take another pin.")
        self._pins[value] = f"the {member} of [[{table}]] number {number + 1}"
        return value

    def _mat(self, kind: str, seats: int) -> MatEntry | None:
        section = self.section("mat", ("device", "zones", "gains", *MAT_NUMBERS))
        if kind != "mat":
            if section:
                self.wrong(("mat", 0, ""), f"a table of the kind {kind!r} has no mat", 'Write kind = "mat".')
            return None
        limits = MAT_NUMBERS | {"lamps": (1, MOST_LAMPS // seats)}
        numbers = {name: self._mat_number(section, name, limits[name]) for name in limits if name in section}
        zones, gains = self._mat_zones(section, seats), self._mat_gains(section)
        where = "mat", 0, "device"
        device = self._device(section, where, SERIAL_PATH.match, "a path such as /dev/serial/by-id/usb-…")
        entry = MatEntry(device, zones, gains=gains, **numbers)
        self._check_amperes(entry, seats)
        return entry

    def _check_amperes(self, mat: MatEntry, seats: int) -> None:
        lamps = seats * mat.lamps
        drawn = amperes(lamps, mat.brightness)
        if drawn > mat.supply:
            what = f"{lamps} lamps at brightness {mat.brightness} can draw {drawn:.1f} A; supply is {mat.supply:g} A"
            dimmer = f"brightness = {most_brightness(lamps, mat.supply)} or less"
            self.wrong(("mat", 0, "brightness"), what, f"Write {dimmer}, or the amperes of the supply that is there.")

    def _mat_gains(self, section: dict[str, Any]) -> tuple[int, ...]:
        value, (least, most) = section.get("gains", []), MAT_NUMBERS["gain"]
        numbers = value if isinstance(value, list) else [None]
        if len(numbers) > MOST_SOCKETS or not all(type(gain) is int and least <= gain <= most for gain in numbers):
            remedy = f"Write a number from {least} to {most} for each socket, such as [4, 4, 5]."
            self.wrong(("mat", 0, "gains"), f"gains is {value!r}", remedy)
            return ()
        return tuple(numbers)

    def _mat_number(self, section: dict[str, Any], name: str, limits: tuple[float, float]) -> Any:
        value, (least, most) = section[name], limits
        sorts = (int, float) if isinstance(least, float) else (int,)
        if type(value) not in sorts or not least <= value <= most:
            self.wrong(("mat", 0, name), f"{name} is {value!r}", f"Write a number from {least} to {most}.")
            return least
        return value

    def _mat_zones(self, section: dict[str, Any], seats: int) -> tuple[str, ...]:
        value, known = section.get("zones", []), (*full_mat(seats).zones, TAP)
        slots = slots_of(seats)
        if not isinstance(value, list) or len(value) > MOST_SOCKETS:
            self.wrong(("mat", 0, "zones"), "zones is no list of at most twelve", 'Write ["seat1.play", …].')
            return ()
        for zone in value:
            if zone != "" and (zone not in (*known, *slots) or value.count(zone) > 1):
                what = f"{zone} is there twice" if zone in (*known, *slots) else f"there is no zone {zone!r}"
                self.wrong(("mat", 0, "zones"), what, f'Write "" for an empty socket, or one of: {", ".join(known)}.')
        return tuple(str(zone) for zone in value)


def _is_behind(device: str, bus: str) -> bool:
    """Return whether a reader is behind a hub of an I2C bus at which `bus` names a reader, too: both answer at once."""
    return bus.startswith("/dev/i2c-") and device.startswith(f"{bus}:")
