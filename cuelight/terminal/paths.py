"""Where journals and table files lie, and what commands ask and say before they begin: they need no server for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.core.errors import CuelightError, InputError
from companion.journal import Journal
from cuelight.resource_limits import TABLE_FILES, TABLE_MEMORY, shortage
from hardware.table_file.load import NAME

DATA_FOLDER, JOURNAL = "cuelight", "table.db"
EMULATED = "emulated"  # beside the journal: the ports of `cuelight emulate`


class NoRoom(CuelightError, OSError):
    """The system lets this program have too few files or too little memory."""


def need_room() -> None:
    """Raises NoRoom where the system allows less than a program with pages or devices may need."""
    if (short := shortage(TABLE_FILES, TABLE_MEMORY)) is not None:
        raise NoRoom(short)


def default_journal(name: str) -> Path:
    """Where a journal lies unless told: in the service's state folder, else with the user's data."""
    state = os.environ.get("STATE_DIRECTORY")
    if state:
        return Path(state) / name
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / DATA_FOLDER / name


def table_file_beside(journal: Path) -> Path:
    """The table file beside a journal; of one that is known by a link, beside the file itself, unless none is there."""
    real = Path(os.path.realpath(journal)).with_name(NAME)
    return real if real.exists() else journal.with_name(NAME)


def journal_at(given: str | None, name: str = JOURNAL) -> Path:
    """The journal that is given, else the one where it lies unless told. Raises InputError for a folder."""
    path = Path(given) if given else default_journal(name)
    if os.path.isdir(path):
        raise InputError("is a folder; choose the name of a file in it, such as table.db", file=str(path))
    return path


@contextmanager
def journal_to_write(path: Path) -> Iterator[Journal]:
    """A journal that a command writes in; what was found of it is said, for no table will find it again.

    Raises JournalError.
    """
    with closing(Journal.open(path)) as opened:
        for notice in opened.notices:
            say(notice)
        yield opened


def default_table() -> Path:
    """Where the table file lies unless told, whether it is there or not."""
    return table_file_beside(default_journal(JOURNAL))


def default_table_file() -> Path | None:
    """The table file beside the default journal; None when there is none."""
    path = default_table()
    return path if path.exists() else None


def say(words: str) -> None:
    """Say something on the console, if it can be said there."""
    with suppress(OSError):
        print(f"cuelight: {words}", file=sys.stderr)
