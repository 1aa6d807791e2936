"""`cuelight setup`: steps by touch, with emulated readers and mock pins; the terminal output."""

from __future__ import annotations

import itertools
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.core.errors import InputError
from companion.journal.files import beside
from companion.table.viewer import seat_of
from cuelight.app.access.permissions import NotYours
from cuelight.app.setup.draft import SeatDevices
from cuelight.app.setup.probe import DetectedDevices, Thing, look_around
from cuelight.app.setup.steps import QUESTIONS
from cuelight.app.setup.wizard import NoSetup
from cuelight.app.setup.worker import DONE_SECONDS, FORSAKEN_SECONDS, SOON_SECONDS, SetupWorker
from cuelight.app.system import control_socket as local_door
from cuelight.app.table import LiveTable
from cuelight.commands.doctor import examine
from cuelight.commands.setup import HELP, NothingFound, desk_at, setup
from hardware.emulator import EmulatedReader, Ntag
from hardware.emulator.keyboard import EmulatedKeyboard, keyboards
from hardware.emulator.spi import EmulatedModule, spi_with
from hardware.ports import ports
from hardware.probe import PinFinder
from hardware.readers import keyboard, rc522
from hardware.table_file.load import ReaderEntry, SeatEntry, read_table_file
from tests.support.waiting import until

Json = dict[str, Any]
BUTTONS = {"seat1": 4, "seat2": 5}
LAMPS = {17: ("seat1", "plain"), 24: ("seat2", "blue"), 22: ("seat2", "red"), 23: ("seat2", "green")}


class House:
    """Three readers at a table, a setup of it, and a person who holds cards to them."""

    def __init__(self, folder: Path, pins: Any = None, readers: int = 3) -> None:
        self.readers = [EmulatedReader(folder / f"usb-reader-{n}") for n in range(readers)]
        self.path = folder / "data" / "table.toml"
        self.pins = pins
        self.card = Ntag()
        self.found = readers
        self.ahead = 0.0
        self.forsaken = threading.Event()
        self.setups: list[SetupWorker] = []

    def begin(self) -> SetupWorker:
        """Begin a setup, and wait for its first poll."""
        work = SetupWorker(
            self.path,
            lambda: time.monotonic() + self.ahead,
            forsaken=self.forsaken.set,
            find=self.around,
            pins=self.pins,
        )
        self.setups.append(work)
        until(lambda: work.wizard.to_json()["step"] != "look")
        return work

    def around(self) -> DetectedDevices:
        """Return the plugged-in devices."""
        spots = [SeatDevices(reader.path, "nfcpy") for reader in self.readers[: self.found]]
        return DetectedDevices(tuple(Thing("PN532", (spot,)) for spot in spots), ())

    def hold(self, number: int, work: SetupWorker) -> Json:
        """Hold another card to a reader until the setup reacts, then take it away.

        The same card again, at once, would count as never lifted.
        """
        before = work.wizard.to_json()["changes"]
        self.readers[number].field.lay(Ntag())
        until(lambda: work.wizard.to_json()["changes"] != before)
        self.readers[number].field.clear()
        return work.wizard.to_json()

    def close(self) -> None:
        for work in self.setups:
            work.close()
        for reader in self.readers:
            reader.unplug()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.close()


def test_readers_get_their_places_by_touch_with_one_question_and_no_name_of_a_port(house: House) -> None:
    work = house.begin()
    asked = [work.wizard.to_json()["step"]]
    work.command({"do": "answer", "value": "2"})
    for number in (1, 0, 2):
        asked.append(house.hold(number, work)["step"])
    assert asked == ["seats", "place", "place", "done"]
    assert sum(step in QUESTIONS for step in asked) == 1
    table = read_table_file(house.path)
    assert table.readers == (
        ReaderEntry("seat1.play", house.readers[1].path),
        ReaderEntry("seat2.play", house.readers[0].path),
        ReaderEntry("stage.target", house.readers[2].path),
    )


def test_readers_that_are_left_over_stand_in_a_rack(tmp_path: Path) -> None:
    house = House(tmp_path, readers=6)
    try:
        work = house.begin()
        work.command({"do": "answer", "value": "2"})
        for number in range(3):
            last = house.hold(number, work)
        assert (last["step"], [choice["value"] for choice in last["choices"]]) == ("rack", ["no", "1", "2"])
        asked = work.command({"do": "answer", "value": "2"})
        assert asked["text"] == (
            "Hold a card to the reader of slot 1 of the rack at seat 2. If no reader is left, skip."
        )
        for number in (4, 3, 5):
            last = house.hold(number, work)
        assert last["step"] == "done"
        slots = {entry.zone: entry.device for entry in read_table_file(house.path).readers[3:]}
        assert slots == {f"seat2.rack{slot}": house.readers[n].path for slot, n in ((1, 4), (2, 3), (3, 5))}
        work.close()
        later = house.begin()  # known things are not asked again
        assert later.command({"do": "answer", "value": "keep"})["step"] == "done"
    finally:
        house.close()


