"""`cuelight tags enrol --walk` and `cuelight box`: go through a box card by card with the readers of the table.

If the table runs, it owns the readers. The command then asks it to do the work (`app/system/control_socket.py`), and
cards that are laid are not played. Otherwise this command opens the readers. The work is the same either way.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.core.errors import CuelightError
from companion.core.places import TAP
from cuelight.app.devices.assemble import fit
from cuelight.app.enrolment.messages import sentence
from cuelight.app.enrolment.service import LOOK, EnrolmentService
from cuelight.app.enrolment.walk import BoxCheck, EnrolmentWalk, WalkOutcome
from cuelight.app.games.decks import DeckLibrary
from cuelight.app.system.control_socket import ask_table, standing_at
from cuelight.terminal.input_files import write_text
from cuelight.terminal.paths import default_table, journal_at, journal_to_write
from cuelight.terminal.phrases import count
from hardware.reader import Notice, Report
from hardware.readers import kind_of
from hardware.table_file.load import ReaderEntry, TableFile, read_table_file

Json = dict[str, Any]
Desk = Callable[[Json], Json]
"""Carries out a command for a box or a set-up and returns its progress. Raises CuelightError."""
Lines = Callable[[float], str | None]
"""Returns the next line that a person types; None if none comes within so many seconds."""
Say = Callable[[str], None]

LOOK_SECONDS = 0.1
HELP = "Lay one tag after the other on any reader. Type skip, back, undo, yes, go CARD, missing, or end."
_COMMANDS = {"skip": "skip", "back": "back", "undo": "undo", "yes": "confirm"}


class TableRefused(CuelightError, RuntimeError):
    """The running table refuses the command; the message says why."""


def one_reader(device: str) -> TableFile:
    """Return a table with one reader, at this device."""
    return TableFile("one-reader", 2, readers=(ReaderEntry(TAP, device, kind_of(device)),))


def go_through(
    journal: Path, table: Callable[[], TableFile], named: Mapping[str, Any], *, mode: str, lines: Lines, say: Say
) -> int:
    """Go through a box until the person ends it or it is complete; returns 1 if something is missing, otherwise 0.

    Args:
        table: returns the table with the readers of this machine; called only if no table runs.
        named: the `game` and `edition`; the default is those of the table's deck.

    Raises CuelightError if it cannot begin.
    """
    with desk_at(journal, table) as desk:
        box = desk({"do": "begin", "mode": mode, **named})
        try:
            say(f"The cards are those of {box['deck']}, edition {box['edition']}.")
            say(HELP if mode == EnrolmentWalk.mode else "Lay each card once on any reader. Type missing, or end.")
            box = _conversation(desk, lines, say)
        finally:
            desk({"do": "end"})
    say(f"{box['done']} of {box['of']} are done.")
    for words in findings(box):
        say(words)
    return 1 if box["missing"] else 0


def _conversation(desk: Desk, lines: Lines, say: Say) -> Json:
    """Print events and carry out typed lines until the end; returns the final state."""
    said: tuple[Any, ...] = ()
    while True:
        box = desk({"do": LOOK})
        if not box["missing"]:
            return box
        now = box["changes"], box["thing"], box["told"]
        if now != said:
            said = now
            _say_where(box, say)
        line = lines(LOOK_SECONDS)
        if line is not None and not _is_obeyed(desk, box, line.strip(), say):
            return desk({"do": LOOK})


def _say_where(box: Json, say: Say) -> None:
    last = box["told"]
    if last["code"] is not None:
        say(sentence(WalkOutcome(last["code"]), last["thing"], last["other"], last["share"], is_half=last["is_half"]))
    if box["mode"] == EnrolmentWalk.mode and box["thing"] is not None:
        copy = f", copy {box['copy']} of {box['copies']}" if box["copies"] > 1 else ""
        say(f"Now {box['name']}, {box['number']} of {box['of']}{copy}.")


def _is_obeyed(desk: Desk, box: Json, line: str, say: Say) -> bool:
    """Carry out a typed line; False if it ends the command."""
    word, _space, rest = line.partition(" ")
    try:
        if word == "end":
            return False
        if word in _COMMANDS:
            desk({"do": _COMMANDS[word]})
        elif word == "go" and rest:
            desk({"do": "go", "thing": rest.strip()})
        elif word == "missing":
            say("Missing: " + ", ".join(_many(box["missing"])))
        elif word:
            say(HELP)
    except CuelightError as error:
        say(str(error))
    return True


def findings(box: Json) -> Iterator[str]:
    """Yield one line for each problem with the box."""
    if box["missing"]:
        yield "Missing: " + ", ".join(_many(box["missing"]))
    if box.get("double"):
        yield "Too many: " + ", ".join(_many(box["double"]))
    for worn in box.get("worn", ()):
        yield f"Worn: the tag of {worn['thing']} is weakly read, in {round(100 * worn['share'])} of 100 polls."
    if box.get("strangers"):
        yield f"Of no card of this box: {count(box['strangers'], 'tag')}."


def _many(things: Mapping[str, int]) -> list[str]:
    return [thing if count == 1 else f"{thing} ({count} times)" for thing, count in things.items()]


# --- who has the readers


@contextmanager
def desk_at(journal: Path, table: Callable[[], TableFile]) -> Iterator[Desk]:
    """Yield the running table of this journal, or else a service of this process. Raises CuelightError."""
    if standing_at(journal) is not None:
        yield lambda body: asked(journal, "enrol", body)
        return
    fitted, heard = fit(table(), time.monotonic), queue.SimpleQueue[Report | Notice]()
    with journal_to_write(journal) as opened:
        work = EnrolmentService(opened, DeckLibrary(opened), fitted, time.time)

        def desk(body: Json) -> Json:
            while not heard.empty():
                work.take(heard.get())
            return work.done(body)

        fitted.start(heard.put)
        try:
            yield desk
        finally:
            fitted.close()


def asked(journal: Path, work: str, body: Json) -> Json:
    """Return the running table's answer to a command. Raises TableRefused."""
    answer = ask_table(journal, {work: body})
    if answer is None:
        raise TableRefused("The table no longer answers. The work so far is saved.")
    if "error" in answer:
        raise TableRefused(str(answer["error"]))
    return answer


def typed() -> Lines:
    """Return a function that reads lines from this terminal from its first call on, and `end` after the last line."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    reading = threading.Event()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        lines.put("end")

    def next_line(seconds: float) -> str | None:
        if not reading.is_set():
            reading.set()
            threading.Thread(target=read, name="terminal", daemon=True).start()
        try:
            return lines.get(timeout=seconds)
        except queue.Empty:
            return None

    return next_line


def box_command(
    journal: str | Path | None, device: str | None, edition: str | None, game: str | None, mode: str = BoxCheck.mode
) -> int:
    """Run `cuelight box`, or in another mode `cuelight tags enrol --walk`. Raises CuelightError if it cannot begin."""
    named = {key: value for key, value in (("game", game), ("edition", edition)) if value is not None}

    def table() -> TableFile:
        return one_reader(device) if device else read_table_file(default_table())

    return go_through(journal_at(journal), table, named, mode=mode, lines=typed(), say=print_line)


def print_line(words: str) -> None:
    """Print a line on this terminal."""
    write_text(words)
