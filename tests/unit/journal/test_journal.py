"""The journal through its public interface, on real files: its records, its refusals and their messages."""

import errno
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.core.errors import CuelightError
from companion.journal import Digests, GameInfo, Journal, JournalError, Kind, Record, back_up
from companion.journal.errors import explain
from companion.journal.recovery.repair import connect, look_over

NOON = 1_790_000_000.25


@contextmanager
def opened(path: Path) -> Iterator[Journal]:
    with closing(Journal.open(path)) as journal:
        yield journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


def test_what_is_written_is_read_back_after_reopening(path: Path) -> None:
    with opened(path) as journal:
        assert journal.begin_game({"names": ["Ann", "Cal"]}, NOON) == 1
        assert journal.append(Kind.ANSWER, {"by": "Ann", "do": "exit"}, NOON + 1) == 2
        journal.append_all([(Kind.EVENTS, [1, 2]), ("a word of one's own", None)], NOON + 2)
        assert journal.append(Kind.UNDO, "Ünïcode ☃ \ud800", NOON + 3) == 5
    with opened(path) as journal:
        assert journal.notices == []
        assert journal.records() == [
            Record(1, 1, "game", {"names": ["Ann", "Cal"]}, NOON),
            Record(2, 1, "answer", {"by": "Ann", "do": "exit"}, NOON + 1),
            Record(3, 1, "events", [1, 2], NOON + 2),
            Record(4, 1, "a word of one's own", None, NOON + 2),
            Record(5, 1, "undo", "Ünïcode ☃ \ud800", NOON + 3),
        ]


def test_records_belong_to_the_newest_game_and_those_before_the_first_to_none(path: Path) -> None:
    with opened(path) as journal:
        assert (journal.games(), journal.records()) == ([], [])
        journal.append(Kind.OBSERVATION, "a card before the game", 1)
        journal.begin_game("first", 2)
        journal.append(Kind.ANSWER, "a", 3)
        journal.begin_game("second", 4)
    with opened(path) as journal:
        journal.append(Kind.ANSWER, "b", 5)
        journal.begin_game("third", 6)
        assert journal.games() == [
            GameInfo(1, 2.0, "first", 2),
            GameInfo(2, 4.0, "second", 2),
            GameInfo(3, 6.0, "third", 1),
        ]
        bodies = [[record.body for record in journal.records(game)] for game in range(4)]
        assert bodies == [["a card before the game"], ["first", "a"], ["second", "b"], ["third"]]
        assert journal.records() == journal.records(3)
        for game in (-1, 4):
            with pytest.raises(JournalError, match=rf"no game {game}\. Choose one that is there: 1, 2, 3"):
                journal.records(game)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
times = st.floats(allow_nan=False)
entries = st.tuples(st.sampled_from([kind for kind in Kind if kind not in (Kind.GAME, Kind.GAP)]), json_values, times)


@example([(Kind.ANSWER, None, -0.0), (Kind.ANSWER, None, float("inf"))])
@given(st.lists(entries, min_size=1, max_size=8))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_json_and_any_time_is_read_back_and_its_checksum_holds(
    tmp_path: Path, written: list[tuple[Kind, object, float]]
) -> None:
    folder = tmp_path / "any"
    shutil.rmtree(folder, ignore_errors=True)
    path = folder / "table.db"
    with opened(path) as journal:
        for kind, body, at in written:
            journal.append(kind, body, at)
    with opened(path) as journal:
        assert journal.notices == []
        assert [(record.kind, record.body, record.at) for record in journal.records()] == written


def test_appending_nothing_writes_nothing(path: Path) -> None:
    with opened(path) as journal:
        journal.append_all([], NOON)
        assert journal.append(Kind.UNDO, {}, NOON) == 1


