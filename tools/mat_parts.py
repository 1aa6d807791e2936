"""Shopping lists of a table, counted from the pins, the table files and the box.

Prices are estimates of 2026 in euros, for single items from hobby shops, without postage. Nobody has bought this yet.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from mat_electrics import (
    ARM_OHMS,
    BUTTON_OHMS,
    FUSE_AMPERES,
    I2C_OHMS,
    MISO_OHMS,
    SERIES_OHMS,
    SUPPLY_WIRE_MM2,
    runs,
)

from companion.core.places import rack_slot
from companion.games import USUAL, begin, game_of
from hardware.table_file.layout import FULL_MAT
from hardware.table_file.load import TableFile
from hardware.table_file.mat import MatEntry

SPARE_TAGS = 1.08  # some are defective or get lost while they are attached
SPARE_READERS = 2
SPARE_CABLE = 1.4
RC522, RC522_PRICE = "RC522 module (MFRC522, 3.3 V, SPI, board 40 × 60 mm)", 2.8
REGULATOR = "3.3 V regulator in TO-220, 0.5 A or more (MCP1825S-3302 or LD1117V33)"


class Item(NamedTuple):
    """An item to buy: description, count, price of one in euros, and an alternative."""

    what: str
    count: int
    each: float
    instead: str = ""


def tags(edition: str | None = None) -> tuple[int, int]:
    """Return how many tags a box of the usual game needs, and on how many things."""
    play = begin(USUAL, ["Ann", "Ben"], seed=0, edition=edition)
    box = game_of(USUAL).box.contents(play.state)
    return sum(box.values()), len(box)


def tag_item() -> Item:
    """Return the tags of a box, with spares."""
    count, things = tags()
    what = f"NTAG213 stickers, 25 mm: {count} tags on {things} different things"
    return Item(what, ceil(count * SPARE_TAGS / 10) * 10, 0.2)


def rc522_item(readers: int) -> Item:
    """Return the RC522 modules, with spares."""
    return Item(RC522, readers + SPARE_READERS, RC522_PRICE, f"{readers} and {SPARE_READERS} to spare")


def mat_items() -> list[Item]:
    """Return the parts of a mat with six seats and the target zone."""
    readers, seats, lamps = len(FULL_MAT.zones), len(FULL_MAT.seats), MatEntry("").lamps
    cable = sum(runs()[reader] for reader in range(readers)) / 1000
    return [
        rc522_item(readers),
        tag_item(),
        Item("Raspberry Pi Pico (RP2040), with headers", 1, 5.0, "Pico H, Pico W; **not a Pico 2** (RP2350-E9)"),
        Item("MCP23017 module (I2C)", 1, 4.0),
        Item(f"WS2812 ring of {lamps} lamps, 5 V, RGB in the order GRB", seats, 2.5,
             "SK6812 or WS2813 of the same order, up to 192 lamps; none with white (RGBW)"),
        Item("74AHCT125 (level shifter 3.3 V → 5 V)", 1, 0.8,
             "SN74LV1T34; **no 74HCT125**: it would be fed through its input when the supply is off"),
        Item("tact switch 12 × 12 mm with a cap, closing to ground", seats, 0.6,
             f"{2 * seats} for two at a seat; an arcade button of 24 mm needs 50 mm below the surface"),
        Item(REGULATOR, 1, 1.5, "no AP2112K: too small to solder on perforated board, and too warm"),
        Item("5 V supply, 3 A, and a DC jack for it", 1, 13.0),
        Item(f"fuse {FUSE_AMPERES:g} A slow, with its holder", 1, 2.0, "a resettable one of as many amperes"),
        Item("capacitor 1000 µF, 10 V, at the lamps' 5 V", 1, 0.5),
        Item("capacitors 100 nF and 10 µF, at each reader and on both sides of the regulator", readers + 2, 0.3),
        Item("capacitor 100 nF, at the 74AHCT125 and at the MCP23017", 2, 0.1),
        Item(f"resistor {MISO_OHMS:g} Ω: in each reader's MISO and the lamps' data line", readers + 1, 0.05),
        Item(f"resistor {ARM_OHMS:g} Ω: in each reader's own SCK and MOSI, at the Pico", 2 * readers, 0.05),
        Item(f"resistor {I2C_OHMS / 1000:g} kΩ: from SDA and SCL to 3.3 V", 2, 0.05, "if the module has none"),
        Item(f"resistor {BUTTON_OHMS / 1000:g} kΩ: from each button's pin and the expander's RESET to 3.3 V, "
             "from GP28 to ground", seats + 2, 0.05, f"{2 * seats + 2} for two buttons at a seat"),
        Item(f"resistor {SERIES_OHMS / 1000:g} kΩ: in series with each button", seats, 0.05,
             f"{2 * seats} for two buttons at a seat"),
        Item(f"wire of {SUPPLY_WIRE_MM2:g} mm² (AWG 18), red and black, 2 m each", 1, 4.0),
        Item("leads of the rings, 0.34 mm² (AWG 22), three colours, in metres", seats, 0.8),
        Item("flat cable of 10 wires, 0.08 mm² (AWG 28), in metres", ceil(cable * SPARE_CABLE), 1.5,
             "9 for a reader: two for 3.3 V and two for ground"),
        Item("box header and IDC plug, 2 × 5 pins, at both ends of each flat cable", 2 * readers, 0.5),
        Item("perforated board, pin headers, USB cable, heat shrink", 1, 10.0),
        Item("felt or cork 2–3 mm over the readers, a board under them that is not metal", 1, 15.0),
    ]  # fmt: skip


def seat_items(table: TableFile) -> list[Item]:
    """Return the parts of a table with PN532 readers, LEDs and buttons."""
    lamps = sum(len(seat.lamp) for seat in table.panel)
    buttons = sum(seat.button is not None for seat in table.panel)
    readers = len(table.readers) + 1
    return [
        Item("PN532 module with UART (HSU), its pins soldered on", readers, 7.0,
             "one is for tiles and coins, and names the tags; DFRobot's Gravity (DFR0231); boards with a USB socket"),
        Item("USB-serial adapter with 3.3 V data lines and a 5 V pin (CP2102)", readers, 3.0, "FT232: see below"),
        Item("USB extension cable, A to A, 1 m: from the hub to each adapter", readers, 2.5),
        Item("USB hub, 7 sockets, with its own supply of 2 A or more", 1, 20.0),
        Item("jumper wires, female to female, 20 cm, 40 pieces", 2, 3.0, "four for a reader, two for an LED or button"),
        Item("felt 2–3 mm, a board under it that is not metal, standoffs", 1, 12.0),
        Item("LED, red, yellow or amber", lamps, 0.1, "any colour; three colours with a negative common leg"),
        Item("resistor 330 Ω, at each LED", lamps, 0.05, "100 Ω at a green, blue or white one"),
        Item("push button", buttons, 1.5),
        Item(f"resistor {SERIES_OHMS / 1000:g} kΩ: in series with each button", buttons, 0.05),
        tag_item(),
    ]  # fmt: skip


def unit_items(table: TableFile) -> list[Item]:
    """Return the parts of a table with Unit RFID2 readers behind a PaHub."""
    readers = len(table.readers)
    return [
        Item("M5Stack Unit RFID2 (WS1850S)", readers, 7.0),
        Item("M5Stack Unit PaHub (TCA9548A or PCA9548A, six sockets)", 1, 6.0),
        Item("Grove cable of 50 cm or more: from the PaHub to each unit", readers, 1.0, "each unit has one of 20 cm"),
        Item("Grove cable with four female jumper plugs: from the Pi to the PaHub", 1, 2.0),
        tag_item(),
    ]


def pcsc_items(table: TableFile) -> list[Item]:
    """Return the parts of a table with PC/SC readers."""
    readers = len(table.readers)
    return [
        Item("USB reader with PC/SC (ACR1252U)", readers, 38.0,
             "ACR1552U for ISO 15693, uTrust 3700F, OMNIKEY 5022"),
        Item("USB hub, 7 sockets, with its own supply of 2 A or more", 1, 20.0),
        Item("USB extension cable, A to A, 1 m", readers, 2.5, "none if the readers' own cables reach"),
        tag_item(),
    ]  # fmt: skip


def spi_items(table: TableFile) -> list[Item]:
    """Return the parts of a table with RC522 modules at the machine's own SPI."""
    readers, seats = len(table.readers), len(table.panel)
    return [
        rc522_item(readers),
        Item(REGULATOR, 1, 1.5, "no AP2112K: too small to solder on perforated board"),
        Item("capacitors 100 nF and 10 µF, at each reader and on both sides of the regulator", readers + 2, 0.3),
        Item(f"resistor {MISO_OHMS:g} Ω: in each reader's MISO", readers, 0.05),
        Item(f"resistor {ARM_OHMS:g} Ω: in each reader's own SCK and MOSI, at the Pi", 2 * readers, 0.05),
        Item("flat cable of 10 wires, 0.08 mm² (AWG 28), in metres", 2, 1.5, "one of its own to each reader"),
        Item("box header and IDC plug, 2 × 5 pins, at both ends of each flat cable", 2 * readers, 0.5),
        Item("perforated board, pin headers, jumper wires", 1, 8.0),
        Item("LED, red, yellow or amber", seats, 0.1, "any colour; three colours with a negative common leg"),
        Item("resistor 330 Ω, at each LED", seats, 0.05, "100 Ω at a green, blue or white one"),
        Item("push button", seats, 1.5),
        Item(f"resistor {SERIES_OHMS / 1000:g} kΩ: in series with each button", seats, 0.05),
        tag_item(),
    ]  # fmt: skip


