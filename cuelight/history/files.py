"""Old games as exported files: JSON for programs, CSV tables, and files for the app BG Stats.

A link `createPlay.html?data=` has one play, as described in the support pages of BG Stats ("Push plays to BG Stats from
other apps or websites"): times are in UTC, and booleans are always given, because the Android app stops without them.
The file format has no public description. Like files that the app writes, it has lists of players, games and plays that
refer to one another by number. BG Stats asks its user before an import. Neither was tested with the app itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from companion.core.spreadsheet import spreadsheet
from companion.games import game_of
from companion.journal import local_time, utc_time
from cuelight.history.statistics import evening
from web.api.table_port import GameFile

Json = dict[str, Any]

BGSTATS = "bgstats://app.bgstatsapp.com/createPlay.html?data="


def game_json(data: Json) -> GameFile:
    """Return all data of a game's page as JSON."""
    return _json(f"game-{data['digest']['game']}.json", data)


def games_json(found: Json) -> GameFile:
    """Return the list of all games and the statistics as JSON."""
    return _json("games.json", found)


def game_csv(data: Json) -> GameFile:
    """Return the score sheet: one row per player and part of the score, one column per chapter, and the bonuses."""
    sheet = data["sheet"]
    rows: list[Sequence[Any]] = [["player", "part", *(column or "points" for column in sheet["columns"]), "bonuses"]]
    for player in sheet["players"]:
        cells = iter(player["cells"])
        bonuses = iter(player["bonuses"])
        for part in sheet["parts"]:
            empty = [""] * len(sheet["columns"])
            row = [*empty, next(bonuses)] if part["bonus"] else [*next(cells), ""]
            rows.append([player["name"], part["words"], *row])
        rows.append([player["name"], "total", *player["totals"], player["total"]])
    return _csv(f"game-{data['digest']['game']}.csv", rows)


def games_csv(digests: Iterable[Json]) -> GameFile:
    """Return one row per player of each game, the newest first."""
    heads = ["game", "began", "evening", "plays", "edition", "level", "demonstration", "over", "left in"]
    rows: list[Sequence[Any]] = [[*heads, "player", "points", "won"]]
    for each in digests:
        of_game = [each["game"], local_time(each["at"]), evening(each["at"]), game_of(each["plays"]).info.title]
        of_game += [each["edition"], each["level"] or "", _yes(each["demo"]), _yes(each["over"])]
        of_game.append("" if each["over"] else each["where"] or "")
        for player in each["players"]:
            won = player["name"] in (each["winners"] or ())
            rows.append([*of_game, player["name"], player["points"], _yes(won)])
    return _csv("games.csv", rows)


def bgstats_play(digest: Mapping[str, Any]) -> Json:
    """Return one game in the form of BG Stats."""
    game = game_of(digest["plays"])
    return {
        "sourceName": "Cuelight",
        "sourcePlayId": f"{digest['at']:.0f}-{digest['game']}",
        "playDate": utc_time(digest["at"]),
        "durationMin": round(digest["seconds"] / 60),
        "comments": "",
        "board": game.edition_title(digest["edition"], digest["level"]),
        "game": {
            "sourceGameId": game.info.id,
            "name": game.info.title,
            "highestWins": True,
            "noPoints": not game.info.points_decide,
        },
        "players": [
            {
                "sourcePlayerId": player["name"],
                "name": player["name"],
                "score": "" if player["points"] is None else str(player["points"]),
                "winner": player["name"] in (digest["winners"] or ()),
                "startPlayer": False,
            }
            for player in digest["players"]
        ],
    }


def bgstats_link(digest: Mapping[str, Any]) -> str:
    """Return a link that opens this game in BG Stats, on a device with the app."""
    return BGSTATS + quote(json.dumps(bgstats_play(digest), ensure_ascii=False, separators=(",", ":")))


def bgstats_file(digest: Mapping[str, Any]) -> GameFile:
    """Return the same as a file for the app: lists whose items refer to one another by number."""
    play = bgstats_play(digest)
    when, whole = play["playDate"], play["sourcePlayId"]
    about = "This is a Play file that can be read by Board Game Stats: open it with the app."
    file = {
        "about": about,
        "userInfo": {"meRefId": 0},  # no player is known to be the user of the app
        "players": [
            {"uuid": _uuid(each["name"]), "id": number, "name": each["name"], "isAnonymous": False}
            | {"modificationDate": when, "bggUsername": ""}
            for number, each in enumerate(play["players"], start=1)
        ],
        "locations": [],
        "games": [
            {"uuid": _uuid(play["game"]["sourceGameId"]), "id": 1, "name": play["game"]["name"]}
            | {"modificationDate": when, "cooperative": False, "usesTeams": False, "bggId": 0, "bggYear": 0}
            | {key: play["game"][key] for key in ("highestWins", "noPoints")}
        ],
        "plays": [
            {key: play[key] for key in ("playDate", "durationMin", "board", "comments")}
            | {"uuid": _uuid(whole), "gameRefId": 1, "modificationDate": when, "entryDate": when}
            | {"usesTeams": False, "ignored": False, "manualWinner": True, "rounds": 0, "bggId": 0}
            | {"rating": 0, "scoringSetting": 0, "playImages": "[]"}
            | {
                "playerScores": [
                    {key: each[key] for key in ("score", "winner", "startPlayer")}
                    | {"playerRefId": number, "newPlayer": False, "rank": 0, "seatOrder": number}
                    for number, each in enumerate(play["players"], start=1)
                ]
            }
        ],
    }
    name = f"game-{digest['game']}.bgsplay"
    return GameFile(name, "application/json", json.dumps(file, ensure_ascii=False).encode())


def _uuid(name: str) -> str:
    """Return an id that is the same for the same player, game or play in every file."""
    return str(uuid5(NAMESPACE_URL, f"cuelight:{name}"))


def _json(name: str, value: Any) -> GameFile:
    return GameFile(name, "application/json", json.dumps(value, ensure_ascii=False, indent=1).encode())


def _csv(name: str, rows: Iterable[Sequence[Any]]) -> GameFile:
    return GameFile(name, "text/csv; charset=utf-8", spreadsheet(rows))


def _yes(fact: bool) -> str:
    return "yes" if fact else "no"
