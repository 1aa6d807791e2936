"""Copies of a journal and of a whole table: made while a table runs, verified, and restored.

A copy of a table is a zip file. It holds the journal, the files beside it that the caller names, and `about.json`,
which lists the size and the SHA-256 of each. Restoring stages all files in one folder; renaming that folder commits the
restore, and an interrupted one is finished at the next start (`repair.py`). A journal alone, as an older Cuelight
copied it, can be restored too.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import sqlite3
import stat
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from companion.core.i18n import N_
from companion.journal.errors import JournalError, explain, explained, is_damage, megabytes
from companion.journal.files import Lock, beside, open_private, remove, sync
from companion.journal.recovery.repair import (
    MISSING,
    Health,
    commit_restore,
    connect,
    finish_interrupted,
    kept_names,
    look_over,
    staging,
)

ABOUT, JOURNAL = "about.json", "table.db"
"""Names in a copy: the list of its files, and the journal, even if the table names it differently."""
FORM = 1
MOST_BESIDE = 4_000_000  # bytes of a file beside the journal
PIECE = 1 << 20
ZIP_MAGIC = b"PK\x03\x04"
_WRONG_ZIP = (
    BadZipFile,
    EOFError,
    MemoryError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    ValueError,
    AttributeError,
    KeyError,
    TypeError,
    struct.error,
    zlib.error,
)
_ENCRYPTED = 0x1
PART = ".cuelight-part"  # suffix of an unfinished copy; one that a power cut left is replaced


class Copied(NamedTuple):
    """Content of a copy: number of games, file names, time, and the caller's notes.

    `made` is in seconds since 1970. For a journal alone it is 0, and `files` has only its name.
    """

    games: int
    files: tuple[str, ...]
    made: float
    about: Mapping[str, Any]


def back_up(path: Path, target: Path) -> Health:
    """Copy a journal alone to `target`, and verify the copy's checksums.

    A table may be writing the journal.

    Raises JournalError if there is no journal, `target` exists, or the copy is not intact.
    """
    _refuse_existing(target)
    with making(target):
        part, health = _checked_copy(path, beside(target, PART))
        _give_name(part, target)
    return health


def copy_table(path: Path, target: Path, parts: Mapping[str, Path], made: float, about: Mapping[str, Any]) -> Copied:
    """Copy a journal and the files beside it to a new file, and read the copy back.

    A table may be running.

    Args:
        parts: the files beside the journal, by their names in a copy; missing ones are skipped.
        made: the time, in seconds since 1970.
        about: JSON values that `Copied.about` returns.

    Raises JournalError if there is no journal, `target` exists, or the copy is not intact.
    """
    _refuse_existing(target)
    with making(target):
        part, (journal, health) = beside(target, PART), _checked_copy(path, beside(target, PART + "-journal"))
        try:
            content = {name: _small(file) for name, file in parts.items() if file.exists()}
            description = dict(about) | {"form": FORM, "made": made, "games": len(health.games)}
            _pack(part, journal, content, description)
            _give_name(part, target)
        finally:
            remove(journal)
            part.unlink(missing_ok=True)
    return Copied(len(health.games), (JOURNAL, *content), made, description)


def read_copy(copy: Path, *, whole: bool = True) -> Copied:
    """Return the content of a copy of a table or of a journal.

    Args:
        whole: verify the checksums of all files, instead of reading only the list.

    Raises JournalError if this is no copy, or if it has changed since it was written.
    """
    with explained(copy):
        if not _is_zip(copy):
            health = look_over(copy)
            if health.damage is not None:
                raise _damaged(copy, health.damage)
            return Copied(len(health.games), (JOURNAL,), 0.0, {})
    with _unpacking(copy) as archive:
        found, infos = _listed(copy, archive, None)
        for info in infos.values() if whole else ():
            _compare(copy, archive, info, found.about, lambda _piece: None)
    return found


def put_back(path: Path, copy: Path, parts: Mapping[str, Path]) -> tuple[Copied, list[str]]:
    """Restore a copy; each file that it replaces is kept under another name.

    A copy of a journal alone does not affect the files beside it. A copy of a table is complete: a file that it lacks
    is set aside, too.

    Args:
        parts: path of each file beside the journal, by its name in a copy.

    Returns the content of the copy, and the new names of the replaced files. Raises JournalError if the copy is not
    intact or a table uses the journal; then nothing has changed.
    """
    with explained(path):
        path = Path(os.path.realpath(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock(path)
        try:
            finish_interrupted(path)
            folder = staging(path)
            try:
                found = _stage(copy, folder, path, parts)
                number = commit_restore(path, folder)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
            finish_interrupted(path)
            return found, kept_names(path, number)
        finally:
            lock.release()


def _stage(copy: Path, folder: Path, path: Path, parts: Mapping[str, Path]) -> Copied:
    """Extract a copy into a folder, under the names of the target files, and verify it there."""
    if not copy.is_file():
        raise JournalError(f"there is no copy {copy}. Look at its name, and whether the stick is plugged in.")
    journal = folder / path.name
    if not _is_zip(copy):
        _part, health = _checked_copy(copy, journal)
        sync(folder)
        return Copied(len(health.games), (JOURNAL,), 0.0, {})
    with _unpacking(copy) as archive:
        found, infos = _listed(copy, archive, parts)
        room, needed = shutil.disk_usage(folder).free, sum(info.file_size for info in infos.values())
        if needed > room:
            raise JournalError(
                f"{copy} needs {megabytes(needed)} MB, and {megabytes(room)} MB are free here. Make room first; "
                "nothing was changed."
            )
        for name, info in infos.items():
            place = journal if name == JOURNAL else folder / parts[name].name
            with os.fdopen(open_private(place, os.O_WRONLY | os.O_EXCL), "wb") as file:
                _compare(copy, archive, info, found.about, file.write)
                file.flush()
                os.fsync(file.fileno())
    health = look_over(journal)
    if health.damage is not None:
        raise _damaged(copy, health.damage)
    for suffix in ("-wal", "-shm"):
        beside(journal, suffix).unlink(missing_ok=True)
    for name, place in parts.items():
        if name not in infos:
            os.close(open_private(beside(folder / place.name, MISSING), os.O_WRONLY))
    sync(folder)
    return found._replace(games=len(health.games))


# --- making a copy


def _refuse_existing(target: Path) -> None:
    if os.path.lexists(target):
        raise JournalError(f"{target} is there already, and was left as it is. Choose another name.")


@contextmanager
def making(target: Path) -> Iterator[None]:
    """Convert system errors about a copy, which may be on a USB stick, to JournalError."""
    try:
        yield
    except JournalError:
        raise
    except (sqlite3.DatabaseError, OSError) as error:
        said = N_("the copy {path} cannot be made: {reason} ({error}). Look at that disk or stick, then try again.")
        raise explain(target, error, said) from error


def _give_name(part: Path, target: Path) -> None:
    """Rename a finished copy to its final name, unless another file has it by now."""
    try:
        os.link(part, target)
    except FileExistsError:
        _refuse_existing(target)
        raise
    except OSError:  # the stick's file system has no links
        _refuse_existing(target)
        os.rename(part, target)
    else:
        os.unlink(part)
    sync(target.parent)


def _small(file: Path) -> bytes:
    if not file.is_file():
        raise JournalError(f"{file} is no file, and cannot be copied. Move it away.")
    with file.open("rb") as opened:
        content = opened.read(MOST_BESIDE + 1)
    if len(content) > MOST_BESIDE:
        raise JournalError(f"{file} is larger than {megabytes(MOST_BESIDE)} MB, and none of Cuelight's. Move it away.")
    return content


def _pack(part: Path, journal: Path, content: Mapping[str, bytes], about: dict[str, Any]) -> None:
    """Write a copy, flush it to the disk, and read it back."""
    part.unlink(missing_ok=True)
    with os.fdopen(open_private(part, os.O_RDWR | os.O_EXCL), "w+b") as opened:
        with ZipFile(opened, "w") as archive:
            files = {}
            with journal.open("rb") as source:
                files[JOURNAL] = _add(archive, JOURNAL, iter(lambda: source.read(PIECE), b""), journal.stat().st_size)
            for name, text in content.items():
                files[name] = _add(archive, name, iter((text,)), len(text))
            text = json.dumps(about | {"files": files}, indent=1).encode()
            _add(archive, ABOUT, iter((text,)), len(text))
        opened.flush()
        os.fsync(opened.fileno())
        with suppress(OSError):  # so that it is read from the disk, not from the cache
            os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    read_copy(part)


def _add(archive: ZipFile, name: str, pieces: Iterator[bytes], size: int) -> dict[str, Any]:
    info = ZipInfo(name)  # dated 1980, the earliest date of a zip file, since a clock may say 1970
    info.external_attr = (stat.S_IFREG | 0o600) << 16
    info.compress_type, info.file_size = ZIP_DEFLATED, size
    digest, length = sha256(), 0
    with archive.open(info, "w") as file:
        for piece in pieces:
            digest.update(piece)
            length += file.write(piece)
    return {"size": length, "sha256": digest.hexdigest()}


# --- reading a copy


def _is_zip(copy: Path) -> bool:
    with copy.open("rb") as file:
        return file.read(len(ZIP_MAGIC)) == ZIP_MAGIC


@contextmanager
def _unpacking(copy: Path) -> Iterator[ZipFile]:
    """Open a copy of a table, and convert any error in the file to JournalError."""
    try:
        with copy.open("rb") as file, ZipFile(file) as archive:
            yield archive
    except JournalError:
        raise
    except OSError as error:
        said = N_("the copy {path} cannot be read: {reason} ({error}). Look for another.")
        raise explain(copy, error, said) from error
    except _WRONG_ZIP as error:
        raise _damaged(copy, str(error) or type(error).__name__) from error


def _listed(copy: Path, archive: ZipFile, parts: Mapping[str, Path] | None) -> tuple[Copied, dict[str, ZipInfo]]:
    """Return the list in a copy and its files, after a plausibility check.

    Only the list is read.
    """
    infos = {info.filename: info for info in archive.infolist()}
    strange = [name for name in infos if parts is not None and name not in (ABOUT, JOURNAL, *parts)]
    kinds = {stat.S_IFMT(info.external_attr >> 16) for info in infos.values()}
    if ABOUT not in infos or JOURNAL not in infos or strange or len(infos) != len(archive.infolist()):
        what = f": it has a file {strange[0][:80]!r}" if strange else ""
        raise JournalError(f"{copy} is no copy of a Cuelight table{what}. It was left as it is; choose another.")
    if not kinds <= {0, stat.S_IFREG} or any(
        info.flag_bits & _ENCRYPTED or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for info in infos.values()
    ):
        raise JournalError(f"{copy} was packed by another program, in a way that Cuelight does not unpack.")
    if any(info.file_size > MOST_BESIDE for name, info in infos.items() if name != JOURNAL):
        raise _damaged(copy, "a file in it is larger than any of Cuelight's")
    about = json.loads(archive.read(infos.pop(ABOUT)))
    if about["form"] > FORM:
        raise JournalError(f"{copy} was made by a newer Cuelight ({about.get('cuelight')}). Update Cuelight first.")
    if {name: info.file_size for name, info in infos.items()} != {
        name: each["size"] for name, each in about["files"].items()
    }:
        raise _damaged(copy, "a file in it is missing, was added or is of another size")
    if not math.isfinite(about["made"]):
        raise _damaged(copy, "it does not say when it was made")
    return Copied(int(about["games"]), tuple(infos), float(about["made"]), about), infos


def _compare(
    copy: Path, archive: ZipFile, info: ZipInfo, about: Mapping[str, Any], take: Callable[[bytes], Any]
) -> None:
    """Read a file of a copy and verify it against the list. Raises JournalError if it differs."""
    digest, length = sha256(), 0
    with archive.open(info) as file:
        while piece := file.read(PIECE):
            digest.update(piece)
            length += len(piece)
            take(piece)
    if about["files"][info.filename] != {"size": length, "sha256": digest.hexdigest()}:
        raise _damaged(copy, f"{info.filename} in it is not as it was written")


def _damaged(copy: Path, what: str) -> JournalError:
    return JournalError(f"the copy {copy} is damaged: {what}. It was not used; look for another.")


def _checked_copy(source: Path, part: Path) -> tuple[Path, Health]:
    if not source.is_file():
        raise JournalError(f"there is no journal {source}. Choose the name of one.")
    look_over(source, newest_only=True)  # refuses the file of another program with a clear message
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
