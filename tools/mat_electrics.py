"""Electrical data of the mat (rails, loads, lines, wires), and values computed from them.

Drawing, guide and tests use these data, so that they cannot contradict each other. Nothing has been measured: the
figures are those of the datasheets named next to them, and limits where a datasheet only gives limits.
"""

from __future__ import annotations

from typing import NamedTuple

from mat_template import board, controller, sockets, towards_pins

from firmware_bridge.firmware import pins
from hardware.lights import LOOKS
from hardware.table_file.layout import FULL_MAT
from hardware.table_file.mat import AMPERES_DARK, AMPERES_OF_COLOUR, MatEntry, amperes

USB_MA = 500.0  # minimum current of a USB 2.0 port (section 7.2.1)
RP2040_MA = 50.0  # limit of all its pins together (RP2040 datasheet, table "Digital IO characteristics")
PAD_OHMS = 50.0  # approximate, of a pin at default drive (the same, figure "Typical current vs voltage")
DIODE_VOLTS, PICO_VOLTS = 0.6, 3.3
READERS_VOLTS = (3.0, 3.6)  # MFRC522 rev. 3.9: below 3 V its range is shorter, 3.6 V is its limit

MISO_OHMS = 330.0
I2C_OHMS = 4700.0
BUTTON_OHMS = 10000.0
PF_PER_METRE, PF_OF_PIN = 50.0, 10.0  # flat cable with a ground wire; one input (MFRC522, RP2040)
MISO_LATE_NS = 25.0  # MFRC522 rev. 3.9, table "SPI timing": from the clock's edge to the data
I2C_RISE_NS, I2C_PF = 300.0, 50.0  # limit at 400 kHz (UM10204, table 10); Pico and expander on one board

LONGEST_RUN = 600.0  # mm from the Pico to a reader
SLACK = 60.0  # mm of each run, for both of its ends
FUSE_AMPERES = MatEntry("").supply
SUPPLY_WIRE_MM2, SUPPLY_WIRE_MM, OHMS_MM2_PER_M = 0.75, 1000.0, 0.0178  # copper, one way; the return is as long


class Rail(NamedTuple):
    """A voltage and its source: another rail, or external (`usb`, `supply`)."""

    volts: float
    source: str


RAILS = {
    "VBUS": Rail(5.0, "usb"),
    "3V3": Rail(3.3, "VBUS"),  # the Pico's own regulator
    "readers": Rail(3.3, "VBUS"),  # its own regulator; on `supply` the Pico's pins would feed it
    "lamps": Rail(5.0, "supply"),
}


class Part(NamedTuple):
    """A part on a rail.

    Args:
        rail: its rail.
        most_ma: its maximum current.
        clamps: whether its inputs feed its rail through a diode when they are higher.
    """

    rail: str
    most_ma: float
    clamps: bool


PARTS = {
    "Pico": Part("VBUS", 95.0, clamps=True),  # Pico datasheet, table "power consumption": the highest value there
    "RC522": Part("readers", 19.0, clamps=True),  # digital 9 and analog 10 mA: rev. 3.9, table "characteristics"
    "MCP23017": Part("3V3", 1.0, clamps=True),
    "74AHCT125": Part("lamps", 1.0, clamps=False),  # its inputs accept 5.5 V at any supply voltage; an HCT's do not
}
ANTENNA_MA = 100.0  # of the one transmitter that is on: typically 60


class Line(NamedTuple):
    """A pin of the Pico that drives inputs: the part at its end, and the resistance in the line."""

    gp: int
    to: str
    ohms: float = 0.0


def driven(readers: int) -> list[Line]:
    """Return the lines that the Pico drives, with so many readers."""
    fitted = pins.READERS[:readers]
    clocks = [pin for bus, (_number, clock, out, _back) in enumerate(pins.BUSES) for pin in (clock, out)
              if any(its == bus for its, _select in fitted)]  # fmt: skip
    to_readers = [pins.READER_RESET, *(select for _bus, select in fitted), *clocks]
    return [*(Line(pin, "RC522") for pin in to_readers), Line(pins.STRIP, "74AHCT125")]


def alive(rail: str, on: set[str]) -> bool:
    """Return whether a rail has its voltage while these sources are on."""
    source = RAILS[rail].source
    return source in on if source not in RAILS else alive(source, on)


