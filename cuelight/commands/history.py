"""`cuelight journal history` and `keep`: results of the games, statistics, and games as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.core.errors import InputError
from companion.game.statistics import table_lines
from companion.games import game_of
from companion.journal import JournalError, local_time
from cuelight.history.archive import Archive
from cuelight.terminal.input_files import new_file, write_text
from web.api.table_port import FORMS, GameFile

ALL = "all"
SUFFIXES = {".bgsplay": "bgstats"}
WAIT_SECONDS = 3600.0  # the longest wait for a journal of which nothing is analysed yet


def history(path: Path, *, as_json: bool) -> None:
    """Print every game with its result, and the statistics of all players. Raises JournalError."""
    found = Archive(path).games(wait=WAIT_SECONDS)
    if as_json:
        write_text(json.dumps(found, ensure_ascii=False, indent=1))
        return
    games = [_game(each) for each in found["games"]]
    players = [
        [player["name"], game_of(row["plays"]).info.title, *(str(row[key]) for key in ("games", "wins")), _mean(row)]
        for player in found["players"]
        for row in player["by_game"]
    ]
    parts = games or ["No game has been played yet."]
    if players:
        parts += ["", *table_lines(["player", "game", "games", "wins", "points on average"], players)]
    write_text("\n".join(parts))


def keep(path: Path, game: str, file: Path) -> None:
    """Write a game, or all, to a new file; the suffix of its name selects the format.

    Raises InputError for an unknown format, NoSuchGame for a game that cannot be read, FileIsThere and JournalError.
    """
    form, archive = _form(file), Archive(path)
    if game == ALL:
        made = archive.file(None, form)
    else:
        number = int(game) if game.isdecimal() else 0
        made = _page(archive, number) if form == "html" else archive.file(number, form)
    with new_file(file, wrong=JournalError) as opened:
        opened.write(made.content)
    write_text(f"{file} has {'all games' if game == ALL else f'game {game}'}, as everybody may know it.")


def _page(archive: Archive, number: int) -> GameFile:
    from web.app.history import kept_page  # imports all of the pages, which nothing else here needs

    return kept_page(archive, number)


def _form(file: Path) -> str:
    form = SUFFIXES.get(file.suffix, file.suffix.removeprefix("."))
    if form == "pdf":
        raise InputError("a game is not written as PDF: keep it as .html, open that page and print it", field="file")
    if form not in (*FORMS, "html"):
        raise InputError(f"{file.name} should end with .html, .csv, .json or .bgsplay", field="file")
    return form


def _game(each: dict[str, Any]) -> str:
    """Return the line of a game."""
    won = each["winners"] or ()
    names = (f"{player['name']}{_points(player)}{'*' if player['name'] in won else ''}" for player in each["players"])
    left = f"left in {each['where']}" if each["where"] else "cannot be read"
    kind = ", a demonstration" if each["demo"] else ""
    what = f"{game_of(each['plays']).info.title} {each['edition'] or ''}".strip()
    ended = "over" if each["over"] else left
    return f"{each['game']:5}  {local_time(each['at']):16}  {what}: {', '.join(names)}; {ended}{kind}"


def _mean(row: dict[str, Any]) -> str:
    return "" if row["mean"] is None else str(row["mean"])


def _points(player: dict[str, Any]) -> str:
    return "" if player["points"] is None else f" {player['points']}"