def test_a_seat_can_be_skipped_and_half_a_table_is_kept_and_gone_on_with(house: House) -> None:
    work = house.begin()
    work.command({"do": "answer", "value": "3"})
    work.command({"do": "skip"})
    assert house.hold(0, work)["place"] == "seat3.play"
    assert [entry.zone for entry in read_table_file(house.path).readers] == ["seat2.play"]
    work.close()  # as Ctrl+C or a pulled plug would
    later = house.begin()
    assert later.wizard.to_json()["step"] == "known"
    later.command({"do": "answer", "value": "keep"})
    assert later.wizard.to_json()["place"] == "seat1.play"
    later.command({"do": "skip"})
    house.hold(1, later)
    assert [entry.zone for entry in read_table_file(house.path).readers] == ["seat2.play", "seat3.play"]


def test_a_reader_that_has_its_place_is_not_taken_for_another_seat_and_back_takes_a_step_again(house: House) -> None:
    work = house.begin()
    work.command({"do": "answer", "value": "2"})
    house.hold(0, work)
    again = house.hold(0, work)
    assert (again["place"], again["well"]) == ("seat2.play", False)
    assert "seat 1" in again["told"]
    assert work.command({"do": "back"})["place"] == "seat1.play"
    assert house.hold(1, work)["place"] == "seat2.play"
    assert read_table_file(house.path).readers == (ReaderEntry("seat1.play", house.readers[1].path),)
    assert work.command({"do": "go", "place": "seat1.play"})["told"] is None
    house.hold(2, work)
    assert read_table_file(house.path).readers == (ReaderEntry("seat1.play", house.readers[2].path),)


def test_who_began_anew_by_mistake_goes_back_to_all_that_was_known(house: House) -> None:
    work = house.begin()
    work.command({"do": "answer", "value": "2"})
    for number in range(3):
        house.hold(number, work)
    work.close()
    later = house.begin()
    assert later.command({"do": "answer", "value": "anew"})["places"] == []
    later.command({"do": "back"})
    kept = later.command({"do": "answer", "value": "keep"})
    assert kept["step"] == "done" and all(place["reader"] for place in kept["places"])


def test_a_table_without_a_reader_is_not_told_to_be_set_up(house: House) -> None:
    work = house.begin()
    work.command({"do": "answer", "value": "2"})
    for _place in range(2):
        work.command({"do": "skip"})
    told = work.command({"do": "skip"})
    assert (told["step"], told["file"]) == ("none", None) and {"again", "back", "end"} == set(told["can"])
    house.found = 0
    work.command({"do": "again"})
    until(lambda: work.wizard.to_json()["step"] == "nothing")


def test_a_table_file_with_a_mistake_in_it_is_kept_beside_the_new_one(house: House) -> None:
    house.path.parent.mkdir()
    house.path.write_text('kind = "seats"\nseats = for\n', encoding="utf-8")
    work = house.begin()
    work.command({"do": "answer", "value": "2"})
    house.hold(1, work)
    house.hold(0, work)
    assert len(read_table_file(house.path).readers) == 2
    assert "seats = for" in house.path.with_name("table.toml.unreadable").read_text(encoding="utf-8")


def test_one_reader_can_be_for_everybody(house: House) -> None:
    house.found = 1
    work = house.begin()
    assert work.wizard.to_json()["step"] == "one"
    assert work.command({"do": "answer", "value": "yes"})["step"] == "done"
    table = read_table_file(house.path)
    assert (table.kind, table.readers) == ("one-reader", (ReaderEntry("stage.tap", house.readers[0].path),))


def test_an_answer_to_what_was_asked_before_is_refused_and_changes_nothing(house: House) -> None:
    work = house.begin()
    asked = work.wizard.to_json()["changes"]
    work.command({"do": "again"})
    until(lambda: work.wizard.to_json()["step"] != "look")
    before = work.wizard.to_json()
    with pytest.raises(NoSetup, match="at another step now"):
        work.command({"do": "answer", "value": "2", "changes": asked})
    assert work.wizard.to_json() == before
    work.command({"do": "answer", "value": "2", "changes": before["changes"]})
    assert work.wizard.to_json()["step"] == "place"


