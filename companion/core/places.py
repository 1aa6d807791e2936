"""The names of places at a table: seats, zones, buttons.

Seats are numbered clockwise from `seat1`; a player's number in the rules counts from 0. A button and a light have the
name of their seat, and `seat1.play` is the zone where the player at `seat1` lays a card. `seat1.rack2` is the second
slot of a rack at `seat1`: there the cards of a bot lie, which the companion alone reads. Which places a table has
stands in `hardware/table_file/layout.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from companion.core.i18n import _

TARGET = "stage.target"  # where a thing is laid to choose it
TAP = "stage.tap"  # the one zone of a table with one reader
_PLAY = ".play"
_SLOT = re.compile(r"(seat[1-9])\.rack([1-9][0-9]?)")

SEATS = range(2, 9)
"""How many seats a table may have; how many can play is for each game to say."""

SLOTS = range(1, 13)
"""The numbers that the slots of a rack may have."""


class Goes(StrEnum):
    """Where a thing in somebody's hand can go now, as a drawn mat shows it."""

    OWN = "own"  # the place of whose hand it comes from; for what is in no hand, of who is asked
    ASKED = "asked"  # the same, if that seat is asked
    SEAT = "seat"  # any seat's place
    OTHER = "other"  # that of any seat which is not asked, for what is in no hand
    STAGE = "stage"


def seat_name(player: int) -> str:
    """`seat1` for player 0: a seat, its button and its light."""
    return f"seat{player + 1}"


def zone_at(seat: str) -> str:
    """`seat1.play` for `seat1`: where the player of a seat lays a card."""
    return f"{seat}{_PLAY}"


def play_zone(player: int) -> str:
    """`seat1.play` for player 0."""
    return zone_at(seat_name(player))


def is_play_zone(zone: str) -> bool:
    """Whether a player lays cards in this zone."""
    return zone.endswith(_PLAY)


def player_at(place: str, players: int) -> int | None:
    """The player of a zone or a button such as `seat2.play` or `seat2`; None when nobody sits there.

    Args:
        players: how many there are.
    """
    seat = place.partition(".")[0]
    return next((player for player in range(players) if seat == seat_name(player)), None)


def place_in_words(zone: str, names: Sequence[str]) -> str:
    """Where a zone is, for people: before whom, at which seat where nobody sits, or on the stage."""
    player = player_at(zone, len(names))
    if player is not None:
        return _("before {name}", name=names[player])
    if is_play_zone(zone):
        return _("at seat {number}", number=zone.removesuffix(_PLAY).removeprefix("seat"))
    return _("on the stage")


def place_name(place: str, whose: Mapping[str, str]) -> str:
    """What people call a zone or a seat: by who sits there, by its number where nobody does.

    Args:
        whose: the names of those who sit at the seats.
    """
    name, slot = whose.get(place.partition(".")[0]), rack_slot(place)
    if slot is not None:
        return _("slot {slot} of {name}", slot=slot[1], name=name) if name else slot_words(place)
    if name:
        return name
    if place == TARGET:
        return _("the stage")
    if place == TAP:
        return _("the whole table")
    return _("seat {number}", number=place.partition(".")[0].removeprefix("seat"))


def rack_zone(seat: str, slot: int) -> str:
    """`seat2.rack1` for the first slot of the rack at `seat2`."""
    return f"{seat}.rack{slot}"


def rack_slot(zone: str) -> tuple[str, int] | None:
    """The seat and the number of a rack's slot; None for any other zone."""
    found = _SLOT.fullmatch(zone)
    return (found[1], int(found[2])) if found is not None and int(found[2]) in SLOTS else None


def slot_words(zone: str) -> str:
    """A rack's slot as people call it; the name of any other zone."""
    slot = rack_slot(zone)
    if slot is None:
        return zone
    return _("slot {slot} of the rack at seat {number}", slot=slot[1], number=slot[0].removeprefix("seat"))
