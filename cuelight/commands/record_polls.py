"""`cuelight doctor --record FILE`: records every poll of a table's readers and mat, for `cuelight script`.

Tags are recorded only by uid, with a flag whether a deck knows them, because the presence filter needs that. Only the
owner can read the file, since together with the journal it reveals where each card lay.
"""

from __future__ import annotations

import json
import queue
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.errors import InputError
from companion.core.observation import Tag
from companion.core.places import TAP, TARGET
from companion.journal import Journal, JournalError
from companion.presence.filter import NonRead, Poll
from cuelight.app.devices.tags import names_in
from cuelight.commands.replay_polls import Looks
from cuelight.terminal.input_files import new_file
from cuelight.terminal.paths import JOURNAL
from cuelight.terminal.phrases import count
from hardware.device import Device
from hardware.polling import DEAD_SECONDS, TURN_SECONDS
from hardware.readers import backends
from hardware.table_file.layout import FULL_MAT
from hardware.table_file.load import TableFile, read_table_file
from hardware.turns import Turns, turn_of

Taken = tuple[float, str, Poll | None]
"""Time, zone and result of a poll; None if the reader is out of order."""

MOST_SECONDS = 4 * 3600.0


def record(path: Path, file: Path, seconds: float) -> int:
    """Record polls for so many seconds; returns their number.

    Raises InputError for an impossible time, TableFileError, DeviceError, NoMat, FileIsThere or OutputError.
    """
    if not 0 < seconds <= MOST_SECONDS:
        raise InputError(f"must be seconds up to {MOST_SECONDS:g}, not {seconds:g}", field="seconds")
    taken: queue.SimpleQueue[Taken] = queue.SimpleQueue()
    with new_file(file) as out:  # first, so that no recording is lost
        table, named = read_table_file(path), _named(path.with_name(JOURNAL))
        with ExitStack() as stack:
            _start(table, named, taken, stack)
            time.sleep(seconds)
        return write_looks(taken, named, lambda line: out.write(line.encode()))


def record_command(path: Path, file: Path, seconds: float) -> int:
    """Run `cuelight doctor --record FILE`; returns the exit status."""
    print(f"Recording for {seconds:g} s ...", file=sys.stderr)
    number = record(path, file, seconds)
    with file.open(encoding="utf-8") as lines:
        for line in summary(map(json.loads, lines)):
            print(line)
    more = f"`cuelight script {file} --json` plays them through the filter."
    print(f"{file} has {number} polls. {more}", file=sys.stderr)
    return 0


@dataclass
class ReadCount:
    """The polls of a zone; `longest` is the longest run of polls that did not read the card, `run` the present one."""

    polls: int = 0
    read: int = 0
    corrupted: int = 0
    longest: int = 0
    run: int = 0

    def take(self, poll: Mapping[str, Any]) -> None:
        """Count a poll."""
        is_read = "uid" in poll
        self.polls += 1
        self.read += is_read
        self.corrupted += NonRead.CORRUPTED.value in poll
        self.run = 0 if is_read else self.run + 1
        self.longest = max(self.longest, self.run)


def summary(polls: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line for each zone: its read rate, and what the table would have noticed there."""
    looks, counts = Looks(), defaultdict[str, ReadCount](ReadCount)
    for number, poll in enumerate(polls):
        looks.take(number, poll)
        counts[poll["zone"]].take(poll)
    for zone, found in counts.items():
        tags = [isinstance(report, Tag) for _number, report in looks.reports if report.zone == zone]
        yield (
            f"{zone}: read {found.read / found.polls:.1%} of {found.polls} polls, "
            f"{found.corrupted / found.polls:.1%} corrupted, at most {found.longest} in a row without the card; "
            f"{count(sum(tags), 'tag')}, {count(len(tags) - sum(tags), 'lift')}"
        )


def _named(journal: Path) -> Collection[str]:
    """Return the tags that a deck knows; none without a readable journal."""
    with suppress(JournalError), closing(Journal.reading(journal)) as opened:
        return names_in(opened).keys()
    return ()


def _start(table: TableFile, named: Collection[str], taken: queue.SimpleQueue[Taken], stack: ExitStack) -> None:
    stopping = threading.Event()
    stack.callback(stopping.set)
    turns = Turns(TURN_SECONDS) if table.take_turns else None
    for entry in table.readers:
        device = backends()[entry.backend].open(entry.device)
        stack.callback(device.close)
        thread = threading.Thread(target=_watch, args=(entry.zone, device, turns, named, taken, stopping), daemon=True)
        thread.start()
        stack.callback(thread.join)
        stack.callback(stopping.set)
    if table.mat is not None:
        from cuelight.commands.mat import finder, talking

        def watch(at: float, zone: str, saw: Poll | None) -> None:
            taken.put((at, zone, saw))

        stack.enter_context(talking(finder(table.mat.device), table, lambda _report: None, watch))


def _watch(
    zone: str,
    device: Device,
    turns: Turns | None,
    named: Collection[str],
    taken: queue.SimpleQueue[Taken],
    stopping: threading.Event,
) -> None:
    looked = time.monotonic()
    while not stopping.is_set():
        try:
            with turn_of(device, turns):
                saw = device.look()
        except device.failures:
            if time.monotonic() - looked > DEAD_SECONDS:
                taken.put((time.monotonic(), zone, None))
            stopping.wait(0.02)  # a failed poll is not recorded
            continue
        looked = time.monotonic()
        is_stranger = isinstance(saw, str) and saw not in named and device.is_processor
        taken.put((looked, zone, NonRead.UNKNOWN if is_stranger else saw))


def write_looks(taken: queue.SimpleQueue[Taken], named: Collection[str], write: Callable[[str], object]) -> int:
    """Write the polls of zones that a script can have, one line each; returns their number.

    If no reader has the zone of the stage, the tap spot's reader is written as that zone.
    """
    looks = sorted((taken.get() for _ in range(taken.qsize())), key=lambda look: look[0])
    zones = {zone for _at, zone, _saw in looks}
    names = {zone: zone for zone in zones if zone in FULL_MAT.zones}
    if TARGET not in names:
        names |= {zone: TARGET for zone in zones if zone == TAP}
    looks = [look for look in looks if look[1] in names]
    for at, zone, saw in looks:
        line = {"t": round(at - looks[0][0], 4), "do": "look", "zone": names[zone], **_heard(saw, named)}
        write(json.dumps(line) + "\n")
    return len(looks)


def _heard(saw: Poll | None, named: Collection[str]) -> dict[str, str | bool]:
    match saw:
        case None:
            return {"failed": True}
        case str():
            return {"uid": saw, "known": True} if saw in named else {"uid": saw}
        case NonRead.EMPTY:
            return {}
        case _:
            return {saw.value: True}
