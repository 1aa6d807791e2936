"""`cuelight journal` as a user types it, beside a running table and without one."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from pwd import struct_passwd

import pytest

from companion.journal import Journal
from companion.othello.model.events import event_from_json
from companion.othello.model.evolve import fold
from companion.othello.notation.read import position_to_json
from cuelight.__main__ import main
from cuelight.app.games.round import start_of
from cuelight.commands.run import _greeting
from tests.app.test_own_decks import own_deck
from tests.support.running_table import People, running

PAGE_BYTES = 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a journal of three games, the first with an own deck."""
    path = tmp_path / "table.db"
    with running(path, pace=0) as house:
        house.command("deck", text=own_deck())
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        People(house, seed=3).play(until=lambda board: board["scene"] == 3)
        house.command("start", names=["Dee", "Eve"])
        house.command("start", names=["Fay", "Gus"])
    return path


def run(path: Path, *arguments: str) -> int:
    return main(["journal", "--journal", str(path), *arguments])


def bytes_said(path: Path) -> int:
    """Return the size of all records of a journal in bytes."""
    columns = " + ".join(f"length(CAST({name} AS BLOB))" for name in ("kind", "body", "previous", "checksum"))
    with closing(sqlite3.connect(path)) as connection:
        (found,) = connection.execute(f"SELECT sum({columns}) FROM record").fetchone()
        return int(found)


def games(path: Path) -> list[int]:
    with closing(Journal.reading(path)) as journal:
        return journal.ids()


