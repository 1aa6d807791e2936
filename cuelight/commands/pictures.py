"""The pictures of a simulation: plain SVG bars that any browser shows, drawn with `leather`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import leather
from leather import theme

from companion.othello.text.words import act_name
from cuelight.commands.tally import ENDS, Tally

INK, PAPER = "#222222", "#ffffff"
TEAL, AMBER, GREY = "#2a6f77", "#c8862a", "#8d8d8d"
END_COLOURS = dict(zip(ENDS, (AMBER, TEAL, GREY), strict=True))
WIDTH, BAR, MARGIN = 860, 34, 150  # pixels; a bar with its gap, and title and axis together
MOST_CARDS = 15
FONT = "DejaVu Sans, Arial, sans-serif"

Bars = Sequence[tuple[float, str]]
Colour = str | Callable[[Any], str]


def draw(found: Tally, titles: Mapping[str, str], folder: Path) -> list[Path]:
    """Write every picture of these numbers into the folder and return their files. `titles` are the cards', by name.

    Raises OSError when they cannot be written.
    """
    _dress()
    files = []
    for name, chart, bars in (
        _points(found),
        _lead(found),
        _ends(found),
        _scenes(found),
        _lengths(found),
        _cards(found, titles),
    ):
        files.append(folder / f"{name}.svg")
        files[-1].write_text(chart.to_svg(width=WIDTH, height=MARGIN + BAR * bars), encoding="utf-8")
    return files


Drawn = tuple[str, leather.Chart, int]


def _points(found: Tally) -> Drawn:
    bars = [(points.value, f"bot {bot}: {points}") for bot, points in found.points_by_bot.items()]
    bars += [(points.value, f"seat {seat}: {points}") for seat, points in enumerate(found.points_by_seat, start=1)]
    title = f"Points at the end, mean of {_games(found)}"
    return _chart("points", title, bars, "points", colour=lambda datum: AMBER if datum.y.startswith("bot") else TEAL)


def _lead(found: Tally) -> Drawn:
    chance = 1 / found.players
    bars = [
        (100 * found.lead_at_end.value, f"Lead at the end: {found.lead_at_end.value:.0%}"),
        (100 * (1 - found.lead_at_end.value), f"company at the end: {1 - found.lead_at_end.value:.0%}"),
        (100 * found.lead_most_acts.value, f"Lead in most acts: {found.lead_most_acts.value:.0%}"),
        (100 * chance, f"any one player, by chance: {chance:.0%}"),
    ]
    title = f"Who wins, Lead against company, {_games(found)}"
    return _chart("lead", title, bars, "% of the games", _first_colours(AMBER, TEAL, AMBER, GREY))


def _ends(found: Tally) -> Drawn:
    bars = [
        (100 * value, f"{act_name(act)}, {end}: {value:.0%}")
        for act, ends in enumerate(found.acts, start=1)
        for end, value in ends.items()
    ]
    colours = [END_COLOURS[end] for ends in found.acts for end in ends]
    return _chart("acts", f"How acts end, {_games(found)}", bars, "% of the games", _first_colours(*colours))


def _scenes(found: Tally) -> Drawn:
    bars = [(scenes.value, f"{act_name(act)}: {scenes}") for act, scenes in enumerate(found.scenes, start=1)]
    return _chart("scenes", f"How long acts last, mean of {_games(found)}", bars, "scenes")


def _lengths(found: Tally) -> Drawn:
    shortest, longest = min(found.lengths), max(found.lengths)
    step = (longest - shortest) // 20 + 1
    bars = []
    for start in range(shortest, longest + 1, step):
        count = sum(found.lengths[scenes] for scenes in range(start, start + step))
        span = f"{start}" if step == 1 else f"{start} to {start + step - 1}"
        bars.append((float(count), f"{span} scenes: {count}"))
    return _chart("lengths", f"How long games last, {_games(found)}", bars, "games")


def _cards(found: Tally, titles: Mapping[str, str]) -> Drawn:
    bars = [
        (100 * card.lift.value, f"{card.card} {titles[card.card]}: {card.lift.value:+.0%} ± {card.lift.error:.0%}")
        for card in found.cards[:MOST_CARDS]
    ]
    title = f"Which cards decide, {_games(found)}"
    unit = "percentage points that who scores it wins more"
    return _chart("cards", title, bars or [(0.0, "no card was scored often enough")], unit)


def _games(found: Tally) -> str:
    return f"{found.games} game{'' if found.games == 1 else 's'}"


def _first_colours(*colours: str) -> Callable[[Any], str]:
    """A colour for each bar by its place, the first one on top."""
    return lambda datum: colours[len(colours) - 1 - datum.i]  # leather counts from the last one


def _chart(name: str, title: str, bars: Bars, unit: str, colour: Colour = TEAL) -> Drawn:
    """Bars from left to right, the first one on top."""
    chart = leather.Chart(title)
    low = min(0.0, *(value for value, _label in bars))
    high = max(1.0, *(value for value, _label in bars))
    chart.add_x_scale(low, high * 1.05)
    chart.add_x_axis(name=unit)
    chart.add_bars(list(bars), fill_color=colour)
    return name, chart, len(bars)


def _dress() -> None:
    """Colours and letters, the same in every picture."""
    theme.background_color = PAPER
    theme.title_color = theme.label_color = INK
    theme.title_font_family = theme.legend_font_family = theme.tick_font_family = theme.axis_title_font_family = FONT
    theme.title_font_size, theme.tick_font_size = 17, 13
