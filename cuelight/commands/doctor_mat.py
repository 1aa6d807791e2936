"""The mat check of `cuelight doctor`. Only this check needs the libraries that talk to a mat."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from companion.core.places import slot_words
from cuelight.app.devices.mat import reader_reason
from cuelight.commands.mat import SWEEPS_SECONDS, NoMat, Rows, complaints, since, stats_rows, talking
from cuelight.doctor.finding import Finding, Result
from firmware_bridge.firmware import matlink
from firmware_bridge.link.bridge import Bridge, Status
from firmware_bridge.link.ports import named
from hardware.faults import DeviceReason
from hardware.table_file.load import TableFile

_MEANS = "No card is read, and no ring lights."
_SELFTEST = "Run `cuelight mat selftest`."


def check(table: TableFile, device: str) -> Iterator[Finding]:
    """Check the mat of a table at its port, and each of its readers."""
    if not os.path.exists(device):
        step = "Plug it in. `ls /dev/serial/by-id` shows what it is called, for device under [mat] in the table file."
        yield Finding("mat", Result.WRONG, f"{device}: {DeviceReason.NOT_FOUND.words}", _MEANS, step)
        return
    try:
        with talking(named(device), table, lambda _report: None) as bridge:
            before = stats_rows(bridge)
            time.sleep(SWEEPS_SECONDS)  # enough to detect a reader that has failed since
            yield from _mat(bridge, bridge.status(), before, stats_rows(bridge))
    except NoMat as error:
        step = "If a table runs here, it has the mat: stop that one first. Else see docs/mat-build.md, The firmware."
        yield Finding("mat", Result.WRONG, f"{device}: {error}", _MEANS, step)


def _mat(bridge: Bridge, status: Status, before: Rows, rows: Rows) -> Iterator[Finding]:
    firmware = status.description.get("firmware", "?")
    what = f"firmware {firmware} at {status.port}"
    if status.heartbeat is not None:
        what += f", sweep {status.heartbeat.sweep_ms} ms"
    if firmware == matlink.VERSION:
        yield Finding("mat", Result.WELL, what)
    else:
        means = f"This companion brings {matlink.VERSION}; the two may not know the same things."
        yield Finding("mat", Result.REMARK, what, means, "Run `cuelight mat flash`.")
    for at, (zone, number) in enumerate(zip(bridge.setup.zones, bridge.setup.numbers, strict=True)):
        reason, detail = reader_reason(status, number, bridge.setup.numbers)
        if reason is None:
            polls, seen, corrupted, _several = since(before, rows, at)
            what = f"reader {number} of the mat answers"
            if polls:
                rate = polls / SWEEPS_SECONDS
                what += f", {rate:.0f} polls a second, {seen / polls:.0%} read, {corrupted / polls:.0%} corrupted"
            yield Finding(f"reader {slot_words(zone)}", Result.WELL, what)
        else:
            yield Finding(f"reader {slot_words(zone)}", Result.WRONG, detail, "Nothing is seen there.", _SELFTEST)
    for line in complaints(status):
        yield Finding("mat", Result.WRONG, line, "", _SELFTEST)
    means = "A person has to watch them."
    yield Finding("rings and buttons", Result.REMARK, "they were not tried", means, _SELFTEST)