def test_the_games_are_listed_while_a_table_writes_them(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(path) as house:
        house.command("start", names=["Hal", "Ida"])
        assert run(path, "show") == 0
        assert run(path, "check") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["1", "2", "3", "4"]
    assert lines[3].endswith("Hal, Ida")
    assert lines[4].startswith(f"{path}: 0.")
    assert lines[5] == f"{path}: 4 games; everything is as it was written"


def test_a_game_is_exported_whole_for_its_owner_alone(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    assert run(path, "export", "1", str(file)) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    events = [event_from_json(event) for line in lines if line["kind"] == "events" for event in line["body"]]
    assert lines[0]["body"]["deck"]["text"] == own_deck()
    state = fold(start_of(lines[0]["body"]), events)
    with running(path) as house:
        house.command("reopen", game=1)
        assert house.board["scene"] == state.scene == 3
    assert position_to_json(state)["seats"][0]["name"] == "Ann"
    assert run(path, "export", "1", str(file)) == 2


@pytest.mark.parametrize("way", [("export", "1"), ("keep", "1"), ("backup",)])
@pytest.mark.parametrize("name", ["none/game.json", "table.db/game.json", f"{'x' * 300}.json", "loop.json"])
def test_a_file_that_cannot_be_made_is_told(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], way: tuple[str, ...], name: str
) -> None:
    (tmp_path / "loop.json").symlink_to("loop.json")
    status = run(path, *way, str(tmp_path / name))
    told = capsys.readouterr().err
    assert status == 2
    assert told.startswith("cuelight: ") and name in told
    assert (tmp_path / "loop.json").is_symlink()


def test_forgotten_games_give_their_room_back(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, said = path.stat().st_size, bytes_said(path)
    assert run(path, "forget", "1", "2") == 0
    assert games(path) == [3]
    gone = said - bytes_said(path)
    assert gone > 3 * PAGE_BYTES
    assert before - path.stat().st_size > gone - PAGE_BYTES  # it ends with a page that is not full
    assert run(path, "check") == 0
    assert run(path, "forget", "3") == 2
    assert run(path, "forget", "9") == 2
    assert "game 3 is the newest" in capsys.readouterr().err
    with running(path) as house:
        decks = house.table.ask("decks", {})["decks"]
        assert [deck["id"] for deck in decks if deck["game"] == "othello"] == ["our-copy", "stand-in"]


def test_nothing_is_forgotten_under_a_running_table(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(path):
        assert run(path, "forget", "1") == 2
        assert run(path, "restore", str(path)) == 2
    assert "in use by another Cuelight" in capsys.readouterr().err
    assert games(path) == [1, 2, 3]


def test_a_copy_made_while_people_play_is_put_back_and_the_game_goes_on(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with running(path, pace=0) as house:
        house.command("reopen", game=1)
        people = People(house, seed=4)
        people.play(until=lambda board: board["scene"] == 4)
        assert run(path, "backup", str(copy)) == 0
        then = house.desk
        people.play(until=lambda board: board["act"] == 2)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(file.name for file in tmp_path.glob("copy*")) == ["copy.db"]
    assert run(path, "restore", str(copy)) == 0
    with running(path, pace=0) as house:
        assert house.desk["hands"] == then["hands"]
        assert house.desk["undo_text"] == then["undo_text"]
        assert house.desk["notices"] == []
        People(house, seed=5).play(until=lambda board: board["act"] == 2)
    assert games(tmp_path / "table.db.damaged-1") == [1, 2, 3, 4]
    assert run(tmp_path / "new.db", "restore", str(copy)) == 0
    assert games(tmp_path / "new.db") == [1, 2, 3, 4]


def test_a_copy_is_put_back_whatever_is_left_of_the_journal_before_it(tmp_path: Path) -> None:
    path, copy = tmp_path / "table.db", tmp_path / "copy.db"
    with closing(Journal.open(path)) as journal:
        journal.begin_game({"names": ["Ann"]}, 1.0)
        assert run(path, "backup", str(copy)) == 0
        journal.begin_game({"names": ["Ben"]}, 2.0)
        files = {file: file.read_bytes() for file in tmp_path.glob("table.db*")}
    for left, kept in (
        (["table.db-wal", "table.db.last"], "table.db.damaged-1-wal"),  # somebody deleted the files of a killed table
        (["table.db.last"], None),
        (["table.db", "table.db-wal", "table.db.salvaged-1"], "table.db.damaged-2"),  # an earlier run was interrupted
    ):
        for file in tmp_path.glob("table.db*"):
            file.unlink()
        for name in left:
            place = tmp_path / name
            place.write_bytes(files[path] if name.endswith("salvaged-1") else files[place])
        assert run(path, "restore", str(copy)) == 0
        with closing(Journal.open(path)) as journal:
            assert (journal.ids(), journal.notices) == ([1], [])
        assert kept is None or (tmp_path / kept).exists()


def test_a_copy_is_named_from_where_one_stands(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(path.parent)
    assert run(path, "backup", "mine.db") == 0
    assert run(path, "restore", "mine.db") == 0
    assert "table.db has 3 games now" in capsys.readouterr().out


def test_a_copy_that_is_damaged_or_no_journal_is_not_put_back(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = path.read_bytes()
    copy, words = tmp_path / "copy.db", tmp_path / "words.txt"
    shutil.copy(path, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("UPDATE record SET at = at + 1 WHERE number = 7")
    words.write_text("no journal")
    cut = tmp_path / "cut.db"  # a stick was pulled out during the copy
    cut.write_bytes(before[: len(before) * 2 // 3])
    for file, what in (
        (copy, "record 7 is not as it was written"),
        (cut, f"{cut} is damaged"),
        (words, "no journal of"),
    ):
        assert run(path, "restore", str(file)) == 2
        assert what in capsys.readouterr().err
    assert run(path, "restore", str(tmp_path / "none")) == run(path, "backup", str(words)) == 2
    assert path.read_bytes() == before
    assert words.read_text() == "no journal"
    assert not any(name.endswith((".part", ".salvaged-1")) for name in os.listdir(tmp_path))


def test_damage_is_told_by_a_check(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE record SET at = at + 1 WHERE number = 7")
    assert run(path, "check") == 2
    assert "record 7 is not as it was written" in capsys.readouterr().err
    assert run(path, "export", "1", str(path.with_name("game.jsonl"))) == 2
    assert run(path, "forget", "1") == 0
    assert run(path, "check") == 0


def test_damage_that_a_command_repairs_is_told_by_it(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM record WHERE number = (SELECT max(number) FROM record)")
    assert run(path, "forget", "1") == 0
    assert "was damaged: 1 record at its end are missing" in capsys.readouterr().err
    assert path.with_name("table.db.damaged-1").exists()


@pytest.mark.parametrize("way", [["show"], ["check"], ["export", "1", "x.jsonl"], ["forget", "1"], ["backup", "x.db"]])
def test_a_journal_that_is_not_there_is_not_made(tmp_path: Path, way: list[str]) -> None:
    assert run(tmp_path / "none.db", *way) == 2
    assert os.listdir(tmp_path) == []


def test_journals_of_other_users_are_named_where_none_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table was once started with `sudo`, or by somebody else."""
    home, mine = tmp_path / "pi", tmp_path / "root" / "table.db"
    theirs = home / ".local" / "share" / "cuelight" / "table.db"
    Journal.open(theirs).close()
    monkeypatch.setattr("pwd.getpwall", lambda: [struct_passwd(("pi", "x", 1, 1, "", str(home), ""))])
    assert run(mine, "show") == 2
    assert f"there is no journal {mine}. There is one at {theirs}: --journal names it." in capsys.readouterr().err
    assert main(["status", "--journal", str(mine)]) == 1
    assert f"There is one at {theirs}" in capsys.readouterr().out
    with running(mine) as house:
        assert f"No game has begun in {mine}. There is one at {theirs}" in _greeting(house.table, mine, demo=False)


def test_a_file_that_is_larger_than_the_memory_and_no_journal_is_left_alone(tmp_path: Path) -> None:
    huge = tmp_path / "huge.db"
    with huge.open("wb") as file:
        file.truncate(10**9)  # a sparse file that takes no space on the disk
    limited = f"ulimit -v 800000; exec {sys.executable} -m cuelight tags --journal {huge} list"
    found = subprocess.run(["sh", "-c", limited], capture_output=True, text=True, check=False)
    assert (found.returncode, "Traceback" in found.stderr) == (2, False), found.stderr
    assert huge.name in found.stderr
    assert huge.stat().st_size == 10**9
