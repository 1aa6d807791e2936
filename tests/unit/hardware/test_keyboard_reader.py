"""The backend `keyboard` on emulated readers: typed lines are placed cards, and it never reports a lift as certain."""

import json
import queue
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from companion.core.observation import Lift, Tag
from companion.presence.filter import NonRead, Poll, Resumed
from cuelight.app.table import LiveTable
from hardware.device import Device, TypingDevice
from hardware.emulator.keyboard import CODES, EmulatedKeyboard, keyboards
from hardware.faults import Condition, DeviceError, DeviceReason
from hardware.fitted_table import FittedTable
from hardware.polling import ReaderSlot, ZoneReaders
from hardware.reader import Notice, PlaceOnlyReader, Report
from hardware.readers import backends, keyboard
from hardware.readers.keyboard import GET_KEYS, GET_NAME, GRAB, KEY, is_cut_off, uid_of
from hardware.table_file.layout import full_mat
from tests.support.waiting import PATIENCE, until

KEYBOARD = backends()["keyboard"]
CARD, OTHER = "04A2C3D4E5F680", "04112233445566"
ENTER, KEY_K = 28, 37
T = TypeVar("T", Tag, Lift, Condition, Resumed, PlaceOnlyReader)


@pytest.fixture
def emulated(tmp_path: Path) -> Iterator[list[EmulatedKeyboard]]:
    folder = tmp_path / "input"
    folder.mkdir()
    readers = [EmulatedKeyboard(folder / f"usb-{n}-event-kbd") for n in (1, 2)]
    with keyboards(*readers):
        yield readers


@pytest.fixture
def device(emulated: list[EmulatedKeyboard]) -> Iterator[Device]:
    opened = KEYBOARD.open(emulated[0].path)
    yield opened
    opened.close()


def seen(device: Device) -> Poll:
    """Return the first poll that is not empty."""
    end = time.monotonic() + PATIENCE
    while (saw := device.look()) is NonRead.EMPTY:
        assert time.monotonic() < end
    return saw


def test_an_id_is_one_line_however_it_is_written(emulated: list[EmulatedKeyboard], device: Device) -> None:
    assert device.look() is NonRead.EMPTY
    for typed, uid in ((CARD, CARD), ("04A2C3D4", "04A2C3D4"), ("0077775316", "04A2C1D4"), ("1234567", "0012D687")):
        emulated[0].type(typed)
        assert seen(device) == uid
    assert keyboard.uid_of(str(int(CARD, 16))) == CARD


SHIFT, CAPS_LOCK, NUM_LOCK, SLASH, COLON = 42, 58, 69, 53, 39


def shifted(*codes: int) -> tuple[tuple[int, int, int], ...]:
    """Return the events of keys under Shift."""
    keys = [(KEY, code, value) for code in codes for value in (1, 0)]
    return ((KEY, SHIFT, 1), *keys, (KEY, SHIFT, 0))


def keys(line: str) -> tuple[tuple[int, int, int], ...]:
    """Return the events of a line without Enter."""
    return tuple((KEY, CODES[letter], value) for letter in line for value in (1, 0))


ENDED = ((KEY, ENTER, 1), (KEY, ENTER, 0))


