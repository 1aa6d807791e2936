"""Draw what the mat's build guide shows, from the firmware's own pin data and the table's zones.

    python tools/draw_mat.py          # writes docs/mat-*.svg, docs/mat-*.pdf and the wiring table in docs/mat-build.md

Everything is drawn in millimetres. A template on paper is only right when it is printed at 100 %: each page has a line
to measure.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from firmware_bridge.firmware import pins  # noqa: E402
from hardware.table_layout import FULL_MAT, TARGET  # noqa: E402

DOCS = ROOT / "docs"
A2, A4 = (594.0, 420.0), (210.0, 297.0)
MARGIN = 10.0  # that a printer leaves white
CARD = (63.0, 88.0)
ANTENNA = (60.0, 40.0)  # the board of an RC522 module
RING, BUTTON = 37.0, 24.0  # diameters
COLUMNS, ROWS = (110.0, 297.0, 484.0), (75.0, 345.0)
BEGIN, END = "<!-- wiring: made by tools/draw_mat.py -->", "<!-- end of wiring -->"

# The Pico's physical pins, 1 to 40: a GP number, or a name.
PICO: tuple[int | str, ...] = (
    0, 1, "GND", 2, 3, 4, 5, "GND", 6, 7, 8, 9, "GND", 10, 11, 12, 13, "GND", 14, 15,
    16, 17, "GND", 18, 19, 20, 21, "GND", 22, "RUN", 26, 27, "GND", 28, "ADC_VREF", "3V3 out", "3V3_EN", "GND",
    "VSYS", "VBUS",
)  # fmt: skip


@dataclass
class Drawing:
    """Shapes on a sheet, in millimetres from its upper left corner."""

    width: float
    height: float
    lines: list[tuple[float, float, float, float, str, float]] = field(default_factory=list)
    circles: list[tuple[float, float, float, str]] = field(default_factory=list)
    texts: list[tuple[float, float, str, float, str, str]] = field(default_factory=list)

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = "#333333", thick: float = 0.3) -> None:
        """A straight line."""
        self.lines.append((x1, y1, x2, y2, colour, thick))

    def box(self, x: float, y: float, width: float, height: float, colour: str = "#333333", thick: float = 0.3) -> None:
        """A rectangle."""
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))
        for (x1, y1), (x2, y2) in pairwise(corners):
            self.line(x1, y1, x2, y2, colour, thick)

    def circle(self, x: float, y: float, diameter: float, colour: str = "#333333") -> None:
        """A circle around a point."""
        self.circles.append((x, y, diameter / 2, colour))

    def text(
        self, x: float, y: float, words: str, size: float = 3.5, anchor: str = "start", colour: str = "#222222"
    ) -> None:
        """Words whose base line begins (or has its middle, or ends) at a point."""
        self.texts.append((x, y, words, size, anchor, colour))

    def svg(self) -> str:
        """As an SVG of true size."""
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:g}mm" height="{self.height:g}mm" '
            f'viewBox="0 0 {self.width:g} {self.height:g}" font-family="sans-serif">',
            '<rect width="100%" height="100%" fill="#ffffff"/>',
        ]
        parts += [
            f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" stroke-width="{thick:g}"/>'
            for x1, y1, x2, y2, colour, thick in self.lines
        ]
        parts += [
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="{colour}" stroke-width="0.3"/>'
            for x, y, radius, colour in self.circles
        ]
        parts += [
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{colour}">'
            f"{escape(words)}</text>"
            for x, y, words, size, anchor, colour in self.texts
        ]
        return "\n".join([*parts, "</svg>"]) + "\n"

    def content(self, left: float, top: float, height: float) -> str:
        """As the content of a PDF page of this height, whose upper left corner is at a point of the drawing."""
        unit = 72 / 25.4

        def at(x: float, y: float) -> str:
            return f"{(x - left) * unit:.2f} {(height - (y - top)) * unit:.2f}"

        parts = []
        for x1, y1, x2, y2, colour, thick in self.lines:
            parts.append(f"{_rgb(colour)} RG {thick * unit:.2f} w {at(x1, y1)} m {at(x2, y2)} l S")
        for x, y, radius, colour in self.circles:
            parts.append(f"{_rgb(colour)} RG 0.85 w {_round(x, y, radius, at)} S")
        for x, y, words, size, anchor, colour in self.texts:
            wide = len(words) * size * 0.5
            x -= {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
            shown = words.encode("latin-1", "replace").decode("latin-1")
            for sign in "\\()":
                shown = shown.replace(sign, "\\" + sign)
            parts.append(f"BT {_rgb(colour)} rg /F1 {size * unit:.2f} Tf {at(x, y)} Td ({shown}) Tj ET")
        return "\n".join(parts)


def _rgb(colour: str) -> str:
    return " ".join(f"{int(colour[at : at + 2], 16) / 255:.2f}" for at in (1, 3, 5))


def _round(x: float, y: float, r: float, at) -> str:  # type: ignore[no-untyped-def]
    """A circle as four Bézier curves."""
    k = r * 0.5523
    curves = (
        ((x + r, y + k), (x + k, y + r), (x, y + r)),
        ((x - k, y + r), (x - r, y + k), (x - r, y)),
        ((x - r, y - k), (x - k, y - r), (x, y - r)),
        ((x + k, y - r), (x + r, y - k), (x + r, y)),
    )
    return f"{at(x + r, y)} m " + " ".join(" ".join(at(*point) for point in curve) + " c" for curve in curves)


def pdf(pages: list[tuple[float, float, str]]) -> bytes:
    """A PDF file of pages: width and height in millimetres, and content."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, (width, height, content) in enumerate(pages):
        size = f"{width * 72 / 25.4:.2f} {height * 72 / 25.4:.2f}"
        page = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {5 + 2 * number} 0 R >>"
        )
        data = content.encode("latin-1")
        objects += [page.encode(), b"<< /Length %d >>\nstream\n%s\nendstream" % (len(data), data)]
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    xref = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, xref)
    return bytes(out)


