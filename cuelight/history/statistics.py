"""What the games of many evenings come to for each player: games, wins, and the mean of the points, by game.

Counted are games of people that were played to their end. A player is whoever has the same name, however it is
written large or small.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from statistics import fmean
from typing import Any

Json = dict[str, Any]

MORNING = timedelta(hours=6)  # an evening ends with it


def key_of(name: str) -> str:
    """What is the same for all ways to write a name."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


def players(digests: Iterable[Mapping[str, Any]]) -> list[Json]:
    """Everybody who has played a game to its end, whoever has played most first.

    Args:
        digests: of games, the newest first; whoever's name is written in several ways has the newest one.

    Each has `name`, `games`, `wins` (a shared one counts as one), `evenings`, `last` (a time), and `by_game`: of each
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
    told = [_told(entry) for entry in found.values()]
    return sorted(told, key=lambda player: (-player["games"], player["name"].casefold()))


def evening(at: float) -> str:
    """The day of an evening, as `2026-11-22`: what is played after midnight is of the day before; "" for no time."""
    try:
        return (datetime.fromtimestamp(at) - MORNING).date().isoformat()
    except (OverflowError, ValueError, OSError):
        return ""


def _of_points(points: Sequence[int]) -> Json:
    """Of a game that points do not decide, null each."""
    if not points:
        return {"mean": None, "best": None, "least": None}
    return {"mean": round(fmean(points), 1), "best": max(points), "least": min(points)}


def _told(entry: Json) -> Json:
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
