"""Names of places at a table: seats, zones, buttons.

Seats are numbered clockwise from `seat1`; players in the rules count from 0. A button and a light have the name of
their seat, and `seat1.play` is the zone where the player at `seat1` plays a card. `seat1.rack2` is the second slot of a
rack at `seat1`: it holds a card of a bot, which only the companion reads. `hardware/table_file/layout.py` defines the
places of a table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache

from companion.core.i18n import _

TARGET = "stage.target"  # a thing placed here is chosen
TAP = "stage.tap"  # the only zone of a table with one reader
_PLAY = ".play"
_SLOT = re.compile(r"(seat[1-9])\.rack([1-9][0-9]?)")

SEATS = range(2, 9)
"""Number of seats that a table may have; each game limits its players."""

_PLAYERS = {f"seat{number}": number - 1 for number in range(1, SEATS[-1] + 1)}

SLOTS = range(1, 13)
"""Numbers that the slots of a rack may have."""


class Goes(StrEnum):
    """Place to which a thing in a hand can be moved now on the on-screen mat."""

    OWN = "own"  # the place of the hand's owner; for a thing in no hand, of the asked player
    ASKED = "asked"  # the same, if that seat is asked
    SEAT = "seat"  # any seat's place
    OTHER = "other"  # that of any seat which is not asked, for a thing in no hand
    STAGE = "stage"


def seat_name(player: int) -> str:
    """Return `seat1` for player 0: a seat, its button and its light."""
    return f"seat{player + 1}"


SEAT_NAMES = tuple(map(seat_name, range(SEATS[-1])))
"""The names of all seats, by player."""


@cache
def others_clockwise(seats: int, player: int) -> tuple[int, ...]:
    """Return the other players in turn order, from the left of this one."""
    return tuple((player + step) % seats for step in range(1, seats))


def zone_at(seat: str) -> str:
    """Return `seat1.play` for `seat1`: the zone where the player of a seat plays a card."""
    return f"{seat}{_PLAY}"


def play_zone(player: int) -> str:
    """Return `seat1.play` for player 0."""
    return f"seat{player + 1}{_PLAY}"


def is_play_zone(zone: str) -> bool:
    """Return whether players play cards in this zone."""
    return zone.endswith(_PLAY)


def player_at(place: str, players: int) -> int | None:
    """Return the player of a zone or a button such as `seat2.play` or `seat2`.

    Returns None if nobody sits there.

    Args:
        players: number of players.
    """
    seat = place.partition(".")[0]
    player = _PLAYERS.get(seat)
    return player if player is not None and player < players else None


def player_of_play_zone(zone: str, players: int) -> int | None:
    """Return the player who plays cards in this zone; None for another place, or if nobody sits there."""
    return player_at(zone, players) if is_play_zone(zone) else None


def place_in_words(zone: str, names: Sequence[str]) -> str:
    """Describe a zone for people.

    A zone is before a player, at a numbered seat if nobody sits there, or on the stage.
    """
    player = player_at(zone, len(names))
    if player is not None:
        return _("before {name}", name=names[player])
    if is_play_zone(zone):
        return _("at seat {number}", number=zone.removesuffix(_PLAY).removeprefix("seat"))
    return _("on the stage")


def place_name(place: str, whose: Mapping[str, str]) -> str:
    """Return the name of a zone or a seat for people.

    It is the player's name, or the seat's number if nobody sits there.

    Args:
        whose: maps seats to player names.
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
    """Return `seat2.rack1` for the first slot of the rack at `seat2`."""
    return f"{seat}.rack{slot}"


def rack_slot(zone: str) -> tuple[str, int] | None:
    """Return the seat and the number of a rack slot; None for any other zone."""
    found = _SLOT.fullmatch(zone)
    return (found[1], int(found[2])) if found is not None and int(found[2]) in SLOTS else None


def slot_words(zone: str) -> str:
    """Return the name of a rack slot for people; the name of any other zone unchanged."""
    slot = rack_slot(zone)
    if slot is None:
        return zone
    return _("slot {slot} of the rack at seat {number}", slot=slot[1], number=slot[0].removeprefix("seat"))
