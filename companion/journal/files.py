"""The files beside a journal: the lock, the mark of the newest record, damaged files.

Beside `table.db` are SQLite's own `table.db-wal` and `table.db-shm`, and `table.db.lock`, `table.db.last`,
`table.db.digests`, `table.db.damaged-1` and so on. A journal contains face-down cards, so only its owner may read these
files.
"""

from __future__ import annotations

import fcntl
import glob
import os
import stat
import struct
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, NamedTuple
from zlib import crc32

from companion.journal.errors import JournalError
from companion.journal.record import Seal

SQLITE_SUFFIXES = ("", "-wal", "-shm")
PRIVATE = 0o600  # mode of a file that contains hidden cards
# `struct flock` for the byte behind those that SQLite locks, where it never writes (sqlite.org/fileformat2.html, 1.4)
_OWN_LOCK = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 0x40000000 + 512, 1, 0)
# The bytes that SQLite locks alone before it deletes its log, as its last connection closes (sqlite.org/src, os.h)
_SQLITE_SHARED = struct.pack("hhqqi", fcntl.F_RDLCK, os.SEEK_SET, 0x40000000 + 2, 510, 0)


def beside(path: Path, suffix: str) -> Path:
    """Return the path beside the journal with this suffix."""
    return path.with_name(path.name + suffix)


