"""The documents for pages: one public document (the board) and one for the host (the desk).

The board holds only public information. The desk adds possible answers, questions and
rule violations, but reveals no face-down cards. Each game adds its own keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.i18n import _, say_again, spoken
from companion.core.places import SEAT_NAMES, seat_name
from companion.game.corrections import CORRECT
from companion.table.clocks import Pace
from companion.table.record import Step
from companion.table.view import SessionView

VERSION = 1
STEPS_SHOWN = 12
MOST_SHOWN = 100  # questions, the oldest first, and irregular plays, the newest: every viewer gets them at each change


def idle_board() -> dict[str, Any]:
    """Return the board without a game."""
    return {"v": VERSION, "seq": 0, "table": {"state": "idle"}, "seats": []}


def board(view: SessionView, demo: bool = False) -> dict[str, Any]:
    """Return everything that is public."""
    own, seats, words = view.position.board, [], view.timing.lamps.words
    for player, (seat, offer, cue) in enumerate(zip(own["seats"], view.offers, view.cues, strict=True)):
        press, hold = offer.says
        signal = {"seat": SEAT_NAMES[player], "cue": cue, "press": press, "hold": hold, "lay": offer.lay}
        another = {"anothers": True} if offer.is_anothers(player) else {}
        seats.append({**seat, **signal, "told": words(player, view.now), **another})
    return {
        **own,
        "seats": seats,
        "v": VERSION,
        "seq": view.changed,
        "table": {
            "state": "over" if own["asked"] is None else "playing",
            "demo": demo,
            **own["table"],
            "window_seconds": seconds_of(view),
            "pace": view.timing.pace,
            "timed": view.game.info.is_timed,
            "phones": view.table.equipment.phones,
            "paused": view.timing.paused,
        },
        "headline": _("The table makes a pause.") if view.timing.paused else view.position.headline,
        "window": window(view),
        "told": words(None, view.now),
        "irregularities": len(_irregular(view.record.irregularities)),
    }


def _irregular(entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return each rule violation once, with how many `times`, ordered by its last time."""
    found: dict[str, dict[str, Any]] = {}
    for entry in entries:
        message = say_again(entry["message"])
        times = found.pop(message, {"times": 0})["times"] + 1
        where = say_again(entry["where"]) if "where" in entry else ""
        found[message] = {**entry, "message": message, **({"where": where} if where else {}), "times": times}
    return list(found.values())


def window(view: SessionView) -> dict[str, Any] | None:
    """Return the open window: its question, its players and its remaining time."""
    asked, countdown = view.table.asked, view.timing.countdown
    if asked is None or countdown.deadline is None:
        return None
    left = countdown.left(view.now)
    return {
        "id": countdown.number,
        "kind": asked.kind,
        **view.position.status.window,
        "seats": list(dict.fromkeys([*asked.players, *view.position.passes])),
        "seconds": seconds_of(view),
        "left": None if left is None else round(left, 2),
        "paused": view.timing.paused,
    }


def seconds_of(view: SessionView) -> float | None:
    """Return how long windows are open, in seconds; None if no time closes them."""
    return None if view.timing.pace is Pace.UNTIMED else view.timing.window_seconds


def desk(view: SessionView) -> dict[str, Any]:
    """Return what the host sees in addition to the board."""
    last = view.record.last_answer()
    return {
        "options": view.position.buttons,
        "decision": view.position.decision,
        "questions": [
            {
                "id": item.id,
                "text": say_again(item.text),
                "seat": None if item.player is None else seat_name(item.player),
                "follows": item.answer is not None,
            }
            for item in view.record.questions[:MOST_SHOWN]
        ],
        "irregularities": _irregular(map(view.game.secrets.public_violation, view.record.irregularities))[-MOST_SHOWN:],
        "can_undo": last is not None,
        "undo_text": say_again(view.record.steps[last].text) if last is not None else None,
        "steps": _steps(view),
        "undone": [step_to_json(view, step) for step, _events in view.undone[:STEPS_SHOWN]],
        "undone_count": len(view.undone),
        "undone_lost": view.record.lost,
        "typed": _typed(view),
        "marks": _marks(view),
        "notices": [],
    }


def _steps(view: SessionView) -> list[dict[str, Any]]:
    """Return the steps that can be undone, the newest last, in public words.

    Of older steps it contains only the newest of each kind that has alternatives, such as the choice of the Lead.
    """
    first = max(0, len(view.record.steps) - STEPS_SHOWN)
    newest = {
        step.answer["do"]: number for number, step in enumerate(view.record.steps) if step.answer and step.instead
    }
    return _numbered(view, sorted({*newest.values(), *range(first, len(view.record.steps))}))


def _numbered(view: SessionView, numbers: Iterable[int]) -> list[dict[str, Any]]:
    """Return the steps with these numbers. Each is made once for each language."""
    steps, kept, language, found = view.record.steps, view.steps_as_json, spoken(), []
    for number in numbers:
        step = steps[number]
        made = kept.get((id(step), language))
        if made is None:
            made = kept[id(step), language] = step, step_to_json(view, step)
        found.append({"id": number, **made[1]})
    return found


def _typed(view: SessionView) -> list[dict[str, Any]]:
    """Return the host's corrections: `what` was corrected, and at which seat, or null."""
    names = view.names
    found: dict[tuple[str, str | None], None] = {}
    for step in view.record.steps:
        for change in (step.answer or {}).get("changes", ()) if (step.answer or {}).get("do") == CORRECT else ():
            whose = next((change[key] for key in ("of", "now") if change.get(key) in names), None)
            found[str(change["what"]), None if whose is None else seat_name(names.index(whose))] = None
    return [{"what": what, "seat": seat} for what, seat in found]


def _marks(view: SessionView) -> dict[str, dict[str, list[Any]]]:
    """Return the provenance of each changed number of a seat or of the table: `[how, id]` of the step."""
    steps, found = view.record.steps, {}
    for player, last in enumerate(view.marks):
        seat = SEAT_NAMES[player] if player < len(view.names) else "table"
        found[seat] = {name: [steps[step].how, step] for name, step in sorted(last.items())}
    return found


def timeline(view: SessionView) -> dict[str, Any]:
    """Return every step, the oldest first, and the steps that can be redone, the next one first."""
    return {
        "steps": _numbered(view, range(len(view.record.steps))),
        "undone": [step_to_json(view, step) for step, _events in view.undone],
        "undone_lost": view.record.lost,
    }


def step_to_json(view: SessionView, step: Step) -> dict[str, Any]:
    """Return a step in public words: where, by whom and how it happened, and its alternatives."""
    by = (step.answer or {}).get("by")
    names = view.names
    return {
        "text": say_again(step.text),
        "instead": [{**each, "text": say_again(each["text"])} for each in step.instead],
        "missed": [{**each, "text": say_again(each["text"])} for each in step.missed],
        "where": say_again(step.where),
        "how": step.how,
        "others": step.answer is not None and view.game.types.answer_info(step.answer).has_other_cards,
        "seat": seat_name(names.index(by)) if by in names else None,
        "lapsed": step.lapsed,
    }
