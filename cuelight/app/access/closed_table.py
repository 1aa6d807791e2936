"""Access control of a table, connected to its on-screen mat."""

from __future__ import annotations

from pathlib import Path

from companion.core.observation import Clock
from cuelight.app.access.keeper import AccessControl
from cuelight.app.table import LiveTable


def doors_of(table: LiveTable, journal: Path, wall_clock: Clock, closed: bool | None = True) -> AccessControl:
    """Return the access control of a table; at a closed one the mat hides a hand once a phone has joined its seat.

    An open table can be closed later, from its start page, and stays so.

    Args:
        closed: whether it is closed; None for as it was left.

    Raises DoorsUnwritable.
    """
    doors = AccessControl(journal, wall_clock, lambda: table.own_mark, lambda: table.bots, closed=closed)

    def connect() -> None:
        table.keys.closed = True
        table.keys.hidden_hands, table.keys.codes = doors.hidden_hands, doors.codes
        doors.on_keys = table.show_anew

    if doors.closed:
        connect()
    doors.on_close = connect
    return doors
