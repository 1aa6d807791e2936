"""What the README claims of the rules, shown at length: `make proof`, or `python -m bench.proof [GAMES]`.

Plays twenty thousand games by chance and by bots on all processors and watches, at their decisions, every property of
`bench.invariants`; then as many games of every other edition, level, variant and ruling together. The tests play the
first of them. In each edition every kind of event and every end of an act that it knows must have been seen.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import monotonic

from bench.invariants import ALL
from bench.random_games import ENDINGS, FORMS, NEVER, SAID_AT_A_TABLE, STANDARD, Form, Tally, play_many
from companion.othello.events import EVENTS

GAMES = 20_000
WIDTH = 40


def bar(done: int, of: int, seconds: float) -> str:
    """A line that tells how far it is, and how long it will still take."""
    filled = WIDTH * done // of
    left = seconds * (of - done) / done
    return f"[{'#' * filled:<{WIDTH}}] {done} of {of} games, {left / 60:.0f} min left"


def play_all(games: int, forms: Sequence[Form] = (STANDARD,)) -> Tally:
    """So many games of each form, with a line of progress: one that changes on a terminal, else one for each tenth."""
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


def report_coverage(tally: Tally) -> int:
    """Print what was never seen in an edition that knows it, or seen in one that does not; 1 when there is any."""
    bad = 0
    for edition, seen in sorted(tally.of_edition.items()):
        possible = (EVENTS.keys() | ENDINGS) - NEVER[edition] - SAID_AT_A_TABLE
        missing, strange = sorted(possible - set(seen)), sorted(NEVER[edition] & set(seen))
        print(f"{'FAILED' if missing or strange else 'holds '}  {edition}: all that can happen did, and nothing else.")
        for what, names in (("never seen", missing), ("cannot be", strange)):
            if names:
                print(f"        {what}: {', '.join(names)}")
        bad |= bool(missing or strange)
    return int(bad)


def main(arguments: list[str]) -> int:
    """Play as many games as asked for, or twenty thousand; then as many of all the other forms together."""
    games = int(arguments[0]) if arguments else GAMES
    print("The edition of 2024", flush=True)
    failed = report(play_all(games))
    print("Every edition, level, variant and ruling", flush=True)
    others = play_all(max(1, games // len(FORMS)), FORMS)
    return failed | report(others) | report_coverage(others)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
