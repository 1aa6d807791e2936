"""A table and its service manager: the passed socket, the ready message, real keep-alives.

Also the state of a running table as reported to commands on its machine.
"""

import json
import os
import re
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

import cuelight.app.loop
from companion.journal import Journal
from cuelight.__main__ import main
from cuelight.app.devices.tags import note_name
from cuelight.app.system.control_socket import standing_at
from cuelight.app.system.watchdog import ALIVE, HANGS_SECONDS, Watchdog
from cuelight.app.table import LiveTable
from cuelight.commands.status import addresses, check_running, lines
from cuelight.doctor.finding import Result
from cuelight.doctor.updates import last_update
from hardware.emulator import EmulatedReader, Ntag
from hardware.polling import ReaderSlot, ZoneReaders
from hardware.table_file.load import ReaderEntry, TableFile, read_table_file, write_table_file
from tests.support.waiting import until

START = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ["LISTEN_PID"] = str(os.getpid())
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""


@pytest.fixture
def folder(tmp_path: Path, emulated: EmulatedReader) -> Path:
    """Return a table's folder with one reader."""
    table = TableFile("one-reader", 2, (ReaderEntry("stage.tap", emulated.path),))
    (tmp_path / "table.toml").write_text(write_table_file(table))
    return tmp_path


@contextmanager
def service(folder: Path, watchdog: str = "") -> Iterator[tuple[socket.socket, int]]:
    """Run `cuelight run` as a service manager does; yield the notification socket and the port."""
    with (
        closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as line,
        closing(socket.create_server(("127.0.0.1", 0))) as listening,
    ):
        line.bind(str(folder / "notify"))
        line.settimeout(60)
        env = {**os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "STATE_DIRECTORY": str(folder)}
        env |= {"LISTEN_FDS": "1"} | ({"WATCHDOG_USEC": watchdog} if watchdog else {})
        command = [sys.executable, "-c", START, str(listening.fileno()), *("-m", "cuelight", "run", "--closed")]
        with subprocess.Popen(command, env=env, pass_fds=[listening.fileno()], stderr=subprocess.DEVNULL) as process:
            try:
                yield line, listening.getsockname()[1]
            finally:
                process.terminate()
                try:
                    process.wait(timeout=60)
                finally:
                    process.kill()  # a process that does not end would block its reader's port for later tests
        assert process.returncode == 0


def heard(line: socket.socket, word: bytes) -> None:
    """Wait for a message of the table."""
    while line.recv(100) != word:
        pass


def test_a_table_serves_the_socket_that_it_is_given_and_says_when_it_can_be_reached(folder: Path) -> None:
    with service(folder) as (line, port):
        assert line.recv(100) == b"READY=1"
        with urlopen(f"http://127.0.0.1:{port}/api/board", timeout=20) as answer:
            assert json.load(answer)["seats"] == []
    assert standing_at(folder / "table.db") is None


