"""Bots that play every seat, or some, with the gestures that people use, at a pace that one can follow.

Each bot decides from its own hand and public information. An answer without a gesture (an improv from the hand, a
trade) is entered as on the host's desk. Among people, bots think on a thread of their own and answer after a constant
pause, if they are ready by then.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from copy import copy
from functools import partial
from math import inf
from typing import Any, NamedTuple, Protocol

from companion.core.errors import CuelightError
from companion.core.observation import Clock
from companion.core.places import seat_name
from companion.game import AnyGame
from companion.game.bots import Lay, Move, Say, Take
from companion.game.rules import Asked
from companion.game.simulation import Bot
from companion.table.session import Session

Gesture = Callable[[], None]

FIRST_PAUSE = 2.0  # seconds, before anybody does anything
PAUSE = 1.2  # before a move, unless its game says otherwise
AMONG_PEOPLE = 1.5  # seconds from a question to a bot's answer among people, unless it thinks longer
LOOK = 0.25  # seconds, between checks whether a bot is ready
CURTAIN_CALL_SECONDS = 45.0


class Stage(Protocol):
    """The place of gestures: an on-screen mat, or anything else with zones and buttons."""

    def tag(self, zone: str, thing: str) -> None:
        """Lay a thing in a zone."""

    def lift(self, zone: str) -> None:
        """Take the thing in a zone."""

    def press(self, button: str) -> None:
        """Press a seat's button."""

    def hold(self, button: str) -> None:
        """Hold a seat's button."""

    def zones(self) -> dict[str, str | None]:
        """The thing in each zone."""


class Thought(NamedTuple):
    """The moment that bots think about, and their future answer."""

    moment: object
    answer: Future[Any]


