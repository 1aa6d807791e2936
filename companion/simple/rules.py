"""The rules of a small game, as the game interface asks for them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Generic, get_args, get_type_hints

from companion.core.cards import with_seat
from companion.core.errors import InputError
from companion.core.i18n import _
from companion.game import Rules
from companion.game.course import Dealer, Decision, GameInProgress, Unseen
from companion.game.rules import ChanceKind, E, Json
from companion.simple.base import A, S, SmallGame, names_of
from companion.simple.corrections import PutRight, event_words


class SmallRules(Rules[S, A, E], Generic[S, A, E]):
    """The rules of a small game."""

    players = staticmethod(names_of)

    def __init__(self, game: SmallGame[S, A, E]) -> None:
        self._game = game

    def chance(self, kind: ChanceKind = ChanceKind.UNSEEN, seed: int = 0) -> Dealer | Unseen:
        """Return a dealer who knows every card, or a table where nobody does."""
        return Dealer(seed) if kind in (ChanceKind.DEALER, ChanceKind.TABLE) else Unseen()

    def setup(self, names: Sequence[str], chosen: Mapping[str, Any]) -> S:
        """Return the state before the first deal."""
        if len(names) not in self._game.seats or len(set(names)) != len(names):
            raise InputError(self._game.who_can_play(), field="names")
        seat = get_args(get_type_hints(self._game.state)["seats"])[0]
        begun: S = self._game.state(tuple(seat(name) for name in names))
        return begun

    def with_player_names(self, state: S, names: Sequence[str]) -> S:
        """Return the state with other names."""
        for player, name in enumerate(names):
            state = with_seat(state, player, name=name)
        return state

    def decision(self, state: S) -> Decision | None:
        """Return the open question."""
        return self._game.decision(state)

    def in_progress(self, state: S, chance: Any) -> GameInProgress[S, E]:
        """Return a game in progress."""
        return GameInProgress(state, chance, self._game.happen)

    def play(self, game: GameInProgress[S, E], answer: A) -> None:
        """Play an answer that is allowed by everything that is known."""
        self._game.check(game.state, answer)
        self._game.play_out(game, answer)

    def advance(self, game: GameInProgress[S, E]) -> None:
        """Play everything that follows without an answer."""
        self._game.advance(game)

    def question_id(self, state: S, asked: Decision | None, player: int | None) -> Hashable:
        """Return one id for each question to a round of cards."""
        if asked is None:
            return None
        who = asked.players if player is None else player in asked.players
        return asked.kind, self._game.clear_key(state), who

    def scene_id(self, state: S) -> Hashable:
        """Return what changes when the cards leave the mat."""
        return self._game.clear_key(state)

    def scores(self, state: S) -> list[Json]:
        """Return the points."""
        return self._game.scores(state)

    def winners(self, state: S) -> list[str] | None:
        """Return the players with the most points."""
        return self._game.winners(state)

    def points(self, state: S, events: Sequence[E]) -> list[Json]:
        """Return everybody's points, with the events that brought them: `points` of an event has one for each seat."""
        brought = [event for event in events if hasattr(event, "points")]
        players = []
        for player, name in enumerate(names_of(state)):
            total = int(self._game.scores(state)[player]["total"])
            own = [self._entry(event.points[player], self._brought(state, event), event) for event in brought]
            before = total - sum(entry["points"] for entry in own)
            entries = [self._entry(before, _("had before")), *own]
            players.append({"name": name, "total": total, "entries": [each for each in entries if each["points"]]})
        return players

    def _brought(self, state: S, event: Any) -> str:
        if isinstance(event, PutRight):
            return event_words(event)
        line = self._game.event_text(state, event)
        return _("points") if line is None else line.text

    def _entry(self, points: int, text: str, event: Any = None) -> Json:
        rules = self._game.rules_for(event)
        words = list(self._game.rule_texts(rules).values())
        place = {"act": 0, "scene": 0, "part": "points", "part_words": _("points"), "events": []}
        return {"points": points, "text": text, "told": [], "rules": rules, "rules_words": words, **place}
