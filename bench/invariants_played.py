"""Properties of a game that is played again: events folded, position loaded, odd answers.

`bench.invariants` has the properties that only need accounts of the game itself.
"""

from __future__ import annotations

import json
import random

from bench.compared import chance_state, same
from bench.watch import Watch
from companion.core.values import replace
from companion.core.verdict import Forbidden
from companion.othello.model.answers import Answer, Do
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.events import Event, Flow, Passed, event_from_json, event_to_json
from companion.othello.model.evolve import fold
from companion.othello.model.frames import Action, Steps
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.notation.read import position_from_json, position_to_json
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision
from companion.othello.rules.submit import apply, submit


class EventsTellTheState(Watch):
    """The state is the fold of the events from the start; in every third game the events are read from JSON."""

    every = 23

    def __init__(self, game: Game, rng: random.Random) -> None:
        super().__init__(game, rng)
        self.shadow = game.state.copy()
        self.through_json = rng.random() < 1 / 3
        self.read = 0

    def at_decision(self, asked: Decision) -> None:
        """Fold the new events and compare."""
        news = self._news()
        if self.through_json:
            news = [event_from_json(data) for data in json.loads(json.dumps([event_to_json(event) for event in news]))]
        same(fold(self.shadow, news), self.game.state, "folded / played")

    def at_end(self) -> None:
        """Compare the last state."""
        same(fold(self.shadow, self._news()), self.game.state, "folded / played")

    def _news(self) -> list[Event]:
        news = self.game.events[self.read :]
        self.read = len(self.game.events)
        return news


class PositionsResume(Watch):
    """A game saved at any moment continues as if nothing had happened."""

    games = 7

    def __init__(self, game: Game, rng: random.Random) -> None:
        super().__init__(game, rng)
        self.twin: Game | None = None
        self.start = 0
        self.until = rng.randrange(600)

    def at_decision(self, asked: Decision) -> None:
        """Save and load at some decision; from then on the loaded game must ask the same."""
        if self.twin is not None:
            assert decision(self.twin.state) == asked, "the loaded game asks something else"
            return
        self.until -= 1
        if self.until <= 0 and (type(self.game.state.frames[-1]) is Action or self.until < -40):
            twin = self.game.trial()
            twin.state = position_from_json(json.loads(json.dumps(position_to_json(twin.state))))
            rules = self.game.state.rules  # a position names its edition, and a small box is not one
            assert replace(twin.state.rules, tokens=rules.tokens) == rules, "other rules after loading"
            twin.state.rules = rules
            same(twin.state, self.game.state, "loaded / saved")
            self.twin, self.start = twin, len(self.game.events)

    def at_answer(self, answer: Answer) -> None:
        """Give the same answer in both games."""
        if self.twin is not None:
            apply(self.twin, answer)

    def at_end(self) -> None:
        """Check that both games end the same, with the same events."""
        if self.twin is not None:
            same(self.twin.state, self.game.state, "resumed / played")
            assert self.twin.events == self.game.events[self.start :], "other events after loading"


class OddAnswersDoNoHarm(Watch):
    """An answer out of turn is refused without a change, or has the same result as after explicit passes (V2)."""

    every = 31

    def __init__(self, game: Game, rng: random.Random) -> None:
        super().__init__(game, rng)
        self.known: list[Answer] = []

    def at_answer(self, answer: Answer) -> None:
        """Keep some answers, to give them at another time."""
        if len(self.known) < 60:
            self.known.append(answer)
        else:
            self.known[self.rng.randrange(60)] = answer

    def at_decision(self, asked: Decision) -> None:
        """Give, on a copy, an answer that may fit later, and one from another time."""
        before = self.game.state.copy()
        players = range(len(before.seats))
        odd = [Answer(do, self.rng.choice(players)) for do in (Do.REVEAL, Do.SEIZE, Do.SPOTLIGHT, Do.PASS)]
        for answer in [self.rng.choice(odd), *(self.known and [self.rng.choice(self.known)])]:
            self._give(answer)
            same(self.game.state, before, f"the game itself, after {answer} on a copy / before")

    def _give(self, answer: Answer) -> None:
        game = self.game.trial()
        shuffles = chance_state(game)
        try:
            submit(game, answer)
        except Forbidden as forbidden:
            assert forbidden.reasons and str(forbidden), f"{answer} is refused without a reason"
            same(game.state, self.game.state, f"after the refused {answer} / before")
            assert not game.events, f"the refused {answer} left {game.events}"
            assert chance_state(game) == shuffles, f"the refused {answer} changed what the next shuffle gives"
            return
        explicit = self.game.trial()
        while not legality(explicit.state, answer).legal:
            submit(explicit, said_pass(explicit.state))
        apply(explicit, answer)
        same(game.state, explicit.state, f"{answer} with inferred passes / with explicit ones")
        assert told(game) == told(explicit), f"{answer} with inferred passes tells other events"
        same(fold(self.game.state.copy(), game.events), game.state, f"events with inferred passes before {answer}")


def said_pass(state: State) -> Answer:
    """Return the pass of the first asked player, or the report that nothing changed (C11)."""
    asked = decision(state)
    assert asked is not None and isinstance(state.frames[-1], Steps | Action), "a pass was inferred where nobody can"
    return Answer(Do.CARRY_OUT if asked.kind is DecisionKind.CARRY_OUT else Do.PASS, asked.players[0])


def told(game: Game) -> list[Event]:
    """Return the events without intended differences.

    These are whether passes were explicit, and the frames between them.
    """
    events = [event for event in game.events if not isinstance(event, Flow)]
    return [Passed(event.player, inferred=False) if isinstance(event, Passed) else event for event in events]
