"""Strength of each game's bots against one another: `make bench ARGS=bots`.

In each match one seat of four, a different one in each game, has the bot that should be stronger; the other bot has
three. Each bot plays against the one before it in its game's list, and the strongest against the weakest. Each line has
the stronger bot's share of wins (a quarter by chance) and the time per game. If scores are points, it also has the lead
over the others.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from bench.goals import Figure
from companion.game.statistics import Mean, mean, share
from companion.games import game_ids, game_of
from cuelight.commands.simulate import Plan, played

GAMES, SHORT_GAMES = 40, 2
PLAYERS = 4


class Match(NamedTuple):
    """Result of one match: wins of the stronger bot, its lead in points, seconds per game."""

    wins: Mean
    ahead: Mean | None
    seconds: float


def matches(game: str) -> list[tuple[str, str]]:
    """Who meets whom, the stronger one first."""
    bots = list(game_of(game).bots.factories)
    found = [(stronger, weaker) for weaker, stronger in pairwise(bots)]
    return [*found, (bots[-1], bots[0])] if len(bots) > 2 else found


def match(game: str, stronger: str, weaker: str, games: int) -> Match:
    """Play a match on all processors."""
    seated = (stronger, *[weaker] * (PLAYERS - 1))
    edition = game_of(game).info.editions[0]
    plan = Plan(games, (PLAYERS,), seated, seed=1, edition=edition, game_id=game)
    start = time.perf_counter()
    wins, ahead = [], []
    for result in played(plan):
        seat = result.bots.index(stronger)
        wins.append(share(result, seat))
        points: list[Any] = [result.row(player).get("total") for player in range(PLAYERS)]
        if None not in points:
            ahead.append(points[seat] - (sum(points) - points[seat]) / (PLAYERS - 1))
    return Match(mean(wins), mean(ahead) if ahead else None, (time.perf_counter() - start) / games)


def figures(short: bool) -> Iterator[Figure]:
    """Yield the share of the closest match, less its error."""
    games, least = SHORT_GAMES if short else GAMES, 1.0
    print(f"{games} games each, one seat of {PLAYERS} against the others; ± is half of a 95 % confidence interval")
    for game in list(game_ids())[: 1 if short else None]:
        for stronger, weaker in matches(game)[: 1 if short else None]:
            found = match(game, stronger, weaker, games)
            least = min(least, found.wins.value - found.wins.error)
            ahead = f"ahead by {found.ahead} points, " if found.ahead is not None else ""
            print(
                f"{game}: {stronger} against {weaker}: wins {found.wins} (by chance {1 / PLAYERS:.2f}), "
                f"{ahead}{found.seconds:.1f} s a game",
                flush=True,
            )
    yield Figure("bots", least, f"the closest match of all games; {games} games each; by chance {1 / PLAYERS}")
