"""Preparing a journal for writing: created if missing, verified, and repaired if damaged.

A start verifies the newest game and the records that outlive their game; older records are verified later in pieces.
Verification does not change a file. A repair is safe at every step. First the intact records are written to a new file;
then renaming that file commits the repair; then the damaged file is renamed; only then the new file takes its place.
The next opening finishes an interrupted repair.
"""

from __future__ import annotations

import glob
import os
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

from companion.core.i18n import _, ngettext
from companion.journal.errors import JournalError, is_damage
from companion.journal.files import (
    SQLITE_SUFFIXES,
    Hold,
    Lock,
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
    COUNT_LASTING,
    CREATE,
    FORMS,
    GAP,
    HAS_CALLED,
    INDEX_CALLED,
    INSERT,
    OUTLIVES,
    SCHEMA_VERSION,
    SELECT_FROM,
    SELECT_GAMES,
    SELECT_LASTING,
    SELECT_NAMES,
    START,
    UPGRADE,
    Kind,
    RawRow,
    Row,
    Seal,
    follows,
    gap,
    is_whole,
)
from companion.journal.recovery.salvage import MAGIC, Salvage

BUSY_SECONDS = 1.0  # seconds to wait for another program that is writing in our file
_HEADER_BYTES = 100  # sqlite.org/fileformat.html, 1.3


MISSING = ".missing"
"""Suffix in a staged restore: the copy does not contain this file."""
FARTHEST_VERSION = 999  # a higher number is damage, not a version


class Health(NamedTuple):
    """Result of a verification: end of the intact records, first record of each game, damage.

    `checked_from` is the seal before the first verified record: older ones have not been verified.
    """

    last: Seal = START
    games: tuple[tuple[int, int], ...] = ()
    damage: str | None = None
    checked_from: Seal = START