def test_what_fits_no_step_is_refused(house: House) -> None:
    work = house.begin()
    for body, error in (
        ({"do": "skip"}, NoSetup),
        ({"do": "back"}, NoSetup),
        ({"do": "answer", "value": "40"}, InputError),
        ({"do": "go", "place": "seat1.play"}, InputError),
        ({"do": "fly"}, InputError),
    ):
        with pytest.raises(error):
            work.command(body)
    work.command({"do": "answer", "value": "2"})
    with pytest.raises(NoSetup):
        work.command({"do": "answer", "value": "2"})


def test_a_setup_that_nobody_goes_on_with_lets_the_devices_go(house: House) -> None:
    work = house.begin()
    work.command({"do": "answer", "value": "2"})
    house.ahead = SOON_SECONDS + 1
    house.hold(0, work)
    assert not house.forsaken.is_set(), "a page does not ask again and again"
    house.ahead = FORSAKEN_SECONDS + SOON_SECONDS
    until(house.forsaken.is_set)


def test_a_table_that_is_set_up_plays_soon_whether_somebody_says_so_or_not(house: House) -> None:
    work = house.begin()
    work.command({"do": "answer", "value": "2"})
    for number in range(3):
        house.hold(number, work)
    assert work.wizard.to_json()["step"] == "done"
    house.ahead = DONE_SECONDS - 30
    assert work.command({"do": "look"})["step"] == "done"
    assert not house.forsaken.is_set(), "there is time to try the lamps"
    house.ahead = DONE_SECONDS + 1
    until(house.forsaken.is_set)


def test_a_terminal_that_was_killed_lets_the_devices_go_at_once(house: House) -> None:
    house.begin().command({"do": "look", "soon": True})
    house.ahead = SOON_SECONDS + 1
    until(house.forsaken.is_set)


def test_of_two_who_skip_the_same_seat_one_skips_it_and_the_other_is_told(house: House) -> None:
    work = house.begin()
    seen = work.command({"do": "answer", "value": "3"})["changes"]
    first = work.command({"do": "skip", "changes": seen})
    with pytest.raises(NoSetup, match="at another step"):
        work.command({"do": "skip", "changes": seen})
    assert work.wizard.to_json()["place"] == first["place"] == "seat2.play"


def test_a_reader_that_is_plugged_in_late_is_found_and_what_was_shown_before_stays(house: House) -> None:
    house.found = 1
    work = house.begin()
    work.command({"do": "answer", "value": "no"})
    work.command({"do": "answer", "value": "2"})
    house.found = 3
    assert "again" in work.wizard.to_json()["can"]
    work.command({"do": "again"})
    until(lambda: work.wizard.to_json()["step"] == "place")
    house.hold(2, work)
    assert work.wizard.to_json()["place"] == "seat2.play"
    house.hold(0, work)
    assert [entry.device for entry in read_table_file(house.path).readers] == [house.readers[n].path for n in (2, 0)]


class AtTerminal:
    """A person at the terminal who types and holds cards as the lines request."""

    def __init__(self, house: House, types: dict[str, str]) -> None:
        self.house = house
        self.types = types
        self.said: list[str] = []
        self._answers: list[str] = []
        self._next = 0

    def say(self, words: str) -> None:
        """Read a line and do what it requests."""
        self.said.append(words)
        for reader in self.house.readers:
            reader.field.clear()
        if words.startswith("Hold a card"):
            self.house.readers[self._next].field.lay(self.house.card)
            self._next += 1
        self._answers += [typed for asked, typed in self.types.items() if asked in words]

    def lines(self, seconds: float) -> str | None:
        """Return the next typed line."""
        if self._answers:
            return self._answers.pop(0)
        time.sleep(seconds)
        return None


def test_the_terminal_says_the_same_steps_and_enter_takes_what_is_usual(house: House) -> None:
    work = house.begin()
    person = AtTerminal(house, {"How many": ""})
    assert setup(work.command, person.lines, person.say) == 0
    assert "3 found: PN532, PN532, PN532." in person.said
    assert "That is the reader of seat 1." in person.said
    assert person.said[-2].startswith(f"Written to {house.path}. Now run `cuelight doctor`")
    assert [entry.zone for entry in read_table_file(house.path).readers] == [
        "seat1.play",
        "seat2.play",
        "seat3.play",
    ]


