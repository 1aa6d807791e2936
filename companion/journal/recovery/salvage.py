"""Salvaging records from the pages of a damaged file, without the tree that leads to them.

SQLite refuses a file that was truncated or has damaged inner pages. This module reads each leaf page of the file and of
its log separately (sqlite.org/fileformat2.html, 1.5, 1.6, 2.1 and 4); the checksum of a record confirms it. A record
never changes after it is written, so an old copy of its page is as good as the newest.
"""

from __future__ import annotations

import itertools
import os
import struct
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Self

from companion.journal.files import beside
from companion.journal.record import GAP, START, RawRow, Seal, is_whole

MAGIC = b"SQLite format 3\0"
USUAL_PAGE = 4096
LEAF = 0x0D
PAGE_HEADER = 8
FILE_HEADER = 100
LOG_HEADER, FRAME_HEADER = 32, 24
COLUMNS = 7
READ_OVER = 64  # times the file's size: a page is in the log once for each record that was added to it


class _Place(NamedTuple):
    """Position of a page."""

    log: bool
    offset: int


class Salvage:
    """Readable content of a damaged journal and its log, confirmed by checksums.

    Pages are read on demand: a foreign file may be larger than the memory. Regardless of the content of a file, the
    kept data is no larger than the file, and the amount of reading is bounded, too.
    """

    def __init__(self, path: Path) -> None:
        with ExitStack() as opened:
            self._main = opened.enter_context(path.open("rb", buffering=0)).fileno()
            log = beside(path, "-wal")
            self._log = opened.enter_context(log.open("rb", buffering=0)).fileno() if log.exists() else None
            self._opened = opened.pop_all()
        self._bytes = sum(os.fstat(file).st_size for file in (self._main, self._log) if file is not None)
        self._overflows = READ_OVER * self._bytes
        self._size = _page_size(os.pread(self._main, FILE_HEADER, 0), self._log)
        self._pages = -(-os.fstat(self._main).st_size // self._size)
        self._logged: dict[int, list[_Place]] = {}
        if self._log is not None:
            step = FRAME_HEADER + self._size
            for offset in range(LOG_HEADER, os.fstat(self._log).st_size - step + 1, step):
                number = int.from_bytes(os.pread(self._log, 4, offset), "big")
                self._logged.setdefault(number, []).append(_Place(True, offset + FRAME_HEADER))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._opened.close()

    @property
    def has_records(self) -> bool:
        """True if it contains any record."""
        return next(self._rows(), None) is not None

    @cached_property
    def _after(self) -> dict[bytes, RawRow]:
        """All records, by the checksum of the one before."""
        after: dict[bytes, RawRow] = {}
        room = self._bytes
        for row in self._rows():
            other = after.get(row[5])
            if other is None or (row[3] == GAP and row[0] >= other[0]):  # deleted records stay deleted
                room -= len(row[4]) - (len(other[4]) if other is not None else 0)
                if room < 0:
                    break  # no journal of ours, which contains each record at least once
                after[row[5]] = row
        return after

    def chain(self) -> Iterator[RawRow]:
        """Yield consecutive records from the first one up to a missing or damaged one."""
        yield from self._from(START)

    def pieces(self, last: Seal) -> Iterator[RawRow]:
        """Yield the valid records after a gap that follows `last`: the chains behind it, in order."""
        behind = sorted(row for row in self._after.values() if row[0] > last.number + 1)
        reached = last.number
        for row in behind:
            if row[0] > reached:
                for found in (row, *self._from(Seal(row[0], row[1], row[6]))):
                    reached = found[0]
                    yield found

    def _from(self, last: Seal) -> Iterator[RawRow]:
        row = self._after.get(last.checksum)
        while row is not None and row[0] > last.number:
            yield row
            last = Seal(row[0], row[1], row[6])
            row = self._after.get(last.checksum)

    def _rows(self) -> Iterator[RawRow]:
        """Yield every intact record in any page."""
        beyond = (number for number in self._logged if not 1 <= number <= self._pages)
        for number in itertools.chain(range(1, self._pages + 1), beyond):
            for place in self._versions(number):
                page = self._page(place)
                start = FILE_HEADER if number == 1 else 0
                if len(page) < start + PAGE_HEADER or page[start] != LEAF:
                    continue
                for cell in _cells(page, start):
                    for newest in (True, False):
                        row = self._row(page, cell, newest)
                        if row is not None and is_whole(row):
                            yield row
                            break

    def _versions(self, number: int) -> list[_Place]:
        """Return the positions of a page's versions, the oldest first."""
        main = [_Place(False, (number - 1) * self._size)] if 1 <= number <= self._pages else []
        return main + self._logged.get(number, [])

    def _page(self, place: _Place) -> bytes:
        file = self._log if place.log else self._main
        assert file is not None
        return os.pread(file, self._size, place.offset)

    def _row(self, page: bytes, cell: int, newest: bool) -> RawRow | None:
        """Return the record of a cell.

        Its overflow pages are used in their newest or oldest version.
        """
        try:
            length, at = _varint(page, cell)
            if length > self._bytes:
                return None
            number, at = _varint(page, at)
            local = _local(length, self._size)
            payload = page[at : at + local]
            if local < length:
                further = int.from_bytes(page[at + local : at + local + 4], "big")
                payload += self._overflow(further, newest, length - local)
            if len(payload) != length:
                return None
            return _record(number, payload)
        except (IndexError, ValueError, struct.error):
            return None

    def _overflow(self, number: int, newest: bool, length: int) -> bytes:
        parts, have, seen = [], 0, set[int]()
        while have < length and number not in seen and self._overflows > 0 and (places := self._versions(number)):
            seen.add(number)  # a forged file may have a cycle
            page = self._page(places[-1 if newest else 0])
            self._overflows -= len(page)
            parts.append(page[4:])
            have += max(1, len(page) - 4)
            number = int.from_bytes(page[:4], "big")
        return b"".join(parts)[:length]


def _page_size(main: bytes, log: int | None) -> int:
    """Return the page size from the file or, if that is empty, from its log."""
    size = int.from_bytes(main[16:18], "big") if main.startswith(MAGIC) else 0
    if not main and log is not None:
        size = int.from_bytes(os.pread(log, 12, 0)[8:12], "big")
    size = 65536 if size == 1 else size
    return size if 512 <= size <= 65536 and size & (size - 1) == 0 else USUAL_PAGE


def _cells(page: bytes, start: int) -> Iterator[int]:
    """Yield the offsets of the cells of a leaf page."""
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    for index in range(min(count, len(page) // 4)):
        at = start + PAGE_HEADER + 2 * index
        yield int.from_bytes(page[at : at + 2], "big")


def _local(length: int, size: int) -> int:
    """Return how many bytes of a payload of this length are on the leaf page itself."""
    most, least = size - 35, (size - 12) * 32 // 255 - 23
    if length <= most:
        return length
    some = least + (length - least) % (size - 4)
    return some if some <= most else least


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a variable-length number and the offset after it."""
    value = 0
    for step in range(9):
        byte = data[at + step]
        if step == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + step + 1
    raise ValueError("no number")


def _record(number: int, payload: bytes) -> RawRow | None:
    """Return the columns of a record; the first one, its number, is stored outside the payload."""
    head, at = _varint(payload, 0)
    types = []
    while at < head:
        kind, at = _varint(payload, at)
        types.append(kind)
    if len(types) != COLUMNS:
        return None
    values = []
    for kind in types:
        value, at = _value(kind, payload, at)
        values.append(value)
    _, game, time, word, body, previous, checksum = values
    texts = (word, body, previous, checksum)
    if not isinstance(game, int) or isinstance(time, bytes | None):
        return None
    if not all(isinstance(text, bytes) for text in texts):
        return None
    return number, game, float(time), *texts  # type: ignore[return-value]


_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def _value(kind: int, payload: bytes, at: int) -> tuple[int | float | bytes | None, int]:
    if kind == 0:
        return None, at
    if kind in _INTEGERS:
        end = at + _INTEGERS[kind]
        return int.from_bytes(payload[at:end], "big", signed=True), end
    if kind == 7:
        return struct.unpack(">d", payload[at : at + 8])[0], at + 8
    if kind in (8, 9):
        return kind - 8, at
    if kind < 12:
        raise ValueError("no such type")
    end = at + (kind - 12) // 2
    return payload[at:end], end
