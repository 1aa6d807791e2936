"""`cuelight journal`: what is in a journal, old games as files, forgetting them, copies that are checked."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sized
from contextlib import closing
from pathlib import Path

from companion.journal import Journal, JournalError, back_up, local_time, put_back
from companion.play.errors import InputError
from cuelight.commands.files import write_text
from cuelight.commands.history import history, keep, write_new
from cuelight.commands.places import journal_at, journal_to_write
from cuelight.history.archive import Archive
from cuelight.live.deck_store import DeckStore
from cuelight.live.games import called, forgettable, records_of
from cuelight.live.keeping import is_demonstration

MEGABYTE = 1_000_000


def journal(arguments: argparse.Namespace) -> int:
    """`cuelight journal`. Raises JournalError."""
    path = journal_at(arguments.journal)
    ways: dict[str, Callable[[], None]] = {
        "show": lambda: show(path),
        "check": lambda: check(path),
        "export": lambda: export(path, arguments.game, Path(arguments.file)),
        "forget": lambda: forget(path, arguments.games, arguments.player),
        "history": lambda: history(path, as_json=arguments.json),
        "keep": lambda: keep(path, arguments.game, Path(arguments.file)),
        "backup": lambda: backup(path, Path(arguments.file)),
        "restore": lambda: restore(path, Path(arguments.file)),
    }
    ways[arguments.way]()
    return 0


def show(path: Path) -> None:
    """Print every game and how large the journal is."""
    with closing(Journal.reading(path)) as opened:
        for game in opened.games():
            kind = " (demonstration)" if is_demonstration(opened, game) else ""
            again = f" (game {game.body['reopens']} again)" if "reopens" in game.body else ""
            names = ", ".join(called(opened, game))
            when = local_time(game.at) or "?" * 16
            write_text(f"{game.id:5}  {when}  {game.records:6} records  {names}{kind}{again}")
        size = opened.size()
    write_text(f"{path}: {_megabytes(size.records)} of records, {_megabytes(size.room)} left on its disk")


def check(path: Path) -> None:
    """Compare all of it with its checksums. Raises JournalError where it is not as it was written."""
    with closing(Journal.reading(path)) as opened:
        while opened.look_back():
            pass
        if opened.notices:
            raise JournalError(opened.notices[0])
        write_text(f"{path}: {_count(opened.ids(), 'game')}; everything is as it was written")


def export(path: Path, game: int, file: Path) -> None:
    """Write all of a game to a file that only its owner can read: a record a line, the game's own first."""
    with closing(Journal.reading(path)) as opened:
        found = opened.game(game)
        records = records_of(opened, found)
        begun = records[0]._replace(body=DeckStore(opened).whole(found.body))
    text = "".join(json.dumps(record._asdict()) + "\n" for record in (begun, *records[1:]))
    write_new(file, text.encode())
    write_text(f"{file} has game {game} with {_count(records, 'record')}. It knows cards that lay face down.")


def forget(path: Path, games: list[int], player: str | None) -> None:
    """Take games out of the journal, and those of a player; give their room back.

    Raises JournalError, and InputError for what cannot be forgotten.
    """
    wanted = [*games, *(Archive(path).named(player) if player is not None else ())]
    if not wanted:
        raise InputError("name a game, or a player who has played one", field="games")
    with closing(Journal.reading(path)) as found:  # one that is not there is not made
        gone = forgettable(found, wanted)
    with journal_to_write(path) as opened:
        opened.forget(gone, time.time())
        opened.compact()
        write_text(f"{path}: {_count(gone, 'game')} forgotten, {_count(opened.ids(), 'game')} left")


def backup(path: Path, file: Path) -> None:
    """Copy the journal, also while a table writes it; the copy is checked."""
    health = back_up(path, file)
    write_text(f"{file} has {_count(health.games, 'game')}; it was checked")


def restore(path: Path, file: Path) -> None:
    """Put a copy in the journal's place; it is checked before."""
    health, kept = put_back(path, file)
    before = f"; the journal before it is kept as {kept.name}" if kept is not None else ""
    write_text(f"{path} has {_count(health.games, 'game')} now{before}")


def _megabytes(size: int) -> str:
    return f"{size / MEGABYTE:.1f} MB"


def _count(things: Sized, what: str) -> str:
    number = len(things)
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
