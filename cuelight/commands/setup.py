"""`cuelight setup`: the set-up of a table at the terminal; prints each step and reads the answers.

If the table runs, it owns the devices. The command then asks it to do the work (`app/system/control_socket.py`).
Otherwise this command opens them. The work is the same either way, and the page /setup shows the same texts.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from companion.core.errors import CuelightError
from cuelight.app.setup.steps import HANDS, Topic
from cuelight.app.setup.wizard import LOOK
from cuelight.app.setup.worker import SetupWorker
from cuelight.app.system.control_socket import standing_at
from cuelight.commands.box import LOOK_SECONDS, Desk, Json, Lines, Say, asked, print_line, typed
from cuelight.terminal.paths import default_table, journal_at, need_room

HELP = "Enter continues or skips. Type back, again, or end: everything so far is saved."
_WORDS = ("skip", "back", "again", "end")


class NothingFound(CuelightError, LookupError):
    """There is nothing to set up; the message lists what was tried and why each failed."""


def setup_command(table: str | None, journal: str | None) -> int:
    """Run `cuelight setup`."""
    need_room()
    with desk_at(journal_at(journal), Path(table) if table else None, default_table()) as desk:
        return setup(desk, typed(), print_line)


def setup(desk: Desk, lines: Lines, say: Say) -> int:
    """Set up a table with a person at the terminal; returns the exit status.

    Args:
        desk: carries out commands with the devices.
        lines: reads the lines that the person types.

    Raises NothingFound, or CuelightError if it cannot begin.
    """
    shown = desk({"do": "begin", "soon": True})
    say(HELP)
    heard: tuple[Any, ...] = ()
    try:
        while shown["step"] not in (Topic.DONE, Topic.NONE):
            if shown["step"] == Topic.NOTHING:
                raise NothingFound(_why_none(shown))
            if (now := (shown["changes"], shown["step"])) != heard:
                heard = now
                _say_step(shown, say)
            line = lines(LOOK_SECONDS) if shown["step"] != Topic.LOOK else None  # typed early; it waits
            if line is not None and not _is_obeyed(desk, shown, line.strip().lower(), say):
                break
            shown = desk({"do": LOOK, "soon": True})
            time.sleep(LOOK_SECONDS if shown["step"] == Topic.LOOK else 0)
    finally:
        shown = desk({"do": "end"})
    for words in _summary(shown):
        say(words)
    return 0


def _why_none(shown: Json) -> str:
    tried = " ".join(shown["failed"]) or "There is no serial port, and no USB reader."
    return f"{shown['text']} {tried} Run `cuelight doctor`: it says what to look at."


def _say_step(shown: Json, say: Say) -> None:
    if shown["told"] is not None:
        say(shown["told"])
    if shown["step"] in (Topic.KNOWN, Topic.SEATS, Topic.ONE):
        say(f"{len(shown['found'])} found: {', '.join(shown['found'])}.")
        for failed in shown["failed"]:
            say(failed)
    choices = [choice["value"] for choice in shown["choices"]]
    ask = f" [{'/'.join(choices)}; Enter: {_usual(shown)}]" if choices else ""
    count = f" ({shown['at']} of {shown['of']})" if shown["at"] is not None else ""
    say(f"{shown['text']}{count}{ask}")


def _usual(shown: Json) -> str:
    return str(shown["usual"] or shown["choices"][0]["value"])


def _is_obeyed(desk: Desk, shown: Json, line: str, say: Say) -> bool:
    """Carry out a typed line; False if it ends the set-up."""
    try:
        if line == "end":
            return False
        if line in _WORDS:
            desk({"do": line, "soon": True, "changes": shown["changes"]})
        elif shown["choices"]:
            desk({"do": "answer", "value": line or _usual(shown), "soon": True, "changes": shown["changes"]})
        elif not line and shown["step"] in HANDS:
            desk({"do": "skip", "soon": True, "changes": shown["changes"]})
        else:
            say(HELP)
    except CuelightError as error:
        say(str(error))
    return True


def _summary(shown: Json) -> Iterator[str]:
    for place in shown["places"]:
        has = [name for name in ("reader", "lamp", "button") if place[name]]
        if has:
            yield f"{place['name']}: {', '.join(has)}"
    if shown["file"] is None:
        yield "Nothing is set up yet, and nothing was written."
        return
    yield f"Written to {shown['file']}. Now run `cuelight doctor`, then `cuelight tags enrol --walk`."
    if shown.get("address"):
        yield f"The table plays with it already: open {shown['address']}/start"
    else:
        yield "`cuelight run` begins with it."


# --- who has the devices


@contextmanager
def desk_at(journal: Path, table_file: Path | None, usual: Path) -> Iterator[Desk]:
    """Yield the running table of this journal, or else a worker of this process. Raises CuelightError.

    Args:
        table_file: the requested table file; None for the one that the running table uses.
        usual: the table file to use if none is requested and no table runs.
    """
    standing = standing_at(journal)
    if standing is not None and _is_of(standing, table_file):
        yield lambda body: asked(journal, "setup", body) | {"address": standing["address"]}
        return
    with closing(SetupWorker(table_file or usual, time.monotonic)) as work:
        yield work.command


def _is_of(standing: Json, table_file: Path | None) -> bool:
    if standing.get("setup_file") is None:
        return False
    return table_file is None or os.path.realpath(standing["setup_file"]) == os.path.realpath(table_file)
