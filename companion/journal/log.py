"""The journal itself: adding records, and reading them back game by game."""

from __future__ import annotations

import errno
import json
import math
import os
import sqlite3
from collections.abc import Iterable
from contextlib import ExitStack, suppress
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
    INSERT,
    OUTLIVES,
    SELECT_BYTES,
    SELECT_GAME,
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

RESERVE = 8_000_000  # bytes: SQLite's log takes four million, and what is forgotten of a game goes through it

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Journal:
    """An open journal. It belongs to the thread that opened it.

    When an `append` raises, nothing of it is in the journal, and the next one may be tried.

    Attributes:
        path: the file.
        notices: what the host should be told about the opening, in sentences; mostly nothing.
        trouble: why the newest record could not be written; None as long as records are.
        is_clear: whether nothing is left of what was forgotten.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, mark: Mark | None, found: Health, held: ExitStack
    ) -> None:
        """Use `Journal.open` or `Journal.reading`; `held` is closed with the journal."""
        self.path = path
        self.notices: list[str] = []
        self.trouble: JournalError | None = None
        self.is_clear = True
        self._connection = connection
        self._mark = mark
        self._last = found.last
        self._games = dict(found.games)
        self._checked, self._check_until = START, found.checked_from
        self._seen: list[int] = []  # of those that have been looked at, what outlives its game, and games' beginnings
        self._held = held
        self._files = {file: file.stat() for file in (path, beside(path, "-wal")) if file.exists()}
        self._sizes = {file: opened.st_size for file, opened in self._files.items()}

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Open the journal at `path`, or make it, with the folders above it.

        Its newest game is checked, the rest with `look_back`. A damaged file is set aside, and `notices` says so.

        Raises JournalError when the file cannot be used: another program has it, it is of a newer version,
        its folder cannot be written.
        """
        with explained(path), ExitStack() as opened:
            path = Path(os.path.realpath(path))
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and not path.is_file():
                raise JournalError(f"{path} is not a file. Choose the name of a file, such as table.db.")
            if path.exists() and path.stat().st_size:
                refuse_foreign(path)  # before anything of ours lies beside it
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
        """Open a journal to read it only, also while a table writes it; what is written later is not seen.

        Raises JournalError when there is none, or its newest game is damaged.
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
        """Give the room of what was forgotten back to the disk; it takes as long as copying the journal.

        Raises JournalError.
        """
        with explained(self.path):
            self._connection.execute("VACUUM")
            self._note_sizes()

    def close(self) -> None:
        """Close the file and let others have it."""
        self._held.close()

    def append(self, kind: str, body: Any, at: float) -> int:
        """Add one record to the newest game and return its number, once it would survive a power cut.

        Args:
            kind: what it is, a `Kind` or another word; games begin by `begin_game`.
            body: a JSON value.
            at: when it happened, in seconds of the wall clock.

        Raises JournalError when it cannot be written; TypeError and ValueError for what is no JSON or no
        time.
        """
        return self._write([(kind, body)], self._last.game, at)

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Add several records, each a kind and a body: all of them or, when it raises, none.

        Raises JournalError when they cannot be written.
        """
        self._write(records, self._last.game, at)

    def begin_game(self, body: Any, at: float, records: Iterable[tuple[str, Any]] = ()) -> int:
        """Begin a game, to which these and all further records belong, and return its id. Games count from 1.

        Raises JournalError when it cannot be written; then nothing of it is in the journal.
        """
        game, start = self._last.game + 1, self._last.number + 1
        self._write([(Kind.GAME, body), *records], game, at)
        self._games[game] = start
        return game

    def games(self) -> list[GameInfo]:
        """Every game that is not forgotten, the oldest first."""
        return [self.game(game) for game in self._games]

    def newest(self) -> GameInfo | None:
        """The game that was begun last; None when there is none."""
        return self.game(next(reversed(self._games))) if self._games else None

    def game(self, game: int) -> GameInfo:
        """What a game began with, by its id. Raises JournalError for a game that there is not."""
        first, end = self._bounds(game)
        (record,) = self._read(first, first + 1, game)
        return GameInfo(game, record.at, record.body, end - first)

    def records(self, game_id: int | None = None) -> list[Record]:
        """The records of a game in their order, of the newest one unless told.

        Game 0 has what came before the first game. Raises JournalError for a game that there is not.
        """
        game = game_id if game_id is not None else next(reversed(self._games), 0)
        return self._read(*self._bounds(game), game)

    def of_kind(self, kind: str) -> list[Record]:
        """The records, in all games, of a kind that outlives its game, in their order."""
        with explained(self.path):
            rows = self._connection.execute(SELECT_KIND, (str(kind),)).fetchall()
        return [Record(number, game, kind, json.loads(body), at) for number, game, kind, body, at in rows]

    def kinds(self, game: int) -> dict[str, int]:
        """How many records of each kind a game has. Raises JournalError for a game that there is not."""
        first, end = self._bounds(game)
        with explained(self.path):
            return dict(self._connection.execute(SELECT_KINDS, (first, end, game)).fetchall())

    def said_in(self, game: int, kind: str) -> list[Any]:
        """What the records of this kind in a game say, in their order.

        Raises JournalError for a game that there is not, and for a record that is not as it was written.
        """
        first, end = self._bounds(game)
        with explained(self.path):
            rows = self._connection.execute(SELECT_OF_GAME, (first, end, game, str(kind))).fetchall()
        for row in rows:
            if not is_whole(row):
                raise self._not_as_written(row[0], game)
        return [json.loads(row[4]) for row in rows]

    def ids(self) -> list[int]:
        """The games that there are, the oldest first."""
        return list(self._games)

    def seals(self) -> dict[int, str]:
        """Of each game the checksum of its newest record, as a text: it is another one once the game goes on."""
        starts = [*self._games.values(), self._last.number + 1]
        found = {}
        with explained(self.path):
            for (game, start), end in zip(self._games.items(), starts[1:], strict=True):
                (seal,) = self._connection.execute(SELECT_SEAL, (start, end, game)).fetchone()
                found[game] = seal.hex()
        return found

    def size(self) -> Size:
        """How large it is, and how much room its disk has. Raises JournalError."""
        with explained(self.path):
            pragmas = ("page_count", "freelist_count", "page_size")
            pages, free, size = (self._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas)
            return Size((pages - free) * size, pages * size, disk_usage(self.path.parent).free)

    def bytes_of(self, game: int) -> int:
        """How much the records of a game say, in bytes. Raises JournalError for a game that there is not."""
        first, end = self._bounds(game)
        with explained(self.path):
            (found,) = self._connection.execute(SELECT_BYTES, (first, end, game)).fetchone()
        return int(found)

    def look_back(self, most: int = 500) -> bool:
        """Compare a further piece of what was written before this opening with its checksums, `most` records of it.

        Returns whether there is more. What is wrong is told in `notices`.
        """
        if self._checked.number >= self._check_until.number:
            return False
        try:
            with explained(self.path):
                for last, row in intact(self._connection, self._checked, most):
                    self._checked = last
                    if row[3].decode() in (*OUTLIVES, Kind.GAME):
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
        """Take all records of these games out of the journal, but for what outlives a game; a gap stands for them.

        Raises JournalError for the newest game, one that there is not, or when it cannot be written.
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
        """Hold some room on a disk that is nearly full, so that games can be forgotten once it is full."""
        reserve = beside(self.path, ".reserve")
        if reserve.exists():
            return
        try:
            with os.fdopen(open_private(reserve, os.O_WRONLY), "wb") as file:
                os.posix_fallocate(file.fileno(), 0, RESERVE)
        except OSError:
            reserve.unlink(missing_ok=True)

    def _release_reserve(self) -> bool:
        """Give the room that is held back to the disk; returns whether there was any."""
        reserve = beside(self.path, ".reserve")
        if not reserve.exists():
            return False
        reserve.unlink()
        self.clear_log()
        return True

    def clear_log(self) -> None:
        """Leave nothing of what was forgotten in the log of what was written; `is_clear` tells whether that was done.

        Whoever reads the journal at this moment is not waited for. Raises JournalError.
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
            self._connection.execute("PRAGMA secure_delete = ON")  # what is forgotten is not left in free pages
            self._connection.execute("BEGIN IMMEDIATE")
            rows = self._connection.execute(SELECT_SEALS, (first, end)).fetchall()
            for goes, run in groupby(rows, key=lambda row: row[1] not in OUTLIVES):
                gone = list(run)
                if goes:
                    word = gap(gone[0][2], Seal(gone[-1][0], game, gone[-1][3]), float(at) + 0.0, "forgotten")
                    self._connection.execute(DELETE, (gone[0][0], gone[-1][0]))
                    self._connection.execute(INSERT, word)
        self._games.pop(game, None)
        self.is_clear = False
        Digests(self.path).drop(game)
        if self._checked.number < self._check_until.number:
            self._checked, self._seen = START, []  # what has been looked at may be gone

    def _bounds(self, game: int) -> tuple[int, int]:
        """The number of a game's first record, and the one after its last."""
        if game != 0 and game not in self._games:
            there = ", ".join(map(str, self._games)) or "–"
            said = N_("{path} has no game {game}. Choose one that is there: {there}.")
            raise JournalError(_(said, path=self.path, game=game, there=there))
        first = self._games.get(game, 1)
        later = (start for start in self._games.values() if start > first or game == 0)
        return first, min(later, default=self._last.number + 1)

    def _read(self, first: int, end: int, game: int) -> list[Record]:
        """Records of a game, each compared with its checksum; the oldest may not have been looked at yet."""
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
        """SQLite writes on into a file that was deleted or cut short, where nobody finds it any more."""
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

    def _note_sizes(self) -> None:
        """After a write of one's own, which may also make them smaller; nobody else writes them."""
        for path in self._files:
            with suppress(OSError):
                self._sizes[path] = path.stat().st_size

    def _insert(self, rows: list[Row]) -> None:
        if len(rows) == 1:
            self._connection.execute(INSERT, rows[0])  # a commit of its own
            return
        with self._connection:  # commits, or rolls back when something is raised
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(INSERT, rows)
