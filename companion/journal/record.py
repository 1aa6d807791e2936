"""A record: its form in the file, and the chain of checksums.

If records are gone, because they were deleted or are damaged, a record of the kind `gap` replaces them. It has the
checksum of the record before them and that of the last of them, so that the chain continues, and a seal of its own.

Version 1 of the file format had no index of the records that outlive their game, and no gaps. Each version uses other
names in its schema: the version number is in one byte of the header, which a disk may corrupt, and the names confirm
it. The index `called` comes with the first record of that kind; older programs keep it up to date and do not use it.
"""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256
from typing import Any, NamedTuple

APPLICATION_ID = 0x4375654C  # "CueL", in the file's header: identifies our SQLite files, also to `file`
SCHEMA_VERSION = 2

INDEXED = ("game", "tag", "hint", "deck", "voice")
LASTING = f"kind IN {INDEXED}"
INDEX = f"CREATE INDEX lasting ON record (kind, number) WHERE {LASTING}"
INDEX_CALLED = "CREATE INDEX IF NOT EXISTS called ON record (number) WHERE kind = 'called'"
CREATE = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
    """CREATE TABLE record (
        number INTEGER PRIMARY KEY,
        game INTEGER NOT NULL,
        at REAL NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        previous BLOB NOT NULL,
        checksum BLOB NOT NULL
    ) STRICT""",
    INDEX,
)
FORMS = {
    frozenset({"record"}): 1,
    frozenset({"record", "lasting"}): SCHEMA_VERSION,
    frozenset({"record", "lasting", "called"}): SCHEMA_VERSION,
}
"""Version of the format by the names in its schema."""
SELECT_NAMES = "SELECT name FROM sqlite_schema"
UPGRADE = (INDEX, f"PRAGMA user_version = {SCHEMA_VERSION}")
INSERT = "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?)"
SELECT_KIND = f"SELECT number, game, kind, body, at FROM record WHERE {LASTING} AND kind = ? ORDER BY number"
SELECT_KINDS = "SELECT kind, count(*) FROM record WHERE number >= ? AND number < ? AND game = ? GROUP BY kind"
SELECT_BYTES = (
    "SELECT coalesce(sum(length(CAST(body AS BLOB)) + length(kind) + 72), 0) FROM record "
    "WHERE number >= ? AND number < ? AND game = ?"  # 72: two checksums and the numbers
)
SELECT_INDEXED = f"SELECT number FROM record WHERE {LASTING} AND number <= ? ORDER BY number"
SELECT_GAMES = f"SELECT game, number FROM record WHERE {LASTING} AND kind = 'game' ORDER BY number"
# Cast, because a damaged byte may change a value's type or its UTF-8; the checksum must detect that
SELECT_RAW = (
    "SELECT number, CAST(game AS INTEGER), CAST(at AS REAL), CAST(kind AS BLOB), CAST(body AS BLOB), "
    "CAST(previous AS BLOB), CAST(checksum AS BLOB) FROM record"
)
SELECT_GAME = f"{SELECT_RAW} WHERE number >= ? AND number < ? AND game = ? ORDER BY number"
SELECT_OF_GAME = f"{SELECT_RAW} WHERE number >= ? AND number < ? AND game = ? AND kind = ? ORDER BY number"
SELECT_FROM = f"{SELECT_RAW} WHERE number >= ? ORDER BY number"
# The index finds the rows, the table provides the values: SQLite would read the kind from the index, too, although only
# the table may be damaged
SELECT_LASTING = f"{SELECT_RAW} WHERE number IN (SELECT number FROM record WHERE {LASTING})"
COUNT_LASTING = f"SELECT count(*) FROM record WHERE {LASTING}"

SELECT_SEAL = (
    "SELECT checksum FROM record WHERE number >= ? AND number < ? AND game = ? AND kind <> 'gap' "
    "ORDER BY number DESC LIMIT 1"
)
SELECT_SEALS = "SELECT number, kind, previous, checksum FROM record WHERE number >= ? AND number < ? ORDER BY number"
SELECT_INDEX_CALLED = f"{SELECT_NAMES} WHERE name = 'called'"
SELECT_CALLED = "SELECT number, body FROM record WHERE kind = 'called' ORDER BY number"
HAS_CALLED = "SELECT 1 FROM record WHERE kind = 'called' LIMIT 1"
SELECT_CALLED_GAME = (
    "SELECT number, game, previous, checksum FROM record WHERE kind = 'called' AND json_extract(body, '$.game') = ?"
)
DELETE = "DELETE FROM record WHERE number BETWEEN ? AND ?"

