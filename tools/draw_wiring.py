"""Generate the wiring diagrams and tables of docs/hardware.md from the table files.

    python tools/draw_wiring.py

Each drawing shows the 40 pins of a Raspberry Pi in their real positions, pin 1 at the top left, with their wires.
"""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).parent.parent), str(Path(__file__).parent)]

from mat_electrics import SERIES_OHMS  # noqa: E402
from mat_parts import buying_table, parts_table, pcsc_items, rack_items, seat_items, spi_items, unit_items  # noqa: E402

from hardware.known_readers import readers_table  # noqa: E402
from hardware.ports import UARTS  # noqa: E402
from hardware.readers.rc522 import NAMES_OF_PINS, SELECTS, select_of  # noqa: E402
from hardware.table_file.load import TableFile, read_table_file  # noqa: E402

GUIDE = Path(__file__).parent.parent / "docs" / "hardware.md"
READERS = GUIDE.parent / "readers.md"
FIRST = GUIDE.parent / "first-table.md"
FOLDER = GUIDE.parent / "wiring"
NAMES = ("one-reader", "seats", "units", "spi")

# The header of every Raspberry Pi with 40 pins, by physical number from 1: a BCM number, or another function.
HEADER: tuple[int | str, ...] = (
    *("3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15),
    *(17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND"),
    *(9, 25, 11, 8, "GND", 7, "ID", "ID", 5, "GND"),
    *(6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)
PITCH, TOP, LEFT, RIGHT = 26, 84, 470, 510
COLOURS = {
    "lamp": "#1f8f4a",
    "button": "#2f5fd0",
    "GND": "#222222",
    "5V": "#c22a1f",
    "3V3": "#d0701f",
    "data": "#b06a00",
    "select": "#7a3fb0",
}
STYLE = "font-family='Helvetica, Arial, sans-serif'"


# By the LED's colour ("" for a single LED, which is red, yellow or amber): its resistor, and the approximate voltage of
# the LED. Six three-colour LEDs at full brightness must not exceed the total current of the pins.
OHMS = {"": 330, "red": 470, "green": 150, "blue": 150}
LED_VOLTS = {"": 1.9, "red": 1.9, "green": 2.9, "blue": 2.9}
OHMS_OF_ONE_GREEN = 100  # or blue or white, alone
PIN_VOLTS, PIN_MA, PINS_MA = 3.3, 16.0, 50.0  # limits of a Raspberry Pi's header: one pin, and all of them


class Wire(NamedTuple):
    """A wire from a pin of the header to a part next to it."""

    pin: int
    label: str
    kind: str


def physical(bcm: int) -> int:
    """Return the physical number, from 1, of a BCM pin."""
    return HEADER.index(bcm) + 1


def wires(table: TableFile) -> list[Wire]:
    """Return every wire of a table, in pin order."""
    found = []
    for entry in table.panel:
        seat = entry.seat.replace("seat", "seat ")
        parts = ("red", "green", "blue") if len(entry.lamp) == 3 else ("",)
        for pin, part in zip(entry.lamp, parts, strict=False):
            label = f"{OHMS[part]} Ω, LED {part} of {seat}".replace("  ", " ")
            found.append(Wire(physical(pin), label, "lamp"))
        if entry.button is not None:
            label = f"{SERIES_OHMS / 1000:g} kΩ, button of {seat}"
            found.append(Wire(physical(entry.button), label, "button"))
    if any(reader.device in UARTS for reader in table.readers):
        found += [Wire(1, "PN532 VCC", "3V3"), Wire(6, "PN532 GND", "GND")]
        found += [Wire(physical(14), "PN532 RXD", "data"), Wire(physical(15), "PN532 TXD", "data")]
    if any(_is_i2c(reader.device) for reader in table.readers):
        found += [Wire(2, "5 V of the PaHub", "5V"), Wire(6, "GND of the PaHub", "GND")]
        found += [Wire(physical(2), "SDA of the PaHub", "data"), Wire(physical(3), "SCL of the PaHub", "data")]
    found += _spi(table)
    if any(entry.lamp for entry in table.panel):
        found.append(Wire(39, "the short leg of every LED", "GND"))
    if any(entry.button is not None for entry in table.panel):
        found.append(Wire(34, "the other side of every button", "GND"))
    return sorted(found)


def _spi(table: TableFile) -> list[Wire]:
    """Return the wires of RC522 modules: three per bus, and a chip select for each."""
    selects = {select_of(reader.device): _place(reader.zone) for reader in table.readers if _is_spi(reader.device)}
    found = [
        Wire(physical(SELECTS[select]), f"SDA of the RC522 of {place}", "select") for select, place in selects.items()
    ]
    for bus in sorted({bus for bus, _number in selects}):
        found += [
            Wire(physical(pin), f"{name} of the RC522s of SPI {bus}", "data")
            for name, pin in NAMES_OF_PINS[bus].items()
        ]
    if selects:
        found += [Wire(2, "the 3.3 V regulator of the RC522s", "5V"), Wire(25, "GND of the RC522s", "GND")]
    return found


def _is_spi(device: str) -> bool:
    return "spidev" in device


def _is_i2c(device: str) -> bool:
    return "i2c" in device


def _place(zone: str) -> str:
    return zone.partition(".")[0].replace("seat", "seat ").replace("stage", "the stage")


def led_ma(table: TableFile) -> list[float]:
    """Return the current in mA of each pin whose LED is fully on."""
    parts = [part for seat in table.panel for part in (("red", "green", "blue") if len(seat.lamp) == 3 else ("",))]
    return [1000 * (PIN_VOLTS - LED_VOLTS[part]) / OHMS[part] for part in parts]


def drawing(table: TableFile, title: str) -> str:
    """Return the drawing as SVG."""
    height = TOP + 20 * PITCH + 150
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 980 {height}' role='img'>",
        f"<title>{escape(title)}</title>",
        f"<rect width='980' height='{height}' fill='#ffffff'/>",
        _text(490, 40, title, 22, "middle", bold=True),
        f"<rect x='{LEFT - 32}' y='{TOP - 24}' width='{RIGHT - LEFT + 64}' height='{20 * PITCH + 22}' rx='10' "
        "fill='#e9efe6' stroke='#5b7a52' stroke-width='2'/>",
    ]
    used = {wire.pin: wire for wire in wires(table)}
    for number, what in enumerate(HEADER, 1):
        parts += _pin(number, what, used.get(number))
    parts += [*_usb(table, TOP + 20 * PITCH + 30), "</svg>"]
    return "\n".join(parts) + "\n"


def _pin(number: int, what: int | str, wire: Wire | None) -> list[str]:
    left = number % 2 == 1
    x, y = LEFT if left else RIGHT, TOP + (number - 1) // 2 * PITCH
    fill = COLOURS[wire.kind] if wire else "#ffffff"
    ink = "#ffffff" if wire else "#444444"
    parts = [
        f"<circle cx='{x}' cy='{y}' r='10' fill='{fill}' stroke='#444444'/>",
        _text(x, y + 4, str(number), 10, "middle", ink=ink),
    ]
    if wire is None:
        return parts
    end = 330 if left else 650
    name = f"GPIO {what}" if isinstance(what, int) else str(what)
    start = x - 10 if left else x + 10
    parts.append(f"<path d='M{start} {y} H{end}' stroke='{fill}' stroke-width='3' fill='none'/>")
    parts.append(_text((start + end) / 2 + (-14 if left else 14), y - 4, name, 11, "middle", ink=fill))
    parts.append(f"<rect x='{end - 4}' y='{y - 4}' width='8' height='8' fill='{fill}'/>")
    parts.append(_text(end - 12 if left else end + 12, y + 5, wire.label, 15, "end" if left else "start"))
    return parts


def _usb(table: TableFile, y: int) -> list[str]:
    """Draw the readers at the bottom: those on USB, or those behind the hub on I2C."""
    units = any(_is_i2c(reader.device) for reader in table.readers)
    hub = "PaHub, on the I2C above" if units else "USB, by a hub with its own supply"
    readers = [reader for reader in table.readers if reader.device not in UARTS and not _is_spi(reader.device)]
    if not readers:
        return []
    width = 130
    start = 490 - width * len(readers) / 2
    parts = [
        f"<rect x='{490 - 130}' y='{y - 14}' width='260' height='30' rx='6' fill='#f1f1f1' stroke='#444444'/>",
        _text(490, y + 6, hub, 14, "middle"),
    ]
    for number, reader in enumerate(readers):
        x = start + width * number + width / 2
        where = _place(reader.zone)
        parts.append(
            f"<path d='M490 {y + 16} V{y + 34} H{x} V{y + 50}' stroke='#b06a00' stroke-width='3' fill='none'/>"
        )
        parts.append(
            f"<rect x='{x - 58}' y='{y + 50}' width='116' height='44' rx='6' fill='#fff6e5' stroke='#b06a00'/>"
        )
        part = f"RFID2, socket {reader.device[-1]}" if units else "PN532 + adapter"
        parts.append(_text(x, y + 68, part, 13, "middle"))
        parts.append(_text(x, y + 86, where, 13, "middle", bold=True))
    return parts


def _text(x: float, y: float, words: str, size: int, anchor: str, *, bold: bool = False, ink: str = "#222222") -> str:
    weight = " font-weight='bold'" if bold else ""
    place = f"x='{x:g}' y='{y:g}' font-size='{size}' text-anchor='{anchor}' fill='{ink}'"
    return f"<text {place}{weight} {STYLE}>{escape(words)}</text>"


def wiring_table(table: TableFile) -> str:
    """Return the wires as a Markdown table; the same part of several places is one row."""
    rows: dict[str, dict[str, str]] = {}
    for wire in wires(table):
        part = re.sub(r" of (seat \d|the stage)$", "", wire.label)
        place = wire.label.removeprefix(part).removeprefix(" of ")
        what = HEADER[wire.pin - 1]
        rows.setdefault(part, {})[place] = str(wire.pin) if isinstance(what, int) else f"{wire.pin} ({what})"
    lines = ["| goes to | pin |", "| --- | --- |"]
    for part, pins in rows.items():
        each = [f"{place}: {pins[place]}".removeprefix(": ") for place in sorted(pins)]
        lines.append(f"| {part} | {', '.join(each)} |")
    return "\n".join(lines)


TITLES = {
    "one-reader": "One reader, on the serial port of the Raspberry Pi",
    "seats": "A reader, a light and a button at each of six seats",
    "units": "Six Unit RFID2 behind a PaHub, without soldering",
    "spi": "Five RC522 at the Raspberry Pi's own SPI, with lights and buttons",
}


def guide() -> str:
    """Return docs/hardware.md with its tables regenerated between their comments."""
    text = GUIDE.read_text(encoding="utf-8")
    tables = {name: wiring_table(read_table_file(FOLDER / f"{name}.toml")) for name in NAMES}
    tables["parts of spi"] = parts_table(spi_items(read_table_file(FOLDER / "spi.toml")))
    tables["parts of seats"] = parts_table(seat_items(read_table_file(FOLDER / "seats.toml")))
    tables["parts of rack"] = parts_table(rack_items(read_table_file(FOLDER / "rack.toml")))
    tables["parts of pcsc"] = parts_table(pcsc_items(read_table_file(FOLDER / "pcsc.toml")))
    for name, table in tables.items():
        text = re.sub(rf"(<!-- {name} -->\n).*?(\n<!-- end -->)", rf"\g<1>{table}\g<2>", text, flags=re.DOTALL)
    return text


def first_page() -> str:
    """Return docs/first-table.md with its shopping lists regenerated, without lights and buttons."""
    seats = replace(read_table_file(FOLDER / "seats.toml"), panel=())
    bought = buying_table(seat_items(seats), unit_items(read_table_file(FOLDER / "units.toml")))
    text = FIRST.read_text(encoding="utf-8")
    return re.sub(r"(<!-- buy -->\n).*?(\n<!-- end -->)", rf"\g<1>{bought}\g<2>", text, flags=re.DOTALL)


def readers_page() -> str:
    """Return docs/readers.md with its table regenerated."""
    begin, end = "<!-- readers: made by tools/draw_wiring.py -->", "<!-- end of readers -->"
    before, rest = READERS.read_text(encoding="utf-8").split(begin)
    return f"{before}{begin}\n{readers_table()}\n{end}{rest.split(end)[1]}"


def main() -> None:
    """Write every diagram, and the tables."""
    for name in NAMES:
        table = read_table_file(FOLDER / f"{name}.toml")
        (FOLDER / f"{name}.svg").write_text(drawing(table, TITLES[name]), encoding="utf-8")
    GUIDE.write_text(guide(), encoding="utf-8")
    FIRST.write_text(first_page(), encoding="utf-8")
    READERS.write_text(readers_page(), encoding="utf-8")


if __name__ == "__main__":
    main()
