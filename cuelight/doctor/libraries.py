"""Check of the interpreter and the libraries, those of this table and of other tables."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.core.i18n import _
from cuelight.doctor.finding import Finding, Result, System
from hardware.readers import backends
from hardware.table_file.load import TableFile

OF_PINS = ("gpiozero", "lgpio")
RPI_GPIO = "RPi.GPIO"
PACKAGED = Path("/opt/cuelight")  # environment of the Debian package, which is built as a whole
FROM_SYSTEM = {"lgpio": "sudo apt-get install python3-lgpio"}  # no wheel for CPython 3.13


def check(_system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report installed and missing libraries."""
    what = _("Python {version} on {machine}", version=platform.python_version(), machine=platform.machine())
    yield Finding("python", Result.WELL, what)
    needed = _needed(table) if table is not None else ()
    of_readers = [library for backend in backends().values() for library in backend.libraries]
    for name in dict.fromkeys((*of_readers, *OF_PINS, *needed)):
        try:
            yield Finding(f"library {name}", Result.WELL, f"{name} {version(name)}")
        except PackageNotFoundError:
            worst = Result.WRONG if name in needed else Result.REMARK
            means = _("This table needs it.") if worst is Result.WRONG else _("Only tables with such devices need it.")
            what = "rpi-lgpio" if name == RPI_GPIO else ".[pi]"
            step = _("`pip install '{what}'`, in Cuelight's folder and its environment.", what=what)
            if Path(sys.prefix).is_relative_to(PACKAGED):
                step = _("Install Cuelight's package again: run its `install.sh`.")
            elif name in FROM_SYSTEM:
                step = _(
                    "`{command}`, which works if the environment has --system-site-packages. Otherwise "
                    "`pip install '{what}'`, in Cuelight's folder and its environment.",
                    command=FROM_SYSTEM[name],
                    what=what,
                )
            yield Finding(f"library {name}", worst, _("{name} is not installed", name=name), means, step)


def _needed(table: TableFile) -> tuple[str, ...]:
    """Return the distributions that this table needs."""
    needed = [library for entry in table.readers for library in backends()[entry.backend].libraries]
    if table.mat is not None:
        needed.append("pyserial")
    if table.panel:
        needed += ["gpiozero", "lgpio" if table.pins == "lgpio" else RPI_GPIO]
    return tuple(needed)
