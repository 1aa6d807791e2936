"""The outcome of a game in the text interface, as a JSON document or as text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.core.verdict import Forbidden
from companion.game import AnyGame
from cuelight.terminal.phrases import listed


class Refusal(NamedTuple):
    """A line of the input that the rules forbid, with its most important reason."""

    line: int
    code: str
    rules: list[str]
    message: str

    @classmethod
    def of(cls, line: int, forbidden: Forbidden) -> Refusal:
        """Return the refusal of the input in `line`."""
        reason = forbidden.reasons[0]
        return cls(line, reason.code, list(reason.rules), str(forbidden))


class Outcome(NamedTuple):
    """A game after the input, with the noted violations and the refusal that ended it, if there is one."""

    game: AnyGame
    state: Any
    events: Sequence[Any]
    irregularities: list[Refusal]
    error: Refusal | None

    def to_json(self) -> dict[str, Any]:
        """Return the document that `--json` prints."""
        game, state = self.game, self.state
        names = game.rules.players(state)
        events = [game.types.event_to_json(event, names) for event in self.events]
        return {
            "position": game.types.position_to_json(state),
            "decision": self._decision(),
            "permitted": [game.types.answer_to_json(answer, names) for answer in game.rules.initiatives(state)],
            "scores": game.rules.scores(state),
            "winners": game.rules.winners(state),
            "events": [event for event in events if event is not None],
            "irregularities": [refusal._asdict() for refusal in self.irregularities],
            "error": self.error._asdict() if self.error else None,
        }

    def to_text(self) -> str:
        """Return the text: events, position, open decision, scores."""
        game, state = self.game, self.state
        event_lines = [line.text for event in self.events if (line := game.text.event(state, event)) is not None]
        noted = [f"Line {refusal.line} is against the rules: {refusal.message}" for refusal in self.irregularities]
        table = _score_table(game.rules.scores(state))
        parts = ["\n".join(event_lines), "\n".join(noted), game.text.describe(state), self._open_text(), table]
        names = game.rules.winners(state)
        parts.append(f"{listed(names)} {'wins' if len(names) == 1 else 'share the win'}." if names else "")
        return "\n\n".join(part for part in parts if part)

    def _decision(self) -> dict[str, Any] | None:
        """The open decision; its options name who answers only where several players are asked."""
        asked = self.game.rules.decision(self.state)
        if asked is None:
            return None
        names = self.game.rules.players(self.state)
        options = [self.game.types.answer_to_json(option, names) for option in asked.options]
        if len(asked.players) <= 1:
            options = [{key: value for key, value in option.items() if key != "by"} for option in options]
        return {"kind": str(asked.kind), "players": [names[player] for player in asked.players], "options": options}

    def _open_text(self) -> str:
        """Return the open decision and other permitted actions, each option with its input line."""
        game, state = self.game, self.state
        asked, names = game.rules.decision(state), game.rules.players(state)

        def option(answer: Any) -> str:
            line = json.dumps(game.types.answer_to_json(answer, names), ensure_ascii=False)
            return f"  {game.text.answer(state, answer, answer.by)}: {line}"

        lines = [f"{game.text.decision(state, asked)}."]
        lines += [option(answer) for answer in asked.options] if asked else []
        permitted = [option(answer) for answer in game.rules.initiatives(state)]
        return "\n".join([*lines, *(["Permitted besides:"] if permitted else []), *permitted])


def _score_table(scores: Sequence[dict[str, Any]]) -> str:
    """Return a table with one line for each player, below the headings."""
    heads = ["", *(key.replace("_bonus", "").replace("_", " ") for key in scores[0] if key != "name")]
    rows = [heads, *([_cell(value) for value in score.values()] for score in scores)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows)


def _cell(value: Any) -> str:
    return {True: "yes", False: ""}[value] if isinstance(value, bool) else str(value)
