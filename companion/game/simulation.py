"""Simulated games: the interface of a bot, and one game between bots.

A simulated game depends on its seed alone: the dealer and every bot have their own random generators, made from it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from companion.core.places import seat_name
from companion.game.rules import Asked, ChanceKind, Rules

Json = dict[str, Any]


class Bot(Protocol):
    """A program that plays."""

    def answer(self, state: Any, player: int) -> Any:
        """Return an answer to the open decision, by what this player may know; None to do nothing."""


Bots = Mapping[str, Callable[[random.Random], Bot]]
"""The bots of a game by name, from weak to strong; each is made with the generator that it has its whims from."""


class Simulated(Protocol):
    """One finished game: its seed, the bots by seat, its number of decisions, and the seats that won."""

    @property
    def seed(self) -> int:
        """The seed, which repeats the game."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The bot of each seat."""

    @property
    def decisions(self) -> int:
        """The number of answers."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners, at least one."""

    def to_json(self) -> Json:
        """Return the game as an object."""

    def row(self, seat: int) -> Json:
        """Return further columns of a spreadsheet for a seat."""


class PlainGame(NamedTuple):
    """A simulated game of any kind. Seats count from 0; `totals` are the points at the end."""

    seed: int
    bots: tuple[str, ...]
    decisions: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]

    def to_json(self) -> Json:
        """Return the game as an object."""
        return self._asdict()

    def row(self, seat: int) -> Json:
        """The points, and how long the game was."""
        return {"total": self.totals[seat], "decisions": self.decisions}


class RandomBot:
    """Gives any answer that fits, each as likely."""

    def __init__(self, decision: Callable[[Any], Asked[Any] | None], rng: random.Random) -> None:
        self._decision, self._random = decision, rng

    def answer(self, state: Any, player: int) -> Any:
        """Any of the answers that the player has."""
        asked = self._decision(state)
        own = [option for option in asked.options if option.by in (player, -1)] if asked is not None else []
        return self._random.choice(own) if own else None


def play_plain(
    rules: Rules[Any, Any, Any],
    bots: Bots,
    seated: Sequence[str],
    seed: int,
    chosen: Mapping[str, Any],
    as_known: Callable[[Any, int], Any],
) -> PlainGame:
    """Let bots, by name and clockwise, play one game.

    Args:
        rules: the game's.
        bots: all that there are.
        seated: who sits where.
        chosen: what is played, as `Rules.setup` takes it.
        as_known: the state without what is hidden from a player; a bot gets no other.
    """
    rng = random.Random(seed)
    names = [seat_name(player) for player in range(len(seated))]
    course = rules.in_progress(rules.setup(names, chosen), rules.chance(ChanceKind.DEALER, rng.getrandbits(64)))
    players = [bots[name](random.Random(rng.getrandbits(64))) for name in seated]
    rules.advance(course)
    decisions = 0
    while (asked := rules.decision(course.state)) is not None:
        decisions += 1
        player = asked.players[0] if asked.players else None
        answer = players[player].answer(as_known(course.state, player), player) if player is not None else None
        rules.play(course, rng.choice(asked.options) if answer is None else answer)
    totals = tuple(score["total"] for score in rules.scores(course.state))
    won = rules.winners(course.state) or names
    return PlainGame(seed, tuple(seated), decisions, totals, tuple(names.index(name) for name in won))
