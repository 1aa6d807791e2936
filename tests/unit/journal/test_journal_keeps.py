"""Retention of journals: deletion of old games, cuts, damage in the middle, later checks."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from itertools import takewhile
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError, Kind, Record

GAMES = 6
IN_A_GAME = 40


def fill(path: Path, games: int = GAMES, length: int = 300) -> None:
    """Write games of 40 records, each with a tag and a deck named in it."""
    with closing(Journal.open(path)) as journal:
        for game in range(1, games + 1):
            journal.begin_game({"names": [f"Ann {game}"]}, float(game))
            journal.append(Kind.TAG, {"uid": f"04{game:02}", "thing": "I.1"}, 0.0)
            for number in range(3, IN_A_GAME):
                journal.append(Kind.EVENTS, f"<{game}.{number}>{'x' * length}</{game}.{number}>", float(number))
            journal.append(Kind.DECK, {"text": str(game)}, 0.0)


def everything(path: Path) -> tuple[dict[int, list[Record]], list[str]]:
    """Return the records of each game and all notices, including those of the check of old records."""
    with closing(Journal.open(path)) as journal:
        while journal.look_back(7):
            pass
        return {game.id: journal.records(game.id) for game in journal.games()}, list(journal.notices)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    fill(tmp_path / "table.db")
    return tmp_path / "table.db"


def kept_of(path: Path, kind: Kind) -> int:
    with closing(Journal.open(path)) as journal:
        return len(journal.of_kind(kind))


# --- forgetting


def test_a_forgotten_game_is_gone_and_all_others_still_check(path: Path) -> None:
    before, _ = everything(path)
    with closing(Journal.open(path)) as journal:
        journal.forget([2, 3], 99.0)
        assert [game.id for game in journal.games()] == [1, 4, 5, 6]
        with pytest.raises(JournalError, match=r"has no game 2\. Choose one that is there: 1, 4, 5, 6"):
            journal.records(2)
        journal.append(Kind.EVENTS, "and on", 100.0)
    after, told = everything(path)
    assert told == []
    assert {game: after[game] for game in (1, 4, 5)} == {game: before[game] for game in (1, 4, 5)}
    assert after[6][:-1] == before[6]
    assert is_in_no_record(path, "<2.17>")


def is_in_no_record(path: Path, text: str) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        return not connection.execute("SELECT 1 FROM record WHERE body LIKE ?", (f"%{text}%",)).fetchall()


def test_tags_and_decks_outlive_the_game_in_which_they_were_named(path: Path) -> None:
    with closing(Journal.open(path)) as journal:
        journal.forget([1, 2, 3, 4, 5], 99.0)
    assert (kept_of(path, Kind.TAG), kept_of(path, Kind.DECK)) == (GAMES, GAMES)


def test_whoever_reads_sees_one_moment_and_nothing_that_was_forgotten_stays_once_nobody_reads(path: Path) -> None:
    with closing(Journal.open(path)) as journal:
        with closing(Journal.reading(path)) as reading:
            journal.forget([2, 3], 99.0)
            journal.begin_game({"names": ["Bo"]}, 100.0)
            assert [game.id for game in reading.games()] == list(reading.seals()) == [1, 2, 3, 4, 5, 6]
            assert len(reading.records(2)) == IN_A_GAME and not reading.look_back(1000)
            assert reading.notices == []
            assert not journal.is_clear and b"<2." in path.read_bytes()
        journal.clear_log()
        assert not any(b"<2." in file.read_bytes() for file in path.parent.glob("table.db*"))


def test_the_newest_game_is_never_forgotten(path: Path) -> None:
    with closing(Journal.open(path)) as journal, pytest.raises(JournalError, match="game 6 is the newest"):
        journal.forget([6], 99.0)


@pytest.mark.parametrize("change", ["checksum = zeroblob(32)", "previous = zeroblob(32)", "at = at + 1", "number = 78"])
def test_a_gap_that_was_changed_is_noticed(path: Path, change: str) -> None:
    with closing(Journal.open(path)) as journal:
        journal.forget([2], 99.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE record SET {change} WHERE kind = 'gap' AND number = 79")
    _, told = everything(path)
    assert len(told) == 1


def test_records_that_somebody_took_out_without_a_gap_are_noticed(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM record WHERE game = 2")
    _, told = everything(path)
    assert len(told) == 1


def test_forgetting_while_the_old_part_is_looked_at_looks_at_it_anew(path: Path) -> None:
    with closing(Journal.open(path)) as journal:
        assert journal.look_back(50)
        journal.forget([1, 2], 99.0)
        while journal.look_back(50):
            pass
        assert journal.notices == []


# --- a start whose duration does not grow with the games played


def test_a_start_looks_at_the_newest_game_and_the_rest_is_looked_at_later(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE record SET body = '\"other\"' WHERE body LIKE '%<3.20>%'")
    with closing(Journal.open(path)) as journal:
        assert journal.notices == []
        assert len(journal.records()) == IN_A_GAME
        while journal.look_back(10):
            pass
        [notice] = journal.notices
        assert "record 100 is not as it was written. The game that is played is whole" in notice
        journal.forget([3], 99.0)
    games, told = everything(path)
    assert told == []
    assert sorted(games) == [1, 2, 4, 5, 6]


def test_damage_in_the_newest_game_is_found_at_the_start_and_older_games_are_kept(path: Path) -> None:
    before, _ = everything(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE record SET body = '\"other\"' WHERE body LIKE '%<6.20>%'")
    with closing(Journal.open(path)) as journal:
        assert "with the 219 records before the damage and 1 record of games after it" in journal.notices[0]
    after, told = everything(path)
    assert told == []
    assert {game: after[game] for game in range(1, 6)} == {game: before[game] for game in range(1, 6)}
    assert [record for record in after[6] if record.kind != Kind.DECK] == before[6][:19]


def test_a_damaged_beginning_of_an_old_game_is_found_at_the_start_though_the_index_is_whole(path: Path) -> None:
    written = path.read_bytes()
    assert b"game{" in written  # a kind before its body: in a record, not in the index
    path.write_bytes(written.replace(b"game{", b"gamf{", 1))
    with closing(Journal.open(path)) as journal:
        [notice] = journal.notices
        assert "is not as it was written" in notice
        assert [game.id for game in journal.games()] == [2, 3, 4, 5, 6]


def test_games_after_a_damage_are_kept_where_the_file_has_to_be_made_anew(path: Path) -> None:
    before, _ = everything(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE record SET body = '\"other\"' WHERE body LIKE '%<3.20>%'")
    content = bytearray(path.read_bytes())
    content[18:20] = b"\x07\x07"
    path.write_bytes(content)
    after, told = everything(path)
    assert told != []
    assert {game: after[game] for game in (1, 2, 4, 5, 6)} == {game: before[game] for game in (1, 2, 4, 5, 6)}
    assert [record for record in after[3] if record.kind != Kind.DECK] == before[3][:19]
    assert (kept_of(path, Kind.TAG), kept_of(path, Kind.DECK)) == (GAMES, GAMES)


# --- cuts


def test_a_file_cut_anywhere_gives_back_every_whole_record_before_the_cut(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    fill(path, games=60, length=900)  # enough for a B-tree of several levels
    whole = path.read_bytes()
    ends = {found[0].decode(): found.end() for found in re.finditer(rb"<([\d.]+)>x{900}</\1>", whole)}
    written = [f"<{game}.{n}>{'x' * 900}</{game}.{n}>" for game in range(1, 61) for n in range(3, IN_A_GAME)]
    assert sorted(written) == sorted(ends)

    def before(cut: int) -> list[str]:
        return list(takewhile(lambda text: ends[text] <= cut, written))

    chance = random.Random(4)
    for cut in [len(whole) - 1, len(whole) - 4096, *(chance.randrange(200, len(whole)) for _ in range(8))]:
        short = tmp_path / str(cut) / "table.db"
        short.parent.mkdir()
        short.write_bytes(whole[:cut])
        games, told = everything(short)
        assert len(told) == 1
        texts = [record.body for game in games.values() for record in game if record.kind == Kind.EVENTS]
        assert texts == before(cut)
