"""Whether the stand-in deck of Deathmatch is balanced: `python -m bench.balance`, or with a number of games.

Games of 2 to 8 players among greedy bots. No character may win more than `MOST` times its share, which is what it
would win by chance: half of the games of two, a third of those of three, and so on.
"""

from __future__ import annotations

import sys

from companion.deathmatch.bots.tally import tally
from companion.deathmatch.game import GAME
from companion.deathmatch.model.deck import STAND_IN, load_deck
from cuelight.commands.simulate import Plan, played

GAMES = 10_000
MOST = 1.5


def main(games: int = GAMES) -> int:
    """Print how often each character wins; 1 when one wins too often."""
    plan = Plan(
        games=games, players=tuple(GAME.seats), bots=("greedy",), seed=1, edition=GAME.editions[0], game=GAME.id
    )
    characters = tally(list(played(plan)), load_deck(STAND_IN)).characters
    for count in characters:
        print(f"{count.character:<14}{count.of_share} times its share, of {count.games} games")
    first, last = characters[0], characters[-1]
    print(
        f"promise deathmatch-balance: {games:,} games of 2 to 8 players: {first.character} wins {first.of_share} times "
        f"its share, {last.character} {last.of_share}, all others between"
    )
    return int(first.of_share.value > MOST)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