@pytest.mark.parametrize(
    "events",
    [
        keys(CARD),
        ((KEY, CAPS_LOCK, 1), (KEY, CAPS_LOCK, 0), *keys(CARD), *ENDED),
        ((KEY, NUM_LOCK, 1), (KEY, NUM_LOCK, 0), *keys(CARD), (KEY, 96, 1)),
        (*keys(CARD), *ENDED, *ENDED),
        (*keys(";"), *keys(CARD), *shifted(SLASH), *ENDED),
        (*shifted(6), *keys(CARD), *shifted(SLASH), *ENDED),
        (*keys("UID"), *shifted(COLON), *keys(" " + CARD), *ENDED),
        (*keys("0X" + CARD), *ENDED),
        (*keys(" ".join(f"0X{CARD[n : n + 2]}" for n in range(0, 14, 2))), *ENDED),
        (*keys(" ".join(CARD[n : n + 4] for n in range(0, 14, 4))), *ENDED),
        (*keys(CARD + "H"), *ENDED),
        tuple(event for n in range(0, 14, 2) for event in (*keys(CARD[n : n + 2]), *shifted(COLON))) + ENDED,
        (*keys(" ".join(CARD[n : n + 2] for n in range(0, 14, 2))), *ENDED),
        (*keys("-".join(CARD[n : n + 2] for n in range(0, 14, 2))), *ENDED),
        (*keys(f"{CARD} {CARD}"), *ENDED),
        tuple(
            event
            for letter in CARD
            for event in (shifted(CODES[letter]) if letter.isdecimal() else keys(letter.replace("A", "Q")))
        )
        + ENDED,
        (*keys("1304861881005696,1"), *ENDED),
    ],
    ids=[
        *("no Enter", "Caps Lock", "Num Lock", "Enter twice", "; and ?", "% and ?", "UID:", "0x"),
        *("0x before each byte", "groups of four", "h at the end"),
        *("colons", "spaces", "hyphens", "twice", "a French keyboard", "decimal with a part"),
    ],
)
def test_an_id_is_read_however_a_reader_is_set(
    emulated: list[EmulatedKeyboard], device: Device, events: tuple[tuple[int, int, int], ...]
) -> None:
    emulated[0].send(*events)
    assert seen(device) == CARD
    assert device.look() is NonRead.EMPTY
    assert isinstance(device, TypingDevice)
    assert device.unread == ""


@pytest.mark.parametrize("uid", ["E004015012345678", "0A1B2C3D4E", "0A1B2C3D4E5F"])
def test_ids_of_other_lengths_are_read(emulated: list[EmulatedKeyboard], device: Device, uid: str) -> None:
    emulated[0].type(uid)
    assert seen(device) == uid


