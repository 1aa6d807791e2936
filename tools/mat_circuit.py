"""The complete wiring of the mat as one drawing, from the firmware's pin data."""

from __future__ import annotations

from drawing import Drawing
from mat_electrics import ARM_OHMS, BUTTON_OHMS, FUSE_AMPERES, I2C_OHMS, MISO_OHMS, PARTS, RAILS, SERIES_OHMS

from firmware_bridge.firmware import pins
from hardware.table_file.layout import FULL_MAT
from hardware.table_file.load import TAP

WIDTH, HEIGHT = 400.0, 256.0
PICO = (175.0, 30.0, 50.0, 130.0)  # left, top, width, height
READER = (46.0, 21.0)
READERS_TOP, PITCH = 22.0, 25.0
FED = {"3V3": "the Pico's 3V3 pin", "VBUS": "VBUS, pin 40"}
COLOURS = {"SCK": "#b06a00", "MOSI": "#2060b0", "MISO": "#8030a0", "RST": "#806020", "SDA": "#208040"}
RED, ORANGE, BLACK, GREY = "#c03030", "#d06a00", "#222222", "#777777"
REGULATOR_Y = 18.0
SHARED = ("SCK", "MOSI", "MISO")


def circuit() -> Drawing:
    """Draw all parts with their wires."""
    sheet = Drawing(WIDTH, HEIGHT)
    sheet.text(WIDTH / 2, 9, "The mat's wiring", 6, "middle")
    left, top, wide, high = PICO
    sheet.box(left, top, wide, high, "#206040", 0.8)
    sheet.text(left + wide / 2, top + 7, "Raspberry Pi Pico", 4.5, "middle")
    sheet.text(left + wide / 2, top + 13, "USB to the table's computer", 3, "middle", GREY)
    for bus in range(len(pins.BUSES)):
        _readers(sheet, bus)
    _reset(sheet)
    _buttons(sheet)
    _lamps(sheet)
    _power(sheet)
    return sheet


def _outward(bus: int) -> int:
    """Return the side to which a bus extends: the first to the right, like its pins on the Pico."""
    return 1 if bus == 0 else -1


def _edge(bus: int) -> float:
    """Return the side of the Pico at which a bus begins."""
    return PICO[0] + (PICO[2] if bus == 0 else 0.0)


def _sockets(bus: int) -> list[int]:
    return [number for number, (its, _select) in enumerate(pins.READERS) if its == bus]


def _reader_top(bus: int, number: int) -> float:
    return READERS_TOP + PITCH * _sockets(bus).index(number)


def _near(bus: int) -> float:
    """Return the edge of a bus's readers that faces the Pico."""
    return PICO[0] + PICO[2] + 86 if bus == 0 else PICO[0] - 86


def _pin_label(sheet: Drawing, bus: int, y: float, words: str, colour: str) -> None:
    inside = _edge(bus) - _outward(bus) * 2
    sheet.text(inside, y + 1, words, 3, "end" if bus == 0 else "start", colour)


