"""How strong the bots are against one another: `python -m bench.bots`, or with a number of games.

In each match one seat of four, another one in each game, is the bot that should be stronger; three are the other bot.
Each line tells which share of the games it wins (by chance a quarter), by how many points it is ahead of the others,
and how long it takes.
"""

from __future__ import annotations

import sys
import time
from typing import NamedTuple

from companion.play.figures import Mean, mean, share
from cuelight.commands.simulate import Plan, played

MATCHES = (("greedy", "random"), ("search", "greedy"), ("search", "random"))
GAMES = 40
PLAYERS = 4


class Match(NamedTuple):
    """What came of one match: the wins of the stronger bot, its lead in points, and seconds a game."""

    wins: Mean
    ahead: Mean
    seconds: float


def match(stronger: str, weaker: str, games: int) -> Match:
    """Play a match on all processors."""
    seated = (stronger, *[weaker] * (PLAYERS - 1))
    plan = Plan(games=games, players=(PLAYERS,), bots=seated, seed=1, edition="2024")
    start = time.perf_counter()
    wins, ahead = [], []
    for result in played(plan):
        seat = result.bots.index(stronger)
        others = [points for other, points in enumerate(result.totals) if other != seat]
        wins.append(share(result, seat))
        ahead.append(result.totals[seat] - sum(others) / len(others))
    return Match(mean(wins), mean(ahead), (time.perf_counter() - start) / games)


def main(games: int = GAMES) -> int:
    """Print a line for each match; 1 when a bot that should be stronger does not win more often than by chance."""
    missed = False
    print(f"{games} games each, one seat of {PLAYERS} against the others; ± is half of a 95 % confidence interval")
    for stronger, weaker in MATCHES:
        found = match(stronger, weaker, games)
        missed |= found.wins.value - found.wins.error <= 1 / PLAYERS
        print(
            f"{stronger} against {weaker}: wins {found.wins} (by chance {1 / PLAYERS:.2f}), "
            f"ahead by {found.ahead} points, {found.seconds:.1f} s a game",
            flush=True,
        )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
