"""Shopping lists of a table, counted from the pins, the table files and the box.

Prices are estimates of 2026 in euros, for single items from hobby shops, without postage. Nobody has bought this yet.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from mat_electrics import BUTTON_OHMS, FUSE_AMPERES, I2C_OHMS, MISO_OHMS, SUPPLY_WIRE_MM2, runs

from companion.games import USUAL, begin, game_of
from hardware.table_file.layout import FULL_MAT
from hardware.table_file.load import TableFile
from hardware.table_file.mat import MatEntry

SPARE_TAGS = 1.08  # some are defective or get lost while they are attached
SPARE_READERS = 2
SPARE_CABLE = 1.4


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
    return Item(what, ceil(count * SPARE_TAGS / 10) * 10, 0.2, "NTAG215; tags of a card's size read from farther away")


def mat_items() -> list[Item]:
    """Return the parts of a mat with six seats and the target zone."""
    readers, seats, lamps = len(FULL_MAT.zones), len(FULL_MAT.seats), MatEntry("").lamps
    cable = sum(runs()[reader] for reader in range(readers)) / 1000
    return [
        Item("Raspberry Pi Pico (RP2040), with headers", 1, 5.0, "Pico H; any RP2040 board with the same pins"),
        Item("RC522 module (MFRC522, 3.3 V, SPI, board 40 × 60 mm)", readers + SPARE_READERS, 2.8,
             f"{readers} and {SPARE_READERS} to spare, from one batch; clones work and are told as such"),
        tag_item(),
        Item("MCP23017 module (I2C)", 1, 4.0),
        Item(f"WS2812 ring of {lamps} lamps, 5 V", seats, 2.5, "any WS2812, SK6812 or WS2813 chain, up to 192 lamps"),
        Item("74AHCT125 (level shifter 3.3 V → 5 V)", 1, 0.8,
             "SN74LV1T34; **no 74HCT125**: it would be fed through its input when the supply is off"),
        Item("push button, 24 mm, closing to ground", seats, 2.2, f"{2 * seats} for two at a seat"),
        Item("3.3 V regulator, 0.6 A, low dropout (AP2112K-3.3)", 1, 1.0, "a 3.3 V buck module for 5 V"),
        Item("5 V supply, 3 A", 1, 12.0),
        Item(f"fuse {FUSE_AMPERES:g} A slow, with its holder", 1, 2.0, "a resettable one of as many amperes"),
        Item("capacitor 1000 µF, 10 V, at the lamps' 5 V", 1, 0.5),
        Item("capacitors 100 nF and 10 µF, at each reader", readers, 0.3),
        Item(f"resistor {MISO_OHMS:g} Ω: in each reader's MISO and the lamps' data line", readers + 1, 0.05),
        Item(f"resistor {I2C_OHMS / 1000:g} kΩ: from SDA and SCL to 3.3 V", 2, 0.05, "if the module has none"),
        Item(f"resistor {BUTTON_OHMS / 1000:g} kΩ: from each button's pin to 3.3 V", seats, 0.05,
             f"{2 * seats} for two buttons at a seat"),
        Item(f"wire of {SUPPLY_WIRE_MM2:g} mm² (AWG 18), red and black, 2 m each", 1, 4.0),
        Item("flat cable of 10 wires, 0.08 mm² (AWG 28), in metres", ceil(cable * SPARE_CABLE), 1.5,
             "9 for a reader: two for 3.3 V and two for ground"),
        Item("perforated board, pin headers, USB cable", 1, 8.0),
        Item("felt or cork 2–3 mm over the readers, a board under them that is not metal", 1, 15.0),
    ]  # fmt: skip


def seat_items(table: TableFile) -> list[Item]:
    """Return the parts of a table with PN532 readers, LEDs and buttons."""
    lamps = sum(len(seat.lamp) for seat in table.panel)
    buttons = sum(seat.button is not None for seat in table.panel)
    readers = len(table.readers) + 1
    return [
        Item("PN532 module with UART (HSU)", readers, 7.0, "one is for tiles and coins, and names the tags"),
        Item("USB-serial adapter with 3.3 V data lines and a 5 V pin (CP2102)", readers, 3.0, "FT232: see below"),
        Item("USB hub, 7 sockets, with its own supply", 1, 20.0),
        Item("LED, red, yellow or amber", lamps, 0.1, "any colour; three colours with a negative common leg"),
        Item("resistor 330 Ω, at each LED", lamps, 0.05, "100 Ω at a green, blue or white one; below for three"),
        Item("push button", buttons, 1.5),
        tag_item(),
    ]


def spi_items(table: TableFile) -> list[Item]:
    """Return the parts of a table with RC522 modules at the machine's own SPI."""
    readers, seats = len(table.readers), len(table.panel)
    return [
        Item("RC522 module (MFRC522, 3.3 V, SPI, board 40 × 60 mm)", readers + SPARE_READERS, 2.8,
             f"{readers} and {SPARE_READERS} to spare, from one batch; clones work and are told as such"),
        Item("3.3 V regulator, 0.6 A, low dropout (AP2112K-3.3)", 1, 1.0, "a 3.3 V buck module for 5 V"),
        Item("capacitors 100 nF and 10 µF, at each reader", readers, 0.3),
        Item(f"resistor {MISO_OHMS:g} Ω: in each reader's MISO", readers, 0.05),
        Item("flat cable of 10 wires, 0.08 mm² (AWG 28), in metres", 2, 1.5, "one of its own to each reader"),
        Item("LED, red, yellow or amber", seats, 0.1, "any colour; three colours with a negative common leg"),
        Item("resistor 330 Ω, at each LED", seats, 0.05, "100 Ω at a green, blue or white one"),
        Item("push button", seats, 1.5),
        tag_item(),
    ]  # fmt: skip


def parts_table(items: list[Item]) -> str:
    """Return the items as a Markdown table with their sum."""
    lines = ["| what | how many | about € | instead |", "| --- | ---: | ---: | --- |"]
    lines += [f"| {item.what} | {item.count} | {item.count * item.each:.2f} | {item.instead} |" for item in items]
    total = sum(item.count * item.each for item in items)
    return "\n".join([*lines, f"| **together** | | **{total:.0f}** | |"])
