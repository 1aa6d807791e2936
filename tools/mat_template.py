"""The mat's template at true size in millimetres: cards, coils, lamps, buttons, the Pico.

The positions are data, too: the lengths of the wires and the distances of the coils are computed from them.
"""

from __future__ import annotations

from drawing import Drawing

from hardware.table_file.layout import FULL_MAT, TARGET
from hardware.table_file.load import TAP

A2 = (594.0, 420.0)
CARD = (63.0, 88.0)
STICKER = 25.0  # diameter of a tag, in the middle of its card
COIL = (40.0, 36.0)  # the part of an RC522 module that reads
BOARD = (60.0, 40.0)  # the whole module, with the chip next to the coil, and the pins at the far end
COIL_OFF = 9.0  # from the middle of the board to the middle of the coil
CONTROLLER, CONTROLLER_SIZE = (195.0, 210.0), (90.0, 60.0)  # Pico, expander, level shifter and regulator on one board
RING, BUTTON = 37.0, 24.0  # diameters
RING_OFF, BUTTON_OFF, SECOND_OFF = (62.0, -22.0), (62.0, 22.0), (-56.0, 22.0)  # from the middle of a zone
COLUMNS, ROWS = (110.0, 297.0, 484.0), (75.0, 345.0)
RED, GREY, BLUE, GREEN = "#c03030", "#777777", "#2060b0", "#208040"

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def places() -> dict[str, tuple[float, float]]:
    """Return the middle of each zone on A2.

    Seats are clockwise from the lower left, target and tap zone between the rows.
    """
    upper, lower = ROWS
    spots = [*((x, lower) for x in COLUMNS), *((x, upper) for x in reversed(COLUMNS))]
    order = [spots[0], spots[5], spots[4], spots[3], spots[2], spots[1]]  # clockwise when looking at the mat
    middle = A2[1] / 2
    return {**dict(zip(FULL_MAT.seats, order, strict=True)), TARGET: (A2[0] / 2, middle), TAP: (COLUMNS[2], middle)}


def sockets() -> list[tuple[str, tuple[float, float]]]:
    """Return the zone at each socket from 0 on, and its middle."""
    return [(zone, places()[zone.removesuffix(".play")]) for zone in (*FULL_MAT.zones, TAP)]


def towards_pins(x: float) -> int:
    """Return the side on which the pins of a module at this x are: towards the controller."""
    return 1 if x < CONTROLLER[0] else -1


def coil(x: float, y: float) -> Box:
    """Return the coil of the module at a zone.

    The middle of the zone is that of the coil, not of the board.
    """
    return _around(x, y, *COIL)


def board(x: float, y: float) -> Box:
    """Return the board of the module at a zone."""
    return _around(x + towards_pins(x) * COIL_OFF, y, *BOARD)


def controller() -> Box:
    """Return the position of the Pico's board."""
    return _around(*CONTROLLER, *CONTROLLER_SIZE)


def _around(x: float, y: float, wide: float, high: float) -> Box:
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def template() -> Drawing:
    """Draw the mat at true size."""
    sheet = Drawing(*A2)
    sheet.box(0, 0, *A2)
    for number, (zone, (x, y)) in enumerate(sockets()):
        if zone == TARGET:
            sheet.circle(x, y, CARD[1], "#1a1a1a")
        else:
            sheet.box(x - CARD[0] / 2, y - CARD[1] / 2, *CARD, "#1a1a1a", 0.5)
        _module(sheet, x, y)
        sheet.text(x, y - 26, zone, 5, "middle")
        sheet.text(x, y + 29, f"reader {number}", 4, "middle", RED)
        if zone == TAP:
            sheet.text(x, y + 38, "if it is wanted", 4, "middle", GREY)
        elif zone != TARGET:
            _seat(sheet, x, y)
    left, top, right, bottom = controller()
    sheet.box(left, top, right - left, bottom - top, GREEN, 0.5)
    for line, words in enumerate(("Pico, MCP23017,", "74AHCT125, regulator;", "USB to this side")):
        sheet.text((left + right) / 2, top + 24 + 6 * line, words, 4.5, "middle", GREEN)
    sheet.path(GREEN, (left + 14, top + 42), (left + 4, top + 42), (left + 7, top + 39))
    sheet.path(GREEN, (left + 4, top + 42), (left + 7, top + 45))
    measure(sheet, 20, A2[1] / 2)
    words = (
        "Black: a card, or tiles and coins; dashes: its tag. Red: the coil under the mat, and the board that it is on, "
        "pins to the dots. Print at 100 %."
    )
    sheet.text(20, A2[1] - 8, words, 4)
    return sheet


def _module(sheet: Drawing, x: float, y: float) -> None:
    """Draw a reader's coil with a cross, and its board in its orientation."""
    for box, thick in ((coil(x, y), 0.6), (board(x, y), 0.2)):
        sheet.box(box[0], box[1], box[2] - box[0], box[3] - box[1], RED, thick)
    sheet.line(x - 4, y, x + 4, y, RED)
    sheet.line(x, y - 4, x, y + 4, RED)
    sheet.dashed_circle(x, y, STICKER, GREY)
    side = towards_pins(x)
    pins_x = board(x, y)[2 if side > 0 else 0] - side * 3
    for pin in range(8):
        sheet.dot(pins_x, y + 2.54 * (pin - 3.5), RED)
    sheet.text(pins_x - side * 8, y + 1.2, "chip", 3, "middle", RED)


def _seat(sheet: Drawing, x: float, y: float) -> None:
    """Draw the lamps and buttons of a seat."""
    for (right, down), across, words, colour in (
        (RING_OFF, RING, ("lamps",), BLUE),
        (BUTTON_OFF, BUTTON, ("button",), GREEN),
        (SECOND_OFF, BUTTON, ("second", "button"), "#7a9a82"),
    ):
        sheet.circle(x + right, y + down, across, colour)
        for line, word in enumerate(words):
            sheet.text(x + right, y + down + 1.2 + 4 * (line - (len(words) - 1) / 2), word, 3.5, "middle", colour)


def measure(sheet: Drawing, x: float, y: float) -> None:
    """Draw a line to check with a ruler."""
    sheet.line(x, y, x + 100, y)
    for end in (x, x + 100):
        sheet.line(end, y - 2, end, y + 2)
    sheet.text(x + 50, y - 2, "100 mm", 4, "middle")
