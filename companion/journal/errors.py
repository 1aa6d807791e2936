"""The journal's error, and messages for errors of the disk and SQLite."""

from __future__ import annotations

import errno
import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.core.errors import CuelightError
from companion.core.i18n import N_, _


class JournalError(CuelightError, OSError):
    """The journal cannot be opened, read or written; the message says why and what to do."""


_SPACE = (
    N_("there is no space left for it"),
    N_("Delete what is not needed on that disk, or choose a journal on another one."),
)
_RIGHT = (
    N_("it may not be written"),
    N_("Let the user that runs Cuelight write in that folder, or choose another journal."),
)
_FIXED = (
    N_("its disk is read-only"),
    N_("If nobody wanted that, the card is damaged: restart the machine, and copy the journal to another card."),
)
_FOLDER = (N_("that is no folder that a file can be made in"), N_("Choose a journal in a folder."))
_BUSY = (N_("another program holds it"), N_("Close that program, then try again."))
_DAMAGE = (
    N_("it is damaged"),
    N_("Start Cuelight again: it sets the damaged file aside and goes on with what is intact."),
)
_DISK = (N_("its disk fails"), N_("Copy the journal to another disk and go on there."))
_LIMIT = (
    N_("files may not grow further here"),
    N_("Raise the limit (ulimit -f, or LimitFSIZE of the service); what is played then is written."),
)
_GONE = (
    N_("somebody has moved or deleted it"),
    N_("Put it back where it was, or start Cuelight again: it begins a new one."),
)
_CUT = (
    N_("somebody has cut it short"),
    N_("Start Cuelight again: it goes on with what is intact, and tells what is missing."),
)
_OTHER = (N_("the system refuses"), N_("Mend what it says, or choose another journal."))

_SQLITE = {
    sqlite3.SQLITE_FULL: _SPACE,
    sqlite3.SQLITE_READONLY: _RIGHT,
    sqlite3.SQLITE_CANTOPEN: _RIGHT,
    sqlite3.SQLITE_PERM: _RIGHT,
    sqlite3.SQLITE_AUTH: _RIGHT,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_CORRUPT: _DAMAGE,
    sqlite3.SQLITE_NOTADB: _DAMAGE,
    sqlite3.SQLITE_TOOBIG: _DAMAGE,
    sqlite3.SQLITE_IOERR: _DISK,
}
_ERRNO = {
    errno.ENOSPC: _SPACE,
    errno.EDQUOT: _SPACE,
    errno.EFBIG: _SPACE,
    errno.EACCES: _RIGHT,
    errno.EPERM: _RIGHT,
    errno.EROFS: _FIXED,
    errno.ENOTDIR: _FOLDER,
    errno.EEXIST: _FOLDER,
    errno.EISDIR: _FOLDER,
    errno.ENOENT: _FOLDER,
    errno.EIO: _DISK,
}
# Errors of a read if the file is shorter than, or differs from, what its own header says
_UNREADABLE = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether an SQLite error means that the journal's content has changed."""
    code = _code(error)
    # Our statements are correct, so an SQL error is caused by the file
    wrong = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_TOOBIG)
    return code in _UNREADABLE or code & 0xFF in wrong


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", None) or 0


_UNUSABLE = N_("the journal {path} cannot be used: {reason} ({error}). {step}")


def explain(path: Path, error: sqlite3.Error | OSError, said: str = _UNUSABLE) -> JournalError:
    """Return an error for the person at the table from one of SQLite or the system.

    `said` may omit the step.
    """
    if isinstance(error, sqlite3.Error):
        reason, step = _SQLITE.get(_code(error) & 0xFF, _OTHER)
        if _code(error) == sqlite3.SQLITE_IOERR_WRITE and _is_limited():
            reason, step = _LIMIT
        elif reason in (_DISK[0], _RIGHT[0]) and _is_read_only(path):
            reason, step = _FIXED
    else:
        reason, step = _ERRNO.get(error.errno or 0, _OTHER)
    return JournalError(_(said, path=path, reason=_(reason), error=error, step=_(step)))


def _is_read_only(path: Path) -> bool:
    """Return whether the disk of a journal was made read-only, which SQLite reports like a failing one."""
    try:
        os.close(os.open(path.with_name(f"{path.name}.lock"), os.O_WRONLY | os.O_CLOEXEC))
    except OSError as error:
        return error.errno == errno.EROFS
    return False


def _is_limited() -> bool:
    """Return whether a limit stops this process's files from growing.

    SQLite reports that like a failing disk.
    """
    return resource.getrlimit(resource.RLIMIT_FSIZE)[0] != resource.RLIM_INFINITY


def megabytes(size: int) -> int:
    """Return a number of bytes in MB, rounded up, for messages."""
    return -(-size // 1_000_000)


def gone(path: Path) -> JournalError:
    """Return the error for an open journal whose path has another file by now.

    Further writes would be lost.
    """
    return _unusable(path, _GONE)


def cut_short(path: Path) -> JournalError:
    """Return the error for an open journal that somebody else has truncated.

    Further writes would be lost.
    """
    return _unusable(path, _CUT)


def _unusable(path: Path, why: tuple[str, str]) -> JournalError:
    said = N_("the journal {path} cannot be used: {reason}. {step}")
    return JournalError(_(said, path=path, reason=_(why[0]), step=_(why[1])))


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Convert errors of SQLite and the system to JournalError.

    Programming errors of the caller stay unchanged.
    """
    try:
        yield
    except (JournalError, sqlite3.ProgrammingError):
        raise
    except (sqlite3.DatabaseError, OSError) as error:
        raise explain(path, error) from error
