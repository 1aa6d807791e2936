"""The score sheet of a game, and the points over its scenes, for the screen, the pages and files.

Nothing is counted here: the numbers are those of `scores` at the end of each scene and of each chapter (an act, if the
game has acts). The game interface names parts and chapters.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import pairwise
from typing import Any, NamedTuple

from companion.core.i18n import _
from companion.game import AnyGame, ScoreRow
from companion.game.rules import Json


class Mark(NamedTuple):
    """The points at the end of a place (a scene), in seat order.

    `chapter` contains the place, and is "" between two chapters; `events` is how many events there were by then.
    """

    where: str
    chapter: str
    events: int
    scores: tuple[Json, ...]


def marks(game: AnyGame, start: Any, events: Sequence[Any]) -> list[Mark]:
    """Return the points at the end of each place in these events; the last place as it is now.

    Args:
        game: the game.
        start: the state before the first event.
        events: the events.
    """
    course = game.rules.in_progress(copy(start), game.rules.chance())
    places = [_place(game, course.state)]
    for event in events:
        course.take_up([event])
        places.append(_place(game, course.state))
    ends = [number for number, place in enumerate(places[:-1]) if number and place != places[number + 1]]
    course, before = game.rules.in_progress(copy(start), game.rules.chance()), 0
    found: dict[tuple[str, str], Mark] = {}
    for number in (*ends, len(events)):
        course.take_up(events[before:number])
        before = number
        found.pop(places[number], None)  # each place once, as it was left
        found[places[number]] = Mark(
            *places[number], number, tuple(game.rules.scores(game.secrets.visible_to(course.state, None)))
        )
    return list(found.values())


def sheet(game: AnyGame, passed: Sequence[Mark], winners: Sequence[str] | None) -> Json:
    """Return the score sheet: for each player the parts of the score at the end of each chapter, and the final bonuses.

    `columns` are the chapters so far, `parts` the rows, each with its `key`, its `words` and whether it is a `bonus`.
    Each player has a row of `cells` for each part, and `totals` at the end of each chapter.

    Args:
        game: the game.
        passed: the result of `marks`.
        winners: their names; None before the end.
    """
    last = passed[-1].scores
    ends = {mark.chapter: mark.scores for mark in passed if mark.chapter} or {"": last}
    if winners is not None:
        ends[next(reversed(ends))] = last  # what happened after the last chapter counts in it
    parts = [row._replace(words=_(row.words)) for row in game.info.score_rows] or plain_parts(last)
    bonuses = [part.key for part in parts if part.bonus]
    rows = []
    for player, now in enumerate(last):
        columns = [scores[player] for scores in ends.values()]
        rows.append(
            {
                "name": now["name"],
                "winner": winners is not None and now["name"] in winners,
                "cells": [[column.get(part.key, 0) for column in columns] for part in parts if not part.bonus],
                "totals": [column["total"] - sum(column[key] for key in bonuses) for column in columns],
                "bonuses": [now[key] for key in bonuses],
                "total": now["total"],
            }
        )
    return {
        "columns": list(ends),
        "parts": [part._asdict() for part in parts],
        "players": rows,
        "over": winners is not None,
    }


def race(passed: Sequence[Mark]) -> Json:
    """Return the points of all players at the end of each place: `places` in words, and `players` with their `points`.

    In a game with chapters, the time between two of them is no place. `changes` has for each place the parts of the
    score that changed in it. `out` is the first place at whose end a player was out, if the scores say so; else None.
    """
    names = [score["name"] for score in passed[-1].scores]
    run = [mark for mark in passed if mark.chapter] or list(passed)
    before = {after.events: mark for mark, after in pairwise(passed)}
    return {
        "places": [{"where": mark.where, "chapter": mark.chapter, "events": mark.events} for mark in run],
        "players": [
            {
                "name": name,
                "points": [mark.scores[player]["total"] for mark in run],
                "changes": [
                    _changes(before.get(mark.events, mark).scores[player], mark.scores[player]) for mark in run
                ],
                "out": next((place for place, mark in enumerate(run) if mark.scores[player].get("out")), None),
            }
            for player, name in enumerate(names)
        ],
    }


def account(game: AnyGame, start: Any, state: Any, events: Sequence[Any]) -> Json:
    """Return the `sheet` and the `race` of a game for a page."""
    passed = marks(game, start, events)
    return {
        "sheet": sheet(game, passed, game.rules.winners(game.secrets.visible_to(state, None))),
        "race": race(passed),
    }


def _changes(before: Json, after: Json) -> Json:
    """Return how much each part of a player's score changed, without those that did not."""
    counted = [key for key, value in after.items() if type(value) is int]
    return {key: after[key] - before[key] for key in counted if key in before and after[key] != before[key]}


def plain_parts(scores: Sequence[Json]) -> tuple[ScoreRow, ...]:
    """Return the rows of a game that names none: every number in its scores except the total."""
    counted = [key for key, value in scores[0].items() if type(value) is int and key != "total"]
    return tuple(ScoreRow(key, key.replace("_", " ")) for key in counted) or (ScoreRow("total", _("points")),)


def _place(game: AnyGame, state: Any) -> tuple[str, str]:
    return game.text.where(state), game.display.chapter(state)
