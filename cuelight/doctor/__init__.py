"""The checks of `cuelight doctor` that open no device: each is a file in this folder with a function `check`.

They look at files of the system under `System.root`, change nothing, and may be run beside a table that runs. Each line
that is not well ends with the next step, as words and, where there is one, as a command to type.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from cuelight.doctor.finding import Finding, System
from hardware.table_file import TableFile

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
    "clock",
    "name",
)
"""In the order in which they are told."""


def look(system: System, table: TableFile | None) -> Iterator[Finding]:
    """What every check finds."""
    for name in CHECKS:
        yield from import_module(f"cuelight.doctor.{name}").check(system, table)