class Damaged(Exception):
    """The file has changed since it was written."""


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a connection that waits for the disk at each commit.

    `mode` is `ro`, `rw`, or `rwc` to create the file.
    """
    uri = f"{path.absolute().as_uri()}?mode={mode}{'&immutable=1' if mode == 'ro' and _lies_still(path) else ''}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        connection.execute("PRAGMA synchronous = FULL")  # applies to this connection only
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _lies_still(path: Path) -> bool:
    """Return whether this is a closed journal on a read-only medium.

    SQLite cannot create its helper files there.
    """
    log = beside(path, "-wal")
    is_closed = not log.exists() or log.stat().st_size == 0
    return is_closed and not os.access(path.absolute().parent, os.W_OK, effective_ids=True)


def make_ready(path: Path) -> tuple[Health, list[str]]:
    """Create, verify and if necessary repair the journal at `path`.

    Nobody else may have it open.

    In a journal that seems intact, only the newest game and the records that outlive their game are verified.

    Returns its content, and notices for the host. Raises JournalError for a file of another program or of a newer
    version, sqlite3.Error or OSError if the disk fails.
    """
    notices = finish_interrupted(path)
    marked = Mark.read(path)
    if not path.exists() or path.stat().st_size == 0:
        if not _is_in_log(path):
            return Health(), notices + _begin(path, marked)
        notices.append(_repair(path, Health(damage=_("it is empty, and its log is not"))))
        return look_over(path), notices
    _upgrade(path, marked)
    health = look_over(path, marked, newest_only=True)
    if health.damage is not None:
        notices.append(_repair(path, look_over(path, marked)))
        health = look_over(path)
    return health, notices


def look_over(path: Path, marked: Marked | None = None, newest_only: bool = False) -> Health:
    """Read a journal and verify its checksums, without changing the file.

    Args:
        newest_only: verify only the newest game and the records that outlive their game.

    Raises JournalError for a file of another program or of a newer version.
    """
    with ExitStack() as opened:
        return look_into(path, opened, marked, newest_only)[0]


def look_into(
    path: Path, opened: ExitStack, marked: Marked | None = None, newest_only: bool = False
) -> tuple[Health, sqlite3.Connection | None]:
    """Verify as `look_over`, and return the connection, too, which is closed with `opened`.

    The connection does not see later writes. It is None if SQLite cannot open the file.
    """
    found, connection = Health(), None
    try:
        _check_header(path)
        connection = opened.enter_context(closing(connect(path, "ro")))
        connection.execute("BEGIN")  # a table may be writing
        _check_version(connection, path)
        games = tuple(connection.execute(SELECT_GAMES).fetchall())
        found = Health(games=games)
        if newest_only and games:
            _check_lasting(connection)
            found = found._replace(last=_before(connection, games[-1][1]))
            found = found._replace(checked_from=found.last)
        begun = found.last.number
        for last, _row in intact(connection, found.last):
            found = found._replace(last=last)
        if begun == 0:
            _check_games(connection, games)
            _check_file(connection)
        if marked is not None and marked.number > found.last.number:
            missing = _records(marked.number - found.last.number)
            raise Damaged(_("{records} at its end are missing", records=missing))
    except Damaged as error:
        found = found._replace(damage=error.args[0])
    except UnicodeDecodeError:  # SQLite's error quotes a damaged name, which Python cannot decode
        found = found._replace(damage=_("a name in it is no text"))
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        found = found._replace(damage=str(error))
    return found, connection


def intact(connection: sqlite3.Connection, last: Seal, most: int = -1) -> Iterator[tuple[Seal, RawRow]]:
    """Yield up to `most` records after `last`, each with its seal.

    Raises Damaged at the first changed one.
    """
    row: RawRow
    for row in connection.execute(f"{SELECT_FROM} LIMIT ?", (last.number + 1, most)):
        if not follows(row, last):
            raise Damaged(_("record {number} is not as it was written", number=last.number + 1))
        last = Seal(row[0], row[1], row[6])
        yield last, row


def _before(connection: sqlite3.Connection, number: int) -> Seal:
    """Return the seal before a record, from the record itself."""
    row = connection.execute(f"{SELECT_FROM} LIMIT 1", (number,)).fetchone()
    if row is None or not is_whole(row):
        raise Damaged(_("record {number} is not as it was written", number=number))
    return Seal(number - 1, row[1] - 1, row[5])


def _check_lasting(connection: sqlite3.Connection) -> None:
    seen = 0
    for row in connection.execute(SELECT_LASTING):
        if not is_whole(row):
            raise Damaged(_("record {number} is not as it was written", number=row[0]))
        seen += 1
    (indexed,) = connection.execute(COUNT_LASTING).fetchone()
    if seen != indexed:
        raise Damaged(_("its index does not fit"))


def _check_games(connection: sqlite3.Connection, games: tuple[tuple[int, int], ...]) -> None:
    """Check that the index and the records have the same games."""
    rows = connection.execute("SELECT game, number FROM record WHERE +kind = 'game' ORDER BY number").fetchall()
    if tuple(rows) != games:
        raise Damaged(_("its index does not fit"))


def _check_file(connection: sqlite3.Connection) -> None:
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise Damaged(verdict)


def _upgrade(path: Path, marked: Marked | None) -> None:
    """Upgrade an intact file of version 1; a damaged one is left to the repair."""
    try:
        _check_header(path)
        with closing(connect(path, "rw")) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version != 1 or look_over(path, marked).damage is not None:
                return
            connection.execute("BEGIN IMMEDIATE")
            for statement in UPGRADE:
                connection.execute(statement)
            connection.execute("COMMIT")
    except (Damaged, UnicodeDecodeError):
        return
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise


def refuse_foreign(path: Path) -> None:
    """Reject a file that is no journal, by its header. It only reads and needs no lock.

    Raises JournalError.
    """
    header = _header(path)
    if not header.startswith(MAGIC):
        what = "is no journal of Cuelight; it was left as it is"
    elif len(header) == _HEADER_BYTES and _application(header) != APPLICATION_ID:
        what = "is a database, but not a journal of Cuelight"
    else:
        return
    if not _is_ours(path):
        raise JournalError(f"{path} {what}. Choose another journal.")


def _check_header(path: Path) -> None:
    """Check that the header is that of a Cuelight journal. Raises Damaged or JournalError."""
    refuse_foreign(path)
    header = _header(path)
    if not header.startswith(MAGIC) or len(header) < _HEADER_BYTES:
        raise Damaged(_("it does not begin as a journal does"))
    if _application(header) != APPLICATION_ID or header[18:20] != b"\2\2":
        # with another value than 2, SQLite would not write it, or not as WAL
        raise Damaged(_("its header was changed"))


def _header(path: Path) -> bytes:
    return Hold.beginning(path, _HEADER_BYTES)


def _application(header: bytes) -> int:
    return int.from_bytes(header[68:72], "big")


def _is_ours(path: Path) -> bool:
    """Return whether an unrecognisable file was a journal: it has a mark, or contains a record."""
    if Mark.read(path) is not None:
        return True
    with Salvage(path) as salvage:
        return salvage.has_records


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    names = frozenset(name for (name,) in connection.execute(SELECT_NAMES))
    if not 1 <= version <= FARTHEST_VERSION or version != FORMS.get(names, version):
        raise Damaged(_("its header was changed"))
    if version > SCHEMA_VERSION:
        raise JournalError(
            f"the journal {path} was written by a newer Cuelight (its form is {version}, this one writes "
            f"{SCHEMA_VERSION}). Update Cuelight, or choose another journal."
        )


def _is_in_log(path: Path) -> bool:
    """Return whether the log of an emptied or deleted journal still has records."""
    log = beside(path, "-wal")
    if not log.exists() or log.stat().st_size == 0:
        return False
    is_gone = not path.exists()
    os.close(open_private(path, os.O_RDWR))
    with Salvage(path) as salvage:
        found = salvage.has_records
    if is_gone and not found:
        path.unlink()
    return found


def _begin(path: Path, marked: Marked | None) -> list[str]:
    """Create a journal if it is missing or empty.

    A log without its journal is useless and set aside.
    """
    notices = []
    if beside(path, "-wal").exists() or (path.exists() and marked is not None):
        kept = set_aside(path, free_number(path))
        notices.append(_("What was left of the journal {name} is kept as {kept}.", name=path.name, kept=kept.name))
    if marked is not None and marked.number > 0:
        notices.append(
            _(
                "The journal {name}, which had {records}, is gone; a new one was begun. "
                "If nobody moved it, check the disk.",
                name=path.name,
                records=_records(marked.number),
            )
        )
    beside(path, ".last").unlink(missing_ok=True)
    os.replace(_write_new(path, ()), path)
    sync(path.parent)
    return notices


def _repair(path: Path, health: Health) -> str:
    number = free_number(path)
    with Salvage(path) as salvage:
        before = list(salvage.chain())
        last = Seal(before[-1][0], before[-1][1], before[-1][6]) if before else START
        after = list(_games_after(salvage, last))
    os.replace(_write_new(path, map(_as_written, (*before, *after))), beside(path, f".salvaged-{number}"))
    sync(path.parent)
    kept = finish_replacing(path, number)
    return _(
        "The journal {name} was damaged: {damage}. It is kept as {kept}; {went_on}.",
        name=path.name,
        damage=health.damage,
        kept=kept.name,
        went_on=_went_on(len(before), sum(row[3] != GAP for row in after) if after else None),
    )


def _went_on(before: int, after: int | None) -> str:
    """Describe the new journal.

    `after` counts the kept records of later games, None if the text omits them.
    """
    if after is not None:
        return _(
            "a new one goes on with the {before} before the damage and {after} of games after it",
            before=_records(before),
            after=_records(after),
        )
    if before:
        return _("a new one goes on with the {before} before the damage", before=_records(before))
    return _("nothing in it could be read, and a new one was begun")


def _as_written(row: RawRow) -> Row:
    number, game, at, kind, body, previous, own = row
    return number, game, at, kind.decode(), body.decode(), previous, own


def _games_after(salvage: Salvage, last: Seal) -> Iterator[RawRow]:
    """Yield the records to keep after a damage.

    These are games from their beginning up to the next damage, and records that outlive their game. Gaps replace the
    rest.
    """
    whole = None  # the game that is complete up to here
    for row in salvage.pieces(last):
        number, game, at, kind, _body, previous, own = row
        joins = previous == last.checksum
        if kind == str(Kind.GAME).encode():
            whole = game
        elif not (joins and (game == whole or kind == GAP)):
            whole = None
            if kind.decode() not in OUTLIVES:
                continue
        if not joins:
            word = gap(last.checksum, Seal(number - 1, last.game, previous), at, "damaged")
            yield *word[:3], word[3].encode(), word[4].encode(), *word[5:]
        yield row
        last = Seal(number, game, own)


def finish_interrupted(path: Path) -> list[str]:
    """Finish interrupted repairs and restores; return notices about them for the host."""
    kept, odd = [], []
    for number, ready in _numbered(path, "salvaged"):
        if _is_intact(ready):
            kept.append([finish_replacing(path, number).name])
        else:
            odd.append(_("{name} is no whole journal, and was left as it is.", name=ready.name))
    for number, folder in _numbered(path, "restored"):
        _finish_restore(path, folder, number)
        kept.append(kept_names(path, number))
    return odd + [
        _(
            "The journal {name} was being repaired or restored when that was interrupted; it is done now. "
            "The one before is kept as {kept}.",
            name=path.name,
            kept=", ".join(names) or "–",
        )
        for names in kept
    ]


def _numbered(path: Path, what: str) -> list[tuple[int, Path]]:
    """Return the files `….WHAT-N` beside the journal with their numbers, ignoring other names."""
    name = f"{path.name}.{what}-"
    found = ((each.name[len(name) :], each) for each in path.parent.glob(f"{glob.escape(name)}*"))
    return sorted((int(number), each) for number, each in found if re.fullmatch("[1-9][0-9]{0,8}", number))


def _is_intact(ready: Path) -> bool:
    """Return whether a prepared journal is intact.

    It was closed with an empty log; reading it leaves no new one.
    """
    try:
        return look_over(ready).damage is None
    except JournalError:
        return False
    finally:
        for suffix in ("-wal", "-shm"):
            beside(ready, suffix).unlink(missing_ok=True)


def finish_replacing(path: Path, number: int) -> Path:
    """Set the journal aside and replace it by the prepared `….salvaged-N`."""
    return _replace_journal(path, beside(path, f".salvaged-{number}"), number)


def _replace_journal(path: Path, ready: Path, number: int) -> Path:
    kept = set_aside(path, number)
    beside(path, ".last").unlink(missing_ok=True)  # it describes the damaged one
    os.replace(ready, path)
    sync(path.parent)
    return kept


def staging(path: Path) -> Path:
    """Return a new folder beside the journal for a staged restore; a leftover one is removed."""
    folder = beside(path, ".restoring")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    return folder


def commit_restore(path: Path, folder: Path) -> int:
    """Commit a restore and return its number.

    From then on, `finish_interrupted` completes it in any event.
    """
    places = [name.removesuffix(MISSING) for name in os.listdir(folder) if name != path.name]
    number = free_number(path)
    while any(_kept_as(path.parent / name, number).exists() for name in places) or any(
        beside(path, f".{what}-{number}").exists() for what in ("salvaged", "restored")
    ):
        number = free_number(path, number + 1)
    os.rename(folder, beside(path, f".restored-{number}"))
    sync(path.parent)
    return number


def finish_beside(path: Path) -> None:
    """Move the files beside a journal into place after a power cut interrupted a restore.

    `Journal.open` does the rest; this is for a program that reads those files earlier. Raises JournalError if a table
    uses the journal.
    """
    path = Path(os.path.realpath(path))
    if not _numbered(path, "restored"):
        return
    lock = Lock(path)
    try:
        for number, folder in _numbered(path, "restored"):
            _place_beside(path, folder, number)
    finally:
        lock.release()


def _finish_restore(path: Path, folder: Path, number: int) -> None:
    _place_beside(path, folder, number)
    if (folder / path.name).exists():
        _replace_journal(path, folder / path.name, number)
    shutil.rmtree(folder)
    sync(path.parent)


def _place_beside(path: Path, folder: Path, number: int) -> None:
    """Set existing files aside and move each staged file into place.

    It may be interrupted after any step.
    """
    for ready in sorted(folder.iterdir()):
        place = path.parent / ready.name.removesuffix(MISSING)
        if place == path or ready.name == f"{path.name}-shm":
            continue
        if place.exists():
            os.rename(place, _kept_as(place, number))
        if ready.name.endswith(MISSING):
            ready.unlink()
        else:
            os.rename(ready, place)
    sync(folder)
    sync(path.parent)


def kept_names(path: Path, number: int) -> list[str]:
    """Return the new names of the files that a restore has replaced."""
    journal = [beside(path, f".damaged-{number}{suffix}").name for suffix in SQLITE_SUFFIXES]
    others = sorted(each.name for each in path.parent.glob(f"*.before-{number}"))
    return [*[name for name in journal if path.with_name(name).exists()][:1], *others]


def _kept_as(place: Path, number: int) -> Path:
    return place.with_name(f"{place.name}.before-{number}")


def _write_new(path: Path, rows: Iterable[Row]) -> Path:
    """Write a complete journal beside `path`, flushed to one file, and return its path."""
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
            if connection.execute(HAS_CALLED).fetchone() is not None:
                connection.execute(INDEX_CALLED)
            connection.execute("COMMIT")
        sync(part)
    except BaseException:
        remove(part)
        raise
    return part


def _records(count: int) -> str:
    return ngettext("{count} record", "{count} records", count)
