"""The mat's electricity as data: rails, what hangs on them, the lines from the Pico, wires; and what follows from them.

Drawing, guide and tests are made of this, so that none of them can say what another does not. Nothing here has been
measured: figures are those of the datasheets named beside them, and bounds where a datasheet gives only bounds.
"""

from __future__ import annotations

from typing import NamedTuple

from mat_template import board, controller, sockets, towards_pins

from firmware_bridge.firmware import pins
from hardware.lights import LOOKS
from hardware.table_file.layout import FULL_MAT
from hardware.table_file.mat import AMPERES_DARK, AMPERES_OF_COLOUR, MatEntry, amperes

USB_MA = 500.0  # what a port of USB 2.0 gives at least (section 7.2.1)
RP2040_MA = 50.0  # that all its pins together may give (RP2040 datasheet, table "Digital IO characteristics")
PAD_OHMS = 50.0  # of a pin at its usual drive: about (the same, figure "Typical current vs voltage")
DIODE_VOLTS, PICO_VOLTS = 0.6, 3.3
READERS_VOLTS = (3.0, 3.6)  # MFRC522 rev. 3.9: below 3 V it reads less far, 3.6 V is its most

MISO_OHMS = 330.0
I2C_OHMS = 4700.0
BUTTON_OHMS = 10000.0
PF_PER_METRE, PF_OF_PIN = 50.0, 10.0  # of flat cable with a ground beside; of an input (MFRC522, RP2040)
MISO_LATE_NS = 25.0  # MFRC522 rev. 3.9, table "SPI timing": from the clock's edge to the data
I2C_RISE_NS, I2C_PF = 300.0, 50.0  # most at 400 kHz (UM10204, table 10); Pico and expander on one board

LONGEST_RUN = 600.0  # mm from the Pico to a reader
SLACK = 60.0  # mm of each run, for both of its ends
FUSE_AMPERES = MatEntry("").supply
SUPPLY_WIRE_MM2, SUPPLY_WIRE_MM, OHMS_MM2_PER_M = 0.75, 1000.0, 0.0178  # copper, there; and as much back


class Rail(NamedTuple):
    """A voltage and where it comes from: another rail, or the outside (`usb`, `supply`)."""

    volts: float
    source: str


RAILS = {
    "VBUS": Rail(5.0, "usb"),
    "3V3": Rail(3.3, "VBUS"),  # the Pico's own regulator
    "readers": Rail(3.3, "VBUS"),  # a regulator of their own; on the supply they would be fed by the Pico's pins
    "lamps": Rail(5.0, "supply"),
}


class Part(NamedTuple):
    """A part on a rail.

    Args:
        rail: on which it is.
        most_ma: its current at most.
        clamps: whether its inputs feed its rail by a diode when they are higher than that.
    """

    rail: str
    most_ma: float
    clamps: bool


PARTS = {
    "Pico": Part("VBUS", 95.0, clamps=True),  # Pico datasheet, table "power consumption": the hungriest there
    "RC522": Part("readers", 19.0, clamps=True),  # digital 9 and analog 10 mA: rev. 3.9, table "characteristics"
    "MCP23017": Part("3V3", 1.0, clamps=True),
    "74AHCT125": Part("lamps", 1.0, clamps=False),  # its inputs take 5.5 V whatever it is fed with; an HCT's do not
}
ANTENNA_MA = 100.0  # of the one transmitter that is on: 60 typically


class Line(NamedTuple):
    """A pin of the Pico that drives inputs: to which part, and the resistance in the line."""

    gp: int
    to: str
    ohms: float = 0.0


def driven(readers: int) -> list[Line]:
    """The lines that the Pico drives, with so many readers."""
    fitted = pins.READERS[:readers]
    clocks = [pin for bus, (_number, clock, out, _back) in enumerate(pins.BUSES) for pin in (clock, out)
              if any(its == bus for its, _select in fitted)]  # fmt: skip
    to_readers = [pins.READER_RESET, *(select for _bus, select in fitted), *clocks]
    return [*(Line(pin, "RC522") for pin in to_readers), Line(pins.STRIP, "74AHCT125")]


