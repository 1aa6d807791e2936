"""Check that udev gives USB readers to the group plugdev; without a udev rule, membership has no effect."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.i18n import _
from companion.core.places import slot_words
from cuelight.doctor.finding import Finding, Result, System
from hardware.table_file.load import TableFile

FOLDERS = ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")
FILE = "/etc/udev/rules.d/70-cuelight.rules"


def check(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report each USB reader of the table that is named by vendor and product."""
    rules = "\n".join(system.read(path) for folder in FOLDERS for path in system.found(f"{folder}/*.rules"))
    given = [line for line in rules.splitlines() if "plugdev" in line or "uaccess" in line or 'MODE="0666"' in line]
    for entry in table.readers if table is not None else ():
        vendor, product = (*entry.device.lower().split(":"), "", "")[1:3]
        if not entry.device.startswith("usb:") or len(vendor) != 4:
            continue  # named by its place, so it may be of any kind
        if any(vendor in line and product in line for line in given):
            yield Finding(f"rule {slot_words(entry.zone)}", Result.WELL, _("udev gives its reader to plugdev"))
            continue
        which = f'ATTR{{idVendor}}=="{vendor}", ATTR{{idProduct}}=="{product}"'
        rule = f'SUBSYSTEM=="usb", {which}, GROUP="plugdev", MODE="0660"'
        step = _(
            "`echo '{rule}' | sudo tee -a {file}`, `sudo udevadm control --reload`, `sudo udevadm "
            "trigger`, then plug it in again.",
            rule=rule,
            file=FILE,
        )
        means = _("Only the administrator may open it.")
        yield Finding(
            f"rule {slot_words(entry.zone)}", Result.WRONG, _("no rule gives its reader to plugdev"), means, step
        )
