"""Getting a journal ready to be written: made where there is none, looked over, and repaired where it is damaged.

Looking does not change a file. A repair is safe at every step: the intact records are written to a new file
first, then that file's name commits the repair, then the damaged file gets its new name, and only then its
place is taken. A repair that was interrupted is finished at the next opening.
"""

from __future__ import annotations

import glob
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from companion.journal.errors import JournalError, is_damage
from companion.journal.files import (
    Mark,
    Marked,
    beside,
    free_number,
    open_private,
    remove,
    set_aside,
    sync,
)
from companion.journal.record import (
    APPLICATION_ID,
    CREATE,
    INSERT,
    SCHEMA_VERSION,
    SELECT_RAW,
    START,
    RawRow,
    Row,
    Seal,
    follows,
)

BUSY_SECONDS = 1.0  # how long to wait for another program that is writing in our file


class Health(NamedTuple):
    """The end of what is intact, the numbers of the records that begin its games, and what is wrong after it."""

    last: Seal = START
    game_starts: tuple[int, ...] = ()
    damage: str | None = None


class _Damaged(Exception):
    """The file is not what was written."""


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection that waits for the disk at each commit. `mode` is `ro`, `rw`, or `rwc` to make the file."""
    uri = f"{path.as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        connection.execute("PRAGMA synchronous = FULL")  # holds for this connection only
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def make_ready(path: Path) -> tuple[Health, list[str]]:
    """Make, look over and if need be repair the journal at `path`, which nobody else has open.

    Returns what is in it now, and what the host should be told. Raises JournalError for a file that is
    another program's or of a newer version, sqlite3.Error and OSError where the disk does not let us.
    """
    notices = _finish_interrupted(path)
    marked = Mark.read(path)
    if not path.exists() or path.stat().st_size == 0:
        return Health(), notices + _begin(path, marked)
    health = look_over(path, marked)
    if health.damage is not None:
        notices.append(_repair(path, health))
    return health, notices


def look_over(path: Path, marked: Marked | None = None) -> Health:
    """Read the whole journal and compare it with its checksums, without changing the file.

    Raises JournalError for a file that is another program's or of a newer version.
    """
    found = Health()
    try:
        _check_header(path)
        with closing(connect(path, "ro")) as connection:
            _check_version(connection, path)
            for health, _ in _intact(connection):
                found = health
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise _Damaged(verdict)
        if marked is not None and marked.number > found.last.number:
            raise _Damaged(f"{_records(marked.number - found.last.number)} at its end are missing")
    except _Damaged as error:
        return found._replace(damage=str(error))
    except UnicodeDecodeError:  # SQLite's error quotes a damaged name, and Python cannot read that
        return found._replace(damage="a name in it is no text")
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return found._replace(damage=str(error))
    return found


def _intact(connection: sqlite3.Connection) -> Iterator[tuple[Health, RawRow]]:
    """Each record with what is in the journal up to it, until one is not what was written."""
    last = START
    game_starts: tuple[int, ...] = ()
    row: RawRow
    for row in connection.execute(SELECT_RAW):
        if not follows(row, last):
            raise _Damaged(f"record {last.number + 1} is not as it was written")
        if row[1] > last.game:
            game_starts = (*game_starts, row[0])
        last = Seal(row[0], row[1], row[6])
        yield Health(last, game_starts), row


def _check_header(path: Path) -> None:
    """Whose file it is, by the header that the file format describes (sqlite.org/fileformat.html, 1.3)."""
    with path.open("rb") as file:
        header = file.read(100)
    if not header.startswith(b"SQLite format 3\0") or len(header) < 100:
        raise _Damaged("it does not begin as a journal does")
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise JournalError(f"{path} is a database, but not a journal of Cuelight. Choose another journal.")
    if header[18:20] != b"\2\2":  # with another mark SQLite would not write it, or not in WAL mode
        raise _Damaged("its header was changed")


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise JournalError(
            f"the journal {path} was written by a newer Cuelight (its form is {version}, this one writes "
            f"{SCHEMA_VERSION}). Update Cuelight, or choose another journal."
        )


def _begin(path: Path, marked: Marked | None) -> list[str]:
    """Make a journal where there is none, or an empty file; a log without its journal is no use, and set aside."""
    notices = []
    if beside(path, "-wal").exists() or (path.exists() and marked is not None):
        kept = set_aside(path, free_number(path))
        notices.append(f"What was left of the journal {path.name} is kept as {kept.name}.")
    if marked is not None and marked.number > 0:
        notices.append(
            f"The journal {path.name}, which had {_records(marked.number)}, is gone; a new one was begun. "
            "If nobody moved it, check the disk."
        )
    beside(path, ".last").unlink(missing_ok=True)
    os.replace(_write_new(path, ()), path)
    sync(path.parent)
    return notices


def _repair(path: Path, health: Health) -> str:
    intact, number = health.last.number, free_number(path)
    new = _write_new(path, _first_rows(path, intact))
    os.replace(new, beside(path, f".salvaged-{number}"))
    sync(path.parent)
    kept = _finish(path, number)
    if intact:
        went_on = f"a new one goes on with the {_records(intact)} before the damage"
    else:
        went_on = "nothing in it could be read, and a new one was begun"
    return f"The journal {path.name} was damaged: {health.damage}. It is kept as {kept.name}; {went_on}."


def _first_rows(path: Path, count: int) -> Iterator[Row]:
    if count == 0:
        return
    with closing(connect(path, "ro")) as connection:
        for _, (number, game, at, kind, body, previous, own) in islice(_intact(connection), count):
            yield number, game, at, kind.decode(), body.decode(), previous, own


def _finish_interrupted(path: Path) -> list[str]:
    notices = []
    for salvaged in sorted(path.parent.glob(f"{glob.escape(path.name)}.salvaged-*")):
        kept = _finish(path, int(salvaged.name.rpartition("-")[2]))
        notices.append(
            f"The journal {path.name} was damaged, and its repair was interrupted; it is repaired now. "
            f"The damaged one is kept as {kept.name}."
        )
    return notices


def _finish(path: Path, number: int) -> Path:
    kept = set_aside(path, number)
    beside(path, ".last").unlink(missing_ok=True)  # it is about the damaged one
    os.replace(beside(path, f".salvaged-{number}"), path)
    sync(path.parent)
    return kept


def _write_new(path: Path, rows: Iterable[Row]) -> Path:
    """Write a whole journal beside `path`, safe on the disk in one file, and return its name."""
    part = beside(path, ".part")
    remove(part)
    try:
        os.close(open_private(part, os.O_RDWR))
        with closing(connect(part, "rwc")) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("BEGIN")
            for statement in CREATE:
                connection.execute(statement)
            connection.executemany(INSERT, rows)
            connection.execute("COMMIT")
        sync(part)
    except BaseException:
        remove(part)
        raise
    return part


def _records(count: int) -> str:
    return "1 record" if count == 1 else f"{count} records"
