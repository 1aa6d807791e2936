"""Base class of the observers of a random game; `bench.invariants` lists them."""

from __future__ import annotations

import random

from companion.othello.model.answers import Answer
from companion.othello.model.decision import Decision
from companion.othello.model.game import Game


class Watch:
    """Observes a game and raises AssertionError when a property is violated.

    `every` is the interval of checked decisions, 1 for all of them. `games` is the same for games.
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