def open_private(path: Path, flags: int) -> int:
    """Open or create a file that only its owner may read and write.

    This does not depend on the umask.

    A device or a pipe keeps its mode: the machine needs `/dev/null` for all users. SQLite gives its files beside a
    database the mode of the database. Raises OSError.
    """
    descriptor = os.open(path, flags | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        with suppress(PermissionError):  # it belongs to another user, who lets us write
            os.fchmod(descriptor, PRIVATE)
    return descriptor


def keep_private(path: Path) -> None:
    """Restrict the files of a journal that an older Cuelight made to their owner."""
    name = glob.escape(path.name)
    kept = [beside(path, suffix) for suffix in (*SQLITE_SUFFIXES, ".lock", ".last")]
    for file in (*kept, *path.parent.glob(f"{name}.damaged-*"), *path.parent.glob(f"{name}.salvaged-*")):
        with suppress(FileNotFoundError, PermissionError):
            file.chmod(PRIVATE)


def remove(path: Path) -> None:
    """Delete an SQLite file and the files that SQLite has made beside it, if they exist."""
    for suffix in (*SQLITE_SUFFIXES, "-journal"):
        beside(path, suffix).unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Flush a file's content, or a folder's names, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(path: Path, text: str, *, private: bool = True) -> None:
    """Write a file atomically and durably. Raises OSError.

    After a power cut it has the old or the new content.

    Only the owner may read a private file. It keeps its owner even if root writes it from a console.
    """
    new, flags = beside(path, ".new"), os.O_WRONLY | os.O_TRUNC
    descriptor = open_private(new, flags) if private else os.open(new, flags | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        with open(descriptor, "w", encoding="utf-8") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
    except OSError:
        new.unlink(missing_ok=True)  # it may have taken the last free space of a full disk
        raise
    owner = (path if path.exists() else path.parent).stat()
    if private and owner.st_uid != os.geteuid():
        os.chown(new, owner.st_uid, owner.st_gid)
    new.replace(path)
    sync(path.parent)


def free_number(path: Path, number: int = 1) -> int:
    """Return the first N, from `number` on, for which no `….damaged-N` or `….salvaged-N` exists."""
    names = [*(f".damaged-{{}}{suffix}" for suffix in SQLITE_SUFFIXES), ".salvaged-{}"]
    while any(beside(path, name.format(number)).exists() for name in names):
        number += 1
    return number


def set_aside(path: Path, number: int) -> Path:
    """Rename the journal and SQLite's files beside it to `….damaged-N`, if they exist.

    Returns the new path of the journal.
    """
    target = beside(path, f".damaged-{number}")
    for suffix in SQLITE_SUFFIXES:
        if beside(path, suffix).exists():
            os.rename(beside(path, suffix), beside(target, suffix))
    sync(path.parent)
    return target


class Lock:
    """Lock that keeps two programs from writing one journal.

    It is held from opening to closing; the system releases it at a crash.

    It has its own file: closing any descriptor of the journal itself would release SQLite's locks.
    """

    def __init__(self, path: Path) -> None:
        """Acquire the lock.

        Raises JournalError if another process has it.
        """
        self._descriptor = open_private(beside(path, ".lock"), os.O_RDWR)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, b"%d\n" % os.getpid(), 0)
        except BlockingIOError:
            holder = os.pread(self._descriptor, 20, 0).decode(errors="replace").strip() or "unknown"
            os.close(self._descriptor)
            raise JournalError(
                f"the journal {path} is in use by another Cuelight (process {holder}). "
                "Stop that one, or choose another journal."
            ) from None
        except OSError:
            os.close(self._descriptor)
            raise

    def release(self) -> None:
        """Release the lock."""
        os.close(self._descriptor)


class Hold:
    """Descriptor of the journal itself, open before SQLite opens it until after SQLite closes it.

    Closing any other descriptor of the journal would release the locks that SQLite has on it in this process; another
    program that reads the journal would then delete data that is not yet in its file. So the journal's first bytes are
    read through this descriptor. It also locks a byte that SQLite does not use, which protects the file under any name.
    """

    _held: ClassVar[dict[tuple[int, int], int]] = {}

    def __init__(self, path: Path) -> None:
        """Open the journal. Raises JournalError if another process has it under another name."""
        self._descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        try:
            fcntl.fcntl(self._descriptor, fcntl.F_OFD_SETLK, _OWN_LOCK)
        except BlockingIOError:
            os.close(self._descriptor)
            raise JournalError(
                f"the journal {path} is in use by another Cuelight, which knows it by another name. "
                "Stop that one, or choose another journal."
            ) from None
        except OSError:
            os.close(self._descriptor)
            raise
        self._file = _identity(os.fstat(self._descriptor))
        self._held[self._file] = self._descriptor

    def release(self) -> None:
        """Close the descriptor."""
        del self._held[self._file]
        os.close(self._descriptor)

    @classmethod
    def keep_log(cls, opened: os.stat_result) -> None:
        """Keep SQLite from deleting the log at a held file's path when it closes, because another file is there now.

        SQLite itself compares only the files' numbers, which are the same if the disk was mounted again.
        """
        with suppress(KeyError, OSError):
            fcntl.fcntl(cls._held[_identity(opened)], fcntl.F_OFD_SETLK, _SQLITE_SHARED)

    @classmethod
    def beginning(cls, path: Path, count: int) -> bytes:
        """Return the first bytes of a file, whether it is held or not."""
        held = cls._held.get(_identity(path.stat()))
        if held is not None:
            return os.pread(held, count, 0)
        with path.open("rb") as file:
            return file.read(count)


def _identity(stat: os.stat_result) -> tuple[int, int]:
    return stat.st_dev, stat.st_ino


class Marked(NamedTuple):
    """Content of the mark: the number and the checksum of a record that was written."""

    number: int
    checksum: str


class Mark:
    """The newest record's number and checksum, in a separate file.

    If the end of SQLite's log is torn, SQLite drops it silently, and a chain without its end is still a valid chain;
    the mark reveals the loss. It is written after the record is safe, without waiting, so it is never ahead of a disk
    that flushes honestly. An unreadable or unwritable mark counts as missing and is never an error.
    """

    def __init__(self, path: Path) -> None:
        self._descriptor = open_private(beside(path, ".last"), os.O_RDWR)

    def write(self, seal: Seal) -> None:
        """Write the newest record."""
        text = b"%020d %b" % (seal.number, seal.checksum.hex().encode())
        with suppress(OSError):
            os.pwrite(self._descriptor, b"%b %08x\n" % (text, crc32(text)), 0)

    def close(self) -> None:
        """Close the file without a change."""
        os.close(self._descriptor)

    @staticmethod
    def read(path: Path) -> Marked | None:
        """Return the journal's mark; None if it is missing or unreadable."""
        try:
            content = beside(path, ".last").read_bytes()
            text, _, check = content.rpartition(b" ")
            if int(check, 16) != crc32(text):
                return None
            number, own = text.split()
            return Marked(int(number), own.decode())
        except (OSError, ValueError):
            return None