def places() -> dict[str, tuple[float, float]]:
    """The middle of each zone on A2: seats clockwise from the lower left, the target in the middle."""
    upper, lower = ROWS
    spots = [*((x, lower) for x in COLUMNS), *((x, upper) for x in reversed(COLUMNS))]
    order = [spots[0], spots[5], spots[4], spots[3], spots[2], spots[1]]  # clockwise as one looks at the mat
    return {**dict(zip(FULL_MAT.seats, order, strict=True)), TARGET: (A2[0] / 2, A2[1] / 2)}


def template() -> Drawing:
    """The mat at true size."""
    sheet = Drawing(*A2)
    sheet.box(0, 0, *A2)
    for zone, number in zip(FULL_MAT.zones, range(len(FULL_MAT.zones)), strict=True):
        x, y = places()[zone.removesuffix(".play")]
        sheet.box(x - CARD[0] / 2, y - CARD[1] / 2, *CARD, "#1a1a1a", 0.5)
        sheet.box(x - ANTENNA[0] / 2, y - ANTENNA[1] / 2, *ANTENNA, "#c03030")
        sheet.line(x - 4, y, x + 4, y, "#c03030")
        sheet.line(x, y - 4, x, y + 4, "#c03030")
        sheet.text(x, y - 12, zone, 5, "middle")
        sheet.text(x, y + 15, f"reader {number}", 4, "middle", "#c03030")
        if zone != TARGET:
            sheet.circle(x + 62, y - 22, RING, "#2060b0")
            sheet.text(x + 62, y - 21, "lamps", 4, "middle", "#2060b0")
            sheet.circle(x + 62, y + 22, BUTTON, "#208040")
            sheet.text(x + 62, y + 23, "button", 4, "middle", "#208040")
    _measure(sheet, 20, A2[1] / 2)
    sheet.text(20, A2[1] / 2 + 12, "Black: a card. Red: the reader under the mat. Print at 100 %.", 4)
    return sheet


