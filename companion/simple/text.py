"""A small game in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Generic

from companion.core.cards import UNKNOWN, with_cards
from companion.core.codec import write_value
from companion.core.i18n import N_, _
from companion.core.values import defaults_of
from companion.game import Text
from companion.game.course import LogLine
from companion.game.equipment import REAL_TABLE, Equipment
from companion.game.recent import RecentEvents
from companion.game.rules import E, Json
from companion.simple.base import A, S, SmallGame, has_card, names_of
from companion.simple.corrections import Correct, PutRight, answer_words, event_words
from companion.simple.rules import SmallRules
from companion.simple.standard_deck import SUITS

FIELDS = {"hand": N_("hand"), "points": N_("points"), "played": N_("played"), "tricks": N_("tricks")}


class SmallText(Text[S, A, E], Generic[S, A, E]):
    """The words of a small game."""

    def __init__(self, game: SmallGame[S, A, E], rules: SmallRules[S, A, E]) -> None:
        self._game = game
        self._rules = rules

    def decision(self, state: S, asked: Any, equipment: Equipment = REAL_TABLE, player: int | None = None) -> str:
        """Return the headline."""
        return self._game.headline(state, equipment, player)

    def happening(self, state: S, equipment: Equipment = REAL_TABLE, player: int | None = None) -> str | None:
        """Return the game's own text."""
        return self._game.happening(state)

    def event(self, state: S, event: E) -> LogLine | None:
        """Return an event in words."""
        return self._game.event_text(state, event)

    def where(self, state: S) -> str:
        """Return how far the game is."""
        return self._game.where(state)

    def describe(self, state: S) -> str:
        """Return a line for each player with everything that is not as at the start.

        While cards are laid, the lines before them have the other fields that the game has words for.
        """
        words, of_all = FIELDS | dict(self._game.fields), write_value(state, names_of(state))
        asked = self._game.asked(state)
        laid = asked is not None and has_card(self._game.kinds()[asked[0]])
        lines = [f"{_(words[key])}: {_listed(of_all[key])}" for key in of_all if laid and key in words]
        for seat in state.seats:
            values = write_value(with_cards(seat, self._game.title_of), None)
            usual = {"name": seat.name, **defaults_of(type(seat))}
            parts = (
                f"{_(words.get(key, key))}: {_listed(value)}"
                for key, value in values.items()
                if getattr(seat, key) != usual.get(key)
            )
            lines.append(f"{seat.name}  " + "; ".join(parts))
        return "\n".join(lines)

    def points(self, state: S, events: Sequence[E], player: int) -> str:
        """Return a player's points as text."""
        why = self._rules.points(state, events)[player]
        lines = (f"  {entry['points']:4}  {entry['text']}" for entry in why["entries"])
        return "\n".join([f"{why['name']}: {why['total']}", *lines])

    def answer(self, state: S, answer: A, player: int | None = None) -> str:
        """Return an answer in words; for everybody, without a secret card."""
        if player is None and isinstance(answer, Correct):
            return answer_words(state, answer)
        secret = player is None and type(answer) in self._game.secret
        return self._game.answer_text(state, with_cards(answer, lambda _card: UNKNOWN) if secret else answer)

    def rules_for(self, state: S, event: E | None = None) -> Sequence[str]:
        """Return the ids of the rules of an event's class, or of the open question."""
        return self._game.rules_for_decision(state) if event is None else self._game.rules_for(event)

    def rule_texts(self, state: S, ids: Iterable[str]) -> Json:
        """Return the texts of rules."""
        return self._game.rule_texts(list(ids))

    def remember(self, recent: RecentEvents, state: S, event: E) -> None:
        """Add an event, or a fix by the host."""
        if isinstance(event, PutRight):
            recent.add(LogLine(event_words(event), "note"), None, ())
        else:
            super().remember(recent, state, event)


def _listed(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        counted = Counter(map(_listed, value))
        return ", ".join(each if count == 1 else f"{count} × {each}" for each, count in counted.items())
    return _(SUITS.get(value, str(value)))
