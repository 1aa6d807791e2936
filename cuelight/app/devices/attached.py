"""The devices that a table has at present, and their health. A setup may replace them while the table runs."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from companion.core.observation import Clock
from companion.core.places import seat_name
from companion.journal import Journal
from cuelight.app.bots.rack_players import slots_at
from cuelight.app.devices.assemble import fitted_at
from cuelight.app.devices.health import DeviceHealth
from cuelight.app.devices.tags import names_in, note_name
from cuelight.app.games.round import TableGame
from hardware.fitted_table import FittedTable
from hardware.reader import Listener


class AttachedDevices:
    """The devices of a table.

    Args:
        fitted: the devices; None for a table without any, whose games are played on a virtual mat.
        table_file: where the devices are named, or will be; None for a table that is not set up.
    """

    def __init__(self, fitted: FittedTable | None, table_file: Path | None, clock: Clock) -> None:
        self.fitted = fitted
        self.table_file = table_file
        self.health = DeviceHealth()
        self._clock = clock

    def start(self, journal: Journal, is_thing: Callable[[str], bool], listener: Listener) -> None:
        """Let the devices report, with the tags' names of the journal.

        Args:
            is_thing: whether the box has a thing by this name, so that a tag may say that it is one.
        """
        if self.fitted is not None:
            self.fitted.names.update(names_in(journal))
            self.fitted.believe_hints_of(is_thing)
            self.fitted.start(listener)

    def close(self) -> None:
        """Release the devices."""
        if self.fitted is not None:
            self.fitted.close()

    def reload(self) -> None:
        """Take the devices that the table file names now.

        Raises TableFileError or DeviceError, and then the devices stay as they are.
        """
        assert self.table_file is not None
        fitted = fitted_at(self.table_file, self._clock) if self.table_file.exists() else None
        self.close()
        self.fitted, self.health = fitted, DeviceHealth()

    def name_tag(self, journal: Journal, uid: str, thing: str, at: float) -> None:
        """Use a tag as this thing from now on."""
        assert self.fitted is not None
        note_name(journal, uid, thing, at)
        self.fitted.names[uid] = thing

    def carry(self, found: TableGame) -> bool:
        """Return whether a game is played on these devices."""
        return self.fitted is not None and found.mat is self.fitted

    def zones_with_reader(self, found: TableGame | None) -> Collection[str] | None:
        """The zones with a reader; None for a game that is not played on these devices."""
        return self.fitted.served if self.fitted is not None and found is not None and self.carry(found) else None

    def has_rack(self, player: int) -> bool:
        """Return whether a player's seat has a rack."""
        return self.fitted is not None and bool(slots_at(player, self.fitted.racked()))

    def is_blind(self, player: int) -> bool:
        """Return whether a player's seat has no reliable reader."""
        return self.fitted is None or self.health.is_blind(seat_name(player), self.fitted.served)

    def turns(self) -> dict[str, int]:
        """Return the number of completed turns of each device thread."""
        return self.fitted.turns() if self.fitted is not None else {}
