"""Lines, circles and text on a sheet, in millimetres, as SVG and as PDF at true size."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from xml.sax.saxutils import escape


@dataclass
class Drawing:
    """Shapes on a sheet, in millimetres from its upper left corner."""

    width: float
    height: float
    lines: list[tuple[float, float, float, float, str, float]] = field(default_factory=list)
    circles: list[tuple[float, float, float, str, bool]] = field(default_factory=list)
    texts: list[tuple[float, float, str, float, str, str]] = field(default_factory=list)

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = "#333333", thick: float = 0.3) -> None:
        """Add a straight line."""
        self.lines.append((x1, y1, x2, y2, colour, thick))

    def box(self, x: float, y: float, width: float, height: float, colour: str = "#333333", thick: float = 0.3) -> None:
        """Add a rectangle."""
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))
        for (x1, y1), (x2, y2) in pairwise(corners):
            self.line(x1, y1, x2, y2, colour, thick)

    def circle(self, x: float, y: float, diameter: float, colour: str = "#333333") -> None:
        """Add a circle around a point."""
        self.circles.append((x, y, diameter / 2, colour, False))

    def dashed_circle(self, x: float, y: float, diameter: float, colour: str) -> None:
        """Add a circle of eighteen dashes around a point."""
        for dash in range(18):
            ends = [math.radians(20 * dash + turn) for turn in (0, 11)]
            (x1, y1), (x2, y2) = [(x + diameter / 2 * math.cos(end), y + diameter / 2 * math.sin(end)) for end in ends]
            self.line(x1, y1, x2, y2, colour)

    def dot(self, x: float, y: float, colour: str) -> None:
        """Add a junction of wires."""
        self.circles.append((x, y, 0.6, colour, True))

    def path(self, colour: str, *points: tuple[float, float], thick: float = 0.4) -> None:
        """Add straight lines from point to point."""
        for (x1, y1), (x2, y2) in pairwise(points):
            self.line(x1, y1, x2, y2, colour, thick)

    def text(
        self, x: float, y: float, words: str, size: float = 3.5, anchor: str = "start", colour: str = "#222222"
    ) -> None:
        """Add text whose baseline starts (or has its middle, or ends) at a point."""
        self.texts.append((x, y, words, size, anchor, colour))

    def svg(self) -> str:
        """Return an SVG at true size."""
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
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour if full else "none"}" stroke="{colour}" '
            'stroke-width="0.3"/>'
            for x, y, radius, colour, full in self.circles
        ]
        parts += [
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{colour}">'
            f"{escape(words)}</text>"
            for x, y, words, size, anchor, colour in self.texts
        ]
        return "\n".join([*parts, "</svg>"]) + "\n"

    def content(self, left: float, top: float, height: float) -> str:
        """Return the content of a PDF page of this height.

        Its upper left corner is at (`left`, `top`) of the drawing.
        """
        unit = 72 / 25.4

        def at(x: float, y: float) -> str:
            return f"{(x - left) * unit:.2f} {(height - (y - top)) * unit:.2f}"

        parts = []
        for x1, y1, x2, y2, colour, thick in self.lines:
            parts.append(f"{_rgb(colour)} RG {thick * unit:.2f} w {at(x1, y1)} m {at(x2, y2)} l S")
        for x, y, radius, colour, full in self.circles:
            paint = f"{_rgb(colour)} rg" if full else ""
            parts.append(f"{_rgb(colour)} RG {paint} 0.85 w {_round(x, y, radius, at)} {'B' if full else 'S'}")
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


def _round(x: float, y: float, r: float, at: Callable[[float, float], str]) -> str:
    """Return a circle as four Bézier curves."""
    k = r * 0.5523
    curves = (
        ((x + r, y + k), (x + k, y + r), (x, y + r)),
        ((x - k, y + r), (x - r, y + k), (x - r, y)),
        ((x - r, y - k), (x - k, y - r), (x, y - r)),
        ((x + k, y - r), (x + r, y - k), (x + r, y)),
    )
    return f"{at(x + r, y)} m " + " ".join(" ".join(at(*point) for point in curve) + " c" for curve in curves)


def pdf(pages: list[tuple[float, float, str]]) -> bytes:
    """Return a PDF file of pages: width and height in millimetres, and content."""
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
