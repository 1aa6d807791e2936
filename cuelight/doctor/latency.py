"""Check for serial adapters that delay each answer, such as those with an FT232."""

from __future__ import annotations

import os
from collections.abc import Iterator

from companion.core.i18n import _
from companion.core.places import slot_words
from cuelight.doctor.finding import Finding, Result, System
from hardware.table_file.load import TableFile

MOST_LATENCY = 1  # milliseconds


def check(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report each adapter with a delay."""
    for entry in table.readers if table is not None else ():
        name = os.path.basename(os.path.realpath(entry.device))
        place = f"/sys/bus/usb-serial/devices/{name}/latency_timer"
        latency = system.read(place)
        if latency.isdecimal() and int(latency) > MOST_LATENCY:
            what = _("its adapter delays each answer by up to {latency} ms", latency=latency)
            step = _("`echo 1 | sudo tee {place}`; a udev rule does it at each start (docs/hardware.md).", place=place)
            yield Finding(f"adapter {slot_words(entry.zone)}", Result.REMARK, what, _("Cards are noticed later."), step)
