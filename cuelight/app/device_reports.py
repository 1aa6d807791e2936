"""What the devices of a table report, as a session takes it; and what somebody can enter for those that are silent."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.core.observation import Lift, Tag
from companion.core.places import TAP, seat_name, zone_at
from companion.presence.filter import Resumed
from companion.table.session import Session
from cuelight.app.devices.health import DeviceHealth
from hardware.reader import Report


def take_gesture(session: Session, report: Report) -> None:
    """A card, tile or button was moved; a tap on the one reader of a table stands for several gestures."""
    if isinstance(report, Tag) and report.zone == TAP:
        for gesture in session.rules.table.one_reader_gestures(session.state, report):
            session.observe(gesture)
    elif not (isinstance(report, Lift) and report.zone == TAP):
        session.observe(report)


def take_found(session: Session, report: Resumed) -> None:
    """What a reader finds that is back: what was laid there meanwhile and is awaited counts, all else must fit."""
    thing = report.thing
    tapped = report.zone == TAP and thing != session.view.table.memory.newest  # unless it was entered by hand
    if report.fresh and thing is not None and (tapped or session.awaits(report.zone)):
        take_gesture(session, Tag(report.at, report.zone, thing))
    else:
        session.compare(report.zone, thing, report.at)


def is_blind(seat: str, served: Collection[str], upkeep: DeviceHealth) -> bool:
    """Whether no reader tells for sure now what lies before a seat: there is none, or something is wrong with it."""
    doubtful = upkeep.at_seat(seat) is not None or upkeep.reader_at(seat) is not None
    return zone_at(seat) not in served or doubtful


def options_by_hand(session: Session, served: Collection[str], upkeep: DeviceHealth) -> list[dict[str, Any]]:
    """What the host can enter for the seats of which no reader tells anything now."""
    return session.rules.table.host_entries(session.state, blind_players(session, served, upkeep))


def blind_players(session: Session, served: Collection[str], upkeep: DeviceHealth) -> list[int]:
    """The players before whom no reader tells anything for sure now."""
    return [player for player in range(len(session.names())) if is_blind(seat_name(player), served, upkeep)]
