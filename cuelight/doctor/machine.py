"""Check of the machine: its model, and the pins that the table uses."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.i18n import _
from cuelight.doctor.finding import Finding, Result, System
from cuelight.doctor.pi import pi_of
from hardware.table_file.load import TableFile


def check(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report the model, and missing access to pins if lamps or buttons need them."""
    pi = pi_of(system)
    if pi.model:
        yield Finding("machine", Result.WELL, pi.model)
    if table is None or not table.panel:
        return
    if pi.generation == 5 and table.pins == "rpigpio":
        command = f"sudo sed -i s/rpigpio/lgpio/ {system.table_file}"
        step = _('Write pins = "lgpio" under [gpio] in the table file: `{command}`.', command=command)
        yield Finding("pins", Result.WRONG, _('a Raspberry Pi 5 has no pins for "rpigpio"'), _("No lamp lights."), step)
    elif not any(system.found("/dev/gpiochip*")):
        means = _("No lamp lights, and no button works.")
        step = _("Run the table on the Raspberry Pi that they are wired to; `ls /dev/gpiochip*` shows its pins.")
        yield Finding("pins", Result.REMARK, _("this machine has no pins"), means, step)
