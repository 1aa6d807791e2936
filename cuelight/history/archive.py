"""The games of one journal, for any thread: the list with statistics, one game, its replay.

The list of a thousand games replays none of them: each result is computed once and stored beside the journal
(`companion/journal/digests.py`). Missing results are computed newest first. The caller waits only for a moment; a
thread of its own computes the rest and leaves time for the other threads.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from companion.core.errors import CuelightError
from companion.core.i18n import _
from companion.core.json_fields import as_word
from companion.games import game_in
from companion.journal import Digests, GameInfo, Journal
from cuelight.app.games.deck_store import DeckStore
from cuelight.app.games.keeping import is_demonstration, needed
from cuelight.app.games.store import called, ever_called
from cuelight.history.files import bgstats_file, bgstats_link, game_csv, game_json, games_csv, games_json
from cuelight.history.past import Past, digest, outline, past_game, replay, whole
from cuelight.history.statistics import key_of, players
from web.api.table_port import GameFile, NoSuchGame

Json = dict[str, Any]

WAIT_SECONDS = 0.3  # for missing results; also the pause of the thread that computes the rest
WHOLE_SECONDS = 20.0  # for missing results in a file of all games
KEPT = 4  # games whose pages and replays are cached
MOST_NAMES = 40  # for a form


class Archive:
    """One journal, which a table may be writing.

    Args:
        path: the journal.
        played: returns the number of the current game; None for none.
    """

    def __init__(self, path: Path, played: Callable[[], int | None] = lambda: None) -> None:
        self._path = Path(os.path.realpath(path))
        self._played = played
        self._digests = Digests(self._path)
        self._reading = threading.Lock()  # one game at a time is replayed
        self._worker: threading.Thread | None = None
        self._made: OrderedDict[tuple[str, str], Json] = OrderedDict()

    def games(self, wait: float = WAIT_SECONDS) -> Json:
        """Return `games`, newest first, statistics as `players`, and `unread`, the number of games without result.

        A game without result has only the values from its start; the current one is `playing`.

        Args:
            wait: the most seconds to spend on missing results.
        """
        listed, kept, unread = self._caught_up(wait)
        if unread and (self._worker is None or not self._worker.is_alive()):
            self._worker = threading.Thread(target=self._work, name="history", daemon=True)
            self._worker.start()
        played = self._played()
        games = [kept[info.id] for info in listed]
        games = [each | {"playing": each["game"] == played and not each["over"]} for each in games]
        return {"games": games, "players": players(games), "unread": unread}

    def game(self, number: int) -> Json:
        """Return all data of a game's page. Raises NoSuchGame."""
        return self._of(number, "page", _page)

    def replay(self, number: int) -> Json:
        """Return the public board after each step of a game. Raises NoSuchGame."""
        return self._of(number, "replay", replay)

    def lately(self) -> Json:
        """Return suggestions for a new game: the settings of the `last` game of people, and the `names` of all games.

        Nothing is replayed. `last` is None before the first game. Otherwise it has `plays`, `names`, and the values of
        `edition`, `level`, `variants`, `rulings` and `deck` that were chosen.
        """
        with self._open() as journal:
            games = [info for info in self._listed(journal) if not info.body.get("demo")]  # its names are of bots
            kept = self._digests.read(journal.seals())
            last = called(journal, games[0]) if games else []
        known = (
            (each["name"] for each in (kept.get(info.id) or outline(info, False))["players"]) for info in games[1:]
        )
        names: dict[str, str] = {}
        for name in (*last, *chain.from_iterable(known)):
            names.setdefault(key_of(name), name)
        chosen = _chosen(games[0].body) | {"names": last} if games else None
        return {"last": chosen, "names": list(names.values())[:MOST_NAMES]}

    def named(self, name: str) -> list[int]:
        """Return the games of a player of this name, newest first."""
        with self._open() as journal:
            return [info.id for info in self._listed(journal) if key_of(name) in _keys(journal, info)]

    def file(self, number: int | None, form: str) -> GameFile:
        """Return a file of a game, or of all (None). Raises NoSuchGame, and InputError for an unknown format."""
        if number is None:
            of_all = {"json": games_json, "csv": lambda found: games_csv(found["games"])}
            return _form(of_all, form)(self.games(wait=WHOLE_SECONDS))
        of_one = {
            "json": game_json,
            "csv": game_csv,
            "bgstats": lambda data: bgstats_file(data["digest"]),
        }
        return _form(of_one, form)(self.game(number))

    def wait(self) -> None:
        """Wait until every missing result is computed."""
        worker = self._worker
        if worker is not None:
            worker.join()

    @contextmanager
    def _open(self) -> Iterator[Journal]:
        with closing(Journal.reading(self._path)) as journal:
            yield journal

    def _listed(self, journal: Journal) -> list[GameInfo]:
        """Return the games, newest first; a game that was reopened is listed only once."""
        infos = journal.games()
        before = needed(infos)
        return [info for info in reversed(infos) if info.id not in before]

    def _caught_up(self, wait: float) -> tuple[list[GameInfo], dict[int, Json], int]:
        """Return the games, their results, and the number of results that are still missing."""
        with self._reading, self._open() as journal:
            listed, seals, store = self._listed(journal), journal.seals(), DeckStore(journal)
            kept = self._digests.read(seals)
            missing = [info for info in listed if info.id not in kept]
            until = time.monotonic() + wait
            while missing and time.monotonic() < until:
                info = missing.pop(0)
                kept[info.id] = _worked_out(journal, store, info)
            self._keep(kept, seals)
            there = set(seals.values())
            self._made = OrderedDict((key, made) for key, made in self._made.items() if key[1] in there)
            begun = {info.id: _begun(journal, info) for info in missing}
            return listed, kept | begun, len(missing)

    def _keep(self, kept: Mapping[int, Json], seals: Mapping[int, str]) -> None:
        """Store results, except those of games that were deleted since they were read."""
        while self._digests.write(kept, seals):
            with self._open() as journal:
                there = journal.ids()
            kept = {game: each for game, each in kept.items() if game in there}

    def _work(self) -> None:
        try:
            while self._caught_up(WAIT_SECONDS)[2]:
                time.sleep(WAIT_SECONDS)
        except CuelightError:  # the next caller gets the error
            logging.getLogger(__name__).info("the journal cannot be read", exc_info=True)

    def _of(self, number: int, what: str, make: Callable[[Past], Json]) -> Json:
        with self._reading, self._open() as journal:
            seal = journal.seals().get(number)
            if seal is None:
                raise NoSuchGame(_("This game is not in the journal, or was deleted. See the list."))
            if (what, seal) not in self._made:
                self._made[what, seal] = _made(journal, journal.game(number), make)
                while len(self._made) > KEPT:
                    self._made.popitem(last=False)
            self._made.move_to_end((what, seal))
            return self._made[what, seal]


