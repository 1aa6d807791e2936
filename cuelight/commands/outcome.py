"""What came of a game that the text interface played: as one JSON document, or as text for people."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.othello.model.answers import answer_to_json
from companion.othello.model.events import Event, Flow
from companion.othello.model.state import State
from companion.othello.position.read import position_to_json
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.scoring import Score, score, winners
from companion.othello.text.describe import describe
from companion.othello.text.narrate import answer_text, decision_text, event_text
from companion.othello.text.words import listed
from companion.play.verdict import Forbidden

PLAYER_FIELDS = ("player", "source", "victim", "target", "origin")


class Refusal(NamedTuple):
    """A line of the input that the rules forbid, by its weightiest reason."""

    line: int
    code: str
    rules: list[str]
    message: str

    @classmethod
    def of(cls, line: int, forbidden: Forbidden) -> Refusal:
        """The refusal of what stands in `line`."""
        reason = forbidden.reasons[0]
        return cls(line, reason.code, list(reason.rules), str(forbidden))


class Outcome(NamedTuple):
    """A game as the input left it, with what was noted on the way and the refusal that ended it, if one did."""

    state: State
    events: Sequence[Event]
    irregularities: list[Refusal]
    error: Refusal | None

    def to_json(self) -> dict[str, Any]:
        """The document that `--json` prints."""
        state = self.state
        names = [seat.name for seat in state.seats]
        return {
            "position": position_to_json(state),
            "decision": decision_to_json(state),
            "permitted": [answer_to_json(answer, names) for answer in permitted(state)],
            "scores": scores_to_json(state),
            "winners": winner_names(state),
            "events": [event_to_object(event, names) for event in self.events if not isinstance(event, Flow)],
            "irregularities": [refusal._asdict() for refusal in self.irregularities],
            "error": self.error._asdict() if self.error else None,
        }

    def to_text(self) -> str:
        """The same for people: what happened, the position, what is open, the scores."""
        state = self.state
        told = [line.text for event in self.events if (line := event_text(state, event)) is not None]
        noted = [f"Line {refusal.line} is against the rules: {refusal.message}" for refusal in self.irregularities]
        parts = ["\n".join(told), "\n".join(noted), describe(state), _open_text(state), _score_table(state)]
        names = winner_names(state)
        parts.append(f"{listed(names)} {'wins' if len(names) == 1 else 'share the win'}." if names else "")
        return "\n\n".join(part for part in parts if part)


def decision_to_json(state: State) -> dict[str, Any] | None:
    """The open decision; its options name who answers only where several players are asked."""
    asked = decision(state)
    if asked is None:
        return None
    names = [seat.name for seat in state.seats]
    several = len(asked.players) > 1
    return {
        "kind": asked.kind,
        "players": [names[player] for player in asked.players],
        "options": [answer_to_json(answer, names, with_by=several) for answer in asked.options],
    }


def scores_to_json(state: State) -> list[dict[str, Any]]:
    """Everybody's score as of now, in seat order."""
    return [
        {"name": seat.name, "total": score(state, player).total, **score(state, player)._asdict()}
        for player, seat in enumerate(state.seats)
    ]


def winner_names(state: State) -> list[str] | None:
    """Who has won; None before the end (G7)."""
    return [state.seats[player].name for player in winners(state)] if state.phase == "over" else None


def event_to_object(event: Event, names: Sequence[str]) -> dict[str, Any]:
    """An event as an object with players by name, null for nobody."""
    data: dict[str, Any] = {"event": type(event).__name__}
    for key, value in event._asdict().items():
        if key in PLAYER_FIELDS:
            value = names[value] if value >= 0 else None
        elif key in ("winners", "order"):
            value = [names[player] for player in value]
        data[key] = list(value) if isinstance(value, tuple) else value
    return data


def _open_text(state: State) -> str:
    """The open decision and what is permitted besides, each option with the line that answers it."""
    asked = decision(state)
    names = [seat.name for seat in state.seats]

    def option(answer: Any) -> str:
        return f"  {answer_text(state, answer)}: {json.dumps(answer_to_json(answer, names), ensure_ascii=False)}"

    lines = [f"{decision_text(state, asked)}."]
    lines += [option(answer) for answer in asked.options] if asked else []
    besides = [option(answer) for answer in permitted(state)]
    return "\n".join([*lines, *(["Permitted besides:"] if besides else []), *besides])


def _score_table(state: State) -> str:
    heads = ("", "total", *(field.replace("_bonus", "").replace("_", " ") for field in Score._fields))
    rows = [heads]
    for player, seat in enumerate(state.seats):
        found = score(state, player)
        rows.append((seat.name, str(found.total), *map(str, found)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            [
                row[0].ljust(widths[0]),
                *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
            ]
        )
        for row in rows
    )