def _readers(sheet: Drawing, bus: int) -> None:
    """Draw a bus: three wires shared by all its readers, and a select for each."""
    out, edge, near = _outward(bus), _edge(bus), _near(bus)
    number, clock, to, back = pins.BUSES[bus]
    _pin_label(sheet, bus, PICO[1] + 19, f"SPI{number}", GREY)
    for place, (name, pin) in enumerate(zip(SHARED, (clock, to, back), strict=True)):
        y, trunk = PICO[1] + 24 + 5 * place, near - out * (24 - 6 * place)
        colour = COLOURS[name]
        _pin_label(sheet, bus, y, f"GP{pin} {name}", colour)
        last = _wire_y(bus, _sockets(bus)[-1], name)
        sheet.path(colour, (edge, y), (trunk, y), (trunk, min(y, _wire_y(bus, _sockets(bus)[0], name))))
        sheet.path(colour, (trunk, y), (trunk, last))
        sheet.dot(trunk, y, colour)
        for reader in _sockets(bus):
            at = _wire_y(bus, reader, name)
            sheet.path(colour, (trunk, at), (near, at))
            sheet.dot(trunk, at, colour)
            if name != "MISO":
                sheet.box(min(trunk + out * 1.5, trunk + out * 4.5), at - 0.8, 3, 1.6, colour)
    sheet.text(edge + out * 3, PICO[1] + 20, f"SCK, MOSI: {ARM_OHMS:g} Ω", 2.6, "start" if bus == 0 else "end", GREY)
    sheet.text(edge + out * 3, PICO[1] + 22.6, "for each reader", 2.2, "start" if bus == 0 else "end", GREY)
    for place, reader in enumerate(_sockets(bus)):
        y, lane = PICO[1] + 50 + 6 * place, near - out * (62 - 6 * place)
        _pin_label(sheet, bus, y, f"GP{pins.READERS[reader][1]} select {reader}", COLOURS["SDA"])
        at = _wire_y(bus, reader, "SDA")
        sheet.path(COLOURS["SDA"], (edge, y), (lane, y), (lane, at), (near, at))
        _reader(sheet, bus, reader)


def _wire_y(bus: int, reader: int, name: str) -> float:
    return _reader_top(bus, reader) + 3.5 + 3.5 * ("SDA", *SHARED, "RST").index(name)


def _reader(sheet: Drawing, bus: int, number: int) -> None:
    """Draw one RC522: its pins to the Pico on the near side, its power on the far one."""
    out, near, top = _outward(bus), _near(bus), _reader_top(bus, number)
    left = near if bus == 0 else near - READER[0]
    sheet.box(left, top, *READER, "#c03030", 0.5)
    zones, middle = (*FULL_MAT.zones, TAP), left + READER[0] / 2 + out * 2
    sheet.text(middle, top + 8, f"RC522 {number}", 4, "middle")
    sheet.text(middle, top + 17.5, zones[number] if number < len(zones) else "free", 3, "middle", GREY)
    for name in ("SDA", *SHARED, "RST"):
        words = f"MISO {MISO_OHMS:g}Ω" if name == "MISO" else name
        sheet.text(near + out * 1, _wire_y(bus, number, name) + 0.9, words, 2.4, "start" if bus == 0 else "end")
    far = near + out * READER[0]
    for place, (colour, words) in enumerate(((RED, "3.3V"), (BLACK, "GND"))):
        at, rail = top + 6 + 8 * place, far + out * (6 + 6 * place)
        sheet.path(colour, (far, at), (rail, at))
        sheet.dot(rail, at, colour)
        sheet.text(far - out * 1, at + 0.9, words, 2.4, "end" if bus == 0 else "start")


def _reset(sheet: Drawing) -> None:
    """Draw one wire to the RST of every reader, below the Pico to both sides."""
    y, colour = PICO[1] + PICO[3] + 8, COLOURS["RST"]
    middle = PICO[0] + 9
    sheet.text(middle, PICO[1] + PICO[3] - 3, f"GP{pins.READER_RESET} RST", 3, "middle", colour)
    sheet.path(colour, (middle, PICO[1] + PICO[3]), (middle, y))
    sheet.dot(middle, y, colour)
    for bus in range(len(pins.BUSES)):
        near = _near(bus)
        trunk = near - _outward(bus) * 5
        sheet.path(colour, (middle, y), (trunk, y), (trunk, _wire_y(bus, _sockets(bus)[0], "RST")))
        for reader in _sockets(bus):
            at = _wire_y(bus, reader, "RST")
            sheet.path(colour, (trunk, at), (near, at))
            sheet.dot(trunk, at, colour)