def rack_items(table: TableFile) -> list[Item]:
    """Return the parts of a rack at a mat, without the tags of the cards."""
    zones = table.mat.zones if table.mat is not None else ()
    slots = sum(rack_slot(zone) is not None for zone in zones)
    return [
        Item(RC522, slots, RC522_PRICE),
        Item("capacitors 100 nF and 10 µF, at each reader", slots, 0.3),
        Item(f"resistor {MISO_OHMS:g} Ω: in each reader's MISO", slots, 0.05),
        Item(f"resistor {ARM_OHMS:g} Ω: in each reader's own SCK and MOSI, at the Pico", 2 * slots, 0.05),
        Item("flat cable of 10 wires, 0.08 mm² (AWG 28), in metres", 4, 1.5),
        Item("box header and IDC plug, 2 × 5 pins, at both ends of each flat cable", 2 * slots, 0.5),
        Item("LED, red, yellow or amber", slots, 0.1),
        Item("resistor 330 Ω, at each LED", slots, 0.05),
        Item("shelf with a rail and a roof", 1, 5.0),
    ]


def buying_table(*lists: list[Item]) -> str:
    """Return lists of items beside each other as a Markdown table, with their sums."""
    cells = ["<br>".join(f"{item.count} × {item.what}" for item in items if item.count) for items in lists]
    sums = [f"**about {sum(item.count * item.each for item in items):.0f} €**" for items in lists]
    head = ["PN532 on USB", "Unit RFID2 on a PaHub"]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(lists), cells, sums))


def parts_table(items: list[Item]) -> str:
    """Return the items as a Markdown table with their sum."""
    lines = ["| what | how many | about € | instead |", "| --- | ---: | ---: | --- |"]
    lines += [f"| {item.what} | {item.count} | {item.count * item.each:.2f} | {item.instead} |" for item in items]
    total = sum(item.count * item.each for item in items)
    return "\n".join([*lines, f"| **together** | | **{total:.0f}** | |"])
