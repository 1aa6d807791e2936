"""Players have colours and shapes of their own, which everybody can tell apart."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

from companion.core.places import SEATS

ART = (Path(__file__).parents[3] / "web/templates/art.svg").read_text(encoding="utf-8")
MARKS = dict(re.findall(r'id="art-player-(\d)".*?\n\s*(<.*?/>)', ART))
GROUNDS = ("#150e0d", "#2b1c16", "#2a1a15", "#1b232c", "#222c36")  # of the seats on board, phone, mat and desk
GRAPHICS = 3.0  # the contrast that WCAG 1.4.11 asks of graphics


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_each_seat_has_a_shape_and_a_colour_that_stands_out() -> None:
    assert sorted(MARKS) == [str(seat) for seat in range(1, SEATS[-1] + 1)]
    colours = [re.findall(r'fill="(#\w{6})"', mark)[0] for mark in MARKS.values()]
    shapes = [mark.partition(" fill=")[0] for mark in MARKS.values()]
    assert all(one != other for one, other in (*combinations(colours, 2), *combinations(shapes, 2)))
    assert {
        (colour, ground) for colour in colours for ground in GROUNDS if contrast(colour, ground) < GRAPHICS
    } == set()
