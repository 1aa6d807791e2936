"""Check that the machine's SPI is on, if the table has RC522 modules.

`dtparam=spi=on` provides spidev0.0 and 0.1, the overlays spi1-1cs to spi1-3cs the second bus (raspberrypi/firmware,
boot/overlays/README).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.core.i18n import _
from cuelight.doctor.finding import Finding, Result, System
from cuelight.doctor.pi import writing
from hardware.table_file.load import TableFile


def check(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Report each bus that the table uses."""
    ports = [entry.device.partition(":")[0] for entry in (table.readers if table is not None else ())]
    used = sorted({(int(found[1]), port) for port in ports if (found := re.search(r"spidev(\d+)\.\d+\Z", port))})
    for bus in sorted({bus for bus, _port in used}):
        missing = [port for its, port in used if its == bus and not system.place(port).exists()]
        if not missing:
            yield Finding(f"SPI {bus}", Result.WELL, _("it is on"))
            continue
        step = writing("dtparam=spi=on" if bus == 0 else f"dtoverlay=spi{bus}-3cs")
        what = _("there is no {ports}", ports=", ".join(missing))
        yield Finding(f"SPI {bus}", Result.WRONG, what, _("No module on it can be read."), step)