def _buttons(sheet: Drawing) -> None:
    """Draw the expander and the buttons at its pins."""
    left, top, bottom = 96.0, 184.0, PICO[1] + PICO[3]
    number, clock, data = pins.EXPANDER
    sheet.box(left, top, 62, 40, "#208040", 0.5)
    sheet.text(left + 31, top + 6, "MCP23017", 4, "middle")
    address = f"address 0x{pins.EXPANDER_ADDRESS:02X}: A0, A1, A2 to ground"
    sheet.text(left + 36, top + 36.5, address, 2.6, "middle", GREY)
    for place, (pin, name) in enumerate(((data, "SDA"), (clock, "SCL"))):
        x, y = PICO[0] + 24 + 8 * place, top + 12 + 6 * place
        sheet.text(x, bottom - 3 - 4 * place, f"GP{pin} {name}", 2.6, "middle", COLOURS["SDA"])
        sheet.path(COLOURS["SDA"], (x, bottom), (x, y), (left + 62, y))
        sheet.text(left + 61, y + 1, name, 2.6, "end")
    sheet.path(COLOURS["RST"], (PICO[0] + 9, bottom + 8), (PICO[0] + 9, top + 6), (left + 62, top + 6))
    sheet.text(left + 61, top + 7, "RESET", 2.6, "end")
    sheet.path(RED, (left + 62, top + 24), (left + 70, top + 24))
    sheet.text(left + 71, top + 25, f"3.3 V: {FED[PARTS['MCP23017'].rail]}", 2.6, "start", RED)
    pulls = f"{I2C_OHMS / 1000:g} kΩ from SDA and SCL, {BUTTON_OHMS / 1000:g} kΩ from RESET and each button's pin"
    sheet.text(left + 71, top + 36, pulls, 2.6)
    sheet.text(left + 71, top + 40, "to the same 3.3 V", 2.6)
    sheet.path(BLACK, (left + 62, top + 30), (left + 70, top + 30))
    sheet.text(left + 71, top + 31, "GND", 2.6, "start", BLACK)
    sheet.text(PICO[0] + 28, bottom - 11, f"I2C{number}", 2.6, "middle", GREY)
    for place, (pin, seat, second) in enumerate(button_pins()):
        y = top + 3 + 3 * place
        sheet.path(BLACK, (left, y), (left - 8, y))
        sheet.text(left + 1, y + 0.9, expander_pin(pin), 2.4)
        words = "second button" if second else "button"
        words += f" of {seat.replace('seat', 'seat ')}, {SERIES_OHMS / 1000:g} kΩ to ground"
        sheet.text(left - 9, y + 0.9, words, 2.4, "end")


def button_pins() -> list[tuple[int, str, bool]]:
    """Return each button's pin of the expander (0 to 15), its seat, and whether it is the second one there."""
    return [
        (pin, seat, second)
        for second, row in ((False, pins.BUTTONS[0]), (True, pins.BUTTONS[1]))
        for pin, seat in zip(row, FULL_MAT.seats, strict=True)
    ]


def expander_pin(pin: int) -> str:
    """Return the name of a pin on the MCP23017."""
    return f"GP{'AB'[pin // 8]}{pin % 8}"


