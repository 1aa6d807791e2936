"""Paths of journals and table files, and checks before a command begins; without the web server."""

from __future__ import annotations

import os
import pwd
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.core.errors import CuelightError, InputError
from companion.journal import Journal
from cuelight.resource_limits import TABLE_FILES, TABLE_MEMORY, shortage
from hardware.table_file.load import NAME

DATA_FOLDER, JOURNAL = "cuelight", "table.db"
SERVICE_FOLDER = Path("/var/lib/cuelight")
EMULATED = "emulated"  # folder beside the journal: the ports of `cuelight emulate`


class NoRoom(CuelightError, OSError):
    """The system allows this program too few files or too little memory."""


def need_room() -> None:
    """Raise NoRoom if the system allows less than a program with pages or devices may need."""
    if (short := shortage(TABLE_FILES, TABLE_MEMORY)) is not None:
        raise NoRoom(short)


def default_journal(name: str) -> Path:
    """Return the default journal: in the service's state folder, otherwise in the user's data folder."""
    state = os.environ.get("STATE_DIRECTORY")
    if state:
        return Path(state) / name
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / DATA_FOLDER / name


def table_file_beside(journal: Path) -> Path:
    """Return the table file beside a journal; if the journal is a link, beside its target, unless none is there."""
    real = Path(os.path.realpath(journal)).with_name(NAME)
    return real if real.exists() else journal.with_name(NAME)


def journal_at(given: str | Path | None, name: str = JOURNAL) -> Path:
    """Return the given journal, or the default one. Raises InputError for a folder."""
    path = Path(given) if given else default_journal(name)
    if os.path.isdir(path):
        raise InputError("is a folder; choose the name of a file in it, such as table.db", file=str(path))
    return path


def elsewhere(journal: Path) -> str:
    """Return a sentence on the journals of other users and of the service that this user may see; "" for none."""
    homes = {Path(each.pw_dir, ".local", "share", DATA_FOLDER) for each in pwd.getpwall()}
    places = sorted(folder / JOURNAL for folder in {*homes, SERVICE_FOLDER})
    own = os.path.realpath(journal)
    found = [str(file) for file in places if os.path.exists(file) and os.path.realpath(file) != own]
    return f" There is one at {' and '.join(found)}: --journal names it." if found else ""


def need_journal(journal: Path) -> None:
    """Raise InputError if there is no such journal, but others."""
    if not os.path.exists(journal) and (others := elsewhere(journal)):
        raise InputError(f"there is no journal {journal}.{others}")


@contextmanager
def journal_to_write(path: Path) -> Iterator[Journal]:
    """Yield a journal for writing, and print its notices, because no later table would show them.

    Raises JournalError.
    """
    with closing(Journal.open(path)) as opened:
        for notice in opened.notices:
            say(notice)
        yield opened


def default_table() -> Path:
    """Return the default table file, whether it exists or not."""
    return table_file_beside(default_journal(JOURNAL))


def default_table_file() -> Path | None:
    """Return the table file beside the default journal; None if there is none."""
    path = default_table()
    return path if path.exists() else None


def say(words: str) -> None:
    """Print a message on the console, if possible."""
    with suppress(OSError):
        print(f"cuelight: {words}", file=sys.stderr)
