"""The checks of `cuelight doctor` that open no device: each is a file in this folder with a function `check`.

They look at files of the system under `System.root`, change nothing, and may be run beside a table that runs. Each line
that is not well ends with the next step, as words and, where there is one, as a command to type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from cuelight.doctor.finding import Finding, Result, System
from hardware.table_file.load import TableFile, TableFileError, read_table_file

CHECKS = (
    "libraries",
    "machine",
    "power",
    "groups",
    "drivers",
    "udev",
    "libusb",
    "uart",
    "spi",
    "latency",
    "disk",
    "backup",
    "clock",
    "name",
    "radio",
)
"""In the order in which they are told."""


def report(file: Path | None) -> dict[str, Any]:
    """What every check finds on this machine, for the table whose devices a file names.

    As `document`, and each finding has a title in the language of the table.
    """
    table = None
    with suppress(TableFileError):
        table = read_table_file(file) if file is not None and file.exists() else None
    findings = list(look(System(data=file.parent if file is not None else None), table))
    told = document(findings)
    titled = [each | {"title": finding.title} for each, finding in zip(told["findings"], findings, strict=True)]
    return told | {"findings": titled}


def document(findings: Iterable[Finding]) -> dict[str, Any]:
    """Findings as JSON has them."""
    told = [asdict(finding) | {"commands": list(finding.commands)} for finding in findings]
    return {"version": 1, "wrong": sum(one["result"] == Result.WRONG for one in told), "findings": told}


def look(system: System, table: TableFile | None) -> Iterator[Finding]:
    """What every check finds."""
    for name in CHECKS:
        yield from import_module(f"cuelight.doctor.{name}").check(system, table)
