"""The tour without parts in docs/hardware.md, step by step: emulate, setup, doctor, tags, and a scene."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from hardware.table_file.load import ReaderEntry, read_table_file
from tests.support import ROOT
from tests.support.emulated_desk import Workbench
from tests.support.waiting import until

PAGE = ROOT / "docs" / "hardware.md"
PATIENCE = 60.0
OPEN = re.compile(r"Open (http://\S+)\n")
Json = dict[str, Any]


def tour() -> tuple[list[str], list[str]]:
    """Return the commands of the tour and the output between them."""
    part = PAGE.read_text(encoding="utf-8").split("## Trying it without parts")[1].split("\n## ")[0]
    block = re.search(r"```console\n(.*?)```", part, re.DOTALL)
    assert block is not None
    said = re.findall(r"^\| `([^`]+)` \|", part, re.MULTILINE)
    return [line.removeprefix("$ ") for line in block[1].splitlines()], said


class Typed:
    """A command in its own terminal window, with a person who types."""

    def __init__(self, words: str, environment: dict[str, str], *more: str) -> None:
        program, *arguments = shlex.split(words)
        assert program == "cuelight"
        self._environment = environment | {"PYTHONUNBUFFERED": "1"}
        self._command = [sys.executable, "-m", "cuelight", *arguments, *more]
        self._heard = ""

    def __enter__(self) -> Typed:
        self._process = subprocess.Popen(
            self._command,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait()
        self._reading.join()
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while data := os.read(self._process.stdout.fileno(), 4096):
            self._heard += data.decode()

    def type(self, line: str) -> None:
        """Type a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def says(self, words: str, times: int = 1) -> str:
        """Wait until it has printed this so often; return its whole output."""
        with suppress(AssertionError):
            until(lambda: self.has_said(words, times), PATIENCE)
        assert self.has_said(words, times), f"it did not say {words!r}, but: {self._heard}"
        return self._heard

    def has_said(self, words: str, times: int) -> bool:
        """Return True if it has printed this so often."""
        return self._heard.count(words) >= times

    def ends(self) -> str:
        """Wait for its successful end; return its whole output."""
        assert self._process.wait(PATIENCE) == 0, self._heard
        self._reading.join()
        return self._heard


class Table:
    """The pages of a table, as programs use them."""

    def __init__(self, address: str) -> None:
        self._address = address

    def post(self, name: str, body: Json) -> Json:
        request = urllib.request.Request(f"{self._address}/api/{name}", json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request) as answer:
            told: Json = json.load(answer)
            return told

    @property
    def desk(self) -> Json:
        with urllib.request.urlopen(f"{self._address}/api/desk") as answer:
            told: Json = json.load(answer)
            return told

    def face(self, seat: int) -> str | None:
        card = self.desk["board"]["seats"][seat]["card"] if "board" in self.desk else self.desk["seats"][seat]["card"]
        return str(card["face"]) if card else None


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    with Workbench(tmp_path_factory.mktemp("tour")) as desk:
        yield desk


def set_up(window: Typed, bench: Workbench) -> None:
    window.says("How many people can sit at the table?")
    window.type("2")
    window.says("Hold a card to the reader of seat 1.")
    bench.lay("1", "reader-1")
    window.says("Hold a card to the reader of seat 2.")
    bench.lay("1", "reader-2")
    window.says("Hold a card to the reader in the middle of the table.")
    bench.lay("1", "reader-3")
    assert "Now run `cuelight doctor`" in window.ends()
    bench.lay("1", None)


def tap(window: Typed, bench: Workbench, card: str, number: int) -> None:
    """Place a card on the first reader until the command asks for its name; retry if the reader missed it."""
    while not window.has_said("what is it?", number):
        bench.lay(card, None)
        time.sleep(0.5)
        bench.lay(card, "reader-1")
        with suppress(AssertionError):
            until(lambda: window.has_said("what is it?", number), 5.0)


def name_two_cards(window: Typed, bench: Workbench) -> None:
    for number, (card, name) in enumerate((("1", "I.2"), ("2", "I.4")), start=1):
        window.says("Lay a tag on the reader.", number)
        tap(window, bench, card, number)
        window.type(name)
        window.says(f" is {name}")
        bench.lay(card, None)
    window.says("Lay a tag on the reader.", 3)
    tap(window, bench, "3", 3)
    window.type("end")
    window.ends()
    bench.lay("3", None)


def play_a_scene(table: Table, bench: Workbench) -> None:
    table.post("start", {"names": ["Ann", "Ben"], "lead": 0})
    bench.lay("1", "reader-1")
    bench.lay("2", "reader-2")
    until(lambda: table.desk["zones"]["seat2.play"] is not None, PATIENCE)
    until(lambda: table.desk["zones"]["seat1.play"] is not None, PATIENCE)
    while table.desk["decision"]["kind"] != "reveal":
        table.post("answer", {"by": table.desk["decision"]["players"][0], "do": "pass"})
    assert table.face(0) == table.face(1) == "down"
    turn = table.desk["decision"]["players"][0]
    seat = ("Ann", "Ben").index(turn)
    end = time.monotonic() + PATIENCE
    while table.face(seat) != "up" and time.monotonic() < end:  # retry if the reader was not sure of the lift
        bench.lay(str(seat + 1), None)
        until(lambda: table.desk["zones"][f"seat{seat + 1}.play"] is None, PATIENCE)
        bench.lay(str(seat + 1), f"reader-{seat + 1}")
        with suppress(AssertionError):
            until(lambda: table.face(seat) == "up", 5.0)
    assert table.face(seat) == "up"


def test_the_tour_goes_as_the_page_tells_it(bench: Workbench) -> None:
    commands, said = tour()
    emulate, setup, doctor, tags, run = commands
    assert emulate == "make emulate"
    assert len(bench.ports) == 3
    with Typed(setup, bench.environment) as window:
        set_up(window, bench)
        heard = window.ends()
    assert all(words in heard for words in said[:2])
    table_file = Path(bench.environment["XDG_DATA_HOME"]) / "cuelight" / "table.toml"
    assert read_table_file(table_file).readers == (
        ReaderEntry("seat1.play", bench.ports[0]),
        ReaderEntry("seat2.play", bench.ports[1]),
        ReaderEntry("stage.target", bench.ports[2]),
    )
    until(lambda: diagnosis(doctor, bench).count("PN532 v1.6") == 3, PATIENCE)
    with Typed(tags, bench.environment) as window:
        name_two_cards(window, bench)
        heard = window.ends()
    assert all(words in heard for words in said[2:4])
    with Typed(run, bench.environment, "--host", "127.0.0.1", "--port", "0") as window:
        until(lambda: bool(OPEN.search(window.says("Open http://"))), PATIENCE)
        play_a_scene(Table(OPEN.findall(window.says("Open http://"))[0]), bench)


def diagnosis(words: str, bench: Workbench) -> str:
    """Return the doctor's output about the readers; a busy machine may keep it waiting."""
    command = [sys.executable, "-m", "cuelight", *shlex.split(words)[1:]]
    return subprocess.run(command, env=bench.environment, capture_output=True, text=True, check=False).stdout
