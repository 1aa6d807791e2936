"""Measurements of `make bench` and the goal of each figure, by the module that measures it.

A figure that belongs to a promise of docs/promises.toml has the name of that promise.
"""

from __future__ import annotations

from typing import NamedTuple


class Goal(NamedTuple):
    """A limit for a figure: at most this value, or at least this value with `at_least`."""

    what: str
    limit: float
    unit: str
    at_least: bool = False

    def is_met(self, value: float) -> bool:
        """Return whether a figure of this value meets the goal."""
        return value >= self.limit if self.at_least else value <= self.limit

    def __str__(self) -> str:
        return f"{'≥' if self.at_least else '≤'} {shown(self.limit)} {self.unit}"


class Figure(NamedTuple):
    """A measured value for the goal of this name, in its unit.

    `value` is None if this machine cannot measure it.

    `context` says how it was measured: spread, counts, other load.
    """

    goal: str
    value: float | None
    context: str


def shown(value: float) -> str:
    """Return a number with three digits, or with all digits before the decimal point."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


GOALS: dict[str, dict[str, Goal]] = {
    "engine": {
        "python-chess": Goal("an Othello decision, beside a move of python-chess", 0.5, "×"),
        "boardgame-io": Goal("the same, beside a move of boardgame.io", 0.2, "×"),
    },
    "journal": {"append": Goal("a record appended, beside the disk alone", 2, "×")},
    "replay": {"replay": Goal("a finished game replayed from its journal", 50, "ms")},
    "history": {"history-list": Goal("the list of 1,000 old games", 1, "s of a processor")},
    "starts": {"start-in-a-second": Goal("a start with 100 MB of journal", 1, "s")},
    "path": {
        "card-calls": Goal("calls for a card laid on the on-screen mat", 700, "calls"),
        "card-files": Goal("files with the calls for a card", 40, "files"),
        "press-calls": Goal("calls for a press", 700, "calls"),
        "press-files": Goal("files with the calls for a press", 40, "files"),
    },
    "taps": {"empty-taps": Goal("taps on phones that only decline, of all taps of an Othello", 16.7, "%")},
    "table": {"gesture": Goal("p99 from a gesture to its light, journal included", 20, "ms")},
    "readers": {
        "readers-share": Goal("our part of the time from a tag to its light", 10, "%"),
        "readers-cpu": Goal("seven readers at rest", 0.25, "cores"),
    },
    "mat": {
        "mat-share": Goal("the host's part of the time from a card to its light", 10, "%"),
        "sweep-empty": Goal("an empty zone of a sweep, on a Pico", 7.2, "ms"),
        "sweep-occupied": Goal("an occupied zone of a sweep, on a Pico", 10.5, "ms"),
    },
    "viewers": {
        "viewers": Goal("p99 until 1,000 viewers have a board", 40, "ms"),
        "many-viewers": Goal("p99 until 5,000 viewers have a board", 100, "ms"),
    },
    "laptop": {
        "laptop-devices": Goal("p95 until a press is answered, eight phones, a wall and seven tabs apart", 200, "ms"),
        "laptop": Goal("p95 until a press is answered, the same in one browser on this machine", 200, "ms"),
    },
    "event_weight": {"event-weight": Goal("median of what an event sends to a page", 2, "kB")},
    "pages": {
        "page-weight": Goal("the first visit of the heaviest page", 150, "kB"),
        "page-ready": Goal("the slowest page on a slow phone", 1, "s"),
    },
    "screens": {
        "event-painted": Goal("p99 from the journal to the screen, slowest page", 100, "ms"),
        "idle-wall": Goal("an idle board, above an empty page", 2, "% of a processor"),
    },
    "bots": {"bots": Goal("wins of the stronger bot, less its error", 0.25, "of the games", at_least=True)},
}
