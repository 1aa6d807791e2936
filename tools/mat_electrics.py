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
ARM_OHMS = 100.0  # in each reader's own SCK and MOSI, at the Pico
I2C_OHMS = 4700.0
BUTTON_OHMS = 10000.0
SERIES_OHMS = 1000.0  # at each button: limits the current if its pin is an output by mistake
LOW_SHARE = 0.2  # of its supply: the highest level that an MCP23017 takes for low (DS20001952)
PI_PULL_OHMS = 50000.0  # a Raspberry Pi's own pull-up
PF_PER_METRE, PF_OF_PIN = 50.0, 10.0  # flat cable with a ground wire; one input (MFRC522, RP2040)
MISO_LATE_NS = 25.0  # MFRC522 rev. 3.9, table "SPI timing": from the clock's edge to the data
I2C_RISE_NS, I2C_PF = 300.0, 50.0  # limit at 400 kHz (UM10204, table 10); Pico and expander on one board

LONGEST_RUN = 600.0  # mm from the Pico to a reader
SLACK = 60.0  # mm of each run, for both of its ends
CABLE_OHMS, CABLE_NS_PER_METRE, END_PF = 100.0, 5.0, 10.0  # flat cable, and the input at its end
DRIVER_OHMS, EDGE_NS = 60.0, 1.0  # a Pico's pin at worst: an edge this fast is not excluded by its datasheet
SPI_LOW, SPI_HIGH = 0.3, 0.7  # MFRC522 rev. 3.9, table "characteristics": levels as shares of the supply
REGULATOR_MA, REGULATOR_K_PER_W = 500.0, 65.0  # MCP1825S in TO-220 without a heat sink; an LD1117V33 gives 800 mA
FUSE_AMPERES = 2.0  # slow: above the lamps' current, below what the supply gives
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
    return [
        *(Line(pin, "RC522", 0.0 if pin not in clocks else ARM_OHMS / len(fitted)) for pin in to_readers),
        Line(pins.READER_RESET, "MCP23017"),
        Line(pins.STRIP, "74AHCT125"),
    ]


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


def edge(lengths: list[float], ohms: float) -> list[list[float]]:
    """Return the voltage over time at the end of each cable, after an edge of a pin that drives all of them.

    Lossless cables with an input at the end and `ohms` in series at the pin, in steps of 0.02 ns. `lengths` in mm.
    """
    step, volts = 0.02, PICO_VOLTS
    delays = [max(1, round(length / 1000 * CABLE_NS_PER_METRE / step)) for length in lengths]
    there, back = ([[0.0] * delay for delay in delays] for _ in range(2))
    ends = [[0.0] for _ in lengths]
    conductance = 1 / DRIVER_OHMS + len(lengths) / (ohms + CABLE_OHMS)
    for at in range(round(60 / step)):
        coming = [wave.pop(0) for wave in back]
        source = volts * min(1.0, at * step / EDGE_NS)
        into = source / DRIVER_OHMS + sum(2 * wave / (ohms + CABLE_OHMS) for wave in coming)
        node = into / conductance
        for arm, wave in enumerate(coming):
            current = (node - 2 * wave) / (ohms + CABLE_OHMS)
            there[arm].append(node - current * ohms - wave)
            arriving, level = there[arm].pop(0), ends[arm][-1]
            level += (2 * arriving - level) / (CABLE_OHMS * END_PF * 1e-3) * step
            ends[arm].append(level)
            back[arm].append(level - arriving)
    return ends


def falls_back(lengths: list[float], ohms: float) -> float:
    """Return by how many volts a rising edge falls back between the levels of the chip, at the worst reader.

    An edge that falls back there may count as two clocks, at any frequency.
    """
    low, high, worst = SPI_LOW * PICO_VOLTS, SPI_HIGH * PICO_VOLTS, 0.0
    for volts in edge(lengths, ohms):
        peak = 0.0
        for level in volts:
            peak = max(peak, level)
            if peak > low and level < high:
                worst = max(worst, peak - level)
    return worst


def regulator_rise(readers: int) -> float:
    """Return by how many kelvins the readers' regulator is warmer than the air around it."""
    return REGULATOR_K_PER_W * (RAILS["VBUS"].volts - RAILS["readers"].volts) * readers_ma(readers) / 1000


def button_low_share(pull_ohms: float) -> float:
    """Return the level of a pressed button, as a share of the supply."""
    return SERIES_OHMS / (SERIES_OHMS + pull_ohms)


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