def test_a_word_that_means_nothing_at_a_step_ends_no_setup(house: House) -> None:
    work = house.begin()
    person = AtTerminal(house, {"How many": "2", "seat 1. (1 of 3)": "try", "(1 of 3)": "end"})
    setup(work.command, person.lines, person.say)
    assert HELP in person.said[1:]


def test_the_terminal_keeps_what_is_known_when_it_is_ended(house: House) -> None:
    work = house.begin()
    person = AtTerminal(house, {"How many": "3", "seat 2. (2 of 4)": "end"})
    setup(work.command, person.lines, person.say)
    assert read_table_file(house.path).readers[0].zone == "seat1.play"


def test_without_a_reader_the_terminal_says_what_was_tried_and_writes_nothing(house: House) -> None:
    house.found = 0
    work = house.begin()
    person = AtTerminal(house, {})
    with pytest.raises(NothingFound, match=r"no USB reader.*cuelight doctor"):
        setup(work.command, person.lines, person.say)
    assert not house.path.exists()


def test_beside_a_table_that_does_not_answer_nobody_takes_its_devices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_door, "ANSWER_SECONDS", 0.05)
    journal = tmp_path / "table.db"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as silent:
        silent.bind(str(beside(journal, local_door.SUFFIX)))
        silent.listen()
        with pytest.raises(local_door.TableIsBusy), desk_at(journal, None, tmp_path / "table.toml"):
            pass
        assert examine(tmp_path / "table.toml")[-1].check == "running table"


def test_what_is_plugged_in_is_asked_what_it_is(house: House, tmp_path: Path) -> None:
    folder = tmp_path / "emulated"
    folder.mkdir()
    (folder / "usb-reader").symlink_to(house.readers[0].path)
    (folder / "usb-unplugged").symlink_to(tmp_path / "nothing")
    around = look_around(tmp_path)
    assert [thing.what for thing in around.things] == ["PN532 v1.6"]
    assert around.spots()[0].device == str(folder / "usb-reader")


def test_readers_of_every_kind_get_their_places_by_touch(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "input").mkdir()
    typing, module = EmulatedKeyboard(tmp_path / "input" / "usb-1-event-kbd"), EmulatedModule(tmp_path)
    monkeypatch.setattr(keyboard, "PLACES", (str(tmp_path / "input" / "*-event-kbd"),))
    monkeypatch.setattr(rc522, "PORTS", str(tmp_path / "spidev*"))
    (tmp_path / "emulated").mkdir()
    (tmp_path / "emulated" / "usb-reader").symlink_to(house.readers[0].path)
    with keyboards(typing), spi_with(module):
        monkeypatch.setattr(house, "around", partial(look_around, tmp_path))
        work = house.begin()
        assert len(work.wizard.to_json()["found"]) == 3, work.wizard.to_json()
        work.command({"do": "answer", "value": "3"})
        module.lay("04A2C3D4E5F680")
        until(lambda: work.wizard.to_json()["place"] == "seat2.play")
        tries = itertools.count()  # what is typed before it is opened is nobody's

        def is_placed() -> bool:
            if next(tries) % 100 == 0:
                typing.type("04112233445566")
            return bool(work.wizard.to_json()["place"] == "seat3.play")

        until(is_placed)
        house.readers[0].field.lay(house.card)
        until(lambda: work.wizard.to_json()["step"] != "place")
        work.close()
    assert [entry.backend for entry in read_table_file(house.path).readers] == ["rc522", "keyboard", "nfcpy"]


def has_reader(table: LiveTable, number: int) -> bool:
    return bool(table.command("setup", {"do": "look"})["places"][number]["reader"])


def test_a_running_table_lets_its_devices_go_and_takes_the_new_ones_and_its_game_goes_on(
    house: House, tmp_path: Path
) -> None:
    folder = tmp_path / "emulated"
    folder.mkdir()
    for number in (0, 1):
        (folder / f"usb-reader-{number}").symlink_to(house.readers[number].path)
    table = LiveTable(tmp_path / "t.db", time.monotonic, time.time, table_file=tmp_path / "table.toml")
    table.start()
    try:
        table.command("start", {"names": ["Ann", "Ben"], "lead": 0})
        game = table.game
        assert table.command("setup", {"do": "look"})["step"] is None
        table.command("setup", {"do": "begin"})
        until(lambda: bool(table.command("setup", {"do": "look"})["step"] == "seats"))
        table.command("setup", {"do": "answer", "value": "2"})
        with pytest.raises(NoSetup, match="End that first"):  # enrolment of a box: no reader would report its tags
            table.command("enrol", {"do": "begin", "mode": "walk", "game": "othello"})
        with pytest.raises(NotYours):
            table.command("setup", {"do": "end"}, seat_of(0))  # and it continues
        for number in (0, 1):
            house.readers[number].field.lay(house.card)
            until(partial(has_reader, table, number))
            house.readers[number].field.clear()
        assert table.command("setup", {"do": "end"})["step"] is None
        assert (table.game, table.devices.fitted is not None) == (game, True)
        house.readers[1].field.lay(Ntag())
        until(lambda: json.loads(table.desk())["zones"]["seat2.play"] is not None)
        with pytest.raises(NoSetup):
            table.command("setup", {"do": "skip"})
        table.command("enrol", {"do": "begin", "mode": "walk", "game": "othello"})
    finally:
        table.stop()


