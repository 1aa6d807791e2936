"""Who looks on while a random game is played; `bench.invariants` has all that do."""

from __future__ import annotations

import random

from companion.othello.model.answers import Answer
from companion.othello.model.decision import Decision
from companion.othello.model.game import Game


class Watch:
    """Looks on while a game is played, and raises AssertionError when it sees what cannot be.

    `every` says at which decisions it looks: each one, or each so many. `games` does the same for games.
    """

    every = 1
    games = 1

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game = game
        self.rng = rng

    def at_decision(self, asked: Decision) -> None:
        """Called before an answer is given."""

    def at_answer(self, answer: Answer) -> None:
        """Called with each answer, before it is played."""

    def at_end(self) -> None:
        """Called when the game is over."""
