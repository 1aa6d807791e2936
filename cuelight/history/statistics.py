"""Statistics for each player over all evenings: games, wins and mean points, by game.

Only games of people that were played to the end count. Two names that differ only in case are one player.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from statistics import fmean
from typing import Any

Json = dict[str, Any]

MORNING = timedelta(hours=6)  # an evening ends at this time


def key_of(name: str) -> str:
    """Return a key that is the same for all spellings of a name."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


def players(digests: Iterable[Mapping[str, Any]]) -> list[Json]:
    """Return the statistics of everybody who has finished a game, most games first.

    Args:
        digests: entries of games, newest first; a player's newest spelling is used.

    Each has `name`, `games`, `wins` (a shared one counts as one), `evenings`, `last` (a time), and `by_game`: for each
    game its id as `plays`, `games`, `wins`, and `mean`, `best` and `least` points.
    """
    found: dict[str, Json] = {}
    for each in digests:
        if not each["over"] or each["demo"]:
            continue
        for player in each["players"]:
            entry = found.setdefault(
                key_of(player["name"]), {"name": player["name"], "last": each["at"], "evenings": set(), "rows": {}}
            )
            entry["evenings"].add(evening(each["at"]))
            won = player["name"] in (each["winners"] or ())
            entry["rows"].setdefault(each["plays"], []).append((player["points"], won))
    totals = [_totals(entry) for entry in found.values()]
    return sorted(totals, key=lambda player: (-player["games"], player["name"].casefold()))


def evening(at: float) -> str:
    """Return the day of an evening, such as `2026-11-22`; it lasts until the next morning; "" for an invalid time."""
    try:
        return (datetime.fromtimestamp(at) - MORNING).date().isoformat()
    except (OverflowError, ValueError, OSError):
        return ""


def _of_points(points: Sequence[int]) -> Json:
    """Return mean, best and least points; None each if points do not decide the game."""
    if not points:
        return {"mean": None, "best": None, "least": None}
    return {"mean": round(fmean(points), 1), "best": max(points), "least": min(points)}


def _totals(entry: Json) -> Json:
    by_game = [
        {
            "plays": plays,
            "games": len(rows),
            "wins": sum(won for _points, won in rows),
            **_of_points([points for points, _won in rows if points is not None]),
        }
        for plays, rows in entry["rows"].items()
    ]
    return {
        "name": entry["name"],
        "games": sum(row["games"] for row in by_game),
        "wins": sum(row["wins"] for row in by_game),
        "evenings": len(entry["evenings"]),
        "last": entry["last"],
        "by_game": by_game,
    }
