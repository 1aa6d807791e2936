"""Copies of a journal: made while a table writes it, checked before they count, and put back."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.journal.errors import JournalError, explained, is_damage
from companion.journal.files import SQLITE_SUFFIXES, Lock, beside, free_number, open_private, remove, sync
from companion.journal.repair import Health, connect, finish_interrupted, finish_replacing, look_over


def back_up(path: Path, target: Path) -> Health:
    """Copy a journal to `target`, also while a table writes it, and compare the copy with its checksums.

    Raises JournalError when there is no journal, `target` is there already, or the copy is not intact.
    """
    if os.path.exists(target):
        raise JournalError(f"{target} is there already, and was left as it is. Choose another name.")
    with explained(target):
        part, health = _checked_copy(path, beside(target, ".part"))
        os.rename(part, target)
        sync(target.parent)
    return health


def put_back(path: Path, backup: Path) -> tuple[Health, Path | None]:
    """Let a copy of a journal take the place of the one at `path`, which is kept under another name.

    Returns what is in it, and where is kept what was there before; None where nothing was. Raises JournalError when the
    copy is not intact or a table uses the journal; then nothing has changed.
    """
    with explained(path):
        path = Path(os.path.realpath(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock(path)
        try:
            part, health = _checked_copy(backup, beside(path, ".part"))
            finish_interrupted(path)
            number, was_there = free_number(path), any(beside(path, suffix).exists() for suffix in SQLITE_SUFFIXES)
            os.replace(part, beside(path, f".salvaged-{number}"))
            sync(path.parent)
            kept = finish_replacing(path, number)
            return health, kept if was_there else None
        finally:
            lock.release()


def _checked_copy(source: Path, part: Path) -> tuple[Path, Health]:
    if not source.is_file():
        raise JournalError(f"there is no journal {source}. Choose the name of one.")
    look_over(source, newest_only=True)  # another program's file is refused in these words
    remove(part)
    try:
        os.close(open_private(part, os.O_RDWR))
        health = _copied(source, part)
        if health.damage is not None:
            raise JournalError(f"the copy of {source} is damaged: {health.damage}. It was not used; look for another.")
    except BaseException:
        remove(part)
        raise
    for suffix in ("-wal", "-shm"):
        beside(part, suffix).unlink(missing_ok=True)
    sync(part)
    return part, health


def _copied(source: Path, part: Path) -> Health:
    try:
        with closing(connect(source, "ro")) as one, closing(sqlite3.connect(part)) as other:
            one.backup(other)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return Health(damage=str(error))
    return look_over(part)
