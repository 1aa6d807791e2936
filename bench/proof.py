"""Long tests of the README's claims about the rules: `make proof`.

Without make: `python -m bench.proof [GAMES]`.

It counts the answer sequences of `tests/data/perft` as deep as its files go. Then it plays GAMES games (ten thousand by
default) of each edition, level, set of variants and ruling, with 2 to 6 players, at random and with bots, on all
processors. Each game is checked at the ends of its acts and at some decisions, one in `bench.random_games.THOROUGH` at
all decisions, with the properties of `bench.invariants`. In each edition and level, every kind of event and every kind
of act ending must have occurred. The tests play some of these games.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import monotonic

from bench import perft
from bench.invariants import ALL
from bench.random_games import PLAYED, Form, Tally, play_many, strange, unseen

GAMES = 10_000
WIDTH = 40


def bar(done: int, of: int, seconds: float, what: str = "games") -> str:
    """Return a progress line with the remaining time."""
    filled = WIDTH * done // of
    left = seconds * (of - done) / done
    return f"[{'#' * filled:<{WIDTH}}] {done} of {of} {what}, {left / 60:.0f} min left"


def count_sequences() -> int:
    """Count everything in the files of perft; return 1 if a count differs."""
    files, wrong = sorted(perft.FOLDER.rglob("*.toml")), []
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for file, (counted, lines) in zip(files, pool.map(perft.check_file, files), strict=True):
            print(f"{file.name}: {counted} sequences counted", flush=True)
            wrong += lines
    print(f"{'FAILED' if wrong else 'holds '}  There are as many sequences of answers as tests/data/perft says.")
    for line in wrong[:5]:
        print(line)
    return int(bool(wrong))


def play_all(games: int, forms: Sequence[Form]) -> Tally:
    """Play so many games of each form, with a progress line.

    It is live on a terminal, otherwise one for each tenth.
    """
    total, start, shown, of = Tally(), monotonic(), 0, games * len(forms)
    for part in play_many(games, forms):
        total.add(part)
        line = bar(total.games, of, monotonic() - start)
        if sys.stdout.isatty():
            print(f"\r{line}", end="", flush=True)
        elif total.games * 10 // of > shown:
            shown = total.games * 10 // of
            print(line, flush=True)
    if sys.stdout.isatty():
        print()
    return total


def report(tally: Tally) -> int:
    """Print the results; return 1 if anything failed."""
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


def report_coverage(tally: Tally) -> int:
    """Print events that never occurred or should not occur in an edition.

    Returns 1 if there are any.
    """
    bad = False
    for edition, seen in sorted(tally.of_edition.items()):
        found = {"never seen": unseen(edition, seen), "cannot be": strange(edition, seen)}
        bad |= any(found.values())
        mark = "FAILED" if any(found.values()) else "holds "
        print(f"{mark}  {edition}: all that can happen did, and nothing else.")
        for what, names in found.items():
            if names:
                print(f"        {what}: {', '.join(names)}")
    return int(bad)


def main(arguments: list[str]) -> int:
    """Count, then play the requested number of games of each form."""
    games = int(arguments[0]) if arguments else GAMES
    print("How a game can go on", flush=True)
    failed = count_sequences()
    print("Random games of every edition, level, variant and ruling", flush=True)
    tally = play_all(games, PLAYED)
    return failed | report(tally) | report_coverage(tally)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
