"""Damage to the journal of a whole evening: power cuts, killed processes, corrupted bytes.

Each function repeats one kind of damage and returns its counts. A failing assertion shows lost data, undetected damage,
or a table that does not start. `python hard_evenings.py kills FOLDER GAME COUNT SECONDS` is the child of `kills`.
"""

from __future__ import annotations

import json
import os
import random
import select
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from companion.core.errors import CuelightError
from companion.games import game_of
from companion.journal import Journal, JournalError, Record
from tests.support.all_games import NAMES
from tests.support.kept_journals import FOLDER, unpacked
from tests.support.power_cut import Disk
from tests.support.running_table import PATIENCE, House, Json, People, running

STARTED_EACH = 25  # a whole table resumes one of so many corrupted journals
LONGEST = 0.8  # longest run of a process before it is killed, in seconds
TAKEN_BACK = 0.1  # probability of an undo after each step shown
SOON, LONG = 0.3, 3.0  # seconds
SHOWN = ("decision", "hands", "steps", "undone", "driver")  # keys of the desk to compare, apart from the board
MOMENTARY = ("state", "seq", "window", "told", "cue", "press", "hold", "lay", "anothers")  # reset by a restart


def everything(path: Path) -> tuple[list[Record], list[str]]:
    """Return all records of games in a journal, and all its notices, including those of later checks."""
    records = []
    with closing(Journal.open(path)) as journal:
        while journal.look_back(5000):
            pass
        for game in journal.ids():
            with suppress(JournalError):  # a damaged record, which was reported
                records += journal.records(game)
        return records, list(journal.notices)


def starts(path: Path) -> None:
    """Check that a table resumes the journal and can be played."""
    with running(path, wall=lambda: 0.0) as house:
        assert house.desk["notices"] is not None
        house.command("start", names=["Eve", "Fay"])
        assert house.board["table"]["state"] == "playing"


# --- power cuts


def a_game(live: Path, acts: int) -> Disk:
    """Let bots play so many acts on a recorded disk; note everything shown with the newest record."""
    disk = Disk(live)
    with disk.recording(), running(live / "table.db", demo=True, pace=0) as house:
        journal: Any = house.table.resources.journal
        house.table.listen("board", lambda _board: disk.done(journal._last.number))
        last = act = house.board["act"]
        while last <= acts and act >= last:  # another game begins after the last act
            last = act
            house.catch_up()
            act = house.board["act"]
    return disk


def power_cuts(count: int, folder: Path, acts: int, seed: int = 1, seconds: float = float("inf")) -> Counter[str]:
    """Cut the power at `count` moments of a game of `acts` acts, or for so many seconds."""
    live = folder / "live"
    live.mkdir()
    disk = a_game(live, acts)
    complete = everything(live / "table.db")[0]
    told: Counter[str] = Counter(records=len(complete))
    chance, end = random.Random(seed), time.monotonic() + seconds
    while told["cuts"] < count and time.monotonic() < end:
        files, said = disk.after_a_cut(chance.randint(disk.start, len(disk.steps)), chance)
        state = folder / "cut"
        shutil.rmtree(state, ignore_errors=True)
        state.mkdir()
        for name, content in files.items():
            if not name.endswith("-shm"):
                (state / name).write_bytes(content)
        records, notices = everything(state / "table.db")
        assert notices == []
        assert records == complete[: len(records)]
        assert len(records) >= max(said, default=0)
        told["cuts"] += 1
        told["shown before"] += len(said) > 0
        if told["cuts"] % STARTED_EACH == 0:
            starts(state / "table.db")
            told["tables started"] += 1
    return told


# --- killed processes


class Told(House):
    """A table that prints everything it shows or answers, each with the newest record."""

    def __init__(self, path: Path, said: int) -> None:
        self._said = said
        super().__init__(path, pace=0)
        assert self.desk["notices"] == [], self.desk["notices"]

    def _hear(self, snapshot: bytes) -> None:
        super()._hear(snapshot)
        self._say(shown=lasting(json.loads(snapshot)))

    def command(self, name: str, /, **body: Any) -> Json:
        done = super().command(name, **body)
        self._say(answered=name)
        return done

    def _say(self, **what: Any) -> None:
        journal: Any = self.table.resources.journal
        os.write(self._said, json.dumps({"number": journal._last.number} | what).encode() + b"\n")

    def wait_for_news(self) -> None:
        """Wait a short time for a new snapshot."""
        with self._news:
            self._news.wait(SOON)


def lasting(desk: Json) -> Json | None:
    """Return the parts of a game on a desk that do not depend on the moment of the snapshot."""
    if "decision" not in desk:
        return None
    board = {key: value for key, value in desk["board"].items() if key not in MOMENTARY}
    seats = [{key: value for key, value in seat.items() if key not in MOMENTARY} for seat in board["seats"]]
    return {key: desk[key] for key in SHOWN} | {"board": board | {"seats": seats}}


def plays_until_killed(path: Path, said: int, game: str) -> None:
    """Play games as fast as the table allows, with an occasional undo."""
    house, chance = Told(path, said), random.Random()
    while True:
        if house.desk.get("decision") is None:
            house.command("start", game=game, names=NAMES[: chance.choice(game_of(game).info.seats)])
        if game == "othello":
            People(house, seed=chance.randrange(10**6)).play(lambda _board: chance.random() < TAKEN_BACK)
        else:
            bots_play(house, chance)
        for _ in range(chance.randint(1, 3)):
            with suppress(CuelightError):  # nothing is left to undo
                house.command("undo")
        house.wait_for_news()


def bots_play(house: Told, chance: random.Random) -> None:
    """Let bots play for a while."""
    house.command("drive", driver="bots")
    while house.desk["decision"] is not None and chance.random() > TAKEN_BACK:
        house.wait_for_news()
        house.clock.now += LONG


