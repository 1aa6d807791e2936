"""`cuelight doctor --record FILE`: every look of a table's readers and mat, as a script that `cuelight script` plays.

Tags stand there by their uids alone. The file is its owner's, since with the journal it tells what lay where.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from companion.journal import open_private
from companion.play.errors import InputError
from companion.play.places import TARGET
from companion.table.presence import Dull, Look
from cuelight.commands.files import OutputError
from hardware.device import Device
from hardware.readers import backends
from hardware.table_file import TableFile, read_table_file
from hardware.table_layout import FULL_MAT

Taken = tuple[float, str, Look]


MOST_SECONDS = 4 * 3600.0


def record(path: Path, file: Path, seconds: float) -> int:
    """Write the looks of so many seconds; returns how many.

    Raises InputError for a time that cannot be, TableFileError, DeviceError, NoMat or OutputError.
    """
    if not 0 < seconds <= MOST_SECONDS:
        raise InputError(f"must be seconds up to {MOST_SECONDS:g}, not {seconds:g}", field="seconds")
    table = read_table_file(path)
    taken: queue.SimpleQueue[Taken] = queue.SimpleQueue()
    with ExitStack() as stack:
        _start(table, taken, stack)
        time.sleep(seconds)
    try:
        with os.fdopen(open_private(file, os.O_WRONLY | os.O_TRUNC), "w", encoding="utf-8") as out:
            return _write(taken, out.write)
    except OSError as error:
        raise OutputError(f"{file} cannot be written: {error.strerror}") from error


def record_command(path: Path, file: Path, seconds: float) -> int:
    """`cuelight doctor --record FILE`; the exit status."""
    print(f"Recording for {seconds:g} s ...", file=sys.stderr)
    count = record(path, file, seconds)
    print(f"{file} has {count} looks. `cuelight script {file} --json` plays them through the filter.", file=sys.stderr)
    return 0


def _start(table: TableFile, taken: queue.SimpleQueue[Taken], stack: ExitStack) -> None:
    stopping = threading.Event()
    stack.callback(stopping.set)
    for entry in table.readers:
        device = backends()[entry.backend].open(entry.device)
        stack.callback(device.close)
        thread = threading.Thread(target=_watch, args=(entry.zone, device, taken, stopping), daemon=True)
        thread.start()
        stack.callback(thread.join)
        stack.callback(stopping.set)
    if table.mat is not None:
        from cuelight.commands.mat import finder, talking

        def watch(at: float, zone: str, saw: Look) -> None:
            taken.put((at, zone, saw))

        stack.enter_context(talking(finder(table.mat.device), table, lambda _report: None, watch))


def _watch(zone: str, device: Device, taken: queue.SimpleQueue[Taken], stopping: threading.Event) -> None:
    while not stopping.is_set():
        try:
            saw = device.look()
        except device.failures:
            stopping.wait(0.02)  # a look that failed is no look
            continue
        taken.put((time.monotonic(), zone, saw))


def _write(taken: queue.SimpleQueue[Taken], write: Callable[[str], object]) -> int:
    looks = sorted((taken.get() for _ in range(taken.qsize())), key=lambda look: look[0])
    for at, zone, saw in looks:
        known = zone if zone in FULL_MAT.zones else TARGET  # the zone to tap on is none of a script's
        heard = {"uid": saw} if isinstance(saw, str) else {} if saw is Dull.SILENT else {saw.value: True}
        line = {"t": round(at - looks[0][0], 4), "do": "look", "zone": known, **heard}
        write(json.dumps(line) + "\n")
    return len(looks)
