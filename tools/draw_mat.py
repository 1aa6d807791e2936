"""Generate the figures of the mat's build guide from the firmware's pins and the zones.

    python tools/draw_mat.py          # writes docs/mat-*.svg, docs/mat-*.pdf and the wiring table in docs/mat-build.md

All drawings are in millimetres. A paper template is only right if it is printed at 100 %: each page has a line to
measure.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from drawing import Drawing, pdf  # noqa: E402
from mat_circuit import button_pins, circuit, expander_pin  # noqa: E402
from mat_electrics import power_table  # noqa: E402
from mat_parts import mat_items, parts_table  # noqa: E402
from mat_template import A2, measure, template  # noqa: E402

from firmware_bridge.firmware import pins  # noqa: E402

DOCS = ROOT / "docs"
A4 = (210.0, 297.0)
MARGIN = 10.0  # white border of a printer
TABLES = ("parts", "power", "wiring")  # in the guide, each between two comments

# The Pico's physical pins, 1 to 40: a GP number, or a name.
PICO: tuple[int | str, ...] = (
    0, 1, "GND", 2, 3, 4, 5, "GND", 6, 7, 8, 9, "GND", 10, 11, 12, 13, "GND", 14, 15,
    16, 17, "GND", 18, 19, 20, 21, "GND", 22, "RUN", 26, 27, "GND", 28, "ADC_VREF", "3V3 out", "3V3_EN", "GND",
    "VSYS", "VBUS",
)  # fmt: skip


def tiles(drawing: Drawing) -> list[tuple[float, float, str]]:
    """Return the drawing cut into A4 pages, to be cut along their frames and put edge to edge."""
    wide, high = A4[0] - 2 * MARGIN, A4[1] - 2 * MARGIN
    pages = []
    rows, columns = -int(-drawing.height // high), -int(-drawing.width // wide)
    for row in range(rows):
        for column in range(columns):
            left, top = column * wide - MARGIN, row * high - MARGIN
            frame = Drawing(*A4)
            frame.box(MARGIN, MARGIN, wide, high, "#999999", 0.2)
            frame.text(MARGIN, MARGIN - 3, f"row {row + 1} of {rows}, column {column + 1} of {columns}", 3.5)
            measure(frame, A4[0] - MARGIN - 100, A4[1] - 3)
            unit = 72 / 25.4
            window = f"{MARGIN * unit:.2f} {MARGIN * unit:.2f} {wide * unit:.2f} {high * unit:.2f} re W n"
            cut = f"q {window}\n{drawing.content(left, top, A4[1])}\nQ\n"
            pages.append((*A4, cut + frame.content(0, 0, A4[1])))
    return pages


def uses() -> dict[int, tuple[str, str]]:
    """Return the function of each GP pin, and the colour of its wire."""
    found: dict[int, tuple[str, str]] = {}
    colours = ("#b03030", "#2060b0")
    for bus, (number, clock, out, back) in enumerate(pins.BUSES):
        found[clock] = (f"SPI{number} SCK: SCK of the readers of bus {bus}", colours[bus])
        found[out] = (f"SPI{number} TX: MOSI of the readers of bus {bus}", colours[bus])
        found[back] = (f"SPI{number} RX: MISO of the readers of bus {bus}", colours[bus])
    for reader, (bus, select) in enumerate(pins.READERS):
        found[select] = (f"SDA (chip select) of reader {reader}", colours[bus])
    number, clock, data = pins.EXPANDER
    found[clock] = (f"I2C{number} SCL of the MCP23017", "#208040")
    found[data] = (f"I2C{number} SDA of the MCP23017", "#208040")
    found[pins.READER_RESET] = ("RST of all readers, RESET of the MCP23017", "#806020")
    found[pins.STRIP] = ("lamps: level shifter, then DIN of the first", "#8030a0")
    return found


def wiring() -> Drawing:
    """Draw the Pico from above, USB at the top, with the connection of each pin."""
    sheet = Drawing(230, 165)
    sheet.text(115, 8, "Raspberry Pi Pico, from above; USB at the top", 5, "middle")
    sheet.box(90, 14, 50, 145, "#206040", 0.8)
    sheet.box(108, 10, 14, 6, "#888888", 0.6)
    used = uses()
    for at, name in enumerate(PICO):
        left = at < 20
        y = 20 + 7 * (at if left else 39 - at)
        inner, outer = (93.0, 88.0) if left else (137.0, 142.0)
        words, colour = used.get(name, ("", "#999999")) if isinstance(name, int) else ("", "#555555")
        label = f"GP{name}" if isinstance(name, int) else name
        numbered = f"{at + 1} {label}" if left else f"{label} {at + 1}"
        sheet.text(inner, y + 1.2, numbered, 3.5, "start" if left else "end")
        if not words and isinstance(name, str):
            words = {
                "GND": "ground of everything" if at in (2, 37) else "",
                "VBUS": "5 V of USB: to the readers' regulator",
                "3V3 out": "3.3 V for the MCP23017 and the pull-ups alone",
            }.get(name, "")
        if words:
            sheet.line(90 if left else 140, y, outer, y, colour, 0.8)
            sheet.text(outer - 2 if left else outer + 2, y + 1.2, words, 3.5, "end" if left else "start", colour)
    return sheet


def wiring_table() -> str:
    """Return the wiring as a Markdown table."""
    used = uses()
    place = {name: at + 1 for at, name in enumerate(PICO)}
    rows = ["| GP (pin) | to |", "| --- | --- |"]
    selects = {select for _bus, select in pins.READERS}
    for bus in range(len(pins.BUSES)):
        own = [(reader, select) for reader, (its, select) in enumerate(pins.READERS) if its == bus]
        gps = ", ".join(f"GP{select} ({place[select]})" for _reader, select in own)
        rows.append(f"| {gps} | SDA (chip select) of readers {', '.join(str(reader) for reader, _select in own)} |")
    others = (name for name in PICO if isinstance(name, int) and name in used and name not in selects)
    rows += [f"| GP{name} ({place[name]}) | {used[name][0]} |" for name in others]
    free = ", ".join(f"GP{name}" for name in PICO if isinstance(name, int) and name not in used)
    rows += ["", f"Free: {free}.", "", "| buttons of seats 1 to 6 | MCP23017 |", "| --- | --- |"]
    buttons = {pin for pin, _seat, _second in button_pins()}
    for which in (False, True):
        own_pins = ", ".join(expander_pin(pin) for pin, _seat, second in button_pins() if second == which)
        rows.append(f"| {'second' if which else 'first'} | {own_pins} |")
    outputs = " and ".join(expander_pin(pin) for pin in pins.OUTPUTS_ONLY)
    inputs = " and ".join(expander_pin(pin) for pin in range(16) if pin not in {*buttons, *pins.OUTPUTS_ONLY})
    rows += [
        "",
        f"Nothing goes to {outputs} (outputs only) nor to {inputs}: they show the firmware corrupted readings.",
    ]
    return "\n".join(rows)


def files() -> dict[Path, bytes]:
    """Return all generated files by path."""
    sheet = template()
    guide = (DOCS / "mat-build.md").read_text(encoding="utf-8")
    for name, table in zip(TABLES, (parts_table(mat_items()), power_table(), wiring_table()), strict=True):
        begin, end = f"<!-- {name}: made by tools/draw_mat.py -->", f"<!-- end of {name} -->"
        before, _, rest = guide.partition(begin)
        _, _, after = rest.partition(end)
        guide = f"{before}{begin}\n\n{table}\n\n{end}{after}"
    return {
        DOCS / "mat-wiring.svg": wiring().svg().encode(),
        DOCS / "mat-circuit.svg": circuit().svg().encode(),
        DOCS / "mat-template-a2.svg": sheet.svg().encode(),
        DOCS / "mat-template-a2.pdf": pdf([(*A2, sheet.content(0, 0, A2[1]))]),
        DOCS / "mat-template-a4.pdf": pdf(tiles(sheet)),
        DOCS / "mat-build.md": guide.encode(),
    }


if __name__ == "__main__":
    for path, data in files().items():
        path.write_bytes(data)
        print(path.relative_to(ROOT))
