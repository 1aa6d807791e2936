"""Every command with closed standard streams, with a full disk behind them, or with few file handles: it reports the
problem, and if only the streams are concerned, a table keeps running.
"""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.journal import Journal
from cuelight.app.system.control_socket import standing_at
from tests.support.waiting import until

COMMAND = [sys.executable, "-m", "cuelight"]
NO_ROOM = "cuelight: the result cannot be written: No space left on device\n"


def on_a_full_disk(folder: Path, arguments: str, unbuffered: str) -> tuple[int, str]:
    """Return exit status and messages of a command whose output cannot be written."""
    with closing(Journal.open(folder / "table.db")) as journal:
        journal.begin_game({"names": ["Ann", "Ben"]}, 0.0)
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [*COMMAND, *arguments.format(folder=folder).split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered, "HOME": str(folder)},
        )
    return ended.returncode, ended.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        "doctor --json",
        "doctor",
        "status --journal {folder}/table.db",
        "journal --journal {folder}/table.db show",
        "journal --journal {folder}/table.db check",
        "journal --journal {folder}/table.db backup {folder}/copy.db",
        "journal --journal {folder}/table.db export 1 {folder}/game.jsonl",
    ],
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_no_command_ends_in_a_traceback_where_its_output_is_on_a_full_disk(
    tmp_path: Path, arguments: str, unbuffered: str
) -> None:
    assert on_a_full_disk(tmp_path, arguments, unbuffered) == (1, NO_ROOM)


def test_a_pin_that_cannot_be_told_on_a_full_disk_is_not_changed(tmp_path: Path) -> None:
    status, told = on_a_full_disk(tmp_path, "pin --journal {folder}/table.db", "")
    assert (status, told) == (1, "cuelight: the host's PIN stays as it was\n" + NO_ROOM)


def test_nor_does_what_waits_to_be_printed_when_the_command_ends(tmp_path: Path) -> None:
    assert on_a_full_disk(tmp_path, "--version", "") == (1, NO_ROOM)


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_where_a_standard_stream_is_closed_a_command_does_all_the_same(tmp_path: Path, closed: str) -> None:
    words = f"simulate --games 2 --players 2 --jobs 1 --bots random --out {tmp_path}"
    ended = subprocess.run(["sh", "-c", f'exec "$@" {words} {closed}', "sh", *COMMAND], check=False)
    assert ended.returncode == 0
    assert (tmp_path / "summary.json").exists()


@contextmanager
def a_table(journal: Path, streams: str) -> Iterator[subprocess.Popen[bytes]]:
    words = f"run --host 127.0.0.1 --port 0 --journal {journal}"
    waits = os.environ | {"PYTHONUNBUFFERED": ""}  # also for its last message, until it ends
    process = subprocess.Popen(["sh", "-c", f'exec "$@" {words} {streams}', "sh", *COMMAND], env=waits)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("streams", [">&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full", ">/dev/full 2>&1"])
def test_a_table_runs_and_ends_also_where_nothing_can_be_printed(tmp_path: Path, streams: str) -> None:
    journal = tmp_path / "table.db"
    with a_table(journal, streams) as process:
        until(lambda: process.poll() is not None or standing_at(journal) is not None)
        standing = standing_at(journal)
        assert standing is not None, "the table has ended"
        with urlopen(f"{standing['address']}/api/board") as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) in (0, 1)  # 1 if the address is not printed yet


@pytest.mark.parametrize(
    ("command", "limit", "most", "allow"),
    [
        ("run --port 0 --journal {folder}/table.db", resource.RLIMIT_NOFILE, 127, "ulimit -n 1024"),
        ("demo --port 0 --journal {folder}/table.db", resource.RLIMIT_AS, 2**30, "ulimit -v unlimited"),
        ("tags list --journal {folder}/table.db", resource.RLIMIT_NOFILE, 10, "ulimit -n 1024"),
        ("setup --journal {folder}/table.db", resource.RLIMIT_AS, 2**26, "ulimit -v unlimited"),
        ("emulate --port 0", resource.RLIMIT_AS, 2**29, "ulimit -v unlimited"),
    ],
)
def test_where_too_few_files_or_too_little_memory_is_allowed_a_command_says_how_to_allow_more(
    tmp_path: Path, command: str, limit: int, most: int, allow: str
) -> None:
    ended = subprocess.run(
        [*COMMAND, *command.format(folder=tmp_path).split()],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=30,
        preexec_fn=partial(resource.setrlimit, limit, (most, most)),
        env=os.environ | {"HOME": str(tmp_path)},
    )
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1), ended.stderr
    assert ended.stderr.startswith("cuelight: too ") and allow in ended.stderr
    assert list(tmp_path.iterdir()) == []
