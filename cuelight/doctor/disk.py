"""Check of the journal's disk: writable, enough space, no errors.

Errors are the kernel's count (Documentation/ABI/testing/sysfs-fs-ext4, errors_count). Wear is an eMMC's own estimate,
0x0A and more for nearly worn out (the kernel's mmc-dev-attrs, life_time). SD cards report none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from companion.core.i18n import _
from cuelight.doctor.finding import Finding, Result, System
from hardware.table_file.load import TableFile

LEAST_BYTES = 200 << 20
SPENT = 0x0A
_HEXADECIMAL = re.compile(r"\b0x[0-9A-Fa-f]+\b")


def check(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Report space, errors and wear."""
    if system.data is not None and system.data.is_dir():
        yield _room(os.statvfs(system.data))
    for path in system.found("/sys/fs/ext4/*/errors_count"):
        count = system.read(path)
        if count.isdecimal() and int(count):
            where = path.split("/")[4]
            step = _("Back up the table to a stick, then use a new card: `cuelight journal backup /media/COPY.zip`.")
            what = _("the kernel has counted {count} errors on {where}", count=count, where=where)
            yield Finding(f"disk {where}", Result.WRONG, what, _("What is written there may be lost."), step)
    for path in system.found("/sys/block/mmcblk*/device/life_time"):
        parts = [int(part, 16) for part in _HEXADECIMAL.findall(system.read(path))]
        if parts and max(parts) >= SPENT:
            where = path.split("/")[3]
            step = _("Replace it soon; back up the table each evening: `cuelight journal backup /media/COPY.zip`.")
            yield Finding(f"disk {where}", Result.REMARK, _("it is nearly worn out"), _("It may fail any day."), step)


def _room(found: os.statvfs_result) -> Finding:
    free = found.f_bavail * found.f_frsize
    what = _("{megabytes} MB are free for the journal", megabytes=free >> 20)
    if found.f_flag & os.ST_RDONLY:
        means = _("No game can be saved.")
        step = _("Find out why the kernel stopped writing, then restart: `dmesg | grep -i 'error\\|read-only'`.")
        return Finding("disk", Result.WRONG, _("the disk of the journal cannot be written"), means, step)
    if free < LEAST_BYTES:
        step = _(
            "Free some space: delete old games with `cuelight journal forget`, old packages with `sudo apt-get clean`."
        )
        return Finding("disk", Result.WRONG, what, _("Soon no game can be saved."), step)
    return Finding("disk", Result.WELL, what)