def test_lines_without_enter_are_told_apart_by_the_pause(
    emulated: list[EmulatedKeyboard], device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = [1000.0]
    monkeypatch.setattr("hardware.emulator.keyboard.time.time", lambda: at[0])
    for letter in CARD:  # a slow reader
        at[0] += 0.08
        emulated[0].send(*keys(letter))
    at[0] += 0.5
    emulated[0].send(*keys(OTHER))
    assert (seen(device), seen(device)) == (CARD, OTHER)


@pytest.mark.parametrize(("typed", "form"), [("12345", "xxxxx"), ("018,54919", "xxx,xxxxx"), ("ID04A2", "xxxxxx")])
def test_the_form_of_a_line_that_is_no_id_is_known(
    emulated: list[EmulatedKeyboard], device: Device, typed: str, form: str
) -> None:
    emulated[0].send(*keys(typed), *ENDED)
    assert seen(device) is NonRead.CORRUPTED
    assert isinstance(device, TypingDevice)
    assert device.unread == form


def test_what_is_no_id_is_garbled_and_the_next_line_counts(emulated: list[EmulatedKeyboard], device: Device) -> None:
    emulated[0].type("12")
    assert seen(device) is NonRead.CORRUPTED
    emulated[0].press(KEY_K, ENTER)
    assert seen(device) is NonRead.CORRUPTED
    emulated[0].send((0, 3, 0))  # SYN_DROPPED: the kernel has lost keys
    emulated[0].type(CARD)
    assert seen(device) is NonRead.CORRUPTED
    emulated[0].type(CARD)
    assert seen(device) == CARD


def test_the_rest_of_an_id_whose_begin_was_lost_is_no_id_of_another_card(
    emulated: list[EmulatedKeyboard], device: Device
) -> None:
    emulated[0].send((0, 3, 0))  # long after the last line, or before any
    emulated[0].type("77775316")
    assert seen(device) is NonRead.CORRUPTED


def test_two_lines_in_one_go_are_two_looks(emulated: list[EmulatedKeyboard], device: Device) -> None:
    emulated[0].type(CARD)
    emulated[0].type(OTHER)
    assert (seen(device), seen(device)) == (CARD, OTHER)


def test_a_reader_is_grabbed_and_what_was_typed_before_is_nobodys(emulated: list[EmulatedKeyboard]) -> None:
    emulated[0].type(OTHER)
    first = KEYBOARD.open(emulated[0].path)
    assert first.look() is NonRead.EMPTY and emulated[0].grabbed
    with pytest.raises(DeviceError) as refused:
        KEYBOARD.open(emulated[0].path)
    assert refused.value.reason is DeviceReason.IN_USE
    first.close()
    second = KEYBOARD.open(emulated[0].path)
    assert second.identity().chip.startswith("Sycreader")
    second.close()


def test_what_is_no_keyboard_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name, words in (("file", "it is no keyboard"), ("none", "No such file")):
        with pytest.raises(DeviceError, match=words) as refused:
            KEYBOARD.open(str(tmp_path / name))
        assert refused.value.reason is DeviceReason.NOT_FOUND


def test_readers_are_found_by_what_they_say_and_hands_keep_their_keyboard(
    emulated: list[EmulatedKeyboard], monkeypatch: pytest.MonkeyPatch
) -> None:
    emulated[1].name = "Logitech USB Keyboard"
    monkeypatch.setattr(keyboard, "PLACES", (str(Path(emulated[0].path).parent / "*-event-kbd"),))
    assert KEYBOARD.candidates() == [emulated[0].path]
    assert not emulated[0].grabbed and not emulated[1].grabbed


# --- at a table


class Time:
    """A clock that is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Table:
    """Two such readers at two seats, and all reports."""

    def __init__(self, emulated: list[EmulatedKeyboard]) -> None:
        self.clock = Time()
        self.emulated = emulated
        self.said: queue.SimpleQueue[Report | Notice] = queue.SimpleQueue()
        stations = [ReaderSlot(f"seat{n}.play", each.path, "keyboard") for n, each in enumerate(emulated, 1)]
        names = {CARD: "I.1", OTHER: "I.2"}
        self.readers = ZoneReaders(stations, self.clock, names.get)
        self.readers.start(self.said.put)
        until(lambda: all(tally.looks for tally in self.readers.tallies.values()))

    def lay(self, seat: int, uid: str) -> None:
        """Put a card at a seat and let its reader type until the input is processed."""
        tally = self.readers.tallies[f"seat{seat}.play"]
        before = tally.laid
        self.clock.now += 0.001
        self.emulated[seat - 1].type(uid)
        until(lambda: tally.laid != before)

    def next(self, kind: type[T]) -> T:
        """Return the next report of a kind; skip others before it."""
        while True:
            said = self.said.get(timeout=PATIENCE)
            if isinstance(said, kind):
                return said

    def rest(self) -> list[Report | Notice]:
        """Return all reports since then."""
        return [self.said.get() for _ in range(self.said.qsize())]


@pytest.fixture
def table(emulated: list[EmulatedKeyboard]) -> Iterator[Table]:
    made = Table(emulated)
    yield made
    made.readers.stop()


def test_a_card_counts_as_lying_until_another_is_laid_or_it_is_laid_anew(table: Table) -> None:
    assert {table.next(PlaceOnlyReader).zone, table.next(PlaceOnlyReader).zone} == {"seat1.play", "seat2.play"}
    table.lay(1, CARD)
    assert table.next(Tag)[1:] == ("seat1.play", "I.1")
    for _ in range(3):  # a reader that types repeatedly while the card lies there
        table.clock.now += 1.0
        table.lay(1, CARD)
    assert table.rest() == []
    table.clock.now += 2.0
    table.lay(1, CARD)
    assert [(type(said), said[1]) for said in table.rest()] == [(Lift, "seat1.play"), (Tag, "seat1.play")]
    table.lay(1, OTHER)
    lifted, laid = table.rest()
    assert (type(lifted), laid[1:]) == (Lift, ("seat1.play", "I.2"))


def test_a_card_that_is_laid_elsewhere_lies_there_no_more(table: Table) -> None:
    table.lay(1, CARD)
    table.lay(2, CARD)
    until(lambda: table.readers.zones() == {"seat1.play": None, "seat2.play": "I.1"})


def test_a_reader_that_is_unplugged_is_told_and_its_card_lies_there_still(table: Table) -> None:
    table.lay(1, CARD)
    table.emulated[0].unplug()
    assert table.next(Condition).reason is DeviceReason.UNPLUGGED
    table.emulated[0].plug()
    assert table.next(Condition).reason is None
    assert table.next(Resumed)[1:] == ("seat1.play", "I.1", False)
    table.lay(1, OTHER)
    assert table.next(Tag).zone == "seat1.play"


def test_a_card_laid_again_is_revealed_and_the_seat_says_how_its_reader_works(
    emulated: list[EmulatedKeyboard], tmp_path: Path
) -> None:
    names = {CARD: "I.1", OTHER: "I.2"}
    clock = Time()
    stations = [ReaderSlot(f"seat{n}.play", each.path, "keyboard") for n, each in enumerate(emulated, 1)]
    fitted = FittedTable(full_mat(2), [ZoneReaders(stations, clock, names.get)], [], clock, names)
    table = LiveTable(tmp_path / "table.db", clock, time.time, fitted=fitted)
    table.start()
    try:
        table.command("start", {"names": ["Ann", "Ben"], "lead": 0})

        def seats() -> Any:
            return json.loads(table.board())["seats"]

        until(lambda: all("reader" in seat for seat in seats()))
        assert "lay it there again" in seats()[0]["reader"]
        emulated[0].type(CARD)
        emulated[1].type(OTHER)
        until(lambda: [seat["card"] and seat["card"]["face"] for seat in seats()] == ["down", "down"])
        emulated[0].type("12345")
        until(lambda: "types no card number" in (seats()[0].get("trouble") or ""))
        assert any("Ann's place typed “xxxxx”" in said for said in json.loads(table.desk())["notices"])
        emulated[0].type(CARD)
        until(lambda: "trouble" not in seats()[0])
        clock.now += 3.0
        emulated[1].type(OTHER)  # the player to the Lead's left begins
        until(lambda: seats()[1]["card"]["face"] == "up")
    finally:
        table.stop()


@pytest.mark.parametrize(
    ("uid", "is_half"),
    [
        *((cut, True) for cut in ("8804A9DB", "DBA90488", "008804A9", "0004A9DB", "00DBA904")),
        *((whole, False) for whole in ("04A9DBA2853280", "DEADBEEF", "11223388", "00112233")),
    ],
)
def test_an_id_that_is_only_the_first_half_or_three_bytes_is_noticed(uid: str, is_half: bool) -> None:
    """A tag 04A9DBA2853280 is typed as 3685287048, or 0014395652 by a reader for a door's lock."""
    assert is_cut_off(uid) is is_half
    assert [uid_of(typed) for typed in ("3685287048", "0014395652")] == ["DBA90488", "00DBA904"]


def test_the_requests_are_those_of_the_kernel() -> None:
    """Computed as in asm-generic/ioctl.h; the emulated keyboard has them from the backend."""

    def request(direction: int, number: int, size: int) -> int:
        return direction << 30 | size << 16 | ord("E") << 8 | number

    computed = request(2, 0x06, 256), request(2, 0x20 + KEY, 96), request(1, 0x90, 4)  # linux/input.h
    assert computed == (GET_NAME, GET_KEYS, GRAB)
