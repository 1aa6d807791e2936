"""`cuelight setup` with a person who touches readers and presses buttons; readers emulated, pins gpiozero's mocks."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from waiting import until

from cuelight.commands.setup import NothingFound, setup
from cuelight.live.fit import fit
from hardware.emulator import EmulatedReader, Ntag
from hardware.finding import Candidate
from hardware.ports import ports
from hardware.readers import USUAL
from hardware.table_file import ReaderEntry, SeatEntry, read_table_file
from hardware.trouble import DeviceError, Reason

BUTTONS = {"seat1": 4, "seat2": 5}
LAMPS = {17: ("seat1", "plain"), 24: ("seat2", "blue"), 22: ("seat2", "red"), 23: ("seat2", "green")}


class Hands:
    """Somebody who does what is asked: reader number n stands at seat n; buttons and lamps are wired as above."""

    def __init__(self, readers: Sequence[EmulatedReader], factory: Any = None, **answers: str) -> None:
        self.readers = readers
        self.factory = factory
        self.answers = answers
        self.told: list[str] = []
        self.tag = Ntag()
        self._lit: int | None = None

    def tell(self, text: str) -> None:
        self.told.append(text)
        for reader in self.readers:
            reader.field.clear()
        if text.startswith("Touch the reader of seat"):
            self._soon(lambda: self.readers[int(text.split("seat")[1][0]) - 1].field.lay(self.tag))
        elif text.startswith("Touch the reader of the stage"):
            self._soon(lambda: self.readers[-1].field.lay(self.tag))
        elif text.startswith("Press the button of"):
            self._press(BUTTONS[text[-6:-1]], 0.15)
        elif text.startswith("Whose lamp is on?"):
            self._lit = next((pin for pin in LAMPS if self._is_lit(pin)), None)
            if self._lit is None:
                self._press(BUTTONS["seat1"], 1.0)
            else:
                self._press(BUTTONS[LAMPS[self._lit][0]], 0.15)

    def choose(self, text: str, choices: Sequence[str]) -> str:
        if text.startswith("What colour") and self._lit is not None:
            return LAMPS[self._lit][1]
        return next(answer for words, answer in self.answers.items() if words in text)

    def has_given_up(self) -> bool:
        return False

    def _is_lit(self, pin: int) -> bool:
        found = self.factory.pin(pin)
        return bool(found.function == "output" and found.state)

    def _press(self, pin: int, seconds: float) -> None:
        def press() -> None:
            with suppress(Exception):
                self.factory.pin(pin).drive_low()
                time.sleep(seconds)
                self.factory.pin(pin).drive_high()

        self._soon(press)

    def _soon(self, act: Any) -> None:
        threading.Timer(0.12, act).start()


@pytest.fixture
def readers(tmp_path: Path) -> Iterator[list[EmulatedReader]]:
    made = [EmulatedReader(tmp_path / f"usb-reader-{n}") for n in range(3)]
    yield made
    for reader in made:
        reader.unplug()


def test_readers_buttons_and_lamps_get_their_seats_by_touch(
    tmp_path: Path, readers: list[EmulatedReader], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.finding.BCM_PINS", (4, 5, 16, 17, 22, 23, 24))
    factory = MockFactory(pin_class=MockPWMPin)
    hands = Hands(readers, factory, seats="2", buttons="yes", lamps="yes")
    path = tmp_path / "data" / "table.toml"
    mixed = [readers[2].path, str(tmp_path / "no-reader"), readers[0].path, readers[1].path]
    table = setup(path, hands, find=lambda: [Candidate(USUAL, device) for device in mixed], pins=factory)
    assert table.readers == (
        ReaderEntry("seat1.play", readers[0].path),
        ReaderEntry("seat2.play", readers[1].path),
        ReaderEntry("stage.target", readers[2].path),
    )
    assert table.panel == (SeatEntry("seat1", (17,), 4), SeatEntry("seat2", (22, 23, 24), 5))
    assert read_table_file(path) == table
    fitted = fit(table, time.monotonic, pins=factory)
    said: list[object] = []
    fitted.start(said.append)
    readers[1].field.lay(hands.tag)
    until(lambda: fitted.zones()["seat2.play"] is not None)
    fitted.close()


def test_one_reader_is_a_table_on_which_cards_are_tapped(tmp_path: Path, readers: list[EmulatedReader]) -> None:
    hands = Hands(readers, shall="yes", buttons="no")
    table = setup(tmp_path / "table.toml", hands, find=lambda: [Candidate(USUAL, readers[0].path)])
    assert (table.kind, table.readers) == ("one-reader", (ReaderEntry("stage.tap", readers[0].path),))
    assert read_table_file(tmp_path / "table.toml") == table


def test_without_a_reader_it_says_what_was_tried(tmp_path: Path) -> None:
    with pytest.raises(NothingFound, match=r"no-reader: not-found.*cuelight doctor"):
        setup(tmp_path / "table.toml", Hands([]), find=lambda: [Candidate(USUAL, str(tmp_path / "no-reader"))])
    assert not (tmp_path / "table.toml").exists()


def test_without_pins_it_says_why(tmp_path: Path, readers: list[EmulatedReader]) -> None:
    hands = Hands(readers, shall="yes", buttons="yes")
    with pytest.raises(DeviceError) as refused:
        setup(tmp_path / "table.toml", hands, find=lambda: [Candidate(USUAL, readers[0].path)])
    assert refused.value.reason in (Reason.NO_LIBRARY, Reason.NO_PINS)


def test_a_port_is_found_once() -> None:
    assert len({Path(port).resolve() for port in ports()}) == len(ports())
