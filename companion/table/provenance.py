"""The provenance of each number of a seat and of the table: the step of the record that changed it last.

The numbers are those of the public board and other public counts. They are followed event by event, and from the
beginning after an undo. `How` says where a step came from; the pages add words and drawings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from companion.game import AnyGame
from companion.game.interpretation import TableView
from companion.game.recent import RecentEvents
from companion.table.record import Step

BEGINNING = -1


class Provenance:
    """Finds the step that last changed each number of each seat and of the table.

    Args:
        game: the game.
        start: the state that it begins with.
    """

    def __init__(self, game: AnyGame, start: Any) -> None:
        self._game = game
        self._start = start
        self._begin()

    def _begin(self) -> None:
        self._course = self._game.rules.in_progress(copy(self._start), None)
        self._followed: list[Any] = []
        self._steps: list[int] = []  # how many events there were before each step
        self._counts = self._counts_on_the_way()
        self._last: list[dict[str, int]] = [{} for _ in self._counts]

    def newest(
        self,
        seats: Iterable[Mapping[str, Any]],
        counts: Mapping[str, int],
        events: Sequence[Any],
        steps: Sequence[Step],
    ) -> Sequence[Mapping[str, int]]:
        """Return by seat and number, such as `intrigue` or `coins.Iago`, the step that changed it last; the table comes
        last.

        Numbers that never changed are missing.

        Args:
            seats: the seats of the current board, as the game shows them.
            counts: its counts that belong to no seat.
            events: all events.
            steps: the steps that can be undone.
        """
        before = [step.events for step in steps]
        if events[: len(self._followed)] != self._followed or before[: len(self._steps)] != self._steps:
            self._begin()
        ends = [*before[len(self._steps) :], len(events)]
        for end in ends:
            if end > len(self._followed):
                self._followed += events[len(self._followed) : end]
                now = _counted(seats, counts) if end == len(events) else self._counts_on_the_way()
                self._mark(len(self._steps) - 1, now)
            if len(self._steps) < len(before):
                self._steps.append(end)
        return self._last

    def _mark(self, step: int, counts: list[dict[str, int | str]]) -> None:
        for last, old, new in zip(self._last, self._counts, counts, strict=True):
            if step > BEGINNING and old != new:
                last |= {name: step for name in {*old, *new} if old.get(name, 0) != new.get(name, 0)}
        self._counts = counts

    def _counts_on_the_way(self) -> list[dict[str, int | str]]:
        """Return the numbers after the events that were followed, where more events came later."""
        self._course.take_up(self._followed[len(self._course.events) :])
        game, state = self._game, self._course.state
        asked = game.rules.decision(state)
        table = TableView(state, asked, game.table.pending, RecentEvents(), None, ())
        return _counted(game.display.board(table)["seats"], game.display.status(state, asked).counts)


def _counted(seats: Iterable[Mapping[str, Any]], counts: Mapping[str, int]) -> list[dict[str, int | str]]:
    return [*map(_numbers, seats), dict(counts)]


def _numbers(seat: Mapping[str, Any]) -> dict[str, int | str]:
    """Return the numbers of a seat of the board by name, such as `intrigue` or `coins.Iago`.

    The texts of small games are named by their positions: `tags.0`.
    """
    found: dict[str, Any] = {}
    for name, value in seat.items():
        if type(value) is int:
            found[name] = value
        elif name == "tags":
            found |= {f"tags.{at}": words for at, words in enumerate(value)}
        elif isinstance(value, dict):
            for key, each in value.items():
                if type(each) is int:
                    found[f"{name}.{key}"] = each
    return found
