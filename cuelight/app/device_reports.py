"""Gives reports of devices to a session, and finds the seats whose readers are out."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.core.observation import Lift, Tag, Unsure
from companion.core.places import TAP, rack_slot, seat_name, zone_at
from companion.presence.filter import Resumed
from companion.table.session import Session
from cuelight.app.devices.health import DeviceHealth
from hardware.reader import Notice, Report


def is_in_rack(report: Report | Notice) -> bool:
    """True for a report about a card in a slot of a rack."""
    return isinstance(report, Tag | Lift | Resumed | Unsure) and rack_slot(report.zone) is not None


def take_gesture(session: Session, report: Report) -> None:
    """Take a move of a card, tile or button; a tap on the one reader of a table stands for several gestures."""
    if isinstance(report, Tag) and report.zone == TAP:
        for gesture in session.game.table.one_reader_gestures(session.state, report):
            session.observe(gesture)
    elif not (isinstance(report, Lift) and report.zone == TAP):
        session.observe(report)


def take_found(session: Session, report: Resumed) -> None:
    """Take what a reader finds when it works again: a card that the game waits for counts, all else is compared."""
    thing = report.thing
    tapped = report.zone == TAP and thing != session.view.table.memory.newest  # unless it was entered by hand
    if report.fresh and thing is not None and (tapped or session.awaits(report.zone)):
        take_gesture(session, Tag(report.at, report.zone, thing))
    else:
        session.compare(report.zone, thing, report.at)


def is_blind(seat: str, served: Collection[str], health: DeviceHealth) -> bool:
    """True if no reader reports reliably at a seat: there is none, or something is wrong with it."""
    doubtful = health.at_seat(seat) is not None or health.reader_at(seat) is not None
    return zone_at(seat) not in served or doubtful


def options_by_hand(session: Session, served: Collection[str], health: DeviceHealth) -> list[dict[str, Any]]:
    """The host's options for the players whose readers are out."""
    return session.game.table.host_entries(session.state, blind_players(session, served, health))


def blind_players(session: Session, served: Collection[str], health: DeviceHealth) -> list[int]:
    """The players before whom no reader reports reliably."""
    return [player for player in range(len(session.names)) if is_blind(seat_name(player), served, health)]
