"""A demo table with readers as its own process in fast time: `demo_day_table.py JOURNAL`.

Gestures arrive as lines: `tag ZONE THING`, `lift ZONE`, `press SEAT`; `leap SECONDS` advances time without visitors.
The process prints its address when it is up.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from companion.core.observation import Clock, Lift, Press, Tag
from companion.core.places import rack_zone
from cuelight.app.table import LiveTable
from hardware.fitted_table import FittedTable
from hardware.reader import Listener
from hardware.table_file.layout import TableLayout, full_mat
from web.server.server import Server

SLOTS = range(1, 9)  # slots of the rack at the second seat


class Hands:
    """A reader that gets its tags and buttons from lines of input."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._listener: Listener | None = None

    def start(self, listener: Listener) -> None:
        """Report from now on; the mat is empty."""
        self._listener = listener

    def stop(self) -> None:
        """Stop reporting."""
        self._listener = None

    def read_share(self, zone: str) -> float | None:
        """Return None: it has no read rate."""
        return None

    def turns(self) -> dict[str, int]:
        """Return nothing: it has no thread."""
        return {}

    def hear(self, line: str) -> None:
        """Report the gesture in a line."""
        do, place, *thing = line.rstrip("\n").split(" ", 2)
        at = self._clock()
        report = Tag(at, place, thing[0]) if do == "tag" else Lift(at, place) if do == "lift" else Press(at, place)
        if self._listener is not None:
            self._listener(report)


class LeapingClocks:
    """The table's monotonic clock and its wall clock, which leap ahead on request."""

    def __init__(self) -> None:
        self.leapt = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.leapt

    def wall(self) -> float:
        return time.time() + self.leapt


def main(journal: Path) -> None:
    """Run until the input ends."""
    clocks = LeapingClocks()
    hands = Hands(clocks.monotonic)
    full = full_mat(3)
    layout = TableLayout(full.zones, full.seats, tuple(rack_zone("seat2", number) for number in SLOTS))
    fitted = FittedTable(layout, [hands], [], clocks.monotonic, {})
    table = LiveTable(journal, clocks.monotonic, clocks.wall, fitted=fitted)
    server = Server(table, "127.0.0.1", 0)
    table.start()
    server.start()
    print(server.address, flush=True)
    for line in sys.stdin:
        if line.startswith("leap "):
            table.show_anew()  # process earlier gestures first
            clocks.leapt += float(line.removeprefix("leap "))
            table.show_anew()  # it reads its clock again
        else:
            hands.hear(line)
    server.stop()
    table.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
