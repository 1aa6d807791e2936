"""Equipment of a table: zones that can read a tag, and seats with a button and a light.

Rack slots are not zones: they hold a bot's hand, which is reported only to the bot and to the code that counts cards.
The names of places are defined in `companion/core/places.py`. The game knows who sits where.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.errors import CuelightError
from companion.core.places import TARGET, seat_name, zone_at


class UnknownPlace(CuelightError, LookupError):
    """Zone, button or seat that this table does not have; the message names the valid ones."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Zones and seats of one table, in table order, and the slots of its racks."""

    zones: tuple[str, ...]
    seats: tuple[str, ...]
    slots: tuple[str, ...] = ()

    def check_zone(self, zone: str) -> None:
        """Raise UnknownPlace unless the table has this zone."""
        _check(zone, "zone", self.zones)

    def check_button(self, button: str) -> None:
        """Raise UnknownPlace unless the table has this button; a button is named like its seat."""
        _check(button, "button", self.seats)

    def check_seat(self, seat: str) -> None:
        """Raise UnknownPlace unless the table has this seat or rack slot."""
        if seat not in self.slots:
            _check(seat, "seat", self.seats)


def _check(name: str, what: str, names: tuple[str, ...]) -> None:
    if name not in names:
        raise UnknownPlace(f"this table has no {what} {name!r}; choose one of: {', '.join(names)}")


def full_mat(seats: int = 6) -> TableLayout:
    """Return the layout of the full mat.

    Each seat has a zone, a button and a light; there is also the target zone.
    """
    names = tuple(map(seat_name, range(seats)))
    return TableLayout(zones=(*map(zone_at, names), TARGET), seats=names)


FULL_MAT = full_mat()
