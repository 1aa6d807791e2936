"""Damaged journals: kept under another name, their intact beginning copied to a new file, and the host notified."""

import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from companion.core import i18n as tongue
from companion.journal import Journal, JournalError, Kind, Record
from companion.journal.errors import is_damage
from companion.journal.recovery.repair import look_over

RECORDS = 60


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a closed journal of a game of 60 records."""
    return written(tmp_path / "table.db")


def written(path: Path) -> Path:
    with closing(Journal.open(path)) as journal:
        fill(journal)
    return path


def fill(journal: Journal) -> None:
    journal.begin_game({"names": ["Ann", "Cal"]}, 0.0)
    for number in range(2, RECORDS + 1):
        journal.append(Kind.EVENTS, {"number": number, "text": "x" * 200}, float(number))


def reopened(path: Path) -> tuple[list[Record], list[str]]:
    """Return the journal's records and its notices on opening; it must keep working."""
    with closing(Journal.open(path)) as journal:
        told = journal.notices
        records = journal.records(0) if not journal.games() else journal.records(1)
        assert journal.append(Kind.ANSWER, "and on", 99.0) == len(records) + 1
    with closing(Journal.open(path)) as journal:
        assert journal.notices == []
        assert journal.records()[-1].body == "and on"
    return records, told


def numbers(records: list[Record]) -> list[int]:
    return [record.number for record in records]


def edit(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE record SET body = replace(body, 'x', 'y') WHERE number = 17",
        "UPDATE record SET at = at + 1 WHERE number = 17",
        "UPDATE record SET kind = 'answer' WHERE number = 17",
        "UPDATE record SET game = 2 WHERE number = 17",
        "UPDATE record SET checksum = zeroblob(32) WHERE number = 17",
        "UPDATE record SET previous = zeroblob(32) WHERE number = 17",
        "UPDATE record SET body = CAST(x'ff' AS TEXT) WHERE number = 17",
        "DELETE FROM record WHERE number = 17",
        "UPDATE record SET number = -1 WHERE number = 17",
    ],
)
def test_a_record_that_was_changed_breaks_the_chain_and_those_before_it_go_on(path: Path, statement: str) -> None:
    edit(path, statement)
    damaged = path.read_bytes()
    records, told = reopened(path)
    assert numbers(records) == list(range(1, 17))
    assert len(told) == 1
    assert "record 17 is not as it was written" in told[0]
    tongue.speak("de")
    try:
        assert "Eintrag 17 ist nicht so, wie er geschrieben wurde" in tongue.say_again(told[0])
    finally:
        tongue.speak("en")
    assert "kept as table.db.damaged-1" in told[0]
    assert path.with_name("table.db.damaged-1").read_bytes() == damaged


