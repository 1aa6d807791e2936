"""Statistics of many simulated games: numbers, lines of text, and bar charts.

Each game chooses its numbers; the reader of a chart decides how it looks.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from companion.core.values import Value, to_builtins
from companion.game.simulation import Simulated

CONFIDENCE = 1.96  # standard errors on either side: 95 of 100 such intervals hold the true value
MOST_SPANS = 20  # bars of a picture that shows how many games have which number

G = TypeVar("G", bound=Simulated)


class Mean(Value, frozen=True):
    """A mean of `number` values; the true mean is within `error` of it, 95 times of 100."""

    value: float
    error: float
    number: int

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.error:.2f}"


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of at least one value."""
    spread = statistics.stdev(values) if len(values) > 1 else 0.0
    return Mean(statistics.fmean(values), CONFIDENCE * spread / len(values) ** 0.5, len(values))


class Standings(Value, frozen=True):
    """Points and wins, from 0 to 1, by seat and by bot; a shared win is divided."""

    points_by_seat: list[Mean]
    points_by_bot: dict[str, Mean]
    wins_by_bot: dict[str, Mean]
    wins_by_seat: list[Mean]

    def lines(self) -> list[str]:
        """Return them as a table."""
        rows = [[f"bot {bot}", str(points), str(self.wins_by_bot[bot])] for bot, points in self.points_by_bot.items()]
        for seat, (points, wins) in enumerate(zip(self.points_by_seat, self.wins_by_seat, strict=True), start=1):
            rows.append([f"seat {seat}", str(points), str(wins)])
        return table_lines(["", "points", "wins, a seat"], rows)


class Hue(StrEnum):
    """Subject of a bar, in a chart with several subjects."""

    ONE = "one"
    OTHER = "other"
    NEITHER = "neither"


class Bar(NamedTuple):
    """One bar: its length, its label, and its hue."""

    value: float
    label: str
    hue: Hue = Hue.OTHER


class Chart(NamedTuple):
    """A chart: its file name, its title, its unit, and its bars from top to bottom."""

    name: str
    title: str
    unit: str
    bars: Sequence[Bar]


class Figures(NamedTuple):
    """The numbers of one simulation: as an object, as lines of text, and as charts."""

    data: dict[str, Any]
    lines: Sequence[str]
    charts: Sequence[Chart]


def share(game: Simulated, seat: int) -> float:
    """Return the share of the win of this seat; a shared win is divided."""
    return (seat in game.winners) / len(game.winners)


def by_bot(games: Iterable[G], value: Callable[[G, int], float]) -> dict[str, Mean]:
    """Return the mean of a value of a seat, by the bot that played it."""
    found: dict[str, list[float]] = {}
    for game in games:
        for seat, bot in enumerate(game.bots):
            found.setdefault(bot, []).append(value(game, seat))
    return {bot: mean(found[bot]) for bot in sorted(found)}


def by_seat(games: Sequence[G], value: Callable[[G, int], float]) -> list[Mean]:
    """Return the mean of a value of a seat, by seat, over the games that have the seat."""
    seats = max(len(game.bots) for game in games)
    return [mean([value(game, seat) for game in games if seat < len(game.bots)]) for seat in range(seats)]


def standings(games: Sequence[G], value: Callable[[G, int], float]) -> Standings:
    """Return the points and wins of at least one game; `value` returns the final points of a seat."""
    return Standings(by_seat(games, value), by_bot(games, value), by_bot(games, share), by_seat(games, share))


def games_text(games: Sequence[Simulated]) -> str:
    """Return the number of games, in words."""
    return f"{len(games)} game{'' if len(games) == 1 else 's'}"


def table_lines(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return lines with right-aligned columns, except the first."""
    cells = [list(heads), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["   ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in cells]


def spans(values: Sequence[int], unit: str) -> list[Bar]:
    """Return a bar for each number, or for each span of a few: the number of its games."""
    shortest, longest = min(values), max(values)
    step = (longest - shortest) // MOST_SPANS + 1
    bars = []
    for start in range(shortest, longest + 1, step):
        count = sum(start <= value < start + step for value in values)
        span = f"{start}" if step == 1 else f"{start} to {start + step - 1}"
        bars.append(Bar(float(count), f"{span} {unit}: {count}"))
    return bars


def plain_figures(games: Sequence[Simulated], value: Callable[[Any, int], float]) -> Figures:
    """Return the statistics that every game has.

    Args:
        games: at least one.
        value: returns the final points of a seat.
    """
    found, decisions = standings(games, value), mean([game.decisions for game in games])
    lines = [*found.lines(), "", f"decisions in a game   {decisions.value:.0f}"]
    data = {**to_builtins(found), "decisions": to_builtins(decisions)}
    return Figures(data, lines, [wins_chart(games)])


def wins_chart(games: Sequence[Simulated]) -> Chart:
    """Return the wins by bot and by seat."""
    bars = [Bar(100 * won.value, f"bot {bot}: {won.value:.0%}", Hue.ONE) for bot, won in by_bot(games, share).items()]
    found = enumerate(by_seat(games, share), start=1)
    bars += [Bar(100 * won.value, f"seat {seat}: {won.value:.0%}") for seat, won in found]
    return Chart("wins", f"Who wins, {games_text(games)}", "% of the games of a seat", bars)
