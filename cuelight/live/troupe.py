"""Bots that play on a virtual mat with the gestures that people use, at a pace that one can follow.

Each bot decides from its own hand and what is public. What the mat has no gesture for (an improv from the hand, a
trade) is said, as one would say it at the host's desk.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from companion.othello.at_table.truth import Truth
from companion.othello.bots.players import GreedyBot
from companion.othello.model.answers import Answer, Do, answer_to_json
from companion.othello.model.cards import Staging
from companion.othello.model.decision import Decision
from companion.othello.model.state import State
from companion.othello.rules.options import decision
from companion.othello.rules.scoring import next_lead
from companion.play.errors import CuelightError
from companion.table.session import Session
from hardware.virtual import VirtualMat

Clock = Callable[[], float]
Move = Callable[[], None]

# Seconds that a watcher needs before a move of each kind.
PAUSES: dict[str, float] = {
    "lead": 2.0,
    "pre-placement": 0.3,
    "placement": 0.5,
    "after-placement": 0.3,
    "reveal": 1.6,
    "window": 0.9,
    "protect": 1.0,
    "after-reveal": 1.2,
    "choose": 1.4,
    "swap": 1.2,
    "draw": 1.2,
    "intermission": 6.0,
    "discard": 1.0,
    "carry-out": 3.0,
}
LIFT_SECONDS = 0.6
CURTAIN_CALL_SECONDS = 45.0


class Troupe:
    """Plays every seat of one table.

    Args:
        mat: where the gestures are made.
        say: gives an answer that has no gesture.
        pace: how long the pauses are, as a share of the comfortable ones.
        rng: where the bots' whims come from; a generator of their own unless told.

    `due` is when the next move is, on the clock; `finished` becomes true when the game is over and has been looked at.
    """

    def __init__(
        self,
        mat: VirtualMat,
        say: Callable[[dict[str, Any]], None],
        clock: Clock,
        pace: float,
        rng: random.Random | None = None,
    ) -> None:
        self._mat = mat
        self._say = say
        self._clock = clock
        self._pace = pace
        self._random = rng or random.Random()
        self._bot = GreedyBot(self._random)
        self._moves: deque[tuple[Move, float]] = deque()
        self._answering: object = None
        self._bowing = False
        self.finished = False
        self.due = clock() + PAUSES["lead"] * pace

    def act(self, session: Session, truth: Truth, now: float) -> None:
        """Make the next move, and set when the one after it is due."""
        if self._moves:
            move, pause = self._moves.popleft()
            self.due = now + pause * self._pace
            self._try(move)
            return
        asked = decision(session.state)
        if asked is None:
            self.finished, self._bowing = self._bowing, True
            self.due = now + CURTAIN_CALL_SECONDS * self._pace
            return
        moment = (len(session.game.events), asked.kind)
        if moment == self._answering:
            # the last gesture was not taken: whatever it was, say the plainest thing that is
            self._plain(truth.state, asked)
            self._answering = None
        else:
            self._answering = moment
            self._play(session, truth.state, asked)
        self.due = now + PAUSES[asked.kind] * self._pace

    def _try(self, move: Move) -> None:
        """A gesture or saying that the table does not take is dropped; the next look at the table decides anew."""
        try:
            move()
        except CuelightError:
            self._moves.clear()

    def _play(self, session: Session, real: State, asked: Decision) -> None:
        for player in asked.players:
            answer = self._bot.answer(real, player)
            if answer is not None:
                moves = self._by_button(session, answer) or list(self._gesture(real, answer, asked))
                self._moves.extend(moves[1:])
                self._try(moves[0][0])
                return
        self._plain(real, asked)

    def _plain(self, real: State, asked: Decision) -> None:
        """Say any answer that fits."""
        names = [seat.name for seat in real.seats]
        answers = sorted(asked.options, key=lambda option: option.do is not Do.PASS)
        self._try(lambda: self._say(answer_to_json(answers[0], names)))

    def _by_button(self, session: Session, answer: Answer) -> list[tuple[Move, float]]:
        """A press or a hold that means the answer, by what the lights show; a card is better turned up by hand."""
        for player, offer in enumerate(session.offers() if answer.do is not Do.REVEAL else ()):
            if answer in (offer.press, offer.hold):
                push = self._mat.press if answer == offer.press else self._mat.hold
                return [(partial(push, f"seat{player + 1}"), 0.8)]
        return []

    def _gesture(self, state: State, answer: Answer, asked: Decision) -> Iterator[tuple[Move, float]]:
        """The gestures that mean an answer, each with the pause after it."""
        seat, mat = f"seat{answer.by + 1}", self._mat
        zone = f"{seat}.play"
        match answer.do:
            case Do.LEAD if answer.to is not None:
                yield self._lay(f"seat{answer.to + 1}.play", f"tile:{state.lead_character}"), 1.0
            case Do.PLACE if answer.card is not None:
                yield self._lay(zone, answer.card), 0.3
            case Do.REVEAL | Do.SEIZE:
                card = state.seats[answer.by].placed
                if mat.zones()[zone] is not None:
                    yield (lambda: mat.lift(zone)), LIFT_SECONDS
                yield self._lay(zone, card or ""), 1.0
            case Do.SWAP if answer.card is not None:
                yield self._lay(zone, answer.card), 1.0
            case Do.PROTECT if answer.way == "no-drama" and asked.kind == "protect":
                yield self._lay("stage.target", str(Staging.NO_DRAMA)), 1.0
            case Do.COIN if answer.coin is not None and answer.coin != "Cassio":
                yield self._lay("stage.target", f"coin:{answer.coin}"), 0.8
            case Do.FROM_HAND if answer.card is not None:
                yield self._lay("stage.target", answer.card), 1.0
            case Do.NEXT_ACT:
                lead = f"seat{next_lead(state) + 1}.play"
                yield self._lay(lead, f"tile:{state.next_lead_character}"), 1.0
            case Do.CHOOSE:
                yield from self._choose(state, answer)
            case _:
                yield self._saying(state, answer), 0.8

    def _choose(self, state: State, answer: Answer) -> Iterator[tuple[Move, float]]:
        chosen = answer.choices
        if chosen.on is not None or chosen.character is not None:
            yield self._lay("stage.target", f"tile:{chosen.on or chosen.character}"), 0.8
            return
        for name in chosen.wounds or [name for name, _by in chosen.cut or ()]:
            yield self._lay("stage.target", f"tile:{name}"), 0.6
        yield self._saying(state, answer), 0.8

    def _lay(self, zone: str, thing: str) -> Move:
        return lambda: self._mat.tag(zone, thing)

    def _saying(self, state: State, answer: Answer) -> Move:
        return lambda: self._say(answer_to_json(answer, [seat.name for seat in state.seats]))