def test_a_chain_with_its_own_new_checksums_but_another_past_is_noticed(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(Journal.open(other)) as journal:
        journal.begin_game({"names": ["Bo"]}, 0.0)
        journal.append(Kind.EVENTS, {"number": 2, "text": "of another evening"}, 2.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("ATTACH ? AS other", (str(other),))
        connection.execute("REPLACE INTO record SELECT * FROM other.record WHERE number = 2")
    records, told = reopened(path)
    assert numbers(records) == [1]
    assert "record 2 is not as it was written" in told[0]


def test_damage_that_no_record_shows_is_noticed_too_and_every_record_goes_on(path: Path) -> None:
    free_pages = slice(36, 40)  # the number of free pages in SQLite's header
    content = bytearray(path.read_bytes())
    content[free_pages] = b"\0\0\0\7"
    path.write_bytes(content)
    records, told = reopened(path)
    assert len(records) == RECORDS
    assert "a new one goes on with the 60 records before the damage" in told[0]


def test_a_record_that_says_it_is_larger_than_any_is_damage() -> None:
    with closing(sqlite3.connect(":memory:")) as connection, pytest.raises(sqlite3.DataError) as said:
        connection.execute("SELECT zeroblob(2000000000)").fetchall()  # SQLite's error for a corrupted length
    assert is_damage(said.value)


def test_each_damaged_file_gets_a_name_of_its_own(path: Path) -> None:
    kept = []
    for _ in range(3):
        edit(path, "UPDATE record SET at = at + 1 WHERE number = (SELECT max(number) FROM record)")
        kept.append(path.read_bytes())
        reopened(path)
    assert [path.with_name(f"table.db.damaged-{number}").read_bytes() for number in (1, 2, 3)] == kept


def test_a_truncated_file_keeps_what_can_be_read(path: Path) -> None:
    whole = path.read_bytes()
    for size in (len(whole) - 1, len(whole) // 2, 8192, 4096, 100, 17):
        folder = path.parent / str(size)
        folder.mkdir()
        short = folder / "table.db"
        short.write_bytes(whole[:size])
        records, told = reopened(short)
        assert numbers(records) == list(range(1, len(records) + 1))
        assert len(told) == 1
        assert (folder / "table.db.damaged-1").read_bytes() == whole[:size]


@pytest.mark.parametrize("content", [random.Random(1).randbytes(20_000), b"#!/bin/sh\necho mine\n", b"x"])
def test_a_file_that_is_no_journal_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "table.db"
    path.write_bytes(content)
    with pytest.raises(JournalError, match=r"is no journal of Cuelight; it was left as it is\. Choose another"):
        Journal.open(path)
    assert path.read_bytes() == content
    assert sorted(file.name for file in tmp_path.iterdir()) == ["table.db"]


def test_garbage_where_a_journal_was_is_set_aside(path: Path) -> None:
    garbage = random.Random(1).randbytes(20_000)
    path.write_bytes(garbage)
    records, told = reopened(path)
    assert records == []
    assert "kept as table.db.damaged-1; nothing in it could be read, and a new one was begun" in told[0]
    assert path.with_name("table.db.damaged-1").read_bytes() == garbage


def test_a_journal_that_vanished_or_was_emptied_is_told(path: Path) -> None:
    path.write_bytes(b"")
    records, told = reopened(path)
    assert records == []
    assert "which had 60 records, is gone; a new one was begun" in " ".join(told)
    path.unlink()
    records, told = reopened(path)
    assert (records, len(told)) == ([], 1)
    assert "which had 1 record, is gone" in told[0]


def test_a_log_without_its_journal_is_not_taken_for_the_new_ones(path: Path, tmp_path: Path) -> None:
    stray = tmp_path / "table.db-wal"
    path.unlink()
    stray.write_bytes(b"left over")
    assert reopened(path)[0] == []
    assert (tmp_path / "table.db.damaged-1-wal").read_bytes() == b"left over"


def test_a_journal_restored_from_an_older_copy_says_what_it_lacks(path: Path) -> None:
    older = path.read_bytes()
    with closing(Journal.open(path)) as journal:
        journal.append_all([(Kind.ANSWER, number) for number in range(3)], 70.0)
    path.write_bytes(older)
    records, told = reopened(path)
    assert len(records) == RECORDS
    assert "3 records at its end are missing" in told[0]


def test_a_mark_that_cannot_be_read_is_no_mark(path: Path) -> None:
    mark = path.with_name("table.db.last")
    for content in (b"", b"99999999999999999999 00 00000000\n", b"\xff" * 94, mark.read_bytes()[:50]):
        mark.write_bytes(content)
        with closing(Journal.open(path)) as journal:
            assert (journal.notices, len(journal.records())) == ([], RECORDS)


def _flip_one_bit(random: random.Random, file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    file.write_bytes(data)


def _cut_the_tail(random: random.Random, file: Path) -> None:
    os.truncate(file, random.randrange(file.stat().st_size))


def _zero_a_sector(random: random.Random, file: Path) -> None:
    data = bytearray(file.read_bytes())
    start = random.randrange(len(data) // 512) * 512
    data[start : start + 512] = bytes(512)
    file.write_bytes(data)


@pytest.mark.parametrize("damage", [_flip_one_bit, _cut_the_tail, _zero_a_sector])
@pytest.mark.parametrize("part", ["", "-wal"])
def test_whatever_the_disk_does_to_a_file_nothing_false_is_read_and_nothing_is_lost_in_silence(
    tmp_path: Path, part: str, damage: Callable[[random.Random, Path], None]
) -> None:
    live, whole = tmp_path / "live", tmp_path / "whole"
    with closing(Journal.open(live / "table.db")) as journal:
        fill(journal)
        expected = journal.records()
        if part == "-wal":
            shutil.copytree(live, whole)  # as after a power cut
    if part == "":
        shutil.copytree(live, whole)
    seeded = random.Random(f"{part} {damage.__name__}")
    for round_ in range(40):
        folder = tmp_path / f"round{round_}"
        shutil.copytree(whole, folder)
        damage(seeded, folder / f"table.db{part}")
        content = (folder / f"table.db{part}").read_bytes()
        records, told = reopened(folder / "table.db")
        assert records == expected[: len(records)]
        if told and part == "":
            assert (folder / "table.db.damaged-1").read_bytes() == content
        assert told or len(records) == RECORDS


def test_looking_over_a_journal_changes_nothing(path: Path) -> None:
    edit(path, "UPDATE record SET at = at + 1 WHERE number = 17")
    before = path.read_bytes()
    health = look_over(path)
    assert (health.last.number, health.games) == (16, ((1, 1),))
    assert health.damage == "record 17 is not as it was written"
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["x", "1-copy", "0", "01", "-1", "1 (copy)", "9" * 30])
def test_a_file_that_is_only_called_like_a_repair_is_left_alone(path: Path, name: str) -> None:
    odd = path.with_name(f"{path.name}.salvaged-{name}")
    shutil.copy(path, odd)
    before = odd.read_bytes()
    records, told = reopened(path)
    assert len(records) == RECORDS and told == []
    assert odd.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"a text of somebody's", b"SQLite format 3\0" + b"\xff" * 4096])
def test_what_is_no_journal_takes_no_journals_place(path: Path, content: bytes) -> None:
    odd = path.with_name(f"{path.name}.salvaged-1")
    odd.write_bytes(content)
    for damaged in (False, True):
        if damaged:
            path.write_bytes(path.read_bytes()[:-9000])
        with closing(Journal.open(path)) as journal:
            assert journal.records(1)
            assert len(journal.notices) == 1 + damaged and "left as it is" in journal.notices[0]
        assert odd.read_bytes() == content


@pytest.mark.parametrize("left", ["emptied", "deleted"])
def test_a_journal_whose_file_is_gone_and_whose_log_is_whole_is_read_from_its_log(tmp_path: Path, left: str) -> None:
    path = tmp_path / "table.db"
    journal = Journal.open(path)
    fill(journal)
    kept = {suffix: path.with_name(path.name + suffix).read_bytes() for suffix in ("-wal", ".last")}
    journal.close()
    for file in tmp_path.iterdir():
        file.unlink()
    for suffix, content in kept.items():
        path.with_name(path.name + suffix).write_bytes(content)
    if left == "emptied":
        path.touch()
    records, told = reopened(path)
    assert len(records) == RECORDS
    assert len(told) == 1 and f"{RECORDS} records" in told[0]


def crafted(path: Path, claimed: int, turns: int) -> None:
    """Write a file of `turns` pages: each record of its leaf claims so many bytes, on pages that
    form an endless loop.
    """
    size = 4096
    leaf, cells = bytearray(size), 400
    leaf[100:108] = bytes([0x0D, 0, 0]) + cells.to_bytes(2, "big") + bytes(3)
    leaf[:16] = b"SQLite format 3\0"
    leaf[16:18] = size.to_bytes(2, "big")
    varint = b""
    for shift in range(7 * 6, -1, -7):
        varint += bytes([(claimed >> shift & 0x7F) | (0x80 if shift else 0)])
    cell = varint + b"\1"
    local = (size - 12) * 32 // 255 - 23
    local += (claimed - local) % (size - 4) if local + (claimed - local) % (size - 4) <= size - 35 else 0
    at = size - len(cell) - local - 4
    leaf[at : at + len(cell)] = cell
    leaf[-4:] = (2).to_bytes(4, "big")
    for number in range(cells):
        leaf[108 + 2 * number : 110 + 2 * number] = at.to_bytes(2, "big")
    others = [(2 + (number + 1) % turns).to_bytes(4, "big") + bytes(size - 4) for number in range(turns)]
    path.write_bytes(bytes(leaf) + b"".join(others))


@pytest.mark.parametrize(("claimed", "turns"), [(2**40, 1), (2**40, 500), (2_000_000, 500), (3_000_000, 1)])
def test_a_file_that_claims_more_than_it_has_takes_neither_memory_nor_time(
    tmp_path: Path, claimed: int, turns: int
) -> None:
    """Pages that refer to themselves, and records larger than the file."""
    crafted(tmp_path / "crafted.db", claimed, turns)
    command = [sys.executable, "-m", "cuelight", "journal", "--journal", str(tmp_path / "table.db"), "restore"]
    limit = partial(resource.setrlimit, resource.RLIMIT_AS, (700_000_000, 700_000_000))
    ended = subprocess.run(
        [*command, str(tmp_path / "crafted.db")],
        preexec_fn=limit,
        timeout=60,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 2 and "is a database, but not a journal of Cuelight" in ended.stderr


def test_a_repair_keeps_the_names_that_a_game_was_given_later(path: Path) -> None:
    with closing(Journal.open(path)) as journal:
        journal.begin_game({"names": ["Ann", "Ben"]}, 0.0)
        journal.append(Kind.CALLED, {"game": 1, "names": ["Ann", "Bob"]}, 0.0)
        for number in range(40):
            journal.append(Kind.EVENTS, {"number": number, "text": "x" * 300}, 0.0)
    path.write_bytes(path.read_bytes().replace(b'"number":30,', b'"number":99,'))
    with closing(Journal.open(path)) as journal:
        assert len(journal.notices) == 1
        assert [names for _number, _game, names in journal.later_names()] == [["Ann", "Bob"]]
