"""Files with hidden cards are readable only by their owner, with any umask; no message or response names a card."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from companion.journal import Journal
from companion.othello.model.deck import deck_text, load_deck
from cuelight.__main__ import main

OWNERS = 0o600
HIDDEN, UID = "I.7", "04A1B2C3D4E5F6"
A_CARD = re.compile(r"\b[IV]+\.\d+\b")


@pytest.fixture(autouse=True)
def no_umask() -> Iterator[None]:
    """Make new files open to everybody unless their creator restricts them."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def written(path: Path) -> Path:
    """Return a closed journal of a game with a face-down card."""
    with closing(Journal.open(path)) as journal:
        journal.begin_game({"names": ["Ann", "Ben"]}, 0.0)
        journal.append_all([("events", [["Placed", 1, HIDDEN]]), ("tag", {"uid": UID, "thing": HIDDEN})] * 60, 1.0)
    return path


def test_nobody_else_reads_the_files_of_a_table_that_runs_and_its_console_names_no_card(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    options = ["run", "--host", "127.0.0.1", "--port", "0", "--journal", str(folder / "table.db")]
    with subprocess.Popen(
        [sys.executable, "-m", "cuelight", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        greeting = process.stdout.readline()
        address = greeting.split()[-1]
        post(address, "start", names=["Ann", "Ben"], lead=0)
        for by in ("Ben", "Ann"):
            post(address, "answer", by=by, do="pass")
        [first, *_] = get(address, "desk")["hands"]["seat2"]
        post(address, "mat", do="tag", zone="seat2.play", thing=first)
        assert get(address, "board")["seats"][1]["card"] == {"face": "down"}
        assert modes(folder) == dict.fromkeys(
            ("table.db", "table.db-wal", "table.db-shm", "table.db.lock", "table.db.last", "table.db.socket"), OWNERS
        )
        process.terminate()
        told = greeting + process.stdout.read() + process.stderr.read()
    assert not A_CARD.search(told) and first not in told, told


def post(address: str, name: str, **body: Any) -> None:
    data = json.dumps(body).encode()
    with urlopen(Request(f"{address}/api/{name}", data, {"Content-Type": "application/json"}), timeout=10) as answer:
        assert answer.status == 200


def get(address: str, name: str) -> Any:
    with urlopen(f"{address}/api/{name}", timeout=10) as answer:
        return json.load(answer)


def test_nor_a_damaged_journal_that_was_set_aside_nor_the_one_that_goes_on(tmp_path: Path) -> None:
    path = written(tmp_path / "table.db")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)
    with closing(Journal.open(path)) as journal:
        assert "damaged" in journal.notices[0]
        found = modes(tmp_path)
    assert {"table.db", "table.db.damaged-1", "table.db.lock"} <= set(found)
    assert set(found.values()) == {OWNERS}


def test_files_that_an_older_cuelight_left_open_to_everybody_are_closed(tmp_path: Path) -> None:
    path = written(tmp_path / "table.db")
    (tmp_path / "table.db.damaged-1").write_bytes(path.read_bytes())
    (tmp_path / "table.db.txt").write_text("somebody's own")
    for file in tmp_path.iterdir():
        file.chmod(0o644)
    Journal.open(path).close()
    own = modes(tmp_path)
    assert own.pop("table.db.txt") == 0o644
    assert set(own.values()) == {OWNERS}


def test_nor_a_file_that_says_which_tag_is_which_card(tmp_path: Path) -> None:
    path, file = written(tmp_path / "table.db"), tmp_path / "deck.json"
    assert main(["tags", "--journal", str(path), "export", str(file)]) == 0
    assert modes(tmp_path)["deck.json"] == OWNERS
    assert json.loads(file.read_text())["tags"] == {UID: HIDDEN}


def test_a_report_names_no_card_and_no_tag(tmp_path: Path) -> None:
    written(tmp_path / "table.db")
    environment = os.environ | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "cuelight", "doctor", "--bundle", "report.zip"]
    told = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=60)
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        content = b"".join(map(archive.read, archive.namelist())) + told.stdout + told.stderr
    titles = [card.title for card in load_deck("stand-in").cards.values()]
    for name in (HIDDEN, UID, *titles):
        assert name.encode() not in content, name


def test_a_deck_cannot_command_the_terminal_that_shows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = deck_text("stand-in")
    deck = tmp_path / "deck.toml"
    deck.write_text(re.sub(r'(?m)^title = ".*"$', r'title = "\\u001b]0;owned\\u0007 \\u202etxet"', text, count=1))
    status = main(["deck", "show", str(deck)])
    shown = "".join(capsys.readouterr())
    assert r"\x1b]0;owned\x07 \u202etxet" in shown or status == 2, shown[:200]
    assert not re.search("[\x1b\x07\u202e]", shown)
