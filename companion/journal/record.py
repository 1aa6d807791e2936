"""What a record is: its form in the file, and the chain of checksums."""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256
from typing import Any, NamedTuple

APPLICATION_ID = 0x4375654C  # "CueL", in the file's header: tells `file` and us whose SQLite file it is
SCHEMA_VERSION = 1

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
)
INSERT = "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?)"
SELECT = "SELECT number, game, kind, body, at FROM record WHERE number >= ? AND number < ? ORDER BY number"
SELECT_KIND = "SELECT number, game, kind, body, at FROM record WHERE kind = ? ORDER BY number"
# Cast, because a damaged byte may make another type or no UTF-8 of a value; that is for the checksum to say
SELECT_RAW = (
    "SELECT number, CAST(game AS INTEGER), CAST(at AS REAL), CAST(kind AS BLOB), CAST(body AS BLOB), "
    "CAST(previous AS BLOB), CAST(checksum AS BLOB) FROM record ORDER BY number"
)

Row = tuple[int, int, float, str, str, bytes, bytes]
RawRow = tuple[int, int, float, bytes, bytes, bytes, bytes]


class Kind(StrEnum):
    """What the companion writes; a journal takes any other word too."""

    GAME = "game"
    OBSERVATION = "observation"
    ANSWER = "answer"
    EVENTS = "events"
    UNDO = "undo"
    IRREGULARITY = "irregularity"
    QUESTION = "question"
    TAG = "tag"
    DECK = "deck"
    VOICE = "voice"
    DRIVER = "driver"
    TROUBLE = "trouble"


class Record(NamedTuple):
    """One record. Numbers count from 1; game 0 is what came before the first game; `at` is what the caller gave."""

    number: int
    game: int
    kind: str
    body: Any
    at: float


class GameInfo(NamedTuple):
    """One game: its id from 1, when it began, what it began with, and how many records it has."""

    id: int
    at: float
    body: Any
    records: int


class Seal(NamedTuple):
    """The end of the chain so far: the newest record's number, its game and its checksum."""

    number: int
    game: int
    checksum: bytes


START = Seal(0, 0, bytes(32))


def checksum(previous: bytes, number: int, game: int, at: float, kind: bytes, body: bytes) -> bytes:
    """SHA-256 over the checksum of the record before and all that this record says."""
    return sha256(b"%b%d %d %a\n%b\n%b" % (previous, number, game, at, kind, body)).digest()


def sealed(last: Seal, game: int, at: float, kind: str, body: str) -> tuple[Row, Seal]:
    """The row that follows `last`, and the seal after it."""
    number, at = last.number + 1, float(at) + 0.0  # SQLite stores -0.0 as 0.0
    own = checksum(last.checksum, number, game, at, kind.encode(), body.encode())
    return (number, game, at, kind, body, last.checksum, own), Seal(number, game, own)


def follows(row: RawRow, last: Seal) -> bool:
    """Whether a row read from the file is what was written after `last`."""
    number, game, at, kind, body, previous, own = row
    return (
        None not in row
        and number == last.number + 1
        and previous == last.checksum
        and own == checksum(last.checksum, number, game, at, kind, body)
    )