def _lamps(sheet: Drawing) -> None:
    """Draw the level shifter and the chain of rings."""
    top, bottom, colour = 190.0, PICO[1] + PICO[3], "#8030a0"
    x = PICO[0] + 44
    sheet.text(x, bottom - 3, f"GP{pins.STRIP}", 2.6, "middle", colour)
    sheet.path(colour, (x, bottom), (x, top + 8), (236, top + 8))
    sheet.text(x + 2, top + 6, "10 kΩ to ground", 2.2, "start", GREY)
    sheet.box(236, top, 26, 20, colour, 0.5)
    sheet.text(249, top + 6, "74AHCT125", 3, "middle")
    sheet.text(237, top + 9, "1A", 2.4)
    sheet.text(261, top + 9, "1Y", 2.4, "end")
    sheet.text(249, top + 14, "GND, OE, 2A–4A to ground", 2.2, "middle", GREY)
    sheet.path(ORANGE, (249, top + 20), (249, 238))
    sheet.dot(249, 238, ORANGE)
    sheet.text(250, top + 24, "VCC 5 V", 2.6, "start", ORANGE)
    sheet.path(colour, (262, top + 8), (268, top + 8))
    sheet.box(268, top + 6.5, 9, 3, colour)
    sheet.text(272.5, top + 5, "330Ω", 2.6, "middle")
    before = 277.0
    for seat in range(len(FULL_MAT.seats)):
        middle = 290.0 + 19 * seat
        sheet.path(colour, (before, top + 8), (middle - 7, top + 8))
        sheet.circle(middle, top + 8, 14, colour)
        sheet.text(middle, top + 7.5, f"seat {seat + 1}", 2.6, "middle")
        sheet.text(middle, top + 11, "WS2812", 2.2, "middle", GREY)
        sheet.path(ORANGE, (middle, top + 15), (middle, 238))
        sheet.dot(middle, 238, ORANGE)
        before = middle + 7


def _power(sheet: Drawing) -> None:
    """Draw the lamps' supply and fuse, the readers' regulator and their rails."""
    sheet.path(ORANGE, (48, 238), (56, 238), thick=0.7)
    sheet.box(56, 235.5, 12, 5, ORANGE, 0.5)
    sheet.text(62, 234, f"fuse {FUSE_AMPERES:g} A", 2.6, "middle")
    sheet.path(ORANGE, (68, 238), (385, 238), thick=0.7)
    sheet.text(392, 236, "5 V", 3, "end", ORANGE)
    sheet.box(22, 230, 26, 22, ORANGE, 0.5)
    sheet.text(35, 239, "5 V, 3 A", 3.2, "middle")
    sheet.text(35, 244, "supply", 3.2, "middle")
    sheet.path(BLACK, (48, 248), (385, 248), thick=0.7)
    sheet.text(392, 246, "GND", 3, "end", BLACK)
    sheet.path(BLACK, (176, 248), (176, 232))
    sheet.dot(176, 248, BLACK)
    sheet.text(178, 233, "GND of everything else", 2.6)
    sheet.path(ORANGE, (80, 238), (80, 242))
    sheet.dot(80, 238, ORANGE)
    sheet.line(77, 242, 83, 242, BLACK, 0.6)
    sheet.line(77, 244, 83, 244, BLACK, 0.6)
    sheet.path(BLACK, (80, 244), (80, 248))
    sheet.dot(80, 248, BLACK)
    sheet.text(85, 244, "1000 µF", 2.6)
    _regulator(sheet)
    for bus in range(len(pins.BUSES)):
        out, sockets = _outward(bus), _sockets(bus)
        far = _near(bus) + out * READER[0]
        first, last = _reader_top(bus, sockets[0]), _reader_top(bus, sockets[-1])
        three, ground = far + out * 6, far + out * 12
        begin = PICO[0] + PICO[2] / 2 + out * 22
        sheet.path(RED, (begin, REGULATOR_Y), (three, REGULATOR_Y), (three, last + 6), thick=0.6)
        sheet.path(BLACK, (ground, first + 14), (ground, 180.0), thick=0.6)
        sheet.text(ground, 185, "GND", 2.8, "middle", BLACK)


def _regulator(sheet: Drawing) -> None:
    """Draw the readers' regulator, above the Pico."""
    middle, rail = PICO[0] + PICO[2] / 2, RAILS[PARTS["RC522"].rail]
    sheet.box(middle - 22, REGULATOR_Y - 4, 44, 8, RED, 0.5)
    sheet.text(middle, REGULATOR_Y + 1, f"{rail.volts:g} V regulator, TO-220", 3, "middle")
    sheet.path(ORANGE, (middle, PICO[1]), (middle, REGULATOR_Y + 4))
    sheet.text(middle + 2, PICO[1] - 3, f"from {FED[rail.source]}", 2.6, "start", ORANGE)
