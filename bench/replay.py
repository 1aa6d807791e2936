"""The time to replay a finished game from its journal, as after a restart: `make bench ARGS=replay`.

Four greedy bots play whole games at a table, whose journal is a file in the current folder, which is then opened anew.
Opening checks every record's checksum, so it is told apart. The time is from the journal's records to a table that is
ready to be shown.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from bench.goals import Figure
from companion.journal import Journal
from companion.othello.bots.players import GreedyBot
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.answers import answer_to_json
from companion.othello.model.game import Dealer
from companion.othello.notation.read import position_from_json, position_to_json
from companion.othello.rules.options import decision
from companion.othello.rules.submit import new_game
from companion.table.session import Session
from cuelight.app.games.round import JournalStore

NAMES = ("Ann", "Ben", "Cal", "Dee")
GAMES, ROUNDS = 5, 7
ANSWER_SECONDS = 0.1  # faster than any window closes


class Table(Dealer):
    """A dealer at a table: whoever is given a card tells which one."""

    blind = False

    def give(self, player: int, events: object) -> str:
        """No bot leaves open what it gives."""
        raise AssertionError("a bot has not said which card it gives")


def play(journal: Journal, seed: int, names: Sequence[str]) -> None:
    """One whole game into the journal, with what a table writes of it."""
    start = new_game(names, Dealer(seed)).state
    journal.begin_game({"position": position_to_json(start)}, 0.0)
    session, bot = (
        Session(OTHELLO, start, Table(seed), JournalStore(journal, time.time)),
        GreedyBot(random.Random(seed)),
    )
    while (asked := decision(session.state)) is not None:
        answer = bot.answer(session.state, asked.players[0])
        assert answer is not None, "who is asked has an answer"
        session.say(answer_to_json(answer, names), session.view.now + ANSWER_SECONDS)


def replay(journal: Journal, game: int) -> tuple[float, Session]:
    """Milliseconds for a game from its records, and the table as it then is."""
    start = time.perf_counter()
    body = journal.games()[game - 1].body
    session = Session(OTHELLO, position_from_json(body["position"]), Table(0), JournalStore(journal, time.time))
    session.replay((record.kind, record.body) for record in journal.records(game))
    return (time.perf_counter() - start) * 1000, session


def figures(short: bool) -> Iterator[Figure]:
    """Yield the median time of a game."""
    games = 1 if short else GAMES
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        path = Path(folder) / "table.db"
        with closing(Journal.open(path)) as journal:
            for seed in range(games):
                print(f"playing game {seed + 1} of {games}", flush=True)
                play(journal, seed, NAMES[: 2 if short else None])
        start = time.perf_counter()
        with closing(Journal.open(path)) as journal:
            opened = (time.perf_counter() - start) * 1000 / games
            times, events = [], []
            for game in range(1, games + 1):
                measured = [replay(journal, game) for _ in range(ROUNDS)]
                session = measured[0][1]
                assert decision(session.state) is None, "the game is not over"
                times += [each for each, _session in measured]
                events.append(len(session.game.events))
    print(f"checking a game's records at the start: {opened:.1f} ms")
    spread = f"worst {max(times):.1f} ms; {games} games of {min(events)} to {max(events)} events, {ROUNDS} times each"
    yield Figure("replay", statistics.median(times), f"median; {spread}")
