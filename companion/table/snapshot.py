"""What the pages get: one plain document for everybody (the board), one more for the host (the desk).

They are made once per change. The board holds only what is public; the desk adds the answers that fit, questions and
irregularities, and never more of the face-down cards than the board does. What is the game's own, the game puts in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.play.places import seat_name
from companion.table.memory import Line
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
        "asked": asked and asked.kind,
        "happening": rules.happening(session.state),
        "headline": session.game.headline,
        "window": window(session),
        "log": log_lines(session.memory.lines),
        "irregularities": len(session.irregularities),
    }


def log_lines(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """The newest events in words; what is the same as the line before it stands there once, with how many `times`."""
    found: list[dict[str, Any]] = []
    for line in lines:
        told = {"text": line.text, "kind": line.kind, "seat": line.seat}
        same = bool(found) and all(found[-1][key] == value for key, value in told.items())
        times = found.pop()["times"] + 1 if same else 1
        found.append({"id": line.id, **told, "times": times})
    return found


def _irregular(entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What was irregular, each once with how many `times`, in the order of the last time."""
    found: dict[str, dict[str, Any]] = {}
    for entry in entries:
        times = found.pop(entry["message"], {"times": 0})["times"] + 1
        found[entry["message"]] = {**entry, "times": times}
    return list(found.values())


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
            "hint": rules.hint(session.state),
            **rules.asked_besides(session.state),
        },
        "questions": [
            {"id": item.id, "text": item.text, "seat": None if item.player is None else seat_name(item.player)}
            for item in session.questions[:MOST_SHOWN]
        ],
        "irregularities": _irregular(map(rules.noted_openly, session.irregularities))[-MOST_SHOWN:],
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