class BotPlayers:
    """Plays seats of one table.

    Args:
        game: what is played.
        mat: where the gestures are made.
        say: enters an answer that has no gesture.
        pace: how long the pauses are, as a share of the comfortable ones.
        rng: where the bots' whims come from.
        chairs: the bots among people, by their seats; None where one bot plays every seat.

    Attributes:
        due: the time of the next move, on the table's clock.
        finished: true once the game is over and was shown for a while.
    """

    def __init__(
        self,
        game: AnyGame,
        mat: Stage,
        say: Callable[[dict[str, Any]], None],
        clock: Clock,
        pace: float,
        rng: random.Random,
        chairs: Mapping[int, Bot] | None = None,
    ) -> None:
        self._game = game
        self._mat = mat
        self._say = say
        self._pace = pace
        self._bot = game.bots.factories[game.bots.default](rng)
        self._chairs = chairs
        self._moves: deque[tuple[Gesture, float]] = deque()
        self._answering: object = None
        self._seen: object = None  # the moment at which no bot had anything to do
        self._thought: Thought | None = None
        self._thinker = ThreadPoolExecutor(1, "bots") if chairs is not None else None
        self._bowing = False
        self.finished = False
        self.due = clock() + FIRST_PAUSE * pace

    def close(self) -> None:
        """Stop thinking."""
        if self._thinker is not None:
            self._thinker.shutdown(wait=False, cancel_futures=True)

    def look(self, session: Session, now: float) -> None:
        """Let bots that had nothing to do check again whether they have."""
        if self.due == inf and self._moment(session) != self._seen:
            self.due = now + LOOK * self._pace

    def act(self, session: Session, real: Any, now: float) -> None:
        """Make the next move and set the time of the one after it; `real` is the state with the bots' hands."""
        if self._moves:
            move, pause = self._moves.popleft()
            self.due = now + pause * self._pace
            self._try(move)
            return
        asked = session.play.asked
        if asked is None:
            self.finished, self._bowing = self._bowing, True
            self.due = now + CURTAIN_CALL_SECONDS * self._pace
            return
        if self._chairs is not None:
            self._act_among_people(session, real, now, asked)
            return
        if self._moment(session) == self._answering:
            # the last gesture was not accepted: enter the plainest answer
            self._plain(real, asked.options)
            self._answering = None
        else:
            self._answering = self._moment(session)
            found = self._decided(real, asked, None)
            if found is not None:
                self._play(session, real, found)
            else:
                self._plain(real, asked.options)
        self.due = now + self._game.bots.pauses.get(asked.kind, PAUSE) * self._pace

    def _act_among_people(self, session: Session, real: Any, now: float, asked: Asked[Any]) -> None:
        """Think, answer, or wait for people."""
        assert self._thinker is not None
        moment, thought = self._moment(session), self._thought
        if thought is None or thought.moment != moment:
            state = copy(real)
            self._thought = Thought(moment, self._thinker.submit(self._decided, state, asked, self._awake()))
            self.due = now + max(AMONG_PEOPLE, self._game.bots.pauses.get(asked.kind, 0.0)) * self._pace
            return
        if not thought.answer.done():
            self.due = now + LOOK
            return
        found, self._thought = thought.answer.result(), None
        again, self._answering = moment == self._answering, moment
        self._seen, self.due = moment, inf
        if found is None:
            return
        said = self._game.types.answer_to_json(found, self._game.rules.players(real))
        if self._game.types.answer_info(said).of_table:
            self._agree(session, asked)
            return
        mine = [option for option in asked.options if option.by in (self._awake() or ())]
        if again and mine:  # the last gesture was not accepted: enter the plainest answer
            self._answering = None
            self._plain(real, mine)
        else:
            self._play(session, real, found)
        self.due = now + LOOK * self._pace

    def _agree(self, session: Session, asked: Asked[Any]) -> None:
        """Leave shared answers to the people; press a button if each seat is asked whether it is ready."""
        for player in self._chairs or ():
            press = session.view.offers[player].press
            if press is not None and press not in asked.options:
                self._try(partial(self._mat.press, seat_name(player)))

    def _awake(self) -> Mapping[int, Bot] | None:
        """The bots that can act now."""
        return self._chairs

    def _moment(self, session: Session) -> object:
        """A value that changes with every new question, also when an earlier step is corrected."""
        asked = session.play.asked
        return session.view.record.noted, len(session.play.events), asked and (asked.kind, tuple(asked.players))

    def _decided(self, real: Any, asked: Asked[Any], chairs: Mapping[int, Bot] | None) -> Any:
        """The answer of the first bot that has one; a bot that is not asked may report that it is slain."""
        players = range(len(self._game.rules.players(real))) if chairs is None else chairs
        for player in sorted(players, key=lambda player: player in asked.players):
            if chairs is not None and not asked.players:
                break  # shared answers are left to the people
            bot = self._bot if chairs is None else chairs[player]
            answer = bot.answer(real, player)
            if answer is not None:
                return answer
        return None

    def _try(self, move: Gesture) -> None:
        """Make a gesture. If the table refuses it, drop it; the bot decides again at its next turn."""
        try:
            move()
        except CuelightError:
            self._moves.clear()

    def _play(self, session: Session, real: Any, answer: Any) -> None:
        moves = self._by_button(session, answer) or list(self._by_hand(real, answer))
        self._moves.extend(moves[1:])
        self._try(moves[0][0])

    def _plain(self, real: Any, options: Sequence[Any]) -> None:
        """Enter any of these answers, a pass if there is one."""
        types, names = self._game.types, self._game.rules.players(real)
        said = [types.answer_to_json(option, names) for option in options]
        plainest = min(said, key=lambda each: not types.answer_info(each).is_pass)
        self._try(lambda: self._say(plainest))

    def _by_button(self, session: Session, answer: Any) -> list[tuple[Gesture, float]]:
        """A press or a hold that means the answer, by the present lights."""
        types = self._game.types
        if types.answer_info(types.answer_to_json(answer, session.names)).by_hand:
            return []
        for player, offer in enumerate(session.view.offers):
            if answer in (offer.press, offer.hold):
                push = self._mat.press if answer == offer.press else self._mat.hold
                return [(partial(push, seat_name(player)), 0.8)]
        return []

    def _by_hand(self, state: Any, answer: Any) -> Iterator[tuple[Gesture, float]]:
        """The gestures that mean an answer, each with the pause after it."""
        for move, pause in self._game.bots.gestures(state, answer, self._mat.zones()):
            yield partial(self._make, move), pause

    def _make(self, move: Move) -> None:
        match move:
            case Lay(zone, thing):
                self._mat.tag(zone, thing)
            case Take(zone):
                self._mat.lift(zone)
            case Say(answer):
                self._say(answer)
