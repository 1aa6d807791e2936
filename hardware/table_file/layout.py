"""What a table is fitted with: the zones that can read a tag, and the seats that have a button and a light.

The slots of racks are no such zones: what lies in them is a bot's hand, of which only the bot and who counts hear.

How places are called stands in `companion/core/places.py`. Who sits where is for the game to know.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.errors import CuelightError
from companion.core.places import TARGET, seat_name, zone_at


class UnknownPlace(CuelightError, LookupError):
    """A zone, a button or a seat that this table does not have; the message names those it has."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The zones and the seats of one table, each in the order of the table, and the slots of its racks."""

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
        """Raise UnknownPlace unless the table has this seat, or slot of a rack."""
        if seat not in self.slots:
            _check(seat, "seat", self.seats)


def _check(name: str, what: str, names: tuple[str, ...]) -> None:
    if name not in names:
        raise UnknownPlace(f"this table has no {what} {name!r}; choose one of: {', '.join(names)}")


def full_mat(seats: int = 6) -> TableLayout:
    """The full mat for so many seats: a zone, a button and a light at each, and the target zone."""
    names = tuple(map(seat_name, range(seats)))
    return TableLayout(zones=(*map(zone_at, names), TARGET), seats=names)


FULL_MAT = full_mat()