def _page(past: Past) -> Json:
    found = whole(past)
    return found | {"bgstats": bgstats_link(found["digest"]) if found["digest"]["over"] else None}


def _worked_out(journal: Journal, store: DeckStore, info: GameInfo) -> Json:
    """Return the result of a game; if it cannot be read, the values from its start and `unreadable`."""
    try:
        return digest(past_game(journal, store, info))
    except Exception:  # one bad game must not hide the others
        logging.getLogger(__name__).info("game %d of the journal cannot be read", info.id, exc_info=True)
        return _begun(journal, info) | {"unreadable": True}


def _begun(journal: Journal, info: GameInfo) -> Json:
    """Return a game's entry in a list from its start, with the present names of its players."""
    named = info._replace(body=info.body | {"names": called(journal, info)})
    return outline(named, is_demonstration(journal, info))


def _made(journal: Journal, info: GameInfo, make: Callable[[Past], Json]) -> Json:
    try:
        return make(past_game(journal, DeckStore(journal), info))
    except Exception as error:
        logging.getLogger(__name__).info("game %d of the journal cannot be shown", info.id, exc_info=True)
        raise NoSuchGame(
            _("Game {game} cannot be shown: it is damaged, or has an unknown format.", game=info.id)
        ) from error


def _form(makes: Mapping[str, Callable[[Json], GameFile]], form: str) -> Callable[[Json], GameFile]:
    return makes[as_word(form, "form", tuple(makes))]


def _keys(journal: Journal, info: GameInfo) -> set[str]:
    """Return all names of a game's players for searches, including those before it was reopened."""
    before = info.body.get("reopens")
    earlier = _keys(journal, journal.game(before)) if before is not None else set()
    return earlier | {key_of(name) for names in ever_called(journal, info) for name in names}


def _chosen(body: Mapping[str, Any]) -> Json:
    """Return the settings of a game that a form can offer again."""
    rules = body.get("position", body)
    kept = {key: rules[key] for key in ("edition", "level", "variants", "rulings") if rules.get(key)}
    deck = {"deck": body["deck"]} if isinstance(body.get("deck"), str) else {}
    return {"plays": game_in(body).info.id, **kept, **deck}
