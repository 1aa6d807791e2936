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

from companion.play.door import Asked
from companion.play.errors import CuelightError
from companion.play.places import seat_name
from companion.table.hosted import AnyHosted, Lay, Move, Say, Take, Truth
from companion.table.observation import Clock
from companion.table.session import Session
from hardware.virtual import VirtualMat

Deed = Callable[[], None]

FIRST_PAUSE = 2.0  # seconds, before anybody does anything
PAUSE = 1.2  # before a move of which its game says nothing else
CURTAIN_CALL_SECONDS = 45.0


class Troupe:
    """Plays every seat of one table.

    Args:
        game: what is played.
        mat: where the gestures are made.
        say: gives an answer that has no gesture.
        pace: how long the pauses are, as a share of the comfortable ones.
        rng: where the bots' whims come from.

    `due` is when the next move is, on the clock; `finished` becomes true when the game is over and has been looked at.
    """

    def __init__(
        self,
        game: AnyHosted,
        mat: VirtualMat,
        say: Callable[[dict[str, Any]], None],
        clock: Clock,
        pace: float,
        rng: random.Random,
    ) -> None:
        self._game = game
        self._mat = mat
        self._say = say
        self._clock = clock
        self._pace = pace
        self._bot = game.bot(rng)
        self._moves: deque[tuple[Deed, float]] = deque()
        self._answering: object = None
        self._bowing = False
        self.finished = False
        self.due = clock() + FIRST_PAUSE * pace

    def act(self, session: Session, truth: Truth, now: float) -> None:
        """Make the next move, and set when the one after it is due."""
        if self._moves:
            move, pause = self._moves.popleft()
            self.due = now + pause * self._pace
            self._try(move)
            return
        asked = session.game.asked
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
        self.due = now + self._game.pauses.get(asked.kind, PAUSE) * self._pace

    def _try(self, move: Deed) -> None:
        """A gesture or saying that the table does not take is dropped; the next look at the table decides anew."""
        try:
            move()
        except CuelightError:
            self._moves.clear()

    def _play(self, session: Session, real: Any, asked: Asked[Any]) -> None:
        """Who is not asked may have something to say first, such as that the own character is slain."""
        for player in sorted(range(len(self._game.names(real))), key=lambda player: player in asked.players):
            answer = self._bot.answer(real, player)
            if answer is not None:
                deeds = self._by_button(session, answer) or list(self._by_hand(real, answer))
                self._moves.extend(deeds[1:])
                self._try(deeds[0][0])
                return
        self._plain(real, asked)

    def _plain(self, real: Any, asked: Asked[Any]) -> None:
        """Say any answer that fits."""
        answer = self._game.answer_to_json(self._game.plainest(asked), self._game.names(real))
        self._try(lambda: self._say(answer))

    def _by_button(self, session: Session, answer: Any) -> list[tuple[Deed, float]]:
        """A press or a hold that means the answer, by what the lights show."""
        for player, offer in enumerate(session.offers() if not self._game.is_better_by_hand(answer) else ()):
            if answer in (offer.press, offer.hold):
                push = self._mat.press if answer == offer.press else self._mat.hold
                return [(partial(push, seat_name(player)), 0.8)]
        return []

    def _by_hand(self, state: Any, answer: Any) -> Iterator[tuple[Deed, float]]:
        """The gestures that mean an answer, each with the pause after it."""
        for move, pause in self._game.moves(state, answer, self._mat.zones()):
            yield partial(self._make, move), pause

    def _make(self, move: Move) -> None:
        match move:
            case Lay(zone, thing):
                self._mat.tag(zone, thing)
            case Take(zone):
                self._mat.lift(zone)
            case Say(answer):
                self._say(answer)
