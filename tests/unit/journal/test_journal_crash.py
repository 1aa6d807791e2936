"""Records that the journal reported as written survive kill -9 and a power cut at any time."""

import random
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from companion.journal import Journal, Kind, Record
from tests.support.power_cut import Disk

WRITER = """if True:
    import sys
    from pathlib import Path
    from companion.journal import Journal

    journal = Journal.open(Path(sys.argv[1]))
    assert journal.notices == [], journal.notices
    number = sum(game.records for game in journal.games())
    while True:
        print(number, flush=True)
        if number % 40 == 0:
            journal.begin_game({"number": number + 1}, 0.0)
            number += 1
        elif number % 7 == 0 and number % 40 < 37:
            journal.append_all([("events", {"number": number + more}) for more in (1, 2, 3)], 0.0)
            number += 3
        else:
            number = journal.append("answer", {"number": number + 1}, 0.0)
"""


def everything(path: Path) -> tuple[list[Record], list[str]]:
    with closing(Journal.open(path)) as journal:
        games = range(len(journal.games()) + 1)
        return [record for game in games for record in journal.records(game)], journal.notices


def test_a_killed_writer_loses_nothing_that_it_said_it_wrote(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    chance = random.Random(5)
    kept = 0
    for lines in [0, 1, 2, *(chance.randint(3, 400) for _ in range(12))]:
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            said = [writer.stdout.readline() for _ in range(lines)]
            writer.kill()
            said += writer.stdout.read().splitlines(keepends=True)
        acknowledged = [int(line) for line in said if line.endswith(b"\n")]
        assert len(acknowledged) >= lines
        records, notices = everything(path)
        assert notices == []
        assert [record.number for record in records] == list(range(1, len(records) + 1))
        assert all(record.body == {"number": record.number} for record in records)
        assert len(records) >= max([kept, *acknowledged])
        kept = len(records)
    assert kept > 1000


def an_evening(path: Path, disk: Disk) -> None:
    """Record two games over three openings; report each number as soon as it is written."""
    number = 0
    for opening in range(3):
        with closing(Journal.open(path)) as journal:
            for turn in range(12):
                body = "x" * (37 * turn * turn % 3000)
                if turn == 5 and opening != 1:
                    journal.begin_game(body, 0.0)
                    number += 1
                elif turn % 4 == 3:
                    journal.append_all([(Kind.EVENTS, body)] * 3, 0.0)
                    number += 3
                else:
                    number = journal.append(Kind.ANSWER, body, 0.0)
                disk.done(number)


def damaged_journal(folder: Path) -> Path:
    """Return a journal of 40 records with the 31st changed."""
    path = folder / "table.db"
    with closing(Journal.open(path)) as journal:
        for number in range(40):
            journal.append(Kind.EVENTS, {"number": number, "text": "x" * 300}, 0.0)
    content = path.read_bytes()
    assert content.count(b'"number":30,') == 1
    path.write_bytes(content.replace(b'"number":30,', b'"number":99,'))
    return path


def states(disk: Disk, folder: Path, count: int) -> list[tuple[Path, int]]:
    """Return `count` folders as a power cut may leave them, each with the highest number reported by then."""
    chance = random.Random(7)
    made = []
    for index in range(count):
        files, said = disk.after_a_cut(chance.randint(disk.start, len(disk.steps)), chance)
        state = folder / str(index)
        state.mkdir(parents=True)
        for name, content in files.items():
            if not name.endswith("-shm"):
                (state / name).write_bytes(content)
        made.append((state / "table.db", max(said, default=0)))
    return made


def test_a_power_cut_loses_nothing_that_was_said_to_be_written(tmp_path: Path) -> None:
    live = tmp_path / "live"
    live.mkdir()
    disk = Disk(live)
    with disk.recording():
        an_evening(live / "table.db", disk)
    complete, _ = everything(live / "table.db")
    for path, said in states(disk, tmp_path / "cut", 400):
        records, notices = everything(path)
        assert notices == []
        assert records == complete[: len(records)]
        assert len(records) >= said


def test_the_simulation_finds_out_a_journal_that_does_not_wait_for_the_disk(tmp_path: Path) -> None:
    live = tmp_path / "live"
    live.mkdir()
    disk = Disk(live)
    disk.synchronous = "NORMAL"
    with disk.recording():
        an_evening(live / "table.db", disk)
    lost = sum(len(everything(path)[0]) < said for path, said in states(disk, tmp_path / "cut", 60))
    assert lost > 10


def test_a_power_cut_during_a_repair_loses_neither_the_damaged_file_nor_what_was_intact(tmp_path: Path) -> None:
    live = tmp_path / "live"
    path = damaged_journal(live)
    damaged = path.read_bytes()
    disk = Disk(live)
    with disk.recording(), closing(Journal.open(path)) as journal:
        assert "with the 30 records before the damage" in journal.notices[0]
        disk.done(30)
        for _ in range(5):
            disk.done(journal.append(Kind.ANSWER, "after the repair", 0.0))
    complete, _ = everything(path)
    assert len(complete) == 35
    for state, said in states(disk, tmp_path / "cut", 300):
        records, _ = everything(state)
        assert records == complete[: len(records)]
        assert len(records) >= max(said, 30)
        assert state.with_name("table.db.damaged-1").read_bytes() == damaged
        assert not list(state.parent.glob("*.salvaged-*"))
        assert everything(state) == (records, [])
