"""Check that no reply reveals a hidden card: `python -m bench.hidden_requests [GAMES]`.

It tests closed tables.

Two tables differ only in cards that an asker does not see. A seat with its key, the host and a guest send both tables
all questions, answers and gestures over HTTP. The replies, the public state, and the amount of written data must be the
same at both, byte by byte; a refusal writes nothing. Only the state's number, which starts at random, may differ.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from bench.hidden_answers import dealt_anew, every_answer, moments, turns_up
from bench.random_games import PLAYED, STANDARD, Form
from companion.core.places import seat_name
from companion.othello.model.answers import answer_to_json
from companion.othello.model.state import State
from companion.othello.notation.write import position_to_json
from companion.table.viewer import GUEST, HOST, Role, Viewer, seat_of
from cuelight.app.access.keeper import AccessControl
from cuelight.app.table import LiveTable
from web.security.headers import cookie_name
from web.server.server import Server

GAMES = 24
MOMENTS = 3  # per game
SAID, TOUCHED = 40, 30  # number of requests at each moment by each asker, out of all possible ones
Json = dict[str, Any]
Request = tuple[str, Json]
QUESTIONS = ("board", "details", "explain", "position", "sheet", "decks", "editions", "openapi.json")


def some_moments(
    number: int, every: int = 60, keep: int | None = None, seed: int = 7, form: Form = STANDARD
) -> Iterator[tuple[State, State]]:
    """Yield moments of a game, and the same with other hidden cards.

    Those that player `keep` knows stay.
    """
    begun = (game.state.copy() for game, _dealing in moments(seed, form, step=every) if game.state.lead >= 0)
    for index, state in enumerate(islice(begun, number)):
        yield state, dealt_anew(state, random.Random(f"{seed}.{index}"), keep)


@contextmanager
def tables(folder: Path, *states: State) -> Iterator[list[LiveTable]]:
    """Open tables in these positions, each with a journal."""
    with ExitStack() as opened:
        found = []
        for number, state in enumerate(states):
            table = LiveTable(folder / f"{number}.db", _standing, time.time, position=position_to_json(state))
            table.start()
            opened.callback(table.stop)
            table.ask("position", {})  # after the mat's reports at the start, which are recorded
            found.append(table)
        yield found


def seen_of(table: LiveTable) -> str:
    """Return the public data of a table.

    It omits the hands on the on-screen mat, which are open by design.
    """
    shown = json.loads(table.desk())
    for key in ("hands", "zones", "cards", "games", "journal"):  # and the free disk space
        shown.pop(key, None)
    shown["options"] = [option for option in shown["options"] if not {"give", "take"} & option["answer"].keys()]
    asked = {name: table.ask(name, {}) for name in ("details", "explain", "position", "sheet")}
    return unnumbered(json.dumps([json.loads(table.board()), shown, asked], sort_keys=True))


def unnumbered(text: str) -> str:
    """Return the text without the number of the state, which starts at random at each table."""
    return re.sub(r'"state": ?\d+', '"state": 0', text)


def take_back(table: LiveTable) -> None:
    """Undo the latest answer; an irrelevant pass has changed nothing."""
    if json.loads(table.desk())["can_undo"]:
        table.command("undo", {}, HOST)


def size(journal: Path) -> list[int]:
    """Return the sizes of the journal and its log."""
    return [file.stat().st_size for file in sorted(journal.parent.glob(f"{journal.name}*")) if file.suffix != ".db-shm"]


def _standing() -> float:
    """Return a constant time, so that nothing becomes due."""
    return 100.0


class Reply(NamedTuple):
    """A reply over HTTP."""

    status: int
    headers: list[tuple[str, str]]
    body: str


class Site:
    """The pages of a closed table, and the cookies that it gave its host and its seats."""

    def __init__(self, table: LiveTable, journal: Path) -> None:
        self.table = table
        self.journal = journal
        doors = AccessControl(journal, lambda: 1000.0, lambda: table.own_mark)
        self._server = Server(table, "127.0.0.1", 0, doors=doors)
        self._server.start()
        host, seat = (cookie_name(sort, self._server.port) for sort in ("host", "seat"))
        self._cookies = {GUEST: "", HOST: f"{host}={doors.log_in(doors.first_pin() or '', 'here')}"}
        for number, key in doors.make_keys(range(1, len(json.loads(table.board())["seats"]) + 1)).items():
            self._cookies[seat_of(number - 1)] = f"{seat}={number}.{key}"

    def connection(self) -> http.client.HTTPConnection:
        """Open a connection."""
        return http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=20)

    def headers(self, asker: Viewer) -> dict[str, str]:
        """Return the headers of the asker's browser."""
        return {"Cookie": self._cookies[asker], "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: Json | None, asker: Viewer) -> Reply:
        """Send a request as an asker with a connection and a cookie."""
        connection = self.connection()
        connection.request(method, path, None if body is None else json.dumps(body), self.headers(asker))
        answer = connection.getresponse()
        found = [(name, value) for name, value in answer.getheaders() if name.lower() != "date"]
        text = unnumbered(answer.read().decode())
        connection.close()
        return Reply(
            answer.status, [pair for pair in found if answer.status != 200 or pair[0] != "content-length"], text
        )

    def close(self) -> None:
        """Stop serving."""
        self._server.stop()


@contextmanager
def sites(folder: Path, *states: State) -> Iterator[list[Site]]:
    """Serve closed tables in these positions over HTTP."""
    with tables(folder, *states) as found, served(folder, found) as made:
        yield made


@contextmanager
def served(folder: Path, found: Sequence[LiveTable]) -> Iterator[list[Site]]:
    """Serve the pages of closed tables, whose journals are in this folder."""
    with ExitStack() as opened:
        made = [Site(table, folder / f"{number}.db") for number, table in enumerate(found)]
        for site in made:
            opened.callback(site.close)
        yield made


def same(both: Sequence[Site], path: str, body: Json, asker: Viewer) -> bool:
    """Return whether a request was accepted.

    It asserts that both tables reply the same, look the same, and do not record refusals.
    """
    before = [size(site.journal) for site in both]
    replies = [site.ask("POST", path, body, asker) for site in both]
    assert replies[0] == replies[1], (body, asker)
    assert len({unnumbered(site.table.board().decode()) for site in both}) == 1, (body, asker)
    if replies[0].status == 200:
        assert len({seen_of(site.table) for site in both}) == 1, (body, asker)
        return True
    assert before == [size(site.journal) for site in both], (body, asker)
    return False


def told_the_same(both: Sequence[Site], asker: Viewer) -> None:
    """Assert that both tables answer every question of the asker in the same way."""
    for question in QUESTIONS:
        replies = [site.ask("GET", f"/api/{question}", None, asker) for site in both]
        assert replies[0] == replies[1], (question, asker)


def touches(players: int, things: Sequence[str]) -> Iterator[Json]:
    """Yield every action on the on-screen mat: each button, and these things in each zone."""
    seats = [seat_name(player) for player in range(players)]
    for seat in seats:
        yield from ({"do": do, "button": seat} for do in ("press", "hold"))
    for zone in (*(f"{seat}.play" for seat in seats), "stage.target"):
        yield {"do": "lift", "zone": zone}
        yield from ({"do": "tag", "zone": zone, "thing": thing} for thing in things)


def some_requests(state: State, other: State, asker: Viewer, chance: random.Random) -> list[Request]:
    """Return a sample of the asker's answers and mat actions.

    It omits those that turn up a differing card.
    """
    names = [seat.name for seat in state.seats]
    own = [each for each in every_answer(state) if asker.player in (None, each.by) and not turns_up(state, other, each)]
    said: list[Request] = [("/api/answer", answer_to_json(answer, names)) for answer in chance.sample(own, SAID)]
    box = [
        *state.deck.by_act[state.act - 1],
        *state.rules.staging_cards,
        *(f"coin:{coin}" for coin in state.rules.coins),
    ]
    touched = chance.sample(list(touches(len(names), box)), TOUCHED)
    if asker.player is not None:
        touched += [{"do": do, "button": seat_name(asker.player)} for do in ("press", "hold")]
    return said + [("/api/mat", body) for body in touched]


def tried(both: Sequence[Site], requests: Iterable[Request], asker: Viewer) -> Counter[bool]:
    """Send all requests to both tables and undo accepted ones.

    Returns the numbers of accepted and refused requests.
    """
    count: Counter[bool] = Counter()
    told_the_same(both, asker)
    for path, body in requests:
        taken = same(both, path, body, asker)
        count[taken] += 1
        for site in both if taken else []:
            take_back(site.table)
    told_the_same(both, asker)
    return count


def redealt(
    states: tuple[State, State], player: int, folder: Path, chance: random.Random
) -> Counter[tuple[Role, bool]]:
    """Run the comparison for a seat, the host and a guest.

    None of them knows the differing cards.

    On the on-screen mat every hand is open to the host, by design, so the host sends no mat actions there.
    """
    count: Counter[tuple[Role, bool]] = Counter()
    folder.mkdir()
    with sites(folder, *states) as both:
        for asker in (seat_of(player), HOST, GUEST):
            requests = some_requests(*states, asker, chance)
            asked = [each for each in requests if asker.role is not Role.HOST or each[0] != "/api/mat"]
            for taken, number in tried(both, asked, asker).items():
                count[asker.role, taken] += number
    return count


def main(arguments: list[str]) -> int:
    """Compare so many games, and print what was tried.

    A difference raises AssertionError with the request.
    """
    games = int(arguments[0]) if arguments else GAMES
    count: Counter[tuple[Role, bool]] = Counter()
    seen, chance = 0, random.Random(games)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(games):
            player = seed % 2
            for states in some_moments(MOMENTS, 40, player, seed, PLAYED[seed % len(PLAYED)]):
                count += redealt(states, player, Path(folder, str(seen)), chance)
                seen += 1
            print(f"{seed + 1} games, {seen} moments", flush=True)
    told = ", ".join(f"{role}: {count[role, False]:,} refused, {count[role, True]:,} taken" for role in Role)
    print(f"promise hidden-requests: {told}; at {seen} moments of {games} games: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