def back_fed(on: set[str], readers: int) -> dict[int, float]:
    """Return the maximum mA from each of the Pico's pins into unpowered parts.

    `on` has the sources that are on.

    This is an upper limit: the unpowered rail counts as shorted to ground, and every line as high.
    """
    if not alive("3V3", on):
        return {}
    return {
        line.gp: 1000 * (PICO_VOLTS - DIODE_VOLTS) / (PAD_OHMS + line.ohms)
        for line in driven(readers)
        if PARTS[line.to].clamps and not alive(PARTS[line.to].rail, on)
    }


def readers_ma(readers: int) -> float:
    """Return the maximum current of so many readers in mA.

    One antenna is on: the firmware never has two.
    """
    return readers * PARTS["RC522"].most_ma + ANTENNA_MA


def usb_ma(readers: int) -> float:
    """Return the mat's maximum USB current in mA.

    The input current of linear regulators equals their output current.
    """
    pulled = 1000 * PICO_VOLTS * (2 / I2C_OHMS + 2 * len(FULL_MAT.seats) / BUTTON_OHMS)
    return PARTS["Pico"].most_ma + PARTS["MCP23017"].most_ma + pulled + readers_ma(readers)


def runs() -> dict[int, float]:
    """Return the length of each reader's wires in mm.

    They run from the controller's middle to the module's pins, along the sides.
    """
    left, top, right, bottom = controller()
    here = (left + right) / 2, (top + bottom) / 2
    found = {}
    for number, (_zone, (x, y)) in enumerate(sockets()):
        pins_x = board(x, y)[2 if towards_pins(x) > 0 else 0]
        found[number] = abs(pins_x - here[0]) + abs(y - here[1]) + SLACK
    return found


def miso_ns(lengths: list[float]) -> float:
    """Return the delay in ns from the clock's edge to the data of a bus at the Pico.

    `lengths` are those of its readers' wires in mm.

    From 10 to 90 % of the voltage, through the resistor of the one active reader, into all wires and inputs.
    """
    farads = 1e-12 * (sum(lengths) / 1000 * PF_PER_METRE + (len(lengths) + 1) * PF_OF_PIN)
    return MISO_LATE_NS + 2.2 * MISO_OHMS * farads * 1e9


def half_bit_ns(hertz: float) -> float:
    """Return the time between two edges of the clock."""
    return 1e9 / hertz / 2


def i2c_rise_ns() -> float:
    """Return the rise time in ns, through the pull-up.

    It counts from 30 to 70 % of the voltage (UM10204, section 7.1).
    """
    return 0.8473 * I2C_OHMS * I2C_PF / 1000


def supply_drop_volts() -> float:
    """Return the voltage drop of the lamps' wires, of their 5 V, at the rating of the fuse."""
    return FUSE_AMPERES * OHMS_MM2_PER_M * 2 * SUPPLY_WIRE_MM / 1000 / SUPPLY_WIRE_MM2


def brightest_cue() -> tuple[str, float]:
    """Return the colour of the cue with the highest peak current, and its share of white."""
    levels = {}
    for look in LOOKS.values():
        full = sum(bytes.fromhex(look.rgb.removeprefix("#"))) / 255
        levels[look.colour] = full * max(step.level for step in look.motion.steps)
    return max(levels.items(), key=lambda one: one[1])


def cue_amperes(lamps: int, brightness: int) -> float:
    """Return the maximum current of so many lamps in A when all show one cue."""
    return lamps * (AMPERES_DARK + brightest_cue()[1] * AMPERES_OF_COLOUR * brightness / 255)


def power_table() -> str:
    """Return the currents as a Markdown table."""
    lamps, entry = len(FULL_MAT.seats) * MatEntry("").lamps, MatEntry("")
    rows = [
        ("USB, with 7 readers", usb_ma(7), USB_MA),
        (f"USB, with {len(pins.READERS)} readers", usb_ma(len(pins.READERS)), USB_MA),
        (f"supply, {lamps} lamps white at {entry.brightness}", 1000 * amperes(lamps, entry.brightness),
         1000 * entry.supply),
        ("the Pico's pins into dead readers, supply off", sum(back_fed({"usb"}, 7).values()), RP2040_MA),
        ("the Pico's pins into dead readers, USB off", sum(back_fed({"supply"}, 7).values()), RP2040_MA),
    ]  # fmt: skip
    lines = ["| what | at most | of |", "| --- | ---: | ---: |"]
    return "\n".join([*lines, *(f"| {what} | {drawn:.0f} mA | {most:.0f} mA |" for what, drawn, most in rows)])
