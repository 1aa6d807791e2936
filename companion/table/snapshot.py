"""What the pages get: one plain document for everybody (the board), one more for the host (the desk).

They are made once per change. The board holds only what is public; the desk adds the answers that fit, questions and
irregularities, and never more of the face-down cards than the board does. What is the game's own, the game puts in.
"""

from __future__ import annotations

from typing import Any

from companion.play.places import seat_name
from companion.table.session import Session

VERSION = 1
STEPS_SHOWN = 12
MOST_SHOWN = 100  # questions, the oldest first, and irregular plays, the newest: every viewer gets them at each change


def idle_board() -> dict[str, Any]:
    """The board before any game."""
    return {"v": VERSION, "seq": 0, "table": {"state": "idle"}, "seats": []}


def board(session: Session, demo: bool = False) -> dict[str, Any]:
    """Everything that everybody may see."""
    rules, asked = session.rules, session.game.asked
    own = rules.board(session.seen)
    for player, (seat, offer) in enumerate(zip(own["seats"], session.offers(), strict=True)):
        seat["seat"] = seat_name(player)
        seat["cue"] = offer.cue
        seat["press"], seat["hold"] = offer.says
        seat["told"] = session.told(player)
    return own | {
        "v": VERSION,
        "seq": session.changed,
        "game": rules.id,
        "table": {
            "state": "over" if asked is None else "playing",
            "demo": demo,
            **own["table"],
            "window_seconds": session.window_seconds,
        },
        "where": rules.where(session.state),
        "headline": session.game.headline,
        "window": window(session),
        "log": [
            {"id": line.id, "text": line.text, "kind": line.kind, "seat": line.seat} for line in session.memory.lines
        ],
        "irregularities": len(session.irregularities),
    }


def window(session: Session) -> dict[str, Any] | None:
    """The open window: what may be answered, by whom, and how long still."""
    asked, countdown = session.game.asked, session.countdown
    if asked is None or countdown.deadline is None:
        return None
    return {
        "id": countdown.number,
        "kind": asked.kind,
        **session.rules.window(session.state),
        "seats": list(asked.players),
        "seconds": session.window_seconds,
        "left": round(max(0.0, countdown.deadline - session.now), 2),
    }


def desk(session: Session, public: dict[str, Any]) -> dict[str, Any]:
    """What the host sees besides the board."""
    rules, asked, last, names = session.rules, session.game.asked, session.last_answer(), session.names()
    return {
        "board": public,
        "options": rules.options(session.state),
        "decision": asked
        and {
            "kind": asked.kind,
            "players": [names[player] for player in asked.players],
            "text": session.game.headline,
            **rules.asked_besides(session.state),
        },
        "questions": [
            {"id": item.id, "text": item.text, "seat": None if item.player is None else seat_name(item.player)}
            for item in session.questions[:MOST_SHOWN]
        ],
        "irregularities": [rules.noted_openly(entry) for entry in session.irregularities[-MOST_SHOWN:]],
        "can_undo": last is not None,
        "undo_text": session.steps[last].text if last is not None else None,
        "steps": _steps(session),
        "notices": [],
    }


def _steps(session: Session) -> list[dict[str, Any]]:
    """What can be taken back to, the newest last: words that everybody may hear."""
    first = max(0, len(session.steps) - STEPS_SHOWN)
    return [
        {"id": number, "text": step.text, "instead": list(step.instead)}
        for number, step in enumerate(session.steps)
        if number >= first or (step.instead and not step.lapsed)
    ]
