"""Helpers for tests of all games through the game interface: random games, tables with other hidden cards, gestures."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from typing import Any, NamedTuple

from companion.core.verdict import Forbidden
from companion.game import AnyGame
from companion.game.play import Play
from companion.games import begin, game_ids, game_of
from companion.table.score_sheet import account
from companion.table.session import Session
from companion.table.snapshot import board, desk
from companion.table.viewer import seat_of
from cuelight.app.bots.players import BotPlayers
from cuelight.app.games.round import JournalStore
from cuelight.app.games.screen_round import ScreenGame

Json = dict[str, Any]
NAMES = ("Ann", "Ben", "Cal", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
FORMS = [(name, count) for name in game_ids() for count in game_of(name).info.seats]
MOST_ANSWERS = 4000
SEED = 1  # a seed whose games are short in every form


class Book:
    """A record in memory."""

    def __init__(self) -> None:
        self.records: list[tuple[str, Any]] = []

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Store records as a file would: as JSON."""
        self.records += [(kind, json.loads(json.dumps(body))) for kind, body in records]


def answered(play: Play[Any, Any, Any], rng: random.Random) -> Any:
    """Give and return any allowed answer; some answers depend on a card that only its player knows."""
    asked = play.asked
    assert asked is not None
    for option in rng.sample(list(asked.options), len(asked.options)):
        try:
            play.answer(option)
            return option
        except Forbidden:
            continue
    raise AssertionError("nothing that is offered can be done")


class RandomGame(NamedTuple):
    """A random game played to its end, with the number of events before each answer."""

    play: Play[Any, Any, Any]
    counts: list[int]


@cache
def random_game(game: str, count: int) -> RandomGame:
    """Play a random game of `count` players."""
    rng, play = random.Random(f"{game} {count}"), begin(game, NAMES[:count], seed=SEED)
    counts: list[int] = []
    while play.asked is not None:
        assert len(counts) < MOST_ANSWERS
        counts.append(len(play.events))
        answered(play, rng)
    return RandomGame(play, counts)


def standing(game: str, count: int, before: Iterable[int]) -> Iterator[Play[Any, Any, Any]]:
    """Yield that game as it was before each of these answers, in order; it is one play that continues."""
    whole, counts = random_game(game, count)
    play = begin(game, NAMES[:count], seed=SEED)
    for number in before:
        play.course.take_up(whole.events[len(play.events) : counts[number]])
        yield play


def moments(game: str, count: int, some: int) -> Iterator[Any]:
    """Yield some states of that game, each before an answer; all hidden cards are known in them."""
    answers = len(random_game(game, count).counts)
    for play in standing(game, count, sorted(random.Random(SEED).sample(range(answers), min(some, answers)))):
        yield copy(play.state)


def dealt_anew(game: AnyGame, state: Any, seed: int, keep: int | None = None) -> Any:
    """The state with everything hidden dealt anew, but for what one player, or everybody, knows."""
    return game.secrets.actual_deal(game.secrets.visible_to(state, keep), seed).state


class Twins:
    """Two tables at the same moment that differ only in hidden cards."""

    def __init__(self, game: AnyGame, states: Iterable[Any]) -> None:
        self.game = game
        self.sessions = [Session(game, state, game.rules.chance(), Book()) for state in states]
        for session in self.sessions:
            session.settle()

    def shown(self, player: int | None = None) -> tuple[str, str]:
        """Return each table's output: for the public and the host, and for one player."""
        ours, theirs = (self._shown(session, player) for session in self.sessions)
        return ours, theirs

    def _shown(self, session: Session, player: int | None) -> str:
        public, events = board(session.view), session.play.events
        asked = {name: self.game.about(name, session.state, events) for name in ("details", "explain", "position")}
        asked["sheet"] = account(self.game, session.play.start, session.state, events)
        own = self.game.display.seat(session.state, player) if player is not None else None
        asked["help"] = self.game.display.help(self.game.secrets.visible_to(session.state, player), player)
        told = [public, desk(session.view), session.view.cues, session.view.due, asked, own]
        return json.dumps(told, default=str)

    def gives(self, session: Session, answer: Any) -> bool:
        """Let a player give an answer at one table; return True if it is refused."""
        try:
            session.say(
                self.game.types.answer_to_json(answer, session.names), session.view.now + 2.0, seat_of(answer.by)
            )
        except Forbidden:
            return True
        return False

    def said(self, answer: Json) -> list[str]:
        """Return the response of each table to the host who enters an answer."""
        told = []
        for session in self.sessions:
            try:
                session.say(answer, session.view.now + 2.0)
                told.append("")
            except Forbidden as forbidden:
                told.append(f"{[reason.code for reason in forbidden.reasons]} {forbidden}")
        return told


class Table:
    """A game on an on-screen mat, played by bots with people's gestures; a test moves its clock."""

    def __init__(self, game: str, count: int, seed: int = SEED) -> None:
        self.game, self.now, self.papers = game_of(game), 0.0, Book()
        self.names = list(NAMES[:count])
        self.body = {"game": game, "names": self.names, "seed": seed, "demo": True}
        self.round = self.taken_up()
        self.round.mat.start(self.hear)
        self.round.session.settle()
        self.troupe = BotPlayers(self.game, self.round.mat, self.say, lambda: self.now, 1.0, random.Random(seed))

    def taken_up(self) -> ScreenGame:
        """Return a game as resumed from its record."""
        book: Any = JournalStore(self.papers, lambda: self.now)  # type: ignore[arg-type]
        return ScreenGame(self.body, book, lambda: self.now)

    @property
    def session(self) -> Session:
        return self.round.session

    def hear(self, report: Any) -> None:
        self.session.observe(report)

    def say(self, answer: Json) -> None:
        self.session.say(answer, self.now)

    def step(self) -> None:
        """Perform the bots' next move."""
        self.now = max(self.now + 0.1, self.troupe.due)
        self.session.tick(self.now)
        self.round.truth.follow(self.session.play.events)
        self.troupe.act(self.session, self.round.truth.state, self.now)
        self.round.follow()
