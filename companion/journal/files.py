"""The files beside a journal: the lock, the mark of the newest record, and where a damaged file goes.

Beside `table.db` stand SQLite's own `table.db-wal` and `table.db-shm`, and `table.db.lock`, `table.db.last`,
`table.db.digests`, `table.db.damaged-1` and so on. A journal knows the cards that lie face down: all these are their
owner's alone.
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
PRIVATE = 0o600  # a file that knows hidden cards
# `struct flock` for the byte behind those that SQLite locks, where it never writes (sqlite.org/fileformat2.html, 1.4)
_OWN_LOCK = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 0x40000000 + 512, 1, 0)


def beside(path: Path, suffix: str) -> Path:
    """The file beside the journal whose name has this added."""
    return path.with_name(path.name + suffix)


def open_private(path: Path, flags: int) -> int:
    """A descriptor of a file that its owner alone may read and write, whatever the umask is; made if it is not there.

    A device or a pipe keeps its mode: the machine needs `/dev/null` for everybody. SQLite gives its files beside a
    database the mode of the database. Raises OSError.
    """
    descriptor = os.open(path, flags | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        with suppress(PermissionError):  # it belongs to somebody else, who lets us write
            os.fchmod(descriptor, PRIVATE)
    return descriptor


def keep_private(path: Path) -> None:
    """Take the files of a journal that an older Cuelight made from everybody but their owner."""
    name = glob.escape(path.name)
    kept = [beside(path, suffix) for suffix in (*SQLITE_SUFFIXES, ".lock", ".last")]
    for file in (*kept, *path.parent.glob(f"{name}.damaged-*"), *path.parent.glob(f"{name}.salvaged-*")):
        with suppress(FileNotFoundError, PermissionError):
            file.chmod(PRIVATE)


def remove(path: Path) -> None:
    """Delete a SQLite file and what SQLite put beside it, as far as they are there."""
    for suffix in (*SQLITE_SUFFIXES, "-journal"):
        beside(path, suffix).unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Return when a file's content, or a folder's names, would survive a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(path: Path, text: str, *, private: bool = True) -> None:
    """Write a file whole or not at all, also where the power is cut; it survives that from then on. Raises OSError.

    A private one is its owner's alone; it stays the owner's where the administrator's console writes it.
    """
    new, flags = beside(path, ".new"), os.O_WRONLY | os.O_TRUNC
    descriptor = open_private(new, flags) if private else os.open(new, flags | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        with open(descriptor, "w", encoding="utf-8") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
    except OSError:
        new.unlink(missing_ok=True)  # which takes the last room of a disk that is full
        raise
    owner = (path if path.exists() else path.parent).stat()
    if private and owner.st_uid != os.geteuid():
        os.chown(new, owner.st_uid, owner.st_gid)
    new.replace(path)
    sync(path.parent)


def free_number(path: Path, number: int = 1) -> int:
    """The first N, from `number` on, for which nothing is called `….damaged-N` or `….salvaged-N` yet."""
    names = [*(f".damaged-{{}}{suffix}" for suffix in SQLITE_SUFFIXES), ".salvaged-{}"]
    while any(beside(path, name.format(number)).exists() for name in names):
        number += 1
    return number


def set_aside(path: Path, number: int) -> Path:
    """Rename the journal and what SQLite has beside it to `….damaged-N`, as far as they are there.

    Returns the new name of the journal.
    """
    target = beside(path, f".damaged-{number}")
    for suffix in SQLITE_SUFFIXES:
        if beside(path, suffix).exists():
            os.rename(beside(path, suffix), beside(target, suffix))
    sync(path.parent)
    return target


class Lock:
    """Held from opening to closing, so that two programs never write one journal; the system lifts it at a crash.

    It is a file of its own: closing any descriptor of the journal itself would lift SQLite's locks.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock.

        Raises JournalError when another has it.
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
        """Let the next one have it."""
        os.close(self._descriptor)


class Hold:
    """The journal itself, held open from before SQLite opens it until after it closes it.

    Closing any other descriptor of it would lift the locks that SQLite has on it in this process, and another program
    that reads the journal would then clear away what is not yet in its file. So its beginning is read through this one.
    Its own lock, on a byte where SQLite has none, is the file's: it has it under any name.
    """

    _held: ClassVar[dict[tuple[int, int], int]] = {}

    def __init__(self, path: Path) -> None:
        """Hold it. Raises JournalError where another has it, by another name."""
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
        """Let it go."""
        del self._held[self._file]
        os.close(self._descriptor)

    @classmethod
    def beginning(cls, path: Path, count: int) -> bytes:
        """The first bytes of a file, whether it is held or not."""
        held = cls._held.get(_identity(path.stat()))
        if held is not None:
            return os.pread(held, count, 0)
        with path.open("rb") as file:
            return file.read(count)


def _identity(stat: os.stat_result) -> tuple[int, int]:
    return stat.st_dev, stat.st_ino


class Marked(NamedTuple):
    """What the mark says: the number and the checksum of a record that was written."""

    number: int
    checksum: str


class Mark:
    """The newest record's number and checksum, in a file of their own.

    When SQLite finds the end of its log torn it drops it without a word, and a chain without its end is
    still a chain; the mark tells. It is written after the record is safe and not waited for, so it is never
    ahead of an honest disk. A mark that cannot be read or written is no mark, and never an error.
    """

    def __init__(self, path: Path) -> None:
        self._descriptor = open_private(beside(path, ".last"), os.O_RDWR)

    def write(self, seal: Seal) -> None:
        """Note the newest record."""
        text = b"%020d %b" % (seal.number, seal.checksum.hex().encode())
        with suppress(OSError):
            os.pwrite(self._descriptor, b"%b %08x\n" % (text, crc32(text)), 0)

    def close(self) -> None:
        """Leave it as it is."""
        os.close(self._descriptor)

    @staticmethod
    def read(path: Path) -> Marked | None:
        """What the journal's mark says; None when there is none, or none that can be read."""
        try:
            content = beside(path, ".last").read_bytes()
            text, _, check = content.rpartition(b" ")
            if int(check, 16) != crc32(text):
                return None
            number, own = text.split()
            return Marked(int(number), own.decode())
        except (OSError, ValueError):
            return None
