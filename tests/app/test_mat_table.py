"""A table with a mat as its owner uses it: `cuelight run --table table.toml`, an emulated mat at
its port, the pages.
"""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser

from chips.emulator.mfrc522 import Ailment
from companion.core.cues import Cue
from companion.journal import Journal
from cuelight.__main__ import main
from cuelight.app.devices.tags import note_name
from firmware_bridge.emulator.board import EmulatedMat
from firmware_bridge.firmware import pins
from hardware.lights import LOOKS
from hardware.table_file.load import TableFile, write_table_file
from hardware.table_file.mat import MatEntry
from tests.support.mat_world import PATIENCE, emulated_mat, need_micropython

ANN, BEN, TILE, STRANGER = "04A1B2C3D4E580", "04A1B2C3D4E581", "04A1B2C3D4E582", "04A1B2C3D4E583"
THINGS = {ANN: "I.2", BEN: "I.4", TILE: "tile:Iago"}
LAMPS = 8
SOCKETS = ("seat1.play", "seat2.play", "", "stage.target", "stage.tap")


@pytest.fixture(autouse=True, scope="module")
def on_micropython() -> None:
    need_micropython()


class MatHouse:
    """A running `cuelight run` with an emulated mat, and a viewer of its pages."""

    def __init__(self, mat: EmulatedMat, table: TableFile, folder: Path) -> None:
        self.mat = mat
        file, journal = folder / "table.toml", folder / "table.db"
        file.write_text(write_table_file(table))
        with closing(Journal.open(journal)) as opened:
            for uid, thing in THINGS.items():
                note_name(opened, uid, thing, 0.0)
        command = [sys.executable, "-m", "cuelight", "run", "--table", str(file), "--host", "127.0.0.1", "--port", "0"]
        command += ["--journal", str(journal)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        address = re.search(r"http://\S+?:(\d+)", self.process.stdout.readline())
        assert address is not None
        self.address = f"http://127.0.0.1:{address[1]}"

    def board(self) -> Any:
        with urlopen(f"{self.address}/api/board", timeout=10) as answer:
            return json.loads(answer.read())

    def start(self, *names: str) -> None:
        body = json.dumps({"names": names, "lead": 0}).encode()
        with urlopen(Request(f"{self.address}/api/start", body, {"Content-Type": "application/json"}), timeout=10):
            pass

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, (self.board(), self.mat.log)
            time.sleep(0.02)

    def faces(self) -> list[str | None]:
        """Return the side up of the card at each seat."""
        return [seat["card"] and seat["card"]["face"] for seat in self.board()["seats"]]

    def troubles(self) -> list[bool]:
        """Return for each seat if it shows a fault."""
        return ["trouble" in seat for seat in self.board()["seats"]]

    def ring(self, seat: int) -> set[tuple[int, ...]]:
        """Return the colours in the ring of a seat, from 0."""
        return set(self.mat.circuit.strip.picture[seat * LAMPS : (seat + 1) * LAMPS])

    def asked(self, headline: str) -> None:
        """Wait for a headline with this beginning."""
        self.until(lambda: self.board()["headline"].startswith(headline))

    def swept(self) -> None:
        """Wait until each zone was polled long enough to accept that a card is gone."""
        before = self.mat.circuit.readers[0].fields
        self.until(lambda: self.mat.circuit.readers[0].fields > before + 30)

    def turn_up(self, reader: int, uid: str) -> None:
        """Lift a card, turn it over, and put it back."""
        self.swept()  # it has been there for a while
        self.mat.lift(reader)
        self.swept()
        self.mat.lay(uid, reader)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[MatHouse]:
    with emulated_mat(tmp_path) as mat:
        entry = MatEntry(str(mat.path), SOCKETS, buttons=2, lamps=LAMPS, brightness=200)
        running = MatHouse(mat, TableFile("mat", 2, mat=entry), tmp_path)
        try:
            yield running
        finally:
            running.process.terminate()
            running.process.communicate(timeout=20)
    assert running.process.returncode == 0
    assert mat.log == ""


def colour(cue: Cue, brightness: int = 200) -> tuple[int, ...]:
    return tuple(int(LOOKS[cue].rgb[at : at + 2], 16) * brightness // 255 for at in (1, 3, 5))


def test_a_game_is_played_on_the_mat_that_the_table_file_names(house: MatHouse, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{house.address}/board")
    house.start("Ann", "Ben")
    house.mat.lay(ANN, 0)
    house.mat.lay(BEN, 1)
    house.until(lambda: house.faces() == ["down", "down"])
    house.until(lambda: house.ring(1) == {colour(Cue.YOUR_TURN)})
    assert colour(Cue.YOUR_TURN) not in house.ring(0)
    house.turn_up(1, BEN)
    house.until(lambda: (house.board()["newest"] or {}).get("id") == THINGS[BEN])
    page.get_by_text("Ben reveals").first.wait_for(timeout=PATIENCE * 1000)
    page.close()
    assert house.faces()[0] == "down"


def test_the_tags_of_a_box_are_named_with_the_readers_of_the_mat_while_the_table_runs(house: MatHouse) -> None:
    def box() -> Any:
        with urlopen(f"{house.address}/api/box", timeout=10) as answer:
            return json.loads(answer.read())

    def enrol(**body: str) -> None:
        data = json.dumps(body).encode()
        with urlopen(Request(f"{house.address}/api/enrol", data, {"Content-Type": "application/json"}), timeout=10):
            pass

    house.start("Ann", "Ben")
    seq = house.board()["seq"]
    enrol(do="begin", mode="walk", game="othello")
    enrol(do="go", thing="V.1")
    house.mat.lay(STRANGER, 0)
    house.until(lambda: box()["thing"] == "V.2")
    house.mat.lay(BEN, 1)
    house.until(lambda: box()["told"]["code"] == "in-play")  # nobody may see if it is in the game
    assert not box()["waits"] and "I.4" not in box()["told"]["text"] and house.board()["seq"] == seq
    house.swept()  # a tag that was read once or twice would not be reported as lifted
    changes = box()["changes"]
    house.mat.lift(0)
    house.until(lambda: box()["changes"] > changes)
    enrol(do="end")
    enrol(do="begin", mode="check", game="othello")
    house.mat.lay(STRANGER, 3)
    house.until(lambda: box()["told"]["code"] == "in-play" and box()["done"] == 0)


def test_a_card_that_lies_under_another_is_asked_for_at_the_seat_and_the_game_goes_on_without_it(
    house: MatHouse,
) -> None:
    def ben() -> dict[str, Any]:
        seat: dict[str, Any] = house.board()["seats"][1]
        return seat

    house.start("Ann", "Ben")
    house.mat.lay(STRANGER, 1)
    house.mat.lay(BEN, 1)
    house.until(lambda: ben().get("trouble") == "two cards: take one away")
    assert ben()["cue"] == "attention"
    house.until(lambda: house.ring(1) == {colour(Cue.ATTENTION)})
    house.mat.lift(1, STRANGER)
    house.until(lambda: "trouble" not in ben())
    house.mat.lay(ANN, 0)
    house.until(lambda: house.faces() == ["down", "down"])


def test_what_befalls_the_mat_in_a_game_is_shown_and_plays_nothing(house: MatHouse) -> None:
    house.start("Ann", "Ben")
    house.mat.lay(ANN, 0)
    house.mat.lay(BEN, 1)
    house.until(lambda: house.faces() == ["down", "down"])
    before = house.board()["log"]
    house.mat.circuit.readers[1].ailment = Ailment.DEAD
    house.until(lambda: house.troubles() == [False, True])
    house.mat.circuit.readers[1].ailment = Ailment.NONE
    house.until(lambda: house.troubles() == [False, False])
    house.mat.circuit.expander.there = False
    house.until(lambda: house.troubles() == [True, True])
    assert {seat["trouble"] for seat in house.board()["seats"]} == {"button: no answer"}
    house.mat.unplug()
    house.mat.plug_in()
    house.until(lambda: house.mat.starts == 2)
    house.mat.circuit.expander.there = True
    house.until(lambda: house.troubles() == [False, False])
    house.mat.unplug()
    house.until(lambda: house.troubles() == [True, True])
    house.mat.plug_in()
    house.until(lambda: house.troubles() == [False, False])
    house.mat.restart()
    house.until(lambda: house.mat.starts == 4)
    house.until(lambda: house.ring(1) == {colour(Cue.YOUR_TURN)})
    assert house.board()["log"] == before
    house.swept()  # it knows the cards on the mat again
    house.turn_up(1, BEN)
    house.until(lambda: (house.board()["newest"] or {}).get("id") == THINGS[BEN])


def test_the_second_button_at_a_seat_does_what_holding_the_first_does(house: MatHouse) -> None:
    """Under a green light a hold is an exit with the card."""
    house.start("Ann", "Ben")
    house.mat.lay(ANN, 0)
    house.mat.lay(BEN, 1)
    house.until(lambda: house.faces() == ["down", "down"])
    house.until(lambda: house.ring(1) == {colour(Cue.YOUR_TURN)})
    house.mat.push(pins.BUTTONS[1][1])
    house.swept()
    house.mat.release(pins.BUTTONS[1][1])
    house.asked("Ann: reveal your card")
    assert "Ben exits the scene." in [line["text"] for line in house.board()["log"]]


def test_the_mat_is_shown_as_the_table_file_has_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    with emulated_mat(tmp_path) as mat:
        file.write_text(write_table_file(TableFile("mat", 2, mat=MatEntry(str(mat.path), SOCKETS))))
        mat.lay(STRANGER, 4)
        assert main(["mat", "--once", "--table", str(file)]) == 0
    shown = capsys.readouterr().out
    assert re.search(rf"stage.tap +{STRANGER} .* 4 ok", shown)
    assert re.search(r"stage.target +- .* 3 ok", shown)
