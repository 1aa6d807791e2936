"""A disk that loses power: it records a program's writes, and builds the possible contents after a cut at any moment.

A VFS (APSW's) records SQLite's writes; stand-ins for functions of `os` record the program's. Synced data is on the
disk. Of the rest, each write may be complete, lost, or torn at a sector. Renames and deletions without a later folder
sync are kept up to some point, in their order, as on ext4.
"""

from __future__ import annotations

import itertools
import os
import random
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple

import apsw
import pytest

SECTOR = 512


class Write(NamedTuple):
    """Bytes written to a file, or, without data, the file cut to `offset` bytes."""

    file: int
    offset: int
    data: bytes | None


class Name(NamedTuple):
    """A name given to a file, or removed (`file` None)."""

    name: str
    file: int | None


class Sync(NamedTuple):
    """A file's content is safe on the disk; a folder's names are, for `file` None."""

    file: int | None


class Done(NamedTuple):
    """The program reported that something is done."""

    what: int


Step = Write | Name | Sync | Done


class Disk:
    """A folder in which every change is recorded while `recording`; its earlier content is safe.

    Attributes:
        steps: the recorded changes, in order.
        start: number of the first steps that only describe the earlier content.
        synchronous: set to "NORMAL" to test a journal that does not wait for the disk.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.steps: list[Step] = []
        self.synchronous: Literal["as asked", "NORMAL"] = "as asked"
        self._files = itertools.count()
        self._names: dict[str, int] = {}
        self._new_logs: set[int] = set()
        for path in sorted(folder.iterdir()):
            self.steps += [Write(self.file(path.name), 0, path.read_bytes()), Sync(self.file(path.name))]
        self.steps.append(Sync(None))
        self.start = len(self.steps)

    def done(self, what: int) -> None:
        """Record that the program reported this as done."""
        self.steps.append(Done(what))

    def file(self, name: str) -> int:
        """Return the file that has this name now; create it if there is none."""
        if name not in self._names:
            self._names[name] = next(self._files)
            self.steps.append(Name(name, self._names[name]))
            if name.endswith(("-wal", "-journal")):
                self._new_logs.add(self._names[name])
        return self._names[name]

    def write(self, name: str, offset: int, data: bytes | None) -> None:
        """Record a write, or a cut at `offset`."""
        self.steps.append(Write(self.file(name), offset, data))

    def sync(self, name: str) -> None:
        """Record that a file's content is safe. SQLite syncs the folder too when it first syncs a new log."""
        file = self.file(name)
        self.steps.append(Sync(file))
        if file in self._new_logs:
            self._new_logs.discard(file)
            self.steps.append(Sync(None))

    def rename(self, old: str, new: str) -> None:
        """Record a new name for a file."""
        file = self.file(old)
        del self._names[old]
        self._names[new] = file
        self.steps += [Name(new, file), Name(old, None)]

    def delete(self, name: str, folder_synced: bool) -> None:
        """Record that a name is gone."""
        if self._names.pop(name, None) is not None:
            self.steps.append(Name(name, None))
        if folder_synced:
            self.steps.append(Sync(None))

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record the changes that SQLite and the program make in this folder."""
        vfs = _RecordingVFS(self)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sqlite3, "connect", self._recorded_connect(vfs.name))
            for name in ("replace", "rename"):
                patch.setattr(os, name, self._recorded_rename(getattr(os, name)))
            patch.setattr(os, "fsync", self._recorded_fsync)
            patch.setattr(os, "pwrite", self._recorded_pwrite(os.pwrite))
            patch.setattr(os, "unlink", self._recorded_unlink(os.unlink))
            yield
        vfs.unregister()

    def _recorded_connect(self, vfs: str) -> Callable[..., _Connection]:
        return lambda name, **_: _Connection(name, vfs, self.synchronous)

    def _recorded_rename(self, real: Callable[[Path, Path], None]) -> Callable[[Path, Path], None]:
        def rename(old: Path, new: Path) -> None:
            real(old, new)
            self.rename(old.name, new.name)

        return rename

    def _recorded_fsync(self, descriptor: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        if path == self.folder:
            self.steps.append(Sync(None))
        else:
            self.sync(path.name)

    def _recorded_pwrite(self, real: Callable[[int, bytes, int], int]) -> Callable[[int, bytes, int], int]:
        def pwrite(descriptor: int, data: bytes, offset: int) -> int:
            self.write(Path(os.readlink(f"/proc/self/fd/{descriptor}")).name, offset, data)
            return real(descriptor, data, offset)

        return pwrite

    def _recorded_unlink(self, real: Callable[[Path], None]) -> Callable[[Path], None]:
        def unlink(path: Path) -> None:
            real(path)
            self.delete(path.name, folder_synced=False)

        return unlink

    def after_a_cut(self, at: int, chance: random.Random) -> tuple[dict[str, bytes], list[int]]:
        """Return possible folder contents after a power cut before step `at`, and the things
        reported as done by then.
        """
        past = self.steps[:at]
        safe_until = {step.file: index for index, step in enumerate(past) if isinstance(step, Sync)}
        names_until = chance.randint(safe_until.get(None, 0), at)
        reached = chance.choice([0.0, 0.5, 0.9, 1.0])  # share of the unsynced data that reached the disk
        contents: dict[int, bytearray] = {}
        names: dict[str, int] = {}
        said = []
        for index, step in enumerate(past):
            match step:
                case Write() if index < safe_until.get(step.file, -1):
                    _apply(step, contents)
                case Write():
                    _apply_in_part(step, contents, reached, chance)
                case Name(name, None) if index < names_until:
                    names.pop(name, None)
                case Name(name, int(file)) if index < names_until:
                    names[name] = file
                case Done(what):
                    said.append(what)
        return {name: bytes(contents.get(file, b"")) for name, file in names.items()}, said


def _apply(write: Write, contents: dict[int, bytearray]) -> None:
    content = contents.setdefault(write.file, bytearray())
    end = write.offset + len(write.data or b"")
    content.extend(bytes(max(0, (write.offset if write.data is None else end) - len(content))))
    if write.data is None:
        del content[write.offset :]
    else:
        content[write.offset : end] = write.data


def _apply_in_part(write: Write, contents: dict[int, bytearray], reached: float, chance: random.Random) -> None:
    luck = chance.random()
    if luck < reached:
        _apply(write, contents)
    elif write.data is not None and luck < reached + 0.1:
        sectors = chance.randint(0, len(write.data) // SECTOR)
        _apply(write._replace(data=write.data[: sectors * SECTOR]), contents)


class _RecordingVFS(apsw.VFS):
    """The system's files, with each change recorded."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.name = f"recording-{id(disk)}"
        super().__init__(self.name, "unix", maxpathname=0)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return _RecordedFile(self.disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        super().xDelete(filename, syncdir)
        self.disk.delete(Path(filename).name, bool(syncdir))


class _RecordedFile(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        super().__init__("unix", name, flags)
        self.disk = disk
        self.filename = Path(path).name
        disk.file(self.filename)

    def xWrite(self, data: bytes, offset: int) -> None:
        super().xWrite(data, offset)
        self.disk.write(self.filename, offset, bytes(data))

    def xTruncate(self, newsize: int) -> None:
        super().xTruncate(newsize)
        self.disk.write(self.filename, newsize, None)

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self.disk.sync(self.filename)


class _Connection:
    """The parts of `sqlite3.Connection` that the journal uses, on a recorded disk that syncs only on request."""

    def __init__(self, uri: str, vfs: str, synchronous: str) -> None:
        flags = apsw.SQLITE_OPEN_URI | apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        self._connection = apsw.Connection(uri, flags=flags, vfs=vfs)
        self._synchronous = synchronous
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.execute("PRAGMA wal_autocheckpoint = 12")  # in pages; often enough for a short test

    def execute(self, sql: str, values: tuple[Any, ...] = ()) -> apsw.Cursor:
        if sql.startswith("PRAGMA synchronous") and self._synchronous != "as asked":
            sql = f"PRAGMA synchronous = {self._synchronous}"
        return self._connection.execute(sql, values)

    def executemany(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> None:
        self._connection.executemany(sql, rows)

    def __enter__(self) -> None:
        """Begin no transaction: the caller does."""

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        self._connection.execute("COMMIT" if error is None else "ROLLBACK")

    def close(self) -> None:
        # When a read-only connection closes, SQLite checks if it may clean up; APSW raises if it may not.
        with suppress(apsw.IOError):
            self._connection.close()
