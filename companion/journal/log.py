"""The journal itself: adding records, and reading them game by game."""

from __future__ import annotations

import errno
import json
import math
import os
import sqlite3
from collections.abc import Iterable
from contextlib import ExitStack, closing, suppress
from itertools import groupby
from pathlib import Path
from shutil import disk_usage
from typing import Any

from companion.core.i18n import N_, _
from companion.journal.digests import Digests
from companion.journal.errors import JournalError, cut_short, explain, explained, gone
from companion.journal.files import Hold, Lock, Mark, beside, keep_private, open_private
from companion.journal.record import (
    DELETE,
    GAP,
    INDEX_CALLED,
    INDEXED,
    INSERT,
    OUTLIVES,
    SELECT_BYTES,
    SELECT_CALLED,
    SELECT_CALLED_GAME,
    SELECT_GAME,
    SELECT_INDEX_CALLED,
    SELECT_INDEXED,
    SELECT_KIND,
    SELECT_KINDS,
    SELECT_OF_GAME,
    SELECT_SEAL,
    SELECT_SEALS,
    START,
    GameInfo,
    Kind,
    Record,
    Row,
    Seal,
    Size,
    follows,
    gap,
    is_whole,
    sealed,
)
from companion.journal.recovery.repair import (
    BUSY_SECONDS,
    Damaged,
    Health,
    connect,
    intact,
    look_into,
    make_ready,
    refuse_foreign,
)

