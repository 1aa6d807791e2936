"""What the pages get: one plain document for everybody (the board), one more for the host (the desk).

They are made once per change. The board holds only what is public; the desk adds the answers that fit, questions and
irregularities, and never more of the face-down cards than the board does. What is the game's own, the game puts in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.i18n import _, say_again
from companion.core.places import seat_name
from companion.game.corrections import CORRECT
from companion.game.recent import Line
from companion.table.record import Step
from companion.table.session import Session
from companion.table.window import Pace

VERSION = 1
STEPS_SHOWN = 12
MOST_SHOWN = 100  # questions, the oldest first, and irregular plays, the newest: every viewer gets them at each change


def idle_board() -> dict[str, Any]:
    """The board before any game."""
    return {"v": VERSION, "seq": 0, "table": {"state": "idle"}, "seats": []}


def board(session: Session, demo: bool = False) -> dict[str, Any]:
    """Everything that everybody may see."""
    rules, asked = session.rules, session.game.asked
    own, cues = rules.board(session.seen), session.cues()
    for player, (seat, offer) in enumerate(zip(own["seats"], session.offers(), strict=True)):
        seat["seat"] = seat_name(player)
        seat["cue"] = cues[player]
        seat["press"], seat["hold"] = offer.says
        seat["lay"] = offer.lay
        seat["told"] = session.told(player)
        if offer.is_anothers(player):
            seat["anothers"] = True
    return own | {
        "v": VERSION,
        "seq": session.changed,
        "game": rules.id,
        "table": {
            "state": "over" if asked is None else "playing",
            "demo": demo,
            **own["table"],
            "window_seconds": seconds_of(session),
            "pace": session.pace,
            "timed": rules.is_timed,
            "paused": session.paused,
        },
        "where": rules.where(session.state),
        "asked": asked and asked.kind,
        "happening": rules.happening(session.state),
        "headline": _("The table makes a pause.") if session.paused else session.game.headline,
        "window": window(session),
        "log": log_lines(session.memory.lines),
        "moments": [
            {"id": line.id, "text": line.text, "seat": line.seat, "moment": line.moment}
            for line in session.memory.moments
        ],
        "told": session.told(None),
        "irregularities": len(_irregular(session.irregularities)),
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
        message = say_again(entry["message"])
        times = found.pop(message, {"times": 0})["times"] + 1
        where = say_again(entry["where"]) if "where" in entry else ""
        found[message] = {**entry, "message": message, **({"where": where} if where else {}), "times": times}
    return list(found.values())


def window(session: Session) -> dict[str, Any] | None:
    """The open window: what may be answered, by whom, and how long still."""
    asked, countdown = session.game.asked, session.countdown
    if asked is None or countdown.deadline is None:
        return None
    left = countdown.left(session.now)
    return {
        "id": countdown.number,
        "kind": asked.kind,
        **session.rules.window(session.state, asked),
        "seats": list(asked.players),
        "seconds": seconds_of(session),
        "left": None if left is None else round(left, 2),
        "paused": session.paused,
    }


def seconds_of(session: Session) -> float | None:
    """How long windows are open; None where no time closes them."""
    return None if session.pace is Pace.UNTIMED else session.window_seconds


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
            "hint": rules.hint(session.state, asked),
            **rules.asked_besides(session.state, asked),
        },
        "questions": [
            {
                "id": item.id,
                "text": say_again(item.text),
                "seat": None if item.player is None else seat_name(item.player),
                "follows": item.answer is not None,
            }
            for item in session.questions[:MOST_SHOWN]
        ],
        "irregularities": _irregular(map(rules.noted_openly, session.irregularities))[-MOST_SHOWN:],
        "can_undo": last is not None,
        "undo_text": say_again(session.steps[last].text) if last is not None else None,
        "steps": _steps(session),
        "undone": [step_to_json(session, step) for step, _events in session.undone[:STEPS_SHOWN]],
        "undone_count": len(session.undone),
        "undone_lost": session.lost,
        "typed": _typed(session),
        "marks": _marks(session),
        "notices": [],
    }


def _steps(session: Session) -> list[dict[str, Any]]:
    """What can be taken back to, the newest last: words that everybody may hear.

    Of older ones there is the newest of each kind in whose place something else may have been meant: who leads.
    """
    first = max(0, len(session.steps) - STEPS_SHOWN)
    newest = {step.answer["do"]: number for number, step in enumerate(session.steps) if step.answer and step.instead}
    return [
        {"id": number, **step_to_json(session, step)}
        for number, step in enumerate(session.steps)
        if number >= first or number in newest.values()
    ]


def _typed(session: Session) -> list[dict[str, Any]]:
    """What the host has put right by hand in the steps that stand: `what`, and at whose seat, or null."""
    names = session.names()
    found: dict[tuple[str, str | None], None] = {}
    for step in session.steps:
        for change in (step.answer or {}).get("changes", ()) if (step.answer or {}).get("do") == CORRECT else ():
            whose = next((change[key] for key in ("of", "now") if change.get(key) in names), None)
            found[str(change["what"]), None if whose is None else seat_name(names.index(whose))] = None
    return [{"what": what, "seat": seat} for what, seat in found]


def _marks(session: Session) -> dict[str, dict[str, list[Any]]]:
    """How the table knows each number that was changed, of a seat or of the table, and by which step: `[how, id]`."""
    whose = [*(seat_name(player) for player in range(len(session.names()))), "table"]
    return {
        seat: {name: [session.steps[step].how, step] for name, step in sorted(last.items())}
        for seat, last in zip(whose, session.marks(), strict=True)
    }


def timeline(session: Session) -> dict[str, Any]:
    """Every step that stands, the oldest first, and what was taken back and can be brought back, the next one first."""
    return {
        "steps": [{"id": number, **step_to_json(session, step)} for number, step in enumerate(session.steps)],
        "undone": [step_to_json(session, step) for step, _events in session.undone],
        "undone_lost": session.lost,
    }


def step_to_json(session: Session, step: Step) -> dict[str, Any]:
    """A step in words that everybody may hear: where and by whom it was, how the table knows of it, and what else may
    have been meant in its place, or could have been said before it.
    """
    by = (step.answer or {}).get("by")
    names = session.names()
    return {
        "text": say_again(step.text),
        "instead": [{**each, "text": say_again(each["text"])} for each in step.instead],
        "missed": [{**each, "text": say_again(each["text"])} for each in step.missed],
        "where": say_again(step.where),
        "how": step.how,
        "others": step.answer is not None and session.rules.has_others(step.answer),
        "seat": seat_name(names.index(by)) if by in names else None,
        "lapsed": step.lapsed,
    }