@pytest.mark.parametrize(
    ("kind", "body", "at", "error"),
    [
        ("answer", {"hand": {1, 2}}, NOON, TypeError),
        ("answer", float("nan"), NOON, ValueError),
        ("answer", {}, float("nan"), ValueError),
        ("game", {}, NOON, ValueError),
        ("gap", {}, NOON, ValueError),
    ],
)
def test_what_cannot_be_written_is_the_callers_mistake_and_leaves_no_trace(
    path: Path, kind: str, body: object, at: float, error: type[Exception]
) -> None:
    with opened(path) as journal:
        journal.append(Kind.UNDO, "before", NOON)
        with pytest.raises(error) as caught:
            journal.append_all([("answer", "good"), (kind, body)], at)
        assert not isinstance(caught.value, CuelightError)
        journal.append(Kind.UNDO, "after", NOON)
        assert [record.body for record in journal.records()] == ["before", "after"]


def test_every_connection_waits_for_the_disk(path: Path) -> None:
    full = 2
    Journal.open(path).close()
    for mode in ("ro", "rw", "rwc"):
        with closing(connect(path, mode)) as connection:
            assert connection.execute("PRAGMA synchronous").fetchone() == (full,)
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_the_journal_can_be_read_by_any_sqlite_while_it_is_written(path: Path) -> None:
    with opened(path) as journal:
        journal.append(Kind.ANSWER, {"by": "Ann"}, NOON)
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("SELECT number, kind, json_extract(body, '$.by') FROM record").fetchall() == [
                (1, "answer", "Ann")
            ]
        journal.append(Kind.ANSWER, {"by": "Cal"}, NOON)


def test_another_program_clears_nothing_away_once_the_journal_was_read_in_the_table_too(path: Path) -> None:
    look = "import sqlite3, sys; it = sqlite3.connect(sys.argv[1]); it.execute('SELECT 1 FROM record'); it.close()"
    with opened(path) as journal:
        journal.append(Kind.ANSWER, "before", NOON)
        for _ in range(2):
            Journal.reading(path).close()  # as the page of old games does
        subprocess.run([sys.executable, "-c", look, str(path)], check=True)
        journal.append(Kind.ANSWER, "after", NOON)
        killed = path.with_name("killed")
        killed.mkdir()
        for file in path.parent.glob("table.db*"):
            shutil.copy(file, killed)
    with opened(killed / "table.db") as journal:
        assert journal.notices == []
        assert [record.body for record in journal.records()] == ["before", "after"]


def test_a_journal_is_used_by_the_thread_that_opened_it(path: Path) -> None:
    caught: list[BaseException] = []

    def write() -> None:
        try:
            journal.append(Kind.UNDO, {}, NOON)
        except sqlite3.ProgrammingError as error:
            caught.append(error)

    with opened(path) as journal:
        thread = threading.Thread(target=write)
        thread.start()
        thread.join()
        assert len(caught) == 1
        assert journal.records() == []


def test_the_folders_above_a_new_journal_are_made(tmp_path: Path) -> None:
    with opened(tmp_path / "shop" / "table 4" / "ü%20?.db") as journal:
        assert journal.append(Kind.UNDO, {}, NOON) == 1
        assert journal.path == (tmp_path / "shop" / "table 4" / "ü%20?.db").resolve()


def test_a_second_program_is_refused_and_told_who_has_the_journal(path: Path) -> None:
    code = """if True:
        import sys
        from pathlib import Path
        from companion.journal import Journal
        journal = Journal.open(Path(sys.argv[1]))
        journal.append("answer", "from the other", 0.0)
        print("open", flush=True)
        sys.stdin.read()
        journal.close()
    """
    command = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        with pytest.raises(JournalError, match=rf"another Cuelight \(process {other.pid}\)\. Stop that one"):
            Journal.open(path)
        other.communicate("")
    with opened(path) as journal:
        assert [record.body for record in journal.records()] == ["from the other"]
        assert journal.notices == []


def test_a_second_opening_in_the_same_program_is_refused_by_any_name(path: Path, tmp_path: Path) -> None:
    alias = tmp_path / "alias.db"
    alias.symlink_to(path)
    with opened(path):
        for name in (path, alias, tmp_path / "." / ".." / tmp_path.name / "table.db"):
            with pytest.raises(JournalError, match=f"process {os.getpid()}"):
                Journal.open(name)
    Journal.open(alias).close()


