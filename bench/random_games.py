"""Random games, watched: many legal games, each decision of which has to keep every property in `bench.invariants`.

The tests play a thousand of them, `make proof` twenty thousand.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from multiprocessing import get_context

from companion.othello.answers import Answer, Do
from companion.othello.bots import GreedyBot, random_answer
from companion.othello.decision import Decision
from companion.othello.frames import Placement
from companion.othello.game import Dealer, Game
from companion.othello.options import decision
from companion.othello.rules import apply, new_game
from companion.othello.state import State

NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")
COUNTS = (2, 3, 4, 5, 6)
INITIATIVES = 0.15  # how often a player looks for something to do besides what is asked
SECOND_THOUGHTS = 0.02  # how often somebody places another card instead
SMALL_BOX = {"intrigue": 12, "spotlight": 4, "wounds": 3}  # so that tokens run out, which is rare with the real box
LONGEST = 20_000  # decisions; a game that takes more is taken for one that never ends
CHUNK = 20  # games that one process plays before it reports

Player = Callable[[State, random.Random, Decision], Answer]


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


class Tally:
    """What happened in many games: how many, which events and decisions occurred, what went wrong by property."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.failures: dict[str, list[str]] = {}

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        self.games += other.games
        self.decisions += other.decisions
        self.events += other.events
        for name, told in other.failures.items():
            self.failures.setdefault(name, []).extend(told)


def next_answer(state: State, rng: random.Random, asked: Decision) -> Answer:
    """A random legal answer; in placement now and then another card than the one that lies there (P3)."""
    if type(state.frames[-1]) is Placement and rng.random() < SECOND_THOUGHTS:
        for player, seat in enumerate(state.seats):
            if seat.placed is not None and seat.hand:
                return Answer(Do.PLACE, player, rng.choice(seat.hand))
    return random_answer(state, rng, INITIATIVES, asked)


def sensible_answer(state: State, rng: random.Random, asked: Decision) -> Answer:
    """What a bot does that plays to win: leads to other corners of the rules than chance does."""
    answer = GreedyBot(rng).answer(state, asked.players[0])
    assert answer is not None
    return answer


def new_random_game(seed: int, players: int) -> Game:
    """A game for 2 to 6 players; every ninth has few tokens in the box (C5)."""
    game = new_game(NAMES[:players], Dealer(seed))
    if seed % 9 == 0:
        game.state.rules = replace(game.state.rules, tokens=SMALL_BOX)
    return game


def play(seed: int, players: int, kinds: Sequence[type[Watch]], tally: Tally, player: Player = next_answer) -> Game:
    """One game, watched until it is over or something goes wrong; what is seen goes into the tally.

    The dealer, the players and the watches have generators of their own, so a watch never changes what is played.
    """
    rng, game, step = random.Random(seed), new_random_game(seed, players), 0
    looking: Watch | None = None
    try:
        watches = [kind(game, random.Random(seed)) for kind in kinds if seed % kind.games == 0]
        while (asked := decision(game.state)) is not None:
            assert step < LONGEST, "the game does not end"
            for looking in watches:
                if step % looking.every == 0:
                    looking.at_decision(asked)
            looking = None
            answer = player(game.state, rng, asked)
            for looking in watches:
                looking.at_answer(answer)
            looking = None
            apply(game, answer)
            tally.decisions[asked.kind] += 1
            step += 1
        for looking in watches:
            looking.at_end()
    except Exception as error:  # whatever it is, it is told with the seed that leads there
        told = f"seed {seed}, {players} players, decision {step}: {error!r}"
        tally.failures.setdefault(type(looking).__name__ if looking else "play", []).append(told)
    tally.games += 1
    tally.events.update(type(event).__name__ for event in game.events)
    return game


def play_chunk(seeds: range) -> Tally:
    """Some games, with all properties watched; the number of players goes round, and some play to win."""
    from bench.invariants import ALL  # it builds on this module

    tally = Tally()
    for seed in seeds:
        player = sensible_answer if seed % CHUNK < len(COUNTS) else next_answer
        play(seed, COUNTS[seed % len(COUNTS)], ALL, tally, player)
    return tally


def play_many(games: int) -> Iterator[Tally]:
    """Seeds 0 to `games` on all processors; yields the tally of each chunk as it is done."""
    chunks = [range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(play_chunk, chunk) for chunk in chunks]):
            yield done.result()