RESERVE = 8_000_000  # bytes kept free: deleting a game fills SQLite's log, which needs four million

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Journal:
    """An open journal. It belongs to the thread that opened it.

    If `append` raises, none of its data is in the journal, and the caller may try the next one.

    Attributes:
        path: the file.
        notices: sentences about the opening that the host should see; usually none.
        trouble: the reason why the newest record could not be written; None if it was.
        is_clear: whether no deleted data remains in SQLite's log.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, mark: Mark | None, found: Health, held: ExitStack
    ) -> None:
        """Use `Journal.open` or `Journal.reading` instead; `held` is closed with the journal."""
        self.path = path
        self.notices: list[str] = []
        self.trouble: JournalError | None = None
        self.is_clear = True
        self._connection = connection
        self._mark = mark
        self._last = found.last
        self._games = dict(found.games)
        self._checked, self._check_until = START, found.checked_from
        self._seen: list[int] = []  # numbers of verified records that outlive their game or begin a game
        self._held = held
        self._files = {file: file.stat() for file in (path, beside(path, "-wal")) if file.exists()}
        self._sizes = {file: opened.st_size for file, opened in self._files.items()}

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Open the journal at `path`, or create it with its parent folders.

        Only its newest game is verified; `look_back` verifies the rest. A damaged file is set aside, and `notices` says
        so.

        Raises JournalError if the file cannot be used: another program has it, it is of a newer version, or its folder
        is not writable.
        """
        with explained(path), ExitStack() as opened:
            path = Path(os.path.realpath(path))
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and not path.is_file():
                raise JournalError(f"{path} is not a file. Choose the name of a file, such as table.db.")
            if path.exists() and path.stat().st_size:
                refuse_foreign(path)  # before any of our files are made beside it
            opened.callback(Lock(path).release)
            found, notices = make_ready(path)
            keep_private(path)
            opened.callback(Hold(path).release)
            mark = Mark(path)
            opened.callback(mark.close)
            mark.write(found.last)
            connection = connect(path, "rw")
            opened.callback(connection.close)
            journal = cls(path, connection, mark, found, opened.pop_all())
            journal.notices += notices
            return journal

    @classmethod
    def reading(cls, path: Path) -> Journal:
        """Open a journal for reading only, even while a table writes it.

        Later records are not visible.

        Raises JournalError if there is none, or if its newest game is damaged.
        """
        with explained(path), ExitStack() as opened:
            path = Path(os.path.realpath(path))
            if not path.is_file():
                raise JournalError(f"there is no journal {path}. Choose the name of one.")
            found, connection = look_into(path, opened, newest_only=True)
            if found.damage is not None or connection is None:
                raise JournalError(
                    f"the journal {path} is damaged: {found.damage}. Start Cuelight: it sets the damaged file aside "
                    "and goes on with what is intact."
                )
            return cls(path, connection, None, found, opened.pop_all())

    def compact(self) -> None:
        """Return the space of deleted records to the disk; it takes as long as copying the journal.

        Raises JournalError.
        """
        with explained(self.path):
            self._connection.execute("VACUUM")
            self._note_sizes()

    def close(self) -> None:
        """Close the file and release the lock."""
        if self._mark is not None and not self._is_in_place():
            Hold.keep_log(self._files[self.path])
        self._held.close()

    def append(self, kind: str, body: Any, at: float) -> int:
        """Add one record to the newest game.

        Returns its number once it would survive a power cut.

        Args:
            kind: a `Kind` or another word; games begin with `begin_game`.
            body: a JSON value.
            at: wall-clock time of the event in seconds.

        Raises JournalError if it cannot be written; TypeError or ValueError for an invalid JSON value or time.
        """
        return self._write([(kind, body)], self._last.game, at)

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Add several records, each a kind and a body: all of them or, if it raises, none.

        Raises JournalError if they cannot be written.
        """
        self._write(records, self._last.game, at)

    def begin_game(self, body: Any, at: float, records: Iterable[tuple[str, Any]] = ()) -> int:
        """Begin a game and return its id; all later records belong to it.

        Games count from 1.

        Raises JournalError if it cannot be written; then none of it is in the journal.
        """
        game, start = self._last.game + 1, self._last.number + 1
        self._write([(Kind.GAME, body), *records], game, at)
        self._games[game] = start
        return game

    def games(self) -> list[GameInfo]:
        """Return every game that is not deleted, the oldest first."""
        return [self.game(game) for game in self._games]

    def newest(self) -> GameInfo | None:
        """Return the latest game; None if there is none."""
        return self.game(next(reversed(self._games))) if self._games else None

    def game(self, game: int) -> GameInfo:
        """Return the first record of a game as `GameInfo`. Raises JournalError for an unknown game."""
        first, end = self._bounds(game)
        (record,) = self._read(first, first + 1, game)
        return GameInfo(game, record.at, record.body, end - first)

    def records(self, game_id: int | None = None) -> list[Record]:
        """Return the records of a game in order, by default of the newest game.

        Game 0 has the records before the first game. Raises JournalError for an unknown game.
        """
        game = game_id if game_id is not None else next(reversed(self._games), 0)
        return self._read(*self._bounds(game), game)

    def of_kind(self, kind: str) -> list[Record]:
        """Return the records of all games that have a kind which outlives its game, in order."""
        with explained(self.path):
            rows = self._connection.execute(SELECT_KIND, (str(kind),)).fetchall()
        return [Record(number, game, kind, json.loads(body), at) for number, game, kind, body, at in rows]

    def later_names(self) -> list[tuple[int, int, list[str]]]:
        """Return the names that players were given after their games: the record's number, the game and all names."""
        with explained(self.path):
            rows = self._connection.execute(SELECT_CALLED).fetchall() if self._indexes_called() else []
        found = ((number, json.loads(body)) for number, body in rows)
        return [(number, body["game"], body["names"]) for number, body in found]

    def kinds(self, game: int) -> dict[str, int]:
        """Return the number of a game's records by kind. Raises JournalError for an unknown game."""
        first, end = self._bounds(game)
        with explained(self.path):
            return dict(self._connection.execute(SELECT_KINDS, (first, end, game)).fetchall())

    def said_in(self, game: int, kind: str) -> list[Any]:
        """Return the bodies of a game's records of this kind, in order.

        Raises JournalError for an unknown game, or for a record that has changed since it was written.
        """
        first, end = self._bounds(game)
        with explained(self.path):
            rows = self._connection.execute(SELECT_OF_GAME, (first, end, game, str(kind))).fetchall()
        for row in rows:
            if not is_whole(row):
                raise self._not_as_written(row[0], game)
        return [json.loads(row[4]) for row in rows]

    def ids(self) -> list[int]:
        """Return the ids of the games, the oldest first."""
        return list(self._games)

    def seals(self) -> dict[int, str]:
        """Return the checksum of each game's newest record as text.

        It changes when the game continues, or gets other names.
        """
        starts = [*self._games.values(), self._last.number + 1]
        found = {}
        with explained(self.path):
            for (game, start), end in zip(self._games.items(), starts[1:], strict=True):
                (seal,) = self._connection.execute(SELECT_SEAL, (start, end, game)).fetchone()
                found[game] = seal.hex()
        for number, game, _names in self.later_names():
            if game in found:
                found[game] = f"{found[game]}-{number}"
        return found

    def size(self) -> Size:
        """Return the size of the journal, and the free space of its disk. Raises JournalError."""
        with explained(self.path):
            pragmas = ("page_count", "freelist_count", "page_size")
            pages, free, size = (self._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas)
            return Size((pages - free) * size, pages * size, disk_usage(self.path.parent).free)

    def bytes_of(self, game: int) -> int:
        """Return the size of a game's records in bytes. Raises JournalError for an unknown game."""
        first, end = self._bounds(game)
        with explained(self.path):
            (found,) = self._connection.execute(SELECT_BYTES, (first, end, game)).fetchone()
        return int(found)

    def look_back(self, most: int = 500) -> bool:
        """Verify up to `most` further records that were written before this opening.

        Returns whether there are more. Errors are added to `notices`.
        """
        if self._checked.number >= self._check_until.number:
            return False
        try:
            with explained(self.path):
                for last, row in intact(self._connection, self._checked, most):
                    self._checked = last
                    if row[3].decode() in INDEXED:
                        self._seen.append(row[0])
                    if row[0] >= self._check_until.number:
                        break
                if self._checked.number < self._check_until.number:
                    return True
                if self._checked.checksum != self._check_until.checksum:
                    raise Damaged(_("its beginning is not what the newest game was written after"))
                if self._seen != [row[0] for row in self._connection.execute(SELECT_INDEXED, (self._checked.number,))]:
                    raise Damaged(_("its index does not fit"))
        except (Damaged, JournalError) as error:
            self._checked = self._check_until
            self.notices.append(
                _(
                    "An old part of the journal {name} is damaged: {damage}. The game that is played is whole. "
                    "Copy the journal (cuelight journal backup), export what you want to keep, and forget the damaged "
                    "game.",
                    name=self.path.name,
                    damage=error.args[0],
                )
            )
        return False

    def forget(self, games: Iterable[int], at: float) -> None:
        """Delete all records of these games, and their later names, except those that outlive a game.

        Gap records replace them.

        Raises JournalError for the newest game, for an unknown game, or if it cannot be written.
        """
        for game in games:
            first, end = self._bounds(game)
            if end > self._last.number:
                said = N_("game {game} is the newest of {path}, which is kept. Choose older ones.")
                raise JournalError(_(said, game=game, path=self.path))
            try:
                self._forget(game, first, end, at)
            except JournalError:
                if not self._release_reserve():
                    raise
                self._forget(game, first, end, at)
        self.clear_log()

    def keep_reserve(self) -> None:
        """Reserve space on a nearly full disk, so that games can still be deleted when it is full."""
        reserve = beside(self.path, ".reserve")
        if reserve.exists():
            return
        try:
            with os.fdopen(open_private(reserve, os.O_WRONLY), "wb") as file:
                os.posix_fallocate(file.fileno(), 0, RESERVE)
        except OSError:
            reserve.unlink(missing_ok=True)

    def _release_reserve(self) -> bool:
        """Release the reserved space; return whether there was any."""
        reserve = beside(self.path, ".reserve")
        if not reserve.exists():
            return False
        reserve.unlink()
        self.clear_log()
        return True

    def clear_log(self) -> None:
        """Remove deleted data from SQLite's log; `is_clear` says whether that was possible.

        It does not wait for other readers of the journal. Raises JournalError.
        """
        with explained(self.path):
            self._connection.execute("PRAGMA busy_timeout = 0")
            try:
                (is_read, *_pages) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                self._connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")
            self.is_clear = not is_read
            self._note_sizes()

    def _forget(self, game: int, first: int, end: int, at: float) -> None:
        with explained(self.path), self._connection:
            self._connection.execute("PRAGMA secure_delete = ON")  # deleted data does not stay in free pages
            self._connection.execute("BEGIN IMMEDIATE")
            rows = self._connection.execute(SELECT_SEALS, (first, end)).fetchall()
            for goes, run in groupby(rows, key=lambda row: row[1] not in OUTLIVES):
                gone = list(run)
                if goes:
                    word = gap(gone[0][2], Seal(gone[-1][0], game, gone[-1][3]), float(at) + 0.0, "forgotten")
                    self._connection.execute(DELETE, (gone[0][0], gone[-1][0]))
                    self._connection.execute(INSERT, word)
            found = self._connection.execute(SELECT_CALLED_GAME, (game,)) if self._indexes_called() else ()
            for number, carrier, previous, own in list(found):
                word = gap(previous, Seal(number, carrier, own), float(at) + 0.0, "forgotten")
                self._connection.execute(DELETE, (number, number))
                self._connection.execute(INSERT, word)
        self._games.pop(game, None)
        self.is_clear = False
        Digests(self.path).drop(game)
        if self._checked.number < self._check_until.number:
            self._checked, self._seen = START, []  # verified records may be deleted

    def _indexes_called(self) -> bool:
        """Return whether a record of this kind was ever written: its index comes with the first one."""
        return self._connection.execute(SELECT_INDEX_CALLED).fetchone() is not None

    def _bounds(self, game: int) -> tuple[int, int]:
        """Return the number of a game's first record, and the one after its last."""
        if game != 0 and game not in self._games:
            there = ", ".join(map(str, self._games)) or "–"
            said = N_("{path} has no game {game}. Choose one that is there: {there}.")
            raise JournalError(_(said, path=self.path, game=game, there=there))
        first = self._games.get(game, 1)
        later = (start for start in self._games.values() if start > first or game == 0)
        return first, min(later, default=self._last.number + 1)

    def _read(self, first: int, end: int, game: int) -> list[Record]:
        """Return records of a game, each verified against its checksum.

        Older ones may not have been verified yet.
        """
        records: list[Record] = []
        last: Seal | None = None
        with explained(self.path):
            for row in self._connection.execute(SELECT_GAME, (first, end, game)):
                if not (is_whole(row) if last is None else follows(row, last)):
                    raise self._not_as_written(row[0], game)
                last = Seal(row[0], row[1], row[6])
                if row[3] != GAP:
                    records.append(Record(row[0], row[1], row[3].decode(), json.loads(row[4]), row[2]))
        return records

    def _not_as_written(self, record: int, game: int) -> JournalError:
        return JournalError(
            _(
                "record {record} of game {game} in {path} is not as it was written. Forget that game "
                "(cuelight journal), or put a backup back.",
                record=record,
                game=game,
                path=self.path,
            )
        )

    def _write(self, records: Iterable[tuple[str, Any]], game: int, at: float) -> int:
        if math.isnan(at):
            raise ValueError("a record needs a time, and NaN is none")
        last, rows = self._last, []
        for kind, body in records:
            if (kind == Kind.GAME) != (game > last.game):  # only the first record of a game is of this kind
                raise ValueError("a record of the kind 'game' begins a game; write it by begin_game")
            if kind == Kind.GAP:
                raise ValueError("a record of the kind 'gap' stands for what was forgotten; write it by forget")
            row, last = sealed(last, game, at, str(kind), _encode(body))
            rows.append(row)
        if not rows:
            return last.number
        try:
            self._check_place()
            self._insert(rows)
        except sqlite3.ProgrammingError:
            raise
        except sqlite3.DatabaseError as error:
            self.trouble = explain(self.path, error)
            raise self.trouble from error
        self._note_sizes()
        self.trouble = None
        self._last = last
        if self._mark is not None:
            self._mark.write(last)
        return last.number

    def _check_place(self) -> None:
        """Check that the files are still in place.

        SQLite would continue to write to a deleted or truncated file. If the disk was plugged in again or mounted
        again, the journal is reopened there.
        """
        if not self._is_in_place() and (other := self._found_again()) is not None:
            with suppress(sqlite3.Error, OSError):  # the old file's disk may be gone
                self.close()
            self._held, self._mark, self._connection = other._held, other._mark, other._connection
            self._files, self._sizes, self._games = other._files, other._sizes, other._games
            self.notices += other.notices
        for path, opened in self._files.items():
            wrong = None
            try:
                now = path.stat()
            except OSError as error:
                wrong = gone(path) if error.errno in (errno.ENOENT, errno.ENOTDIR) else None
            else:
                if not os.path.samestat(opened, now):
                    wrong = gone(path)
                elif now.st_size < self._sizes[path]:
                    wrong = cut_short(path)
            if wrong is not None:
                self.trouble = wrong
                raise wrong

    def _is_in_place(self) -> bool:
        """Return whether the path leads to the open file, or to none."""
        try:
            return os.path.samestat(self._files[self.path], self.path.stat())
        except OSError:
            return True

    def _found_again(self) -> Journal | None:
        """Open the file that is at the path now, if it ends with the newest record of this one."""
        try:
            with closing(Journal.reading(self.path)) as there:
                is_same = there._last == self._last
            return Journal.open(self.path) if is_same else None
        except JournalError:
            return None

    def _note_sizes(self) -> None:
        """Record the file sizes after our own write, which may also shrink them.

        Nobody else writes them.
        """
        for path in self._files:
            with suppress(OSError):
                self._sizes[path] = path.stat().st_size

    def _insert(self, rows: list[Row]) -> None:
        if Kind.CALLED in [row[3] for row in rows]:
            self._connection.execute(INDEX_CALLED)
        if len(rows) == 1:
            self._connection.execute(INSERT, rows[0])  # a commit of its own
            return
        with self._connection:  # commits, or rolls back on an exception
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(INSERT, rows)
