"""A table that is killed while people reopen games, take over demonstrations, delete games and copy the journal.

A separate process runs the real table on a real file, logs each action before and after, and is killed at a random
moment. Then the journal is compared with the log. `proof_keeping.py` repeats this two thousand times.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from multiprocessing.forkserver import ensure_running
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.core.errors import CuelightError
from companion.journal import Journal, back_up
from cuelight.app.system.journal_care import DAY
from tests.support.running_table import House, Json, People
from tests.support.waiting import until

KILLS_OF_A_JOURNAL = 60  # limits the size of a journal
NAMES = ["Ann", "Ben", "Cal", "Dan", "Eve", "Fay", "Gus"]
DOES = {
    "reopen": 5,
    "forget": 7,
    "take over": 6,
    "backup": 5,
    "play": 3,
    "demo": 4,
    "start": 2,
    "time": 2,
    "rename": 1,
    "undo": 1,
    "correct": 1,
}


class Worker:
    """Random actions of people at one table."""

    def __init__(self, path: Path, said: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.wall = 1e9
        self.said = said.open("a", encoding="utf-8", buffering=1)
        self.path = path
        self.house = House(path, wall=lambda: self.wall, pace=1e6)
        self.people = People(self.house, seed)

    def say(self, **what: Any) -> None:
        self.said.write(json.dumps(what) + "\n")

    def work(self) -> None:
        self.say(started=self.house.table.game, notices=self.house.desk["notices"])
        while True:
            [do] = self.random.choices(list(DOES), list(DOES.values()))
            way: Callable[[], Iterator[Json]] = getattr(self, "_" + do.replace(" ", "_"))
            doing = way()
            with suppress(StopIteration):
                self.say(do=do, **next(doing))
                with suppress(CuelightError):  # refused with a message
                    for done in doing:
                        self.say(done=do, last=self.house.table.resources.journal._last.number, **done)
                        break
                    continue
                self.say(refused=do)

    def _game(self) -> int | None:
        return self.house.table.game

    def _start(self) -> Iterator[Json]:
        yield {}
        lead = {"lead": 0} if self.random.random() < 0.5 else {}
        self.house.command("start", names=self.random.sample(NAMES, 3), **lead)
        yield {"game": self._game()}

    def _demo(self) -> Iterator[Json]:
        yield {}
        self.house.command("demo", game="othello")
        yield {"game": self._game()}

    def _take_over(self) -> Iterator[Json]:
        if not self.house.board["table"].get("demo"):
            return
        yield {}
        self.house.command("drive", driver="hands")
        yield {"played": self._game()}

    def _play(self) -> Iterator[Json]:
        desk = self.house.desk
        if desk.get("decision") is None:
            return
        yield {}
        self.people.answer(desk)
        yield {"played": self._game()}

    def _undo(self) -> Iterator[Json]:
        yield {}
        self.house.command("undo")
        yield {"played": self._game()}

    def _correct(self) -> Iterator[Json]:
        steps = self.house.table.ask("timeline", {})["steps"] if self._game() else []
        fit = [(number, other["answer"]) for number, step in enumerate(steps) for other in step.get("instead", ())]
        if not fit:
            return
        yield {}
        to, answer = self.random.choice(fit)
        self.house.command("undo", to=to, answer=answer)
        yield {"played": self._game()}

    def _rename(self) -> Iterator[Json]:
        yield {}
        self.house.command("rename", seat="seat1", name=f"Zoe {self.random.randrange(1000)}")
        yield {"played": self._game()}

    def _reopen(self) -> Iterator[Json]:
        games = self.house.desk["games"]
        if not games:
            return
        wanted = self.random.choice(games)["game"]
        yield {"reopens": wanted}
        self.house.command("reopen", game=wanted)
        with suppress(CuelightError):  # a double tap
            self.house.command("reopen", game=wanted)
        yield {"played": self._game(), "reopens": wanted}

    def _forget(self) -> Iterator[Json]:
        games = self.house.desk["games"]
        if len(games) < 4:
            return
        wanted = [self.random.choice(games)["game"]]
        yield {"forget": wanted}
        self.house.command("forget", games=wanted)
        yield {}

    def _backup(self) -> Iterator[Json]:
        copy = self.path.with_name(f"copy-{self.random.getrandbits(60)}.db")
        last = self.house.table.resources.journal._last.number
        yield {}
        back_up(self.path, copy)
        yield {"copy": str(copy), "copied": last}

    def _time(self) -> Iterator[Json]:
        yield {}
        self.wall = self.random.choice([0.0, 1e9, 2e9, self.wall + 3 * DAY])
        self.house.clock.now += self.random.choice([3600.0, DAY + 3600.0])
        for _piece in range(40):
            self.house.clock.now += 0.1
            self.house.catch_up()
        yield {}


def work(path: Path, said: Path, seed: int) -> None:
    """Run the process that is killed."""
    Worker(path, said, seed).work()


class Said:
    """The log of one journal over all its kills, and the journal content that must follow from it."""

    def __init__(self) -> None:
        self.last = 0
        self.newest: int | None = None
        self.played: set[int] = set()
        self.asked: set[int] = set()
        self.later: dict[int, int] = {}  # the game that continued it, by game
        self.seals: dict[int, bytes] = {}
        self.doing = "nothing"

    def hear(self, lines: list[Json]) -> None:
        """Read the log of one process."""
        self.doing = "start" if not lines else "nothing"
        for line in lines:
            if "started" in line:
                assert line["started"] == self.newest, (line, self.newest)
                assert not [notice for notice in line["notices"] if "cannot be taken up" in notice], line
            self.asked.update(line.get("forget", ()))
            self.doing = line.get("do", "nothing")
            self.last = max(self.last, line.get("last", 0))
            if line.get("played") is not None:
                self.played.add(line["played"])
            if "done" in line and "reopens" in line:
                self.later[line["reopens"]] = line["played"]
            if "copy" in line:
                check_copy(Path(line["copy"]), line["copied"])

    def check(self, path: Path) -> None:
        """Check that the journal has everything logged, except games deleted on request and games
        that nobody played.
        """
        with closing(Journal.open(path)) as journal:
            while journal.look_back():
                pass
            assert journal.notices == []
            self.newest = next(reversed(journal.ids()), None)
            continued: dict[int, set[int]] = {}
            for game in journal.games():
                if "reopens" in game.body:
                    continued.setdefault(game.body["reopens"], set()).add(game.id)
                    self.played.add(game.id)
                    self.later[game.body["reopens"]] = game.id
                    assert game.body["reopens"] in journal.ids()
            assert all(len(again) == 1 for again in continued.values()), continued  # no game continues twice
            rows = journal._connection.execute("SELECT number, game, kind, checksum FROM record ORDER BY number")
            end = 0
            for number, game, kind, checksum in rows:
                if kind == "gap":
                    may_go = game in self.asked or game not in self.played or self._was_before(game)
                    assert may_go and not continued.get(game), (number, game)
                else:
                    assert number == end + 1
                    assert self.seals.setdefault(number, checksum) == checksum
                end = number
            assert end >= self.last, (end, self.last)

    def _was_before(self, game: int) -> bool:
        """Return True if a game is an earlier part of another one that somebody asked to delete."""
        later = self.later.get(game)
        return later is not None and (later in self.asked or self._was_before(later))


def check_copy(copy: Path, last: int) -> None:
    """Check that a backup reported as complete has everything logged before."""
    with closing(Journal.reading(copy)) as journal:
        assert not journal.look_back(10**9)
        assert journal.notices == []
        assert journal._last.number >= last
    for file in copy.parent.glob(copy.name + "*"):
        file.unlink()


def _began(lines: Path, process: Any) -> bool:
    return lines.stat().st_size > 0 or not process.is_alive()


def killed(count: int, folder: Path, seed: int = 1) -> Counter[str]:
    """Kill a table `count` times and count its actions at that moment. Raises AssertionError if something is lost."""
    chance = random.Random(seed)
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["kept_games"])
    with patch.dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, sys.path))):  # import path of the fork server
        ensure_running()
    told: Counter[str] = Counter()
    for number in range(count):
        if number % KILLS_OF_A_JOURNAL == 0:
            path, said = folder / str(number) / "table.db", Said()
            path.parent.mkdir(parents=True)
        lines = path.with_name("said")
        lines.write_text("", encoding="utf-8")
        process = processes.Process(target=work, args=(path, lines, chance.getrandbits(32)), daemon=True)
        process.start()
        if chance.random() < 0.85:
            until(partial(_began, lines, process), patience=200.0)
        time.sleep(chance.random() * 0.6)
        assert process.is_alive(), process.exitcode
        process.kill()
        process.join()
        spoken = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
        told["said"] += len(spoken)
        said.hear(spoken)
        said.check(path)
        told[f"in the middle of {said.doing}"] += 1
        for copy in path.parent.glob("copy-*"):
            copy.unlink()
    return told
