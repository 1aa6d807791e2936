"""The journal itself: adding records, and reading them back game by game."""

from __future__ import annotations

import json
import math
import os
import sqlite3
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from companion.journal.errors import JournalError, explain, explained
from companion.journal.files import Lock, Mark, keep_private
from companion.journal.record import INSERT, SELECT, SELECT_KIND, GameInfo, Kind, Record, Row, sealed
from companion.journal.repair import Health, connect, make_ready

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Journal:
    """An open journal. It belongs to the thread that opened it.

    When an `append` raises, nothing of it is in the journal, and the next one may be tried.

    Attributes:
        path: the file.
        notices: what the host should be told about the opening, in sentences; mostly nothing.
        trouble: why the newest record could not be written; None as long as records are.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, mark: Mark, found: Health, held: ExitStack) -> None:
        """Use `Journal.open`; `held` is closed with the journal."""
        self.path = path
        self.notices: list[str] = []
        self.trouble: JournalError | None = None
        self._connection = connection
        self._mark = mark
        self._last = found.last
        self._game_starts = list(found.game_starts)
        self._held = held

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Open the journal at `path`, or make it, with the folders above it.

        Its whole content is checked. A damaged file is set aside, and `notices` says so.

        Raises JournalError when the file cannot be used: another program has it, it is of a newer version,
        its folder cannot be written.
        """
        with explained(path), ExitStack() as opened:
            path = Path(os.path.realpath(path))
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and not path.is_file():
                raise JournalError(f"{path} is not a file. Choose the name of a file, such as table.db.")
            opened.callback(Lock(path).release)
            found, notices = make_ready(path)
            keep_private(path)
            mark = Mark(path)
            opened.callback(mark.close)
            mark.write(found.last)
            connection = connect(path, "rw")
            opened.callback(connection.close)
            journal = cls(path, connection, mark, found, opened.pop_all())
            journal.notices += notices
            return journal

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
        start = self._last.number + 1
        self._write([(Kind.GAME, body), *records], self._last.game + 1, at)
        self._game_starts.append(start)
        return self._last.game

    def games(self) -> list[GameInfo]:
        """Every game, the oldest first."""
        return [self.game(game) for game in range(1, self._last.game + 1)]

    def records(self, game_id: int | None = None) -> list[Record]:
        """The records of a game in their order, of the newest one unless told.

        Game 0 has what came before the first game. Raises JournalError for a game that there is not.
        """
        game = self._last.game if game_id is None else game_id
        if not 0 <= game <= self._last.game:
            raise JournalError(f"{self.path} has no game {game}. Choose one from 0 to {self._last.game}.")
        return self._read(*self._bounds(game))

    def of_kind(self, kind: str) -> list[Record]:
        """The records of a kind in all games, in their order."""
        with explained(self.path):
            rows = self._connection.execute(SELECT_KIND, (str(kind),)).fetchall()
        return [Record(number, game, kind, json.loads(body), at) for number, game, kind, body, at in rows]

    def game(self, game: int) -> GameInfo:
        """What a game began with, by its id."""
        first, end = self._bounds(game)
        (record,) = self._read(first, first + 1)
        return GameInfo(game, record.at, record.body, end - first)

    def _bounds(self, game: int) -> tuple[int, int]:
        """The number of a game's first record, and the one after its last."""
        bounds = [1, *self._game_starts, self._last.number + 1]
        return bounds[game], bounds[game + 1]

    def _read(self, first: int, end: int) -> list[Record]:
        with explained(self.path):
            rows = self._connection.execute(SELECT, (first, end)).fetchall()
        return [Record(number, game, kind, json.loads(body), at) for number, game, kind, body, at in rows]

    def _write(self, records: Iterable[tuple[str, Any]], game: int, at: float) -> int:
        if math.isnan(at):
            raise ValueError("a record needs a time, and NaN is none")
        last, rows = self._last, []
        for kind, body in records:
            if (kind == Kind.GAME) != (game > last.game):  # only the first record of a game is of this kind
                raise ValueError("a record of the kind 'game' begins a game; write it by begin_game")
            row, last = sealed(last, game, at, str(kind), _encode(body))
            rows.append(row)
        if not rows:
            return last.number
        try:
            self._insert(rows)
        except sqlite3.ProgrammingError:
            raise
        except sqlite3.DatabaseError as error:
            self.trouble = explain(self.path, error)
            raise self.trouble from error
        self.trouble = None
        self._last = last
        self._mark.write(last)
        return last.number

    def _insert(self, rows: list[Row]) -> None:
        if len(rows) == 1:
            self._connection.execute(INSERT, rows[0])  # a commit of its own
            return
        with self._connection:  # commits, or rolls back when something is raised
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(INSERT, rows)
