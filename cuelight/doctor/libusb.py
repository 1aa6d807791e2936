"""Check for libusb, which USB readers need and serial ones do not."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.i18n import _
from cuelight.doctor.finding import Finding, Result, System
from hardware.table_file.load import TableFile

PLACES = (
    "/usr/lib/*/libusb-1.0.so.0",
    "/usr/lib/libusb-1.0.so.0",
    "/lib/*/libusb-1.0.so.0",
    "/usr/local/lib/libusb-1.0.so.0",
)


def check(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report libusb for a table with a USB reader."""
    if table is None or not any(entry.device.startswith("usb") for entry in table.readers):
        return
    if any(True for pattern in PLACES for _path in system.found(pattern)):
        yield Finding("libusb", Result.WELL, _("libusb is installed"))
    else:
        step = "`sudo apt-get install libusb-1.0-0`."
        yield Finding("libusb", Result.WRONG, _("libusb is not installed"), _("No USB reader can be opened."), step)