def alive(rail: str, on: set[str]) -> bool:
    """Whether a rail has its voltage while these sources are on."""
    source = RAILS[rail].source
    return source in on if source not in RAILS else alive(source, on)


def back_fed(on: set[str], readers: int) -> dict[int, float]:
    """The mA that each of the Pico's pins gives, at most, into parts whose rail is dead while these sources are on.

    A bound: the dead rail is taken as short to ground, and every line as high.
    """
    if not alive("3V3", on):
        return {}
    return {
        line.gp: 1000 * (PICO_VOLTS - DIODE_VOLTS) / (PAD_OHMS + line.ohms)
        for line in driven(readers)
        if PARTS[line.to].clamps and not alive(PARTS[line.to].rail, on)
    }


def readers_ma(readers: int) -> float:
    """What so many readers draw at most, one antenna on: the firmware has never two."""
    return readers * PARTS["RC522"].most_ma + ANTENNA_MA


def usb_ma(readers: int) -> float:
    """What the mat draws from USB at most: linear regulators pass on what is drawn from them."""
    pulled = 1000 * PICO_VOLTS * (2 / I2C_OHMS + 2 * len(FULL_MAT.seats) / BUTTON_OHMS)
    return PARTS["Pico"].most_ma + PARTS["MCP23017"].most_ma + pulled + readers_ma(readers)


def runs() -> dict[int, float]:
    """The length of each reader's wires in mm: from the controller's middle to the module's pins, along the sides."""
    left, top, right, bottom = controller()
    here = (left + right) / 2, (top + bottom) / 2
    found = {}
    for number, (_zone, (x, y)) in enumerate(sockets()):
        pins_x = board(x, y)[2 if towards_pins(x) > 0 else 0]
        found[number] = abs(pins_x - here[0]) + abs(y - here[1]) + SLACK
    return found


def miso_ns(lengths: list[float]) -> float:
    """How long after the clock's edge a bus with readers at such lengths (mm) has its data at the Pico.

    From 10 to 90 % of the voltage, through the one resistor of the reader that speaks, into all wires and inputs.
    """
    farads = 1e-12 * (sum(lengths) / 1000 * PF_PER_METRE + (len(lengths) + 1) * PF_OF_PIN)
    return MISO_LATE_NS + 2.2 * MISO_OHMS * farads * 1e9


def half_bit_ns(hertz: float) -> float:
    """The time from one edge of the clock to the other."""
    return 1e9 / hertz / 2


def i2c_rise_ns() -> float:
    """From 30 to 70 % of the voltage, by the pull-up (UM10204, section 7.1)."""
    return 0.8473 * I2C_OHMS * I2C_PF / 1000


def supply_drop_volts() -> float:
    """What the lamps' wires take of their 5 V when the fuse is about to blow."""
    return FUSE_AMPERES * OHMS_MM2_PER_M * 2 * SUPPLY_WIRE_MM / 1000 / SUPPLY_WIRE_MM2


def brightest_cue() -> tuple[str, float]:
    """The colour of the cue that draws most when its motion is at its highest, and how much of three full colours."""
    levels = {}
    for look in LOOKS.values():
        full = sum(bytes.fromhex(look.rgb.removeprefix("#"))) / 255
        levels[look.colour] = full * max(step.level for step in look.motion.steps)
    return max(levels.items(), key=lambda one: one[1])


def cue_amperes(lamps: int, brightness: int) -> float:
    """What so many lamps draw at most when all show one cue."""
    return lamps * (AMPERES_DARK + brightest_cue()[1] * AMPERES_OF_COLOUR * brightness / 255)


def power_table() -> str:
    """The currents as a table for the guide."""
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
