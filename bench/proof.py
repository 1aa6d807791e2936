"""What the README claims of the rules, shown at length: `make proof`, or `python -m bench.proof [GAMES]`.

Plays twenty thousand games by chance and by bots on all processors and watches, at their decisions, every property of
`bench.invariants`. The tests play the first thousand of them.
"""

from __future__ import annotations

import sys
from time import monotonic

from bench.invariants import ALL
from bench.random_games import Tally, play_many

GAMES = 20_000
WIDTH = 40


def bar(done: int, of: int, seconds: float) -> str:
    """A line that tells how far it is, and how long it will still take."""
    filled = WIDTH * done // of
    left = seconds * (of - done) / done
    return f"[{'#' * filled:<{WIDTH}}] {done} of {of} games, {left / 60:.0f} min left"


def play_all(games: int) -> Tally:
    """All the games, with a line of progress: one that changes on a terminal, else one for each tenth."""
    total, start, shown = Tally(), monotonic(), 0
    for part in play_many(games):
        total.add(part)
        line = bar(total.games, games, monotonic() - start)
        if sys.stdout.isatty():
            print(f"\r{line}", end="", flush=True)
        elif total.games * 10 // games > shown:
            shown = total.games * 10 // games
            print(line, flush=True)
    if sys.stdout.isatty():
        print()
    return total


def report(tally: Tally) -> int:
    """Print what came of it; 1 when anything failed."""
    decisions = sum(tally.decisions.values())
    print(f"{tally.games} games, {decisions} decisions, {sum(tally.events.values())} events")
    print("decisions: " + ", ".join(f"{kind} {count}" for kind, count in tally.decisions.most_common()))
    print("events: " + ", ".join(f"{kind} {count}" for kind, count in tally.events.most_common()))
    texts = {watch.__name__: " ".join((watch.__doc__ or "").split("\n\n")[0].split()) for watch in ALL}
    for name, text in ({"play": "Every game ends."} | texts).items():
        told = tally.failures.get(name, [])
        print(f"{'FAILED' if told else 'holds '}  {text}")
        for line in told[:5]:
            print(f"        {line}")
    return int(bool(tally.failures))


def main(arguments: list[str]) -> int:
    """Play as many games as asked for, or twenty thousand."""
    return report(play_all(int(arguments[0]) if arguments else GAMES))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
