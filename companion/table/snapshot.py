"""What the pages get: one plain document for everybody (the board), one more for the host (the desk).

They are made once per change. The board holds only what is public; the desk adds the answers that fit, questions and
irregularities, and never more of the face-down cards than the board does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.othello.at_table.misfits import backs_alone
from companion.othello.model.answers import Answer, Do, answer_to_json
from companion.othello.model.decision import Decision
from companion.othello.model.frames import Action
from companion.othello.model.state import State
from companion.othello.rules.options import decision, permitted
from companion.othello.text.narrate import answer_text, decision_text
from companion.othello.text.views import board_view, card_view
from companion.table.kept_game import Step
from companion.table.session import Session

VERSION = 1
STEPS_SHOWN = 12
MOST_SHOWN = 100  # questions, the oldest first, and irregular plays, the newest: every viewer gets them at each change
_LAID_DOWN = ("placement", "swap")


def idle_board() -> dict[str, Any]:
    """The board before any game."""
    return {"v": VERSION, "seq": 0, "table": {"state": "idle"}, "seats": []}


def board(session: Session, demo: bool = False) -> dict[str, Any]:
    """Everything that everybody may see."""
    state = session.state
    asked = decision(state)
    seen = board_view(state)
    for player, (seat, offer) in enumerate(zip(seen["seats"], session.offers(), strict=True)):
        seat["seat"] = f"seat{player + 1}"
        seat["cue"] = offer.cue
        seat["press"], seat["hold"] = offer.says
        seat["told"] = session.told(player)
        seat["up"] = asked is not None and player in asked.players and asked.kind != "window"
        if seat["card"] is None and player in session.memory.shown:
            seat["card"] = {"face": "up", "card": card_view(state.deck, session.memory.shown[player], state.rules)}
    return {
        "v": VERSION,
        "seq": session.changed,
        "table": {
            "state": "over" if asked is None else "playing",
            "demo": demo,
            "edition": state.rules.edition,
            "level": state.rules.level,
            "variants": list(state.rules.variants),
            "rulings": state.rules.other_rulings,
            "deck": state.deck.id,
            "deck_title": state.deck.title,
            "made_up": state.deck.made_up,
            "window_seconds": session.countdown.seconds,
        },
        **seen,
        "headline": decision_text(state, asked),
        "newest": card_view(state.deck, session.memory.newest, state.rules) if session.memory.newest else None,
        "window": window(session, asked),
        "log": [
            {"id": line.id, "text": line.text, "kind": line.kind, "seat": line.seat} for line in session.memory.lines
        ],
        "irregularities": len(session.irregularities),
    }


def window(session: Session, asked: Decision | None) -> dict[str, Any] | None:
    """The open window: what may be answered, by whom, and how long still."""
    deadline = session.countdown.deadline
    if asked is None or deadline is None:
        return None
    state = session.state
    top = state.frames[-1]
    action = top if type(top) is Action else None
    card = action.name if action is not None and action.kind in ("card", "from-hand") else None
    return {
        "id": session.countdown.number,
        "kind": asked.kind,
        "text": action_text(state, action) if action is not None else decision_text(state, asked),
        "by": action.player if action is not None else None,
        "card": card_view(state.deck, card, state.rules) if card else None,
        "seats": list(asked.players),
        "seconds": session.countdown.seconds,
        "left": round(max(0.0, deadline - session.now), 2),
    }


def action_text(state: State, action: Action) -> str:
    """What others may answer, in words."""
    who = state.seats[action.player].name
    if action.kind == "coin":
        return f"{who} uses a coin of {action.name}"
    if action.kind == "improv":
        return f"{who} improvises"
    title = state.deck.cards[action.name].title if action.name in state.deck.cards else action.name
    deed = f"{who} plays {title} from the hand" if action.kind == "from-hand" else f"{who} reveals {title}"
    return f"{state.seats[action.claim[1]].name} answers: {deed}" if action.claim else deed


def desk(session: Session, public: dict[str, Any]) -> dict[str, Any]:
    """What the host sees besides the board."""
    state = session.state
    asked, last = decision(state), session.last_answer()
    return {
        "board": public,
        "options": _options(state, asked),
        "decision": asked
        and {
            "kind": asked.kind,
            "players": [state.seats[player].name for player in asked.players],
            "text": decision_text(state, asked),
            "carry_out": _carried_out(state) if asked.kind == "carry-out" else None,
        },
        "questions": [
            {"id": item.id, "text": item.text, "seat": None if item.player is None else f"seat{item.player + 1}"}
            for item in session.questions[:MOST_SHOWN]
        ],
        "irregularities": session.irregularities[-MOST_SHOWN:],
        "can_undo": last is not None,
        "undo_text": session.steps[last].text if last is not None else None,
        "steps": _steps(session),
        "notices": [],
    }


def _steps(session: Session) -> list[dict[str, Any]]:
    """What can be taken back to, the newest last: words that everybody may hear."""
    first = max(0, len(session.steps) - STEPS_SHOWN)
    return [
        {"id": number, "text": step.text, "instead": _instead(session.names(), step)}
        for number, step in enumerate(session.steps)
        if number >= first or (step.answer is not None and step.answer["do"] == Do.LEAD)
    ]


def _instead(names: list[str], step: Step) -> list[Mapping[str, Any]]:
    """What may have been meant in place of a step: an interrupt that nobody heard, another Lead."""
    if step.answer is None or step.answer["do"] != Do.LEAD:
        return list(step.instead)
    others = [name for name in names if name != step.answer["to"]]
    return [{"answer": {"do": str(Do.LEAD), "to": name}, "text": f"{name} is the Lead"} for name in others]


def _carried_out(state: State) -> dict[str, Any]:
    """The owners' card whose text the table carries out, and what it may change (C11)."""
    top = state.frames[-1]
    assert type(top) is Action
    own = state.deck.staging[top.name]
    return {
        "card": card_view(state.deck, own.id, state.rules),
        "changes": list(own.changes),
        "coins": list(state.rules.coins),
    }


def _options(state: State, asked: Decision | None) -> list[dict[str, Any]]:
    """The answers as buttons. Of cards in a hand they name the backs; what is laid down anyway is left to the mat."""
    answers = () if asked is None or asked.kind in _LAID_DOWN else asked.options
    # a sorted order does not tell where in the hand a card is
    open_now = sorted((backs_alone(state, answer) for answer in answers), key=_hand_card)
    found = [(item, "decision") for item in open_now] + [(item, "permitted") for item in permitted(state)]
    names = [seat.name for seat in state.seats]
    return [
        {
            "answer": answer_to_json(answer, names),
            "text": answer_text(state, answer),
            "seat": answer.by if answer.by >= 0 else None,
            "group": group,
        }
        for answer, group in dict.fromkeys(found)
    ]


def _hand_card(answer: Answer) -> str:
    return answer.choices.give or answer.choices.take or ""
