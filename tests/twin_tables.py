"""Two tables that are the same but for cards that somebody does not see, and everything that comes back from them."""

from __future__ import annotations

import http.client
import json
import random
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from live_house import Clock

from bench.hidden_answers import dealt_anew, moments
from bench.random_games import STANDARD
from companion.othello.model.state import State
from companion.othello.position.write import position_to_json
from companion.table.asker import GUEST, HOST, Asker, seat_of
from cuelight.live.door_keeper import DoorKeeper
from cuelight.live.table import LiveTable
from web.guard import cookie_name
from web.server import Server

Json = dict[str, Any]
QUESTIONS = ("board", "details", "explain", "position", "decks", "editions", "openapi.json")


def some_moments(number: int, every: int = 60, keep: int | None = None) -> Iterator[tuple[State, State]]:
    """Moments of a game, and the same with other hidden cards, but for what player `keep` knows."""
    found = 0
    for game, _dealing in moments(7, STANDARD, step=every):
        if game.state.lead >= 0:
            yield game.state.copy(), dealt_anew(game.state, random.Random(found), keep)
            found += 1
        if found == number:
            return


@contextmanager
def tables(folder: Path, *states: State) -> Iterator[list[LiveTable]]:
    """Tables that have taken up these situations, each with a journal."""
    with ExitStack() as opened:
        found = []
        for number, state in enumerate(states):
            table = LiveTable(folder / f"{number}.db", Clock(), time.time, position=position_to_json(state))
            table.start()
            opened.callback(table.stop)
            table.ask("position", {})  # after what the mat reports at its start, which is written down
            found.append(table)
        yield found


def seen_of(table: LiveTable) -> str:
    """What everybody gets of a table; on the drawn mat every hand lies open, by design, and is left out."""
    shown = json.loads(table.desk())
    for key in ("hands", "zones", "cards", "games", "journal"):  # and how much the disk has left
        shown.pop(key, None)
    asked = {name: table.ask(name, {}) for name in ("details", "explain", "position")}
    return unnumbered(json.dumps([json.loads(table.board()), shown, asked], sort_keys=True))


def unnumbered(text: str) -> str:
    """The same without the number of the state, which begins at random at each table."""
    return re.sub(r'"state": ?\d+', '"state": 0', text)


def take_back(table: LiveTable) -> None:
    """As it was before; a pass that nobody waited for has changed nothing."""
    if json.loads(table.desk())["can_undo"]:
        table.command("undo", {}, HOST)


def size(journal: Path) -> list[int]:
    """How much was written: the journal and its log."""
    return [file.stat().st_size for file in sorted(journal.parent.glob(f"{journal.name}*")) if file.suffix != ".db-shm"]


class Reply(NamedTuple):
    """What comes back over HTTP."""

    status: int
    headers: list[tuple[str, str]]
    body: str


class Site:
    """The pages of a closed table, and cookies for its host and its seats, as it gave them."""

    def __init__(self, table: LiveTable, journal: Path) -> None:
        self.table = table
        self.journal = journal
        doors = DoorKeeper(journal, lambda: 1000.0, lambda: table.own_mark)
        self._server = Server(table, "127.0.0.1", 0, doors=doors)
        self._server.start()
        self._open: dict[Asker, http.client.HTTPConnection] = {}
        host, seat = (cookie_name(sort, self._server.port) for sort in ("host", "seat"))
        self._cookies = {GUEST: "", HOST: f"{host}={doors.log_in(doors.first_pin() or '', 'here')}"}
        for number, key in doors.make_keys(range(1, len(json.loads(table.board())["seats"]) + 1)).items():
            self._cookies[seat_of(number - 1)] = f"{seat}={number}.{key}"

    def ask(self, method: str, path: str, body: Json | None, asker: Asker) -> Reply:
        """Ask as somebody does who has a connection and a cookie."""
        connection = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=20)
        headers = {"Cookie": self._cookies[asker], "Content-Type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        found = [(name, value) for name, value in answer.getheaders() if name.lower() != "date"]
        text = unnumbered(answer.read().decode())
        connection.close()
        return Reply(
            answer.status, [pair for pair in found if answer.status != 200 or pair[0] != "content-length"], text
        )

    def close(self) -> None:
        """Serve no more."""
        self._server.stop()


@contextmanager
def sites(folder: Path, *states: State) -> Iterator[list[Site]]:
    """Closed tables in these situations, over HTTP."""
    with tables(folder, *states) as found, served(folder, found) as made:
        yield made


@contextmanager
def served(folder: Path, found: Sequence[LiveTable]) -> Iterator[list[Site]]:
    """The pages of closed tables, whose journals are in this folder."""
    with ExitStack() as opened:
        made = [Site(table, folder / f"{number}.db") for number, table in enumerate(found)]
        for site in made:
            opened.callback(site.close)
        yield made


def same(sites_: Sequence[Site], path: str, body: Json, asker: Asker) -> bool:
    """Whether it was taken. Both answer it alike to the last byte, show the same, and keep nothing of a refusal."""
    before = [size(site.journal) for site in sites_]
    replies = [site.ask("POST", path, body, asker) for site in sites_]
    assert replies[0] == replies[1], (body, asker)
    assert len({unnumbered(site.table.board().decode()) for site in sites_}) == 1, (body, asker)
    if replies[0].status == 200:
        assert len({seen_of(site.table) for site in sites_}) == 1, (body, asker)
        return True
    assert before == [size(site.journal) for site in sites_], (body, asker)
    return False


def told_the_same(sites_: Sequence[Site], asker: Asker) -> None:
    """Both answer every question of theirs alike."""
    for question in QUESTIONS:
        replies = [site.ask("GET", f"/api/{question}", None, asker) for site in sites_]
        assert replies[0] == replies[1], (question, asker)