def _measure(sheet: Drawing, x: float, y: float) -> None:
    """A line to hold a ruler to."""
    sheet.line(x, y, x + 100, y)
    for end in (x, x + 100):
        sheet.line(end, y - 2, end, y + 2)
    sheet.text(x + 50, y - 2, "100 mm", 4, "middle")


def tiles(drawing: Drawing) -> list[tuple[float, float, str]]:
    """The drawing cut into A4 pages; cut each along its frame and lay them edge to edge."""
    wide, high = A4[0] - 2 * MARGIN, A4[1] - 2 * MARGIN
    pages = []
    rows, columns = -int(-drawing.height // high), -int(-drawing.width // wide)
    for row in range(rows):
        for column in range(columns):
            left, top = column * wide - MARGIN, row * high - MARGIN
            frame = Drawing(*A4)
            frame.box(MARGIN, MARGIN, wide, high, "#999999", 0.2)
            frame.text(MARGIN, MARGIN - 3, f"row {row + 1} of {rows}, column {column + 1} of {columns}", 3.5)
            _measure(frame, A4[0] - MARGIN - 100, A4[1] - 3)
            unit = 72 / 25.4
            window = f"{MARGIN * unit:.2f} {MARGIN * unit:.2f} {wide * unit:.2f} {high * unit:.2f} re W n"
            cut = f"q {window}\n{drawing.content(left, top, A4[1])}\nQ\n"
            pages.append((*A4, cut + frame.content(0, 0, A4[1])))
    return pages


def uses() -> dict[int, tuple[str, str]]:
    """What each GP pin does, and the colour in which it is drawn."""
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
    found[pins.READER_RESET] = ("RST of all readers", "#806020")
    found[pins.STRIP] = ("lamps: level shifter, then DIN of the first", "#8030a0")
    return found


def wiring() -> Drawing:
    """The Pico from above, USB at the top, with what goes to each pin."""
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
                "VBUS": "5 V of USB: not for readers and lamps",
                "3V3 out": "3.3 V for the MCP23017 alone",
            }.get(name, "")
        if words:
            sheet.line(90 if left else 140, y, outer, y, colour, 0.8)
            sheet.text(outer - 2 if left else outer + 2, y + 1.2, words, 3.5, "end" if left else "start", colour)
    return sheet


def wiring_table() -> str:
    """The wiring as a table for the guide."""
    used = uses()
    rows = ["| Pico pin | GP | to |", "| --- | --- | --- |"]
    rows += [f"| {at + 1} | GP{name} | {used[name][0]} |" for at, name in enumerate(PICO) if name in used]
    free = ", ".join(f"GP{name}" for name in PICO if isinstance(name, int) and name not in used)
    rows += ["", f"Free: {free}.", "", "| button | MCP23017 | |", "| --- | --- | --- |"]
    for seat in range(len(FULL_MAT.seats)):
        rows.append(f"| seat{seat + 1} | GP{'AB'[seat // 8]}{seat % 8} | to ground when pressed |")
    return "\n".join(rows)


def files() -> dict[Path, bytes]:
    """Everything that is made, by its path."""
    sheet = template()
    guide = (DOCS / "mat-build.md").read_text(encoding="utf-8")
    before, _, rest = guide.partition(BEGIN)
    _, _, after = rest.partition(END)
    return {
        DOCS / "mat-wiring.svg": wiring().svg().encode(),
        DOCS / "mat-template-a2.svg": sheet.svg().encode(),
        DOCS / "mat-template-a2.pdf": pdf([(*A2, sheet.content(0, 0, A2[1]))]),
        DOCS / "mat-template-a4.pdf": pdf(tiles(sheet)),
        DOCS / "mat-build.md": f"{before}{BEGIN}\n\n{wiring_table()}\n\n{END}{after}".encode(),
    }


if __name__ == "__main__":
    for path, data in files().items():
        path.write_bytes(data)
        print(path.relative_to(ROOT))
