"""Charts of a simulation: plain SVG bars that any browser shows, drawn with `leather`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import leather
from leather import theme

from companion.game.statistics import Chart, Hue
from cuelight.terminal.input_files import new_file

INK, PAPER = "#222222", "#ffffff"
COLOURS = {Hue.ONE: "#c8862a", Hue.OTHER: "#2a6f77", Hue.NEITHER: "#8d8d8d"}
WIDTH, BAR, MARGIN = 860, 34, 150  # pixels: width, bar with its gap, title and axis together
FONT = "DejaVu Sans, Arial, sans-serif"


def draw(charts: Sequence[Chart], folder: Path) -> list[Path]:
    """Write every chart into the folder and return the files.

    Raises FileIsThere, and OutputError if a file cannot be written.
    """
    _dress()
    files = []
    for chart in charts:
        files.append(folder / f"{chart.name}.svg")
        height = MARGIN + BAR * len(chart.bars)
        with new_file(files[-1], private=False) as opened:
            opened.write(_drawn(chart).to_svg(width=WIDTH, height=height).encode())
    return files


def _drawn(chart: Chart) -> leather.Chart:
    """Return a chart with horizontal bars, the first one on top."""
    drawn = leather.Chart(chart.title)
    low = min(0.0, *(bar.value for bar in chart.bars))
    high = max(1.0, *(bar.value for bar in chart.bars))
    drawn.add_x_scale(low, high * 1.05)
    drawn.add_x_axis(name=chart.unit)
    colours = [COLOURS[bar.hue] for bar in reversed(chart.bars)]  # leather counts from the bottom
    bars = [(bar.value, bar.label) for bar in chart.bars]
    drawn.add_bars(bars, fill_color=lambda datum: colours[datum.i])
    return drawn


def _dress() -> None:
    """Set colours and fonts, the same in every chart."""
    theme.background_color = PAPER
    theme.title_color = theme.label_color = INK
    theme.title_font_family = theme.legend_font_family = theme.tick_font_family = theme.axis_title_font_family = FONT
    theme.title_font_size, theme.tick_font_size = 17, 13