def test_a_table_that_goes_on_gives_signs_of_life_until_it_is_stopped(folder: Path) -> None:
    with service(folder, watchdog="400000") as (line, _port):
        for word in (b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"):
            heard(line, word)


def test_a_running_table_is_asked_how_its_devices_are(
    folder: Path, emulated: EmulatedReader, capsys: pytest.CaptureFixture[str]
) -> None:
    table, journal = str(folder / "table.toml"), str(folder / "table.db")
    with service(folder) as (line, port):
        heard(line, b"READY=1")
        assert stat.S_IMODE((folder / "table.db.socket").stat().st_mode) == 0o600
        until(lambda: not readers_that_fail(table, capsys), patience=60)
        main(["doctor", "--table", table])
        told = capsys.readouterr().out
        assert f"ok reader stage.tap: {emulated.path}: the table that runs" in told
        assert main(["status", "--journal", journal]) == 0
        told = capsys.readouterr().out
        assert f":{port}" in told and f"stage.tap: {emulated.path} answers" in told
        pin = re.search(r"PIN is (\d{6}) until", told)
        assert pin is not None
        emulated.unplug()
        until(lambda: readers_that_fail(table, capsys) == ["reader stage.tap"], patience=60)
    assert main(["status", "--journal", journal]) == 1


@pytest.mark.parametrize("taken", [True, False])
def test_status_names_the_program_that_has_the_port(
    taken: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        if taken:
            other.listen()
        stand_in = tmp_path / "systemctl"
        stand_in.write_text(f"#!/bin/sh\necho 'Listen=[::]:{port} (Stream)'\necho Result=resources\n")
        stand_in.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
        assert main(["status", "--journal", str(tmp_path / "none.db")]) == 1
    told = capsys.readouterr().out
    assert (f"Port {port} is taken by {Path('/proc/self/comm').read_text(encoding='utf-8').strip()}." in told) is taken
    assert ("`systemctl status cuelight` says why" in told) is not taken


def readers_that_fail(table: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the failed readers in `cuelight doctor --json`."""
    capsys.readouterr()
    main(["doctor", "--table", table, "--json"])
    findings = json.loads(capsys.readouterr().out)["findings"]
    return [one["check"] for one in findings if one["check"].startswith("reader ") and one["result"] == "wrong"]


def test_tags_are_listed_while_the_table_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(Journal.open(folder / "table.db")) as journal:
        note_name(journal, "04A1B2C3D4E580", "I.1", 0.0)
    with service(folder) as (line, _port):
        heard(line, b"READY=1")
        assert main(["tags", "--journal", str(folder / "table.db"), "list"]) == 0
        assert "04A1B2C3D4E580  I.1" in capsys.readouterr().out


def test_devices_that_were_set_up_after_the_start_are_not_said_to_work(folder: Path) -> None:
    standing = {"process": 7, "address": "http://localhost", "table_file": None, "devices": []}
    path = folder / "table.toml"
    _table, devices = check_running(standing, read_table_file(path), path)
    assert devices.result is Result.WRONG and "restart" in devices.next


def test_status_says_what_is_plugged_in_and_has_no_purpose() -> None:
    standing = {"version": "1", "closed": True, "pin": None, "table_file": None, "devices": []}
    told = "\n".join(lines(standing, ["http://table.local"], ["/dev/serial/by-id/usb-one"]))
    assert "usb-one. `cuelight setup` asks what it is" in told and "`cuelight pin` gives a new one" in told
    told = "\n".join(lines({**standing, "closed": False}, ["http://table.local"], []))
    assert "No serial reader" in told and "open: everybody" in told


def test_an_update_that_was_refused_is_told_by_status_and_on_the_desk(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = folder / "table.db"
    table = LiveTable(journal, Time(), Time())
    table.start()
    try:
        (folder / "update.json").write_text('{"result": "not-genuine", "version": "9.1", "at": 5}')
        table.look_at_update()
        until(lambda: "9.1" in json.dumps(json.loads(table.desk()).get("notices")))
        assert b"9.1" not in table.board()
    finally:
        table.stop()
    update = last_update(journal)
    assert update is not None and "its signature does not match" in update.text()
    (folder / "update.json").write_text('{"result": "of a later version"}')
    assert last_update(journal) is None


def test_the_name_is_told_only_where_somebody_tells_it_in_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busctl = tmp_path / "busctl"
    monkeypatch.setenv("PATH", str(tmp_path))
    standing = {"address": "http://localhost:8000", "network": "http://192.168.1.20:8000"}
    assert addresses(standing) == ["http://192.168.1.20:8000"]
    busctl.write_text('#!/bin/sh\necho \'{"type":"s","data":["cuelight-2.local"]}\'\n')
    busctl.chmod(0o755)
    assert addresses(standing) == ["http://cuelight-2.local:8000", "http://192.168.1.20:8000"]
    busctl.write_text("#!/bin/sh\nexit 1\n")
    assert addresses(standing) == ["http://192.168.1.20:8000"]
    assert addresses({**standing, "network": None}) == ["http://localhost:8000"]


# --- keep-alives


class Time:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_table_whose_thread_hangs_gives_no_sign_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    signs, held, gate = list[str](), threading.Event(), threading.Event()
    table = LiveTable(tmp_path / "table.db", Time(), Time())
    table.start()
    try:
        pulse = Watchdog(table.turns, Time(), signs.append)
        assert pulse.beat() == [] and signs == [ALIVE]
        monkeypatch.setattr(cuelight.app.loop, "PATIENCE_SECONDS", 0.05)
        table.listen("board", lambda _board: keep(held, gate))
        start = threading.Thread(target=begin, args=(table,), daemon=True)
        start.start()
        until(held.is_set)
        assert pulse.beat() == ["the table"] and signs == [ALIVE]
    finally:
        gate.set()
        table.stop()


def keep(held: threading.Event, gate: threading.Event) -> None:
    """Hold the calling thread until the gate opens."""
    held.set()
    gate.wait(60)


def begin(table: LiveTable) -> None:
    """Start a game without waiting for the page."""
    with suppress(TimeoutError):
        table.command("start", {"names": ["Ann", "Ben"]})


def test_a_reader_that_fails_is_alive(emulated: EmulatedReader) -> None:
    clock, signs = Time(), list[str]()
    readers = ZoneReaders([ReaderSlot("stage.tap", emulated.path)], Time(), lambda _uid: None)
    readers.start(lambda _report: None)
    try:
        pulse = Watchdog(readers.turns, clock, signs.append)
        emulated.unplug()
        until(lambda: readers.tallies["stage.tap"].reason is not None)
        for _ in range(3):
            before = dict(readers.turns())
            until(lambda before=before: readers.turns() != before)  # type: ignore[misc]  # as of this round
            assert pulse.beat() == []
            clock.now += HANGS_SECONDS + 1
    finally:
        readers.stop()
    assert signs == [ALIVE] * 3


def test_a_reader_whose_thread_hangs_ends_the_signs_of_life(emulated: EmulatedReader) -> None:
    clock, signs, held, gate = Time(), list[str](), threading.Event(), threading.Event()

    readers = ZoneReaders([ReaderSlot("stage.tap", emulated.path)], Time(), lambda _uid: None)
    readers.start(lambda _report: keep(held, gate))
    try:
        pulse = Watchdog(readers.turns, clock, signs.append)
        emulated.field.lay(Ntag())
        until(held.is_set)
        assert pulse.beat() == []
        clock.now += HANGS_SECONDS + 1
        assert pulse.beat() == ["reader stage.tap"]
    finally:
        gate.set()
        readers.stop()
    assert signs == [ALIVE]
