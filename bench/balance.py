"""Check that the stand-in deck of Deathmatch is balanced: `python -m bench.balance [GAMES]`.

Games have 2 to 8 players. Greedy bots play the printed form in GAMES games. Then a share of that number is played with
other bots, each variant, and other answers to the rulings. No character may win more than `MOST` times its share, which
is its share by chance: half of the games of two, a third of those of three, and so on. With fewer games, an excess
counts only beyond the 95 % confidence interval.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from companion.deathmatch.bots.tally import CharacterCount, tally
from companion.deathmatch.game import GAME
from companion.deathmatch.model.deck import STAND_IN, load_deck
from companion.deathmatch.model.ruleset import RULINGS, Variant, names_of
from cuelight.commands.simulate import Plan, played

GAMES = 10_000
MOST = 1.5
GREEDY = ("greedy",)


class Way(NamedTuple):
    """A way to play: share of the games, bots (in rotation), variants and rulings."""

    name: str
    of: float = 0.06
    bots: tuple[str, ...] = GREEDY
    variants: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()


def ways() -> Iterator[Way]:
    """Yield the printed form, variations of it, and the faster game with advised options."""
    yield Way("printed", 1)
    yield Way("bots: random", 0.2, ("random",))
    yield Way("bots: random, greedy", bots=("random", "greedy"))
    yield Way("bots: search", 0.015, ("search",))
    yield Way("bots: greedy, search, random", 0.03, ("greedy", "search", "random"))
    for variant in Variant:
        yield Way(variant, variants=(variant,))
    for ruling in RULINGS:
        for name in names_of(ruling)[1:]:
            yield Way(f"{ruling}={name}", rulings=((ruling, name),))
    yield Way("all variants, DJ18=clear", variants=tuple(Variant), rulings=(("DJ18", "clear"),))


def characters(way: Way, games: int) -> list[CharacterCount]:
    """Return how often each character wins, the most frequent winner first."""
    plan = Plan(
        games=max(1, round(games * way.of)),
        players=tuple(GAME.info.seats),
        bots=way.bots,
        seed=1,
        edition=GAME.info.editions[0],
        variants=way.variants,
        rulings=way.rulings,
        game=GAME.info.id,
    )
    return tally(list(played(plan)), load_deck(STAND_IN)).characters


def main(games: int = GAMES) -> int:
    """Print how often each character wins in the printed form, and the extremes of other ways.

    Returns 1 if one wins too often.
    """
    over = []
    for way in ways():
        found = characters(way, games)
        first, last, number = found[0], found[-1], max(1, round(games * way.of))
        doubt = first.of_share.error if way.of < 1 else 0.0
        if way.of == 1:
            for count in found:
                print(f"{count.character:<14}{count.of_share} times its share, of {count.games} games")
            print(
                f"promise deathmatch-balance: {number:,} games of 2 to 8 players: {first.character} wins "
                f"{first.of_share} times its share, {last.character} {last.of_share}, all others between"
            )
        else:
            told = f"{first.of_share} {first.character}, {last.of_share} {last.character}"
            print(f"{way.name}: {number:,} games, {told}", flush=True)
        if first.of_share.value - doubt > MOST:
            over.append(way.name)
    if over:
        print(f"one character wins more than {MOST} times its share: {'; '.join(over)}")
    return int(bool(over))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
