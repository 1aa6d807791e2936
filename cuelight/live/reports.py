"""What the devices of a table report, as a session takes it; and what somebody can enter for those that are silent."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.othello.at_table.by_hand import answers_by_hand, text_by_hand
from companion.othello.at_table.comparing import is_awaited
from companion.othello.at_table.tapping import TAP_ZONE, gestures_of_tap
from companion.othello.model.answers import Do, answer_to_json
from companion.table.observation import Lift, Tag
from companion.table.session import Session
from cuelight.live.upkeep import Upkeep
from hardware.reader import Found, Report


def take_gesture(session: Session, report: Report) -> None:
    """A card, tile or button was moved; a tap on the one reader of a table stands for several gestures."""
    if isinstance(report, Tag) and report.zone == TAP_ZONE:
        for gesture in gestures_of_tap(session.state, report):
            session.observe(gesture)
    elif not (isinstance(report, Lift) and report.zone == TAP_ZONE):
        session.observe(report)


def take_found(session: Session, report: Found) -> None:
    """What a reader finds that is back: what was laid there meanwhile and is awaited counts, all else must fit."""
    thing, state = report.thing, session.state
    tapped = report.zone == TAP_ZONE and thing != session.memory.newest  # unless it was entered by hand
    if report.fresh and thing is not None and (tapped or is_awaited(state, report.zone)):
        take_gesture(session, Tag(report.at, report.zone, thing))
    else:
        session.compare(report.zone, thing, report.at)


def is_blind(seat: str, served: Collection[str], upkeep: Upkeep) -> bool:
    """Whether no reader tells now what lies before a seat."""
    return f"{seat}.play" not in served or upkeep.at_seat(seat) is not None


def options_by_hand(session: Session, served: Collection[str], upkeep: Upkeep) -> list[dict[str, Any]]:
    """What the host can enter for the seats of which no reader tells anything now."""
    state, names = session.state, session.names()
    blind = [player for player in range(len(names)) if is_blind(f"seat{player + 1}", served, upkeep)]
    return [
        {
            "answer": answer_to_json(answer, names),
            "text": text_by_hand(state, answer),
            "seat": answer.by,
            "group": "decision" if answer.do is Do.PLACE else "by-hand",
        }
        for answer in answers_by_hand(state, blind)
    ]