def test_one_file_is_one_journal_whatever_it_is_called(path: Path) -> None:
    linked, renamed = path.with_name("linked.db"), path.with_name("renamed.db")
    code = "import sys, pathlib, companion.journal as j; j.Journal.open(pathlib.Path(sys.argv[1]))"

    def refused(name: Path) -> str:
        ended = subprocess.run([sys.executable, "-c", code, str(name)], capture_output=True, text=True, check=False)
        return ended.stderr

    with opened(path) as journal:
        linked.hardlink_to(path)
        assert "in use by another Cuelight" in refused(linked)
        path.rename(renamed)
        assert "in use by another Cuelight" in refused(renamed)
        renamed.rename(path)
        journal.append(Kind.ANSWER, "still there", NOON)
    assert refused(linked) == ""  # a copy made this way is valid
    with opened(linked) as journal:
        assert [record.body for record in journal.records()] == ["still there"]


def refusal(path: Path) -> str:
    """Return the message with which a journal is refused; it names the file and a next step."""
    with pytest.raises(JournalError) as caught:
        Journal.open(path)
    assert isinstance(caught.value, CuelightError)
    assert isinstance(caught.value, OSError)
    message = str(caught.value)
    assert str(path) in message
    assert message.endswith(".")
    return message


def test_a_journal_below_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine")
    for path in (file / "table.db", file / "deeper" / "table.db"):
        assert "no folder" in refusal(path)
    assert file.read_text() == "mine"


def test_a_journal_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    assert "is not a file. Choose the name of a file" in refusal(tmp_path)


@contextmanager
def as_an_ordinary_user() -> Iterator[None]:
    """Drop root's right to write everywhere, if the tests run as root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("exists", [False, True])
def test_a_journal_in_a_folder_that_may_not_be_written_is_refused(tmp_path: Path, exists: bool) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    if exists:
        Journal.open(folder / "table.db").close()
    folder.chmod(0o555)
    for above in list(folder.parents)[:3]:
        above.chmod(0o755)
    try:
        with as_an_ordinary_user():
            message = refusal(folder / "table.db")
    finally:
        folder.chmod(0o755)
    assert "may not be written" in message
    assert "choose another journal" in message


def test_when_the_disk_is_full_the_record_is_refused_and_the_next_is_taken_when_there_is_space(
    path: Path,
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    big = "x" * 100_000
    with opened(path) as journal:
        journal.append(Kind.ANSWER, "before", NOON)
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, hard))
        try:
            with pytest.raises(JournalError) as caught:
                for _ in range(20):
                    journal.append(Kind.ANSWER, big, NOON)
            with pytest.raises(JournalError):
                journal.append_all([(Kind.ANSWER, big)] * 20, NOON)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert "disk" in str(caught.value)
        journal.append(Kind.ANSWER, "after", NOON)
        written = journal.records()
    assert [record.body for record in written][0 :: len(written) - 1] == ["before", "after"]
    assert 2 < len(written) < 20
    with opened(path) as journal:
        assert journal.notices == []
        assert journal.records() == written


def make_newer(connection: sqlite3.Connection) -> None:
    """Apply a later format: another number, and another name in the schema."""
    connection.execute("PRAGMA user_version = 3")
    connection.execute("CREATE INDEX late ON record (at)")


@pytest.mark.parametrize("bit", range(32))
def test_a_spoilt_form_is_no_newer_one(path: Path, bit: int) -> None:
    with opened(path) as journal:
        journal.append(Kind.ANSWER, "before", NOON)
        written = journal.records()
    data = bytearray(path.read_bytes())
    data[60 + bit // 8] ^= 1 << bit % 8  # user_version of sqlite.org/fileformat.html, 1.3
    path.write_bytes(data)
    with opened(path) as journal:
        assert journal.records() == written
        assert any("its header was changed" in notice for notice in journal.notices)


def test_a_read_only_disk_is_named_as_the_reason(tmp_path: Path) -> None:
    """The system makes a damaged card read-only; nobody's rights are wrong then."""
    message = str(explain(tmp_path / "table.db", OSError(errno.EROFS, "Read-only file system")))
    assert "its disk is read-only" in message and "another card" in message


