"""Time to replay a finished game from its journal: `make bench ARGS=replay`.

Four greedy bots play whole games at a table whose journal is a file in the current folder, which is then reopened.
Opening verifies every record's checksum, so its time is printed separately. The measured time is from the journal's
records to a table that is ready to be shown.
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
ANSWER_SECONDS = 0.1  # shorter than any window


class Table(Dealer):
    """A dealer at a table: a player who receives a card reports which one."""

    blind = False

    def give(self, player: int, events: object) -> str:
        """Fail: bots always say which card they give."""
        raise AssertionError("a bot has not said which card it gives")


def play(journal: Journal, seed: int, names: Sequence[str]) -> None:
    """Play one whole game into the journal, with the records of a table."""
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
    """Return the milliseconds to replay a game from its records, and the resulting table."""
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
                events.append(len(session.play.events))
    print(f"checking a game's records at the start: {opened:.1f} ms")
    spread = f"worst {max(times):.1f} ms; {games} games of {min(events)} to {max(events)} events, {ROUNDS} times each"
    yield Figure("replay", statistics.median(times), f"median; {spread}")