def test_a_port_is_found_once() -> None:
    assert len({Path(port).resolve() for port in ports()}) == len(ports())


class Hands:
    """A person who presses the buttons that a setup requests; buttons and lamps are wired as above."""

    def __init__(self, factory: Any) -> None:
        self.factory = factory

    def lit(self) -> int | None:
        return next((pin for pin in LAMPS if self._is_lit(pin)), None)

    def _is_lit(self, pin: int) -> bool:
        found = self.factory.pin(pin)
        return bool(found.function == "output" and found.state)

    def do(self, now: Json, work: SetupWorker) -> None:
        """Do what the step requests."""

        def moved() -> bool:
            return bool(work.wizard.to_json()["changes"] != now["changes"])

        if now["step"] == "button":
            self.press_until(now["place"], moved)
            return
        if now["pin"] is not None:
            until(lambda: bool(self.factory.pin(now["pin"]).function == "output"))
            pin: int | None = now["pin"] if now["pin"] in LAMPS else None
        else:
            until(lambda: self.lit() is not None)
            pin = self.lit()
        if pin is None:
            work.command({"do": "skip"})
        elif now["step"] == "colour":
            work.command({"do": "answer", "value": LAMPS[pin][1]})
        else:
            self.press_until(LAMPS[pin][0], moved)

    def press_until(self, seat: str, done: Callable[[], bool]) -> None:
        """Press a seat's button, again if the press was too short."""
        while not done():
            with suppress(Exception):
                self.factory.pin(BUTTONS[seat]).drive_low()
                time.sleep(0.15)
                self.factory.pin(BUTTONS[seat]).drive_high()
            self._wait(done)

    def _wait(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + 5.0
        while not done() and time.monotonic() < end:
            time.sleep(0.01)


def test_buttons_and_lamps_are_found_and_then_tried_by_pressing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.probe.BCM_PINS", (4, 5, 16, 17, 22, 23, 24))
    monkeypatch.setattr("hardware.probe.HOLD_SECONDS", 60.0)  # no press becomes a hold, even on a slow machine
    factory = MockFactory(pin_class=MockPWMPin)
    house, hands = House(tmp_path, factory), Hands(factory)
    house.found = 2
    work = house.begin()
    work.command({"do": "answer", "value": "2"})
    house.hold(0, work)
    assert house.hold(1, work)["step"] == "panel"
    questions = ["seats", "panel"]
    work.command({"do": "answer", "value": "yes"})
    while (now := work.wizard.to_json())["step"] != "done":
        if now["step"] == "colour":
            questions.append("colour")
        hands.do(now, work)
    assert len(questions) <= 5
    assert [place["tried"] for place in work.wizard.to_json()["places"]] == ["right", "right", None]
    house.close()
    assert read_table_file(house.path).panel == (SeatEntry("seat1", (17,), 4), SeatEntry("seat2", (22, 23, 24), 5))


def test_the_way_to_the_pins_is_known_also_when_a_table_is_set_up_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.probe.BCM_PINS", (4, 5))
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr("cuelight.app.setup.worker.pin_finder", lambda *_: (PinFinder(factory, ()), "rpigpio"))
    house, hands = House(tmp_path, factory), Hands(factory)
    house.path.parent.mkdir()
    text = 'kind = "seats"\nseats = 2\n[[reader]]\nzone = "seat1.play"\nbackend = "nfcpy"\ndevice = "/dev/none"\n'
    house.path.write_text(text, encoding="utf-8")
    work = house.begin()
    for answer in ("anew", "2"):
        work.command({"do": "answer", "value": answer})
    for number in range(3):
        house.hold(number, work)
    hands.do(work.command({"do": "answer", "value": "yes"}), work)
    house.close()
    assert read_table_file(house.path).pins == "rpigpio"