def test_a_disk_that_becomes_read_only_under_an_open_journal_is_named_as_the_reason(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite reports a failing disk then."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    assert "its disk fails" in str(explain(path, error))

    def is_read_only(*_given: object) -> int:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as patch:  # pytest itself opens files when it clears up
        patch.setattr(os, "open", is_read_only)
        message = str(explain(path, error))
    assert "its disk is read-only" in message


def test_a_journal_of_a_newer_version_is_refused_and_left_as_it_is(path: Path) -> None:
    Journal.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        make_newer(connection)
    before = path.read_bytes()
    assert "newer Cuelight (its form is 3, this one writes 2). Update Cuelight" in refusal(path)
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_refused_and_left_as_it_is(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE record (number INTEGER, song TEXT)")
    before = path.read_bytes()
    assert "not a journal of Cuelight. Choose another journal" in refusal(path)
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["table.db"]


def test_after_a_refusal_the_journal_is_free_again(path: Path) -> None:
    Journal.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        make_newer(connection)
        refusal(path)
        connection.execute("DROP INDEX late")
        connection.execute("PRAGMA user_version = 2")
    Journal.open(path).close()


def test_later_names_are_found_from_the_first_of_them_on(path: Path) -> None:
    with opened(path) as journal:
        journal.begin_game({"names": ["Ann", "Ben"]}, NOON)
        assert journal.later_names() == []
        journal.append(Kind.CALLED, {"game": 1, "names": ["Ann", "Bob"]}, NOON)
        assert [names for _number, _game, names in journal.later_names()] == [["Ann", "Bob"]]
    with opened(path) as journal:
        while journal.look_back():
            pass
        assert (journal.notices, len(journal.later_names())) == ([], 1)


def test_a_forgotten_game_takes_along_the_names_that_it_was_given_later(path: Path) -> None:
    with opened(path) as journal:
        for number in (1, 2):
            journal.begin_game({"names": ["Ann", "Ben"]}, NOON)
            journal.append(Kind.ANSWER, number, NOON)
        for number in (1, 2):
            journal.append(Kind.CALLED, {"game": number, "names": ["Ann", f"Qwyx-{number}"]}, NOON)
        journal.forget([1], NOON)
        assert [game for _number, game, _names in journal.later_names()] == [2]
        journal.append(Kind.ANSWER, "after", NOON)
        journal.compact()
    assert b"Qwyx-1" not in path.read_bytes() and b"Qwyx-2" in path.read_bytes()
    with opened(path) as journal:
        while journal.look_back():
            pass
        assert journal.notices == []
        assert [record.kind for record in journal.records()] == ["game", "answer", "called", "answer"]


def test_another_program_that_holds_the_file_is_named_as_the_reason(path: Path) -> None:
    with opened(path) as journal, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError, match=r"another program holds it .*Close that program"):
            journal.append(Kind.UNDO, {}, NOON)
        other.execute("ROLLBACK")
        assert journal.append(Kind.UNDO, {}, NOON) == 1


def test_nothing_is_written_into_a_file_that_was_moved_or_deleted(path: Path) -> None:
    away = path.with_name("away")
    with opened(path) as journal:
        journal.append(Kind.ANSWER, "before", NOON)
        path.rename(away)
        with pytest.raises(JournalError, match="somebody has moved or deleted it"):
            journal.append(Kind.ANSWER, "lost", NOON)
        path.write_bytes(b"another file")
        with pytest.raises(JournalError, match="moved or deleted"):
            journal.append_all([(Kind.ANSWER, "lost")] * 2, NOON)
        away.replace(path)
        journal.append(Kind.ANSWER, "after", NOON)
        assert journal.trouble is None
        assert [record.body for record in journal.records()] == ["before", "after"]


def test_a_journal_whose_disk_was_unplugged_and_plugged_in_again_continues(path: Path) -> None:
    """The path then leads to another file with the same records; a copy without the newest one is another journal."""
    disk, away, old = path.parent / "disk", path.parent / "away", path.parent / "old"
    with opened(disk / "table.db") as journal:
        journal.begin_game({"names": ["Ann", "Ben"]}, NOON)
        shutil.copytree(disk, old)
        journal.append(Kind.ANSWER, "before", NOON)
        disk.rename(away)
        with pytest.raises(JournalError, match="moved or deleted"):
            journal.append(Kind.ANSWER, "lost", NOON)
        old.rename(disk)
        with pytest.raises(JournalError, match="moved or deleted"):
            journal.append(Kind.ANSWER, "lost", NOON)
        shutil.rmtree(disk)
        shutil.copytree(away, disk)
        journal.append(Kind.ANSWER, "after", NOON)
        assert journal.trouble is None and [record.body for record in journal.records()][1:] == ["before", "after"]
    with opened(disk / "table.db") as journal:
        assert journal.notices == [] and [record.body for record in journal.records()][1:] == ["before", "after"]
    with opened(away / "table.db") as journal:
        assert [record.body for record in journal.records()][1:] == ["before"]


def test_nothing_is_written_into_a_log_that_was_moved_or_deleted(path: Path) -> None:
    log, away = path.with_name("table.db-wal"), path.with_name("away")
    with opened(path) as journal:
        journal.append(Kind.ANSWER, "before", NOON)
        log.rename(away)
        with pytest.raises(JournalError, match=r"table\.db-wal cannot be used: somebody has moved or deleted it"):
            journal.append(Kind.ANSWER, "lost", NOON)
        away.rename(log)
        journal.append(Kind.ANSWER, "after", NOON)
        log.unlink()
        with pytest.raises(JournalError, match="moved or deleted"):
            journal.append(Kind.ANSWER, "lost", NOON)
    with opened(path) as journal:  # closing it wrote the log into the file
        assert journal.notices == []
        assert [record.body for record in journal.records()] == ["before", "after"]


@pytest.mark.parametrize(("name", "left"), [("table.db", 0), ("table.db-wal", 0), ("table.db-wal", 5000)])
def test_nothing_is_written_into_a_file_that_somebody_has_cut_short(path: Path, name: str, left: int) -> None:
    with opened(path) as journal:
        journal.begin_game({"names": ["Ann", "Ben"]}, NOON)
        journal.append(Kind.ANSWER, "x" * 9000, NOON)
        journal.forget([], NOON)  # it empties the log, and compacting shortens the file
        journal.compact()
        journal.append_all([(Kind.ANSWER, "before")] * 3, NOON)
        os.truncate(path.with_name(name), left)
        for _ in range(2):
            with pytest.raises(JournalError, match=rf"{name} cannot be used: somebody has cut it short"):
                journal.append(Kind.ANSWER, "lost", NOON)
        assert journal.trouble is not None
    with opened(path) as journal:
        assert journal.notices or [record.body for record in journal.records()][-3:] == ["before"] * 3


def test_a_copy_in_a_folder_that_may_only_be_read_is_read(path: Path) -> None:
    with TemporaryDirectory() as name:
        folder, me = Path(name), os.geteuid()
        with opened(path) as journal:
            journal.begin_game({"names": ["Ann"]}, NOON)
        back_up(path, folder / "copy.db")
        Digests(folder / "copy.db").write({1: "Ann"}, {1: "an older record"})
        for file in (folder / "copy.db", folder):
            file.chmod(0o555)
        if me == 0:
            os.seteuid(65534)  # a user restricted by the folder's mode
        try:
            with closing(Journal.reading(folder / "copy.db")) as journal:
                assert [record.body for record in journal.records()] == [{"names": ["Ann"]}]
                Digests(folder / "copy.db").write({1: "Ann"}, journal.seals())  # does without
            assert look_over(folder / "copy.db").damage is None
        finally:
            os.seteuid(me)
            folder.chmod(0o755)
        assert {file.name for file in folder.iterdir()} == {"copy.db", "copy.db.digests"}


def test_bodies_are_compact_json_for_other_programs(path: Path) -> None:
    with opened(path) as journal:
        journal.append(Kind.ANSWER, {"by": "Ann", "wounds": ["Cassio", "Iago"]}, NOON)
    with closing(sqlite3.connect(path)) as connection:
        (body,) = connection.execute("SELECT body FROM record").fetchone()
    assert body == json.dumps(json.loads(body), separators=(",", ":"))
