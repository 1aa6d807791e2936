"""The numbered copies that a table makes automatically, and deletion of old ones.

A copy has the next higher number after the newest copy, so the order does not depend on a clock. Space is freed before
a new copy is made. The newest intact copy is never deleted before the new one is finished and verified.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import disk_usage

from companion.journal.backup import Copied, making, read_copy
from companion.journal.errors import JournalError, megabytes
from companion.journal.files import SQLITE_SUFFIXES, beside, sync

MOST = 14  # number of copies to keep
RESERVE, RESERVE_SHARE = 200_000_000, 20  # bytes that a copy leaves free for games; on a small disk one 20th
BESIDE = 1_000_000  # bytes that the files beside the journal may need
_NAME = re.compile(r"table-([0-9]{6,12})-.*\.zip")
_OLD_NAME = re.compile(r"table-([0-9-]+T[0-9]+)\.(db|toml)")  # names of an older Cuelight's copies
_LEFT = re.compile(r"table-[0-9]{6,12}-.*\.zip\.(cuelight-)?part.*")


class NoRoom(JournalError):
    """There is no space for a copy: it needs `needed` bytes, and `free` are available."""

    def __init__(self, folder: Path, needed: int, free: int) -> None:
        self.needed, self.free = needed, free
        super().__init__(
            f"no copy was made: there is no room for one in {folder}. It needs {megabytes(needed)} MB, and "
            f"{megabytes(free)} MB are free. Make room there; the newest copy is kept."
        )


def copies_in(folder: Path) -> list[Path]:
    """Return the copies in a folder, the oldest first.

    Those of an older Cuelight come before numbered ones.
    """
    names = [each.name for each in folder.iterdir() if each.is_file()] if folder.is_dir() else []
    numbered = sorted((int(found[1]), name) for name in names if (found := _NAME.fullmatch(name)))
    old = sorted(name for name in names if (found := _OLD_NAME.fullmatch(name)) and found[2] == "db")
    return [folder / name for name in (*old, *(name for _number, name in numbered))]


def next_copy(path: Path, folder: Path, today: str, make: Callable[[Path], Copied]) -> Path:
    """Make the next copy of a table in a folder.

    Old ones are deleted if there is no space or if there are too many.

    Args:
        path: the table's journal.
        today: a date for people in the copy's name, such as `2026-11-28`; nothing depends on it.
        make: makes the copy at a path and verifies it.

    Raises NoRoom, with the newest intact copy kept, or JournalError if no copy could be made.
    """
    with making(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone(folder):
            for left in folder.iterdir():
                if _LEFT.fullmatch(left.name):  # leftovers of a copy that a power cut interrupted
                    left.unlink()
            there = copies_in(folder)
            _make_room(path, folder, there)
            newest = _NAME.fullmatch(there[-1].name) if there else None
            target = folder / f"table-{int(newest[1]) + 1 if newest else 1:06}-{today}.zip"
            make(target)
            for each in copies_in(folder)[:-MOST]:
                _delete(each)
            return target


def newest_intact(copies: Sequence[Path]) -> Path | None:
    """Return the newest intact one of these copies (oldest first); each is read completely."""
    for each in reversed(copies):
        with suppress(JournalError):
            read_copy(each)
            return each
    return None


def _make_room(path: Path, folder: Path, there: Sequence[Path]) -> None:
    disk = disk_usage(folder)
    journal = sum(_size(beside(path, suffix)) for suffix in SQLITE_SUFFIXES[:2])
    # the journal, and the packed copy
    needed, reserve = 2 * journal + BESIDE, min(RESERVE, disk.total // RESERVE_SHARE)
    if disk.free >= needed + reserve:
        return
    kept = newest_intact(there)
    old = [each for each in there if each != kept]
    is_enough = disk.free + sum(map(_size, old)) >= needed + reserve
    free, wanted = disk.free, needed + reserve if is_enough else reserve  # games come first
    for each in old:
        if free >= wanted:
            break
        free += _size(each)
        _delete(each)
    if not is_enough:
        raise NoRoom(folder, needed + reserve, disk_usage(folder).free)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def _delete(copy: Path) -> None:
    copy.unlink()
    if copy.suffix == ".db":  # an older Cuelight kept the table file beside it
        copy.with_suffix(".toml").unlink(missing_ok=True)
    sync(copy.parent)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock the folder against other copies. Raises JournalError if one is in progress."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise JournalError(f"another copy is being made in {folder}. Wait until it is finished.") from None
    finally:
        os.close(descriptor)
