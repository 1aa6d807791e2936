"""`cuelight journal`: show and check a journal, export and delete games, make and restore backups."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from contextlib import closing, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from companion.core.errors import InputError
from companion.journal import (
    Copied,
    Journal,
    JournalError,
    copy_table,
    local_time,
    next_copy,
    note_failed,
    note_made,
    put_back,
)
from cuelight.app.access import network
from cuelight.app.access.keeper import SUFFIX as DOORS
from cuelight.app.games.deck_store import DeckStore
from cuelight.app.games.keeping import is_demonstration
from cuelight.app.games.store import called, forgettable, records_of
from cuelight.app.shop import counts as shop_counts
from cuelight.app.shop import settings as shop_settings
from cuelight.app.system.control_socket import TableIsBusy, standing_at
from cuelight.commands.history import history, keep
from cuelight.history.archive import Archive
from cuelight.terminal.input_files import new_file, write_text
from cuelight.terminal.paths import journal_at, journal_to_write, need_journal, table_file_beside
from cuelight.terminal.phrases import count, listed
from hardware.table_file.load import NAME as TABLE_FILE
from hardware.table_file.load import TableFileError, read_table_file

MEGABYTE = 1_000_000
PASSED_ON = "CUELIGHT_WORK"  # set by the package's wrapper, which moves the file and prints its final place
ON_THE_MACHINE = {
    "/etc/systemd/system/multi-user.target.wants/cuelight-wall.service": "sudo cuelight screen on",
    "/etc/systemd/system/multi-user.target.wants/cuelight-hotspot.service": "sudo cuelight hotspot on",
    "/etc/cuelight/https.crt": "sudo cuelight https CERTIFICATE KEY",
    "/etc/cuelight/signers": "sudo editor /etc/cuelight/signers",
}
"""Settings of the machine, not of the table. A backup only lists those that existed; the command sets each up again."""


def journal(journal: str | None, way: str, **arguments: Any) -> int:
    """Run `cuelight journal`. Raises JournalError."""
    path = journal_at(journal)
    if way != "restore":
        need_journal(path)
    ways: dict[str, Callable[..., None]] = {
        "show": show,
        "check": check,
        "export": export,
        "forget": forget,
        "history": history,
        "keep": keep,
        "backup": backup,
        "nightly": nightly,
        "noted": noted,
        "restore": restore,
    }
    ways[way](path, **arguments)
    return 0


def show(path: Path) -> None:
    """Print every game and the size of the journal."""
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
    """Compare the whole journal with its checksums. Raises JournalError if they differ."""
    with closing(Journal.reading(path)) as opened:
        while opened.look_back():
            pass
        if opened.notices:
            raise JournalError(opened.notices[0])
        write_text(f"{path}: {count(len(opened.ids()), 'game')}; everything is as it was written")


def export(path: Path, game: int, file: Path) -> None:
    """Write a game to a file that only its owner can read: one record per line, the game's own first."""
    with closing(Journal.reading(path)) as opened:
        found = opened.game(game)
        records = records_of(opened, found)
        begun = records[0]._replace(body=DeckStore(opened).whole(found.body))
    text = "".join(json.dumps(record._asdict()) + "\n" for record in (begun, *records[1:]))
    with new_file(file, wrong=JournalError) as out:
        out.write(text.encode())
    write_text(f"{file} has game {game} with {count(len(records), 'record')}. It knows cards that lay face down.")


def forget(path: Path, games: list[int], player: str | None) -> None:
    """Delete games, and all games of a player, from the journal, and release their space.

    Raises JournalError, and InputError for games that cannot be deleted.
    """
    wanted = [*games, *(Archive(path).named(player) if player is not None else ())]
    if not wanted:
        raise InputError("name a game, or a player who has played one", field="games")
    with closing(Journal.reading(path)) as found:  # Journal.reading creates no file
        gone = forgettable(found, wanted)
    with journal_to_write(path) as opened:
        opened.forget(gone, time.time())
        opened.compact()
        write_text(f"{path}: {count(len(gone), 'game')} forgotten, {count(len(opened.ids()), 'game')} left")


def parts_of(path: Path) -> dict[str, Path]:
    """Return the files beside a journal that make a whole table with it, by their names in a backup."""
    real, names = Path(os.path.realpath(path)), (shop_settings.NAME, shop_counts.NAME, network.NAME)
    found = {TABLE_FILE: table_file_beside(path)} | {name: real.with_name(name) for name in names}
    return found | {f"table.db{DOORS}": real.with_name(real.name + DOORS)}


def backup(path: Path, file: Path) -> None:
    """Back up the whole table, also while it runs, and check the copy."""
    copied = _copy(path, file)
    if not os.environ.get(PASSED_ON):
        note_made(path, file, copied.made)
        _notify_table(path)
    write_text(f"{file} has {count(copied.games, 'game')}, and {_contents(copied)}; it was checked")


def noted(path: Path, file: Path) -> None:
    """Record for the desk that a backup was made, and its path."""
    note_made(path, file, time.time())
    _notify_table(path)


def nightly(path: Path, folder: Path) -> None:
    """Make the next numbered backup in a folder, and record the outcome for the desk.

    Raises JournalError.
    """
    try:
        made = next_copy(path, folder, time.strftime("%Y-%m-%d"), lambda target: _copy(path, target))
    except JournalError as error:
        note_failed(path, error, time.time())
        _notify_table(path)
        raise
    noted(path, made)
    write_text(f"{made} was made and checked")


def restore(path: Path, file: Path) -> None:
    """Restore a table from a backup, after checking it; the previous files are kept."""
    copied, kept = put_back(path, file, parts_of(path))
    before = f"; what was there is kept as {listed(kept)}" if kept else ""
    write_text(f"{path} has {count(copied.games, 'game')} now{before}")
    if not copied.about:
        write_text("The copy has the journal alone: table.toml, shop.toml and the PIN are as they were.")
        return
    write_text(f"Restored with it: {_contents(copied)}.")
    missing = [name for name in parts_of(path) if name not in copied.files]
    if missing:
        write_text(f"Not in this copy, as its table had none: {listed([_called(name) for name in missing])}.")
    _check_table_file(parts_of(path)[TABLE_FILE])
    machine = copied.about.get("machine")
    for command in ON_THE_MACHINE.values():
        if isinstance(machine, list) and command in machine:
            write_text(f"Not in a copy, and set up again by: {command}")


def _copy(path: Path, target: Path) -> Copied:
    machine = [command for file, command in ON_THE_MACHINE.items() if Path(file).exists()]
    about = {"cuelight": version("cuelight"), "machine": machine}
    return copy_table(path, target, parts_of(path), time.time(), about)


def _notify_table(path: Path) -> None:
    """Make a running table read the outcome of a backup."""
    with suppress(TableIsBusy):
        standing_at(path)


def _check_table_file(path: Path) -> None:
    try:
        if path.exists():
            read_table_file(path)
    except TableFileError as error:
        write_text(f"The table file was restored as it was, and has a mistake:\n{error}")


def _contents(copied: Copied) -> str:
    return listed([_called(name) for name in copied.files if name != "table.db"]) or "nothing else"


def _called(name: str) -> str:
    return "the PIN and the seats' keys" if name == "table.db.doors" else name


def _megabytes(size: int) -> str:
    return f"{size / MEGABYTE:.1f} MB"
