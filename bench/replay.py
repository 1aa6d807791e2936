"""How long it takes to take a finished game up from its journal, as after a restart: `python -m bench.replay`.

Four greedy bots play whole games at a table, whose journal is a file in the current folder, which is then opened anew.
Opening checks every record's checksum, so it is told apart. The time is from the journal's records to a table that is
ready to be shown.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from companion.journal import Journal
from companion.othello.bots.players import GreedyBot
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.answers import answer_to_json
from companion.othello.model.game import Dealer
from companion.othello.position.read import position_from_json, position_to_json
from companion.othello.rules.options import decision
from companion.othello.rules.submit import new_game
from companion.table.session import Session
from cuelight.live.rounds import JournalBook

NAMES = ("Ann", "Ben", "Cal", "Dee")
GAMES = 5
ROUNDS = 7
GOAL = 50.0  # milliseconds
ANSWER_SECONDS = 0.1  # faster than any window closes


class Table(Dealer):
    """A dealer at a table: whoever is given a card tells which one."""

    blind = False

    def give(self, player: int, events: object) -> str:
        """No bot leaves open what it gives."""
        raise AssertionError("a bot has not said which card it gives")


def play(journal: Journal, seed: int) -> None:
    """One whole game into the journal, with what a table writes of it."""
    start = new_game(NAMES, Dealer(seed)).state
    journal.begin_game({"position": position_to_json(start)}, 0.0)
    session, bot = Session(OTHELLO, start, Table(seed), JournalBook(journal, time.time)), GreedyBot(random.Random(seed))
    while (asked := decision(session.state)) is not None:
        answer = bot.answer(session.state, asked.players[0])
        assert answer is not None, "who is asked has an answer"
        session.say(answer_to_json(answer, NAMES), session.now + ANSWER_SECONDS)


def replay(journal: Journal, game: int) -> tuple[float, Session]:
    """Milliseconds for a game from its records, and the table as it then is."""
    start = time.perf_counter()
    body = journal.games()[game - 1].body
    session = Session(OTHELLO, position_from_json(body["position"]), Table(0), JournalBook(journal, time.time))
    session.replay((record.kind, record.body) for record in journal.records(game))
    return (time.perf_counter() - start) * 1000, session


def main() -> int:
    """Measure and print; 1 when the goal is missed."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        path = Path(folder) / "table.db"
        with closing(Journal.open(path)) as journal:
            for seed in range(GAMES):
                play(journal, seed)
        start = time.perf_counter()
        with closing(Journal.open(path)) as journal:
            opened = (time.perf_counter() - start) * 1000 / GAMES
            times, events = [], []
            for game in range(1, GAMES + 1):
                measured = [replay(journal, game) for _ in range(ROUNDS)]
                session = measured[0][1]
                assert decision(session.state) is None, "the game is not over"
                times += [each for each, _session in measured]
                events.append(len(session.game.events))
    median, worst = statistics.median(times), max(times)
    print(
        f"a finished game from its journal: median {median:.1f} ms, worst {worst:.1f} ms (goal: under {GOAL:.0f} ms; "
        f"{min(events)} to {max(events)} events); checking its records at the start: {opened:.1f} ms"
    )
    return int(median > GOAL)


if __name__ == "__main__":
    sys.exit(main())