def killed(folder: Path, game: str, count: int, seconds: float) -> None:
    """Run the parent of the killed processes, which has no threads so that it may fork; print the counts."""
    path, chance, end = folder / "table.db", random.Random(2), time.monotonic() + seconds
    told: Counter[str] = Counter()
    known, last = 0, None  # number of records that must exist, and the last snapshot after the newest of them
    while told["kills"] < count and time.monotonic() < end:
        heard, said = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(heard)
            try:
                plays_until_killed(path, said, game)
            finally:
                os._exit(1)
        os.close(said)
        if told["kills"] % 4:  # otherwise kill it while it starts
            select.select([heard], [], [], PATIENCE)
        heard_lines = _hear(heard, chance.uniform(0.0, LONGEST))
        os.kill(child, 9)
        _, status = os.waitpid(child, 0)
        heard_lines += _hear(heard, 1.0)
        os.close(heard)
        assert os.WIFSIGNALED(status), "the table ended by itself"
        lines = [json.loads(line) for line in heard_lines.split(b"\n")[:-1]]
        shown = [line for line in lines if line.get("shown") is not None]
        if last is not None and shown and shown[0]["number"] == last["number"]:
            assert shown[0]["shown"] == last["shown"], "the table went on with something else than it had shown"
            told["as shown"] += 1
        records, notices = everything(path) if path.exists() else ([], [])
        assert notices == [], notices
        assert [record.number for record in records] == list(range(1, len(records) + 1))
        known = max(known, *(line["number"] for line in lines), 0)
        assert len(records) >= known, f"{known - len(records)} records are lost that were answered or shown"
        told.update(f"{record.kind}, not shown yet" for record in records[known:])
        last = next((line for line in [*reversed(shown), last] if line and line["number"] == len(records)), None)
        known = len(records)
        told["kills"] += 1
        told["answered"] += sum("answered" in line for line in lines)
        told["shown"] += len(shown)
        told[f"in act {shown[-1]['shown']['board'].get('act') if shown else '-'}"] += 1
        if len(path.read_bytes()) > 6_000_000:  # a new evening, because reading the old one takes long
            for file in folder.iterdir():
                file.unlink()
            known, last = 0, None
            told["evenings"] += 1
    print(json.dumps(told))


def _hear(pipe: int, seconds: float) -> bytes:
    """Return the output within this time, or until the pipe closes."""
    end, lines = time.monotonic() + seconds, b""
    while (left := end - time.monotonic()) > 0 and select.select([pipe], [], [], left)[0]:
        data = os.read(pipe, 65536)
        if not data:
            break
        lines += data
    return lines


def kills(count: int, folder: Path, game: str, seconds: float = 3600.0) -> Counter[str]:
    """Kill `count` processes that play whole games, at random moments."""
    folder.mkdir(exist_ok=True)
    command = [sys.executable, __file__, "kills", str(folder), game, str(count), str(seconds)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return Counter(json.loads(ended.stdout))


# --- corrupted disks


def flip(chance: random.Random, data: bytearray) -> None:
    """Flip one bit."""
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def cut(chance: random.Random, data: bytearray) -> None:
    """Cut off the end."""
    del data[chance.randrange(100, len(data)) :]


def wipe(chance: random.Random, data: bytearray) -> None:
    """Fill a sector with zeros."""
    start = chance.randrange(len(data) // 512) * 512
    data[start : start + 512] = bytes(512)


SPOILS: tuple[Callable[[random.Random, bytearray], None], ...] = (flip, flip, flip, flip, cut, cut, wipe)


def evenings(folder: Path) -> Iterator[tuple[Path, list[Record]]]:
    """Yield the kept journals of whole games, as this version has them after resuming."""
    for kept in sorted(FOLDER.glob("*/*.db.gz")):
        if kept.name.startswith(("a-demonstration", "an-evening", "an-edition")):
            whole = folder / kept.parent.name / kept.name.split(".")[0]
            whole.mkdir(parents=True)
            path = unpacked(kept, whole)
            yield path, everything(path)[0]


def spoilt(count: int, folder: Path, seed: int = 3, seconds: float = float("inf")) -> Counter[str]:
    """Corrupt `count` copies of journals of whole games, or for so many seconds."""
    chance, end, told = random.Random(seed), time.monotonic() + seconds, Counter[str]()
    journals = list(evenings(folder / "whole"))
    while told["spoilt"] < count and time.monotonic() < end:
        path, complete = journals[told["spoilt"] % len(journals)]
        spoil = chance.choice(SPOILS)
        state = folder / "spoilt"
        shutil.rmtree(state, ignore_errors=True)
        shutil.copytree(path.parent, state)
        data = bytearray(path.read_bytes())
        spoil(chance, data)
        (state / path.name).write_bytes(data)
        if chance.random() < 0.2:
            (state / f"{path.name}.last").unlink(missing_ok=True)
        records, notices = everything(state / path.name)
        originals = {record.number: record for record in complete}
        assert all(originals.get(record.number) == record for record in records), "something else was read"
        assert notices or len(records) == len(complete), "a loss went unnoticed"
        told["spoilt"] += 1
        told[spoil.__name__] += 1
        told["noticed"] += bool(notices)
        told["nothing lost"] += len(records) == len(complete)
        told["share kept"] += 100 * len(records) // len(complete)
        if told["spoilt"] % STARTED_EACH == 0:
            starts(state / path.name)
            told["tables started"] += 1
    told["share kept"] //= max(1, told["spoilt"])
    return told


if __name__ == "__main__":
    killed(Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), float(sys.argv[5]))