Row = tuple[int, int, float, str, str, bytes, bytes]
RawRow = tuple[int, int, float, bytes, bytes, bytes, bytes]


class Kind(StrEnum):
    """Kinds of records that the companion writes; a journal accepts any other word, too."""

    GAME = "game"
    OBSERVATION = "observation"
    ANSWER = "answer"
    EVENTS = "events"
    UNDO = "undo"
    PAUSE = "pause"
    PACE = "pace"
    EARLY = "early"
    AWAITED = "awaited"
    IRREGULARITY = "irregularity"
    QUESTION = "question"
    TAG = "tag"
    HINT = "hint"
    DECK = "deck"
    VOICE = "voice"
    DRIVER = "driver"
    CHAIR = "chair"
    RACK = "rack"
    TROUBLE = "trouble"
    LEFT = "left"
    MISSING = "missing"
    LESSON = "lesson"
    NAMES = "names"
    CALLED = "called"
    GAP = "gap"


GAP = str(Kind.GAP).encode()
OUTLIVES = (Kind.TAG, Kind.HINT, Kind.DECK, Kind.VOICE, Kind.CALLED)
"""Kinds that remain when the game in which they were written is deleted."""


class Record(NamedTuple):
    """One record.

    Numbers count from 1; game 0 precedes the first game; `at` is the caller's time.
    """

    number: int
    game: int
    kind: str
    body: Any
    at: float


class GameInfo(NamedTuple):
    """One game: its id from 1, its start, its first record's body, its number of records."""

    id: int
    at: float
    body: Any
    records: int


class Size(NamedTuple):
    """Sizes in bytes: the records, the whole file with free pages, the disk's free space."""

    records: int
    file: int
    room: int


class Seal(NamedTuple):
    """End of the chain: the newest record's number, game and checksum."""

    number: int
    game: int
    checksum: bytes


START = Seal(0, 0, bytes(32))


def checksum(previous: bytes, number: int, game: int, at: float, kind: bytes, body: bytes) -> bytes:
    """Return the SHA-256 of the previous record's checksum and all fields of this record."""
    return sha256(b"%b%d %d %a\n%b\n%b" % (previous, number, game, at, kind, body)).digest()


def sealed(last: Seal, game: int, at: float, kind: str, body: str) -> tuple[Row, Seal]:
    """Return the row after `last`, and the seal after that row."""
    number, at = last.number + 1, float(at) + 0.0  # SQLite stores -0.0 as 0.0
    own = checksum(last.checksum, number, game, at, kind.encode(), body.encode())
    return (number, game, at, kind, body, last.checksum, own), Seal(number, game, own)


def gap(before: bytes, last: Seal, at: float, why: str) -> Row:
    """Return the gap that replaces the records after checksum `before`, up to `last`.

    `why` is one word.
    """
    seal = _gap_seal(before, last, at, why)
    return last.number, last.game, at, str(Kind.GAP), f'"{why} {seal}"', before, last.checksum


def _gap_seal(before: bytes, last: Seal, at: float, why: str) -> str:
    return checksum(before, last.number, last.game, at, GAP, why.encode() + last.checksum).hex()


def is_whole(row: RawRow) -> bool:
    """Return whether a row from the file is as it was written, ignoring the row before it."""
    number, game, at, kind, body, previous, own = row
    if None in row:
        return False
    if kind == GAP:
        why, _, _ = body.decode(errors="replace").strip('"').partition(" ")
        return body.decode(errors="replace") == gap(previous, Seal(number, game, own), at, why)[4]
    return own == checksum(previous, number, game, at, kind, body)


def follows(row: RawRow, last: Seal) -> bool:
    """Return whether a row from the file is the one that was written after `last`."""
    if None in row or row[5] != last.checksum or not is_whole(row):
        return False
    return row[0] > last.number if row[3] == GAP else row[0] == last.number + 1
