"""The checks of `cuelight doctor` that open no device.

Those of the machine are in `system.py`, those of its devices in `devices.py`. They read files under `System.root`,
change nothing, and may run beside a running table. Each finding with a problem names the next step, in words and if
possible as a command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cuelight.doctor import devices, system
from cuelight.doctor.finding import Finding, Result, System
from hardware.table_file.load import TableFile, TableFileError, read_table_file

CHECKS: Sequence[Callable[[System, TableFile | None], Iterator[Finding]]] = (
    system.check_libraries,
    system.check_machine,
    system.check_power,
    devices.check_groups,
    devices.check_drivers,
    devices.check_pcscd,
    devices.check_udev,
    devices.check_libusb,
    devices.check_uart,
    devices.check_spi,
    devices.check_i2c,
    devices.check_latency,
    system.check_disk,
    system.check_backup,
    system.check_update,
    system.check_clock,
    system.check_name,
    system.check_radio,
)
"""Checks in the order of the report."""


def report(file: Path | None) -> dict[str, Any]:
    """Run every check on this machine, for the table whose devices a file names.

    Returns the form of `document`, plus a title for each finding in the language of the table.
    """
    table = None
    with suppress(TableFileError):
        table = read_table_file(file) if file is not None and file.exists() else None
    findings = list(look(System(data=file.parent if file is not None else None), table))
    body = document(findings)
    titled = [each | {"title": finding.title} for each, finding in zip(body["findings"], findings, strict=True)]
    return body | {"findings": titled}


def document(findings: Iterable[Finding]) -> dict[str, Any]:
    """Return findings as JSON values."""
    items = [asdict(finding) | {"commands": list(finding.commands)} for finding in findings]
    return {"version": 1, "wrong": sum(one["result"] == Result.WRONG for one in items), "findings": items}


def look(machine: System, table: TableFile | None) -> Iterator[Finding]:
    """Yield the findings of every check."""
    for check in CHECKS:
        yield from check(machine, table)
