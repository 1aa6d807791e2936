"""Speed of the rules beside python-chess and boardgame.io: `make bench ARGS=engine`.

A decision of ours consists of `decision(state)` with every option, a random one of them, the verdict of `legality` on
it (with another option if it is refused), and `apply`, with every event recorded. A move of python-chess consists of
the list of `legal_moves`, a random one of them, and `push`. Neither `apply` nor `push` checks its argument. Both play
whole random games, ours with 2 to 6 players in turn, in alternating rounds; the ratio is the median over the rounds.
boardgame.io plays a small game of the same shape (`bench/boardgame_io`) on Node.js; npm downloads it the first time.
Without npm and Node.js, only python-chess is compared.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import statistics
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import chess

from bench.goals import Figure
from companion.othello.bots.players import random_answer
from companion.othello.model.events import Event
from companion.othello.model.evolve import fold
from companion.othello.model.game import Dealer
from companion.othello.model.state import State
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.submit import apply, new_game

BOARDGAME = Path(__file__).parent / "boardgame_io"
BOARDGAME_GAMES = 20
BOARDGAME_EVERY = 3  # rounds
ROUNDS, SHORT_ROUNDS = 15, 2
OTHELLO_GAMES = 5  # per round: one for each number of players
CHESS_GAMES = 12
LONGEST_CHESS_GAME = 400  # random games rarely end on their own
NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")


def play_othello(seed: int, also_permitted: bool = False) -> int:
    """Play one random game; return its number of decisions.

    With `also_permitted`, initiatives are listed at each one.
    """
    rng = random.Random(seed)
    game = new_game(NAMES[: 2 + seed % 5], Dealer(seed))
    count = 0
    while (asked := decision(game.state)) is not None:
        options = list(asked.options)
        if also_permitted:
            permitted(game.state)
        answer = rng.choice(options)
        while not legality(game.state, answer).legal:
            options.remove(answer)
            answer = rng.choice(options)
        apply(game, answer)
        count += 1
    return count


def play_chess(seed: int) -> int:
    """Play one random game of chess; return its number of moves."""
    rng = random.Random(seed)
    board = chess.Board()
    for count in range(LONGEST_CHESS_GAME):
        moves = list(board.legal_moves)
        if not moves:
            return count
        board.push(rng.choice(moves))
    return LONGEST_CHESS_GAME


def per_step(play: Callable[[int], int], seeds: range) -> float:
    """Return the processor time in µs per step of the games with these seeds."""
    start = process_time()
    steps = sum(play(seed) for seed in seeds)
    return (process_time() - start) / steps * 1e6


def rounds(count: int) -> Iterator[tuple[float, float, float]]:
    """Yield the times of each round in µs.

    They are: a decision of ours, the same with initiatives listed, a move of python-chess.
    """
    for number in range(count):
        ours = range(number * OTHELLO_GAMES, (number + 1) * OTHELLO_GAMES)
        yield (
            per_step(play_othello, ours),
            per_step(lambda seed: play_othello(seed, also_permitted=True), ours),
            per_step(play_chess, range(number * CHESS_GAMES, (number + 1) * CHESS_GAMES)),
        )


def boardgame_installed() -> bool:
    """Return whether boardgame.io can be measured.

    It needs Node.js, and is downloaded by npm now if it was not before.
    """
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return False
    if not (BOARDGAME / "node_modules").exists():
        print("fetching boardgame.io by npm ...", flush=True)
        quietly = ("--no-audit", "--no-fund", "--ignore-scripts", "--silent")
        return subprocess.run([npm, "install", *quietly], cwd=BOARDGAME, check=False).returncode == 0
    return True


def boardgame_move() -> float:
    """Return the processor time in µs for a move of the small game on boardgame.io."""
    told = subprocess.run(
        ["node", str(BOARDGAME / "mini_scene.cjs"), str(BOARDGAME_GAMES)],
        env=os.environ | {"NODE_ENV": "production"},  # its development build is slower
        capture_output=True,
        check=True,
    )
    return float(json.loads(told.stdout)["microseconds"])


def whole_game(seed: int) -> tuple[State, list[Event], list[State]]:
    """Play a random game of four; return its first state, its events, and all states."""
    rng = random.Random(seed)
    game = new_game(NAMES[:4], Dealer(seed))
    first, states = game.state.copy(), []
    while (asked := decision(game.state)) is not None:
        states.append(game.state.copy())
        apply(game, random_answer(game.state, rng, asked=asked))
    return first, game.events, states


def copy_time(states: list[State]) -> float:
    """Return the µs for a copy of a state."""
    start = process_time()
    for state in states:
        state.copy()
    return (process_time() - start) / len(states) * 1e6


def fold_time(first: State, events: list[Event]) -> float:
    """Return the µs per event when a game is folded from its start."""
    fresh = [first.copy() for _ in range(10)]
    start = process_time()
    for state in fresh:
        fold(state, events)
    return (process_time() - start) / len(fresh) / len(events) * 1e6


def figures(short: bool) -> Iterator[Figure]:
    """Yield the ratios to the other two libraries."""
    per_step(play_othello, range(3))  # loads decks and editions, and warms caches
    per_step(play_chess, range(3))
    count = SHORT_ROUNDS if short else ROUNDS
    compared = not short and boardgame_installed()
    measured, boardgame = [], []
    for number, measures in enumerate(rounds(count)):
        measured.append(measures)
        if compared and number % BOARDGAME_EVERY == 0:
            boardgame.append(measures[0] / boardgame_move())
        print(f"round {number + 1} of {count}: {measures[0] / measures[2]:.2f} of python-chess", flush=True)
    ours, listed, theirs = (statistics.median(column) for column in zip(*measured, strict=True))
    print(f"Othello, a decision {ours:.1f} µs, with initiatives listed each time {listed:.1f} µs")
    print(f"python-chess {chess.__version__}, a move {theirs:.1f} µs")
    yield ratio("python-chess", [each[0] / each[2] for each in measured])
    if boardgame:
        yield ratio("boardgame-io", boardgame)
    else:
        yield Figure("boardgame-io", None, "needs Node.js and npm (apt-get install nodejs npm), and the long form")
    first, events, states = whole_game(1)
    copies = statistics.median(copy_time(states) for _ in range(count))
    folds = statistics.median(fold_time(first, events) for _ in range(count))
    print(f"a copy of a state {copies:.1f} µs")
    print(f"an event folded {folds:.2f} µs ({len(events)} events: {folds * len(events) / 1000:.1f} ms)")


def ratio(goal: str, found: list[float]) -> Figure:
    """Return the median of the rounds' ratios."""
    spread = f"{min(found):.2f} to {max(found):.2f} in {len(found)} rounds"
    return Figure(goal, statistics.median(found), f"median; {spread}")
