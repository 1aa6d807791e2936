"""The backend `nfcpy` on emulated readers: polls, faults, recovery. The library above the emulation is unmodified."""

import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
import serial

from companion.core.observation import Lift, Tag, Unsure
from companion.presence.filter import Crosstalk, NonRead, Resumed, WeakRead
from hardware import pn532
from hardware.emulator import EmulatedReader, Fault, Field, Ntag, Timing, slow_adapters
from hardware.faults import NEXT_STEP, Condition, DeviceError, DeviceReason
from hardware.pn532 import NfcDevice
from hardware.polling import IDLE_LOOK_SECONDS, UNREAD_LOOKS, ReaderSlot, ZoneReaders
from hardware.reader import Crowd, Notice, Report, TagHintRead
from hardware.tag_hint import erase_hint, read_hint
from tests.support.nfc_table import Readers, Said, clear_hint, hinted, uid_of
from tests.support.waiting import PATIENCE, until


@pytest.fixture
def readers(tmp_path: Path) -> Iterator[Readers]:
    table = Readers(tmp_path)
    yield table
    table.close()


class Restless(Ntag):
    """A tag with a hint that ignores the first `refusals` requests after its uid; None for all."""

    def __init__(self, thing: str, refusals: int | None) -> None:
        super().__init__()
        self.load(clear_hint(self, thing))
        self.refusals = refusals

    def answer(self, frame: bytes) -> bytes | None:
        if self.refusals != 0:
            self.refusals = self.refusals and self.refusals - 1
            return None
        return super().answer(frame)


# --- one device


def test_a_look_sees_silence_a_uid_or_a_stack(emulated: EmulatedReader) -> None:
    device = NfcDevice.open(emulated.path)
    assert device.look() is NonRead.EMPTY
    tag = Ntag()
    emulated.field.lay(tag)
    assert device.look() == uid_of(tag)
    emulated.field.lay(Ntag())
    emulated.field.lay(Ntag())
    assert device.look() is NonRead.CORRUPTED
    device.close()


def test_a_reader_says_what_it_is_and_is_left_awake_at_its_first_speed(emulated: EmulatedReader) -> None:
    device = NfcDevice.open(emulated.path)
    assert device.identity() == ("PN532 v1.6", 921600)
    device.close()
    again = NfcDevice.open(emulated.path)
    assert again.look() is NonRead.EMPTY
    again.close()


@pytest.mark.parametrize("baudrate", [921600, 460800, 230400])
def test_a_chip_left_at_another_speed_is_called_back(emulated: EmulatedReader, baudrate: int) -> None:
    for attempt in range(3):  # on a busy machine nfcpy may not wait long enough for the emulated chip
        emulated.leave_at(baudrate)
        try:
            device = NfcDevice.open(emulated.path)
        except DeviceError:
            assert attempt < 2
            continue
        assert device.look() is NonRead.EMPTY
        device.close()
        return


@pytest.fixture
def line(emulated: EmulatedReader) -> Iterator[serial.Serial]:
    with serial.Serial(emulated.path, 115200) as opened:
        yield opened


def frame(*body: int) -> bytes:
    """Return a frame around an identifier, a command and its data (UM0701, 6.2.1)."""
    return bytes([0, 0, 0xFF, len(body), -len(body) & 0xFF, *body, -sum(body) & 0xFF, 0])


ACK, WAKES = bytes.fromhex("0000ff00ff00"), bytes.fromhex("5555000000")
VERSION, NORMAL, CALL, CALL_ONCE = (0xD4, 0x02), (0xD4, 0x14, 0x01), (0xD4, 0x4A, 0x01, 0x00), (0xD4, 0x32, 5, 1, 0, 1)


def sent(line: serial.Serial, data: bytes, seconds: float = 0.2) -> bytes:
    """Send bytes, and return what arrives after its acknowledgement within so many seconds; b"?" without one."""
    line.timeout = seconds
    line.write(data)
    answer = bytes(line.read(100))
    return answer.removeprefix(ACK) if answer.startswith(ACK) else answer + b"?"


def test_a_chip_is_woken_and_put_into_normal_mode_after_power_up(line: serial.Serial) -> None:
    assert sent(line, frame(*VERSION)) == b"?"  # it sleeps
    assert sent(line, WAKES + frame(*CALL)) == frame(0x7F)
    assert sent(line, frame(*NORMAL)) == frame(0xD5, 0x15)
    assert sent(line, frame(*CALL_ONCE)) == frame(0xD5, 0x33)
    assert sent(line, frame(*CALL)) == frame(0xD5, 0x4B, 0)


def test_a_chip_changes_its_speed_when_its_answer_is_acknowledged(line: serial.Serial) -> None:
    assert sent(line, WAKES + frame(0xD4, 0x10, 8)) == frame(0xD5, 0x11)
    assert sent(line, frame(*VERSION)) != b"?"  # another command is no acknowledgement
    assert sent(line, frame(0xD4, 0x10, 7)) == frame(0xD5, 0x11)
    assert sent(line, ACK) == sent(line, frame(*VERSION)) == b"?"


def test_a_call_is_repeated_until_a_tag_comes_or_an_ack_does(emulated: EmulatedReader, line: serial.Serial) -> None:
    """As after power-up; nfcpy sets two calls (UM0701, 7.3.1)."""
    tag = Ntag()
    assert sent(line, WAKES + frame(*NORMAL)) == frame(0xD5, 0x15)
    assert sent(line, frame(*CALL)) == b""
    emulated.field.lay(tag)
    line.timeout = PATIENCE
    assert tag.uid in line.read_until(tag.uid)
    line.reset_input_buffer()
    emulated.field.clear()
    assert sent(line, frame(*CALL)) == b""
    line.write(ACK)
    assert sent(line, frame(*CALL_ONCE)) == frame(0xD5, 0x33)


def test_a_reader_that_calls_for_ever_is_opened_again(readers: Readers) -> None:
    tally = readers.readers.tallies["seat1.play"]
    until(lambda: tally.looks > 0)
    opened = tally.opened
    readers.emulated[0]._chip._retries = 0xFF  # a setting that it has lost
    until(lambda: tally.opened > opened and tally.reason is None)
    readers.emulated[0].field.lay(readers.card("I.2"))
    assert readers.next(Tag).zone == "seat1.play"


@pytest.mark.parametrize("baudrate", [921600, 115200])
def test_a_paced_reader_looks_reads_and_writes_at_either_speed(baudrate: int) -> None:
    reader = EmulatedReader(timing=Timing())
    tag = Ntag()
    with slow_adapters() if baudrate == 115200 else nullcontext():
        device = NfcDevice.open(reader.path)
    assert device.identity() == ("PN532 v1.6", baudrate)
    before = reader.commands
    quickest = min(timed(device.look) for _ in range(5))
    line = 80 * 10 / baudrate  # the bytes of three commands, with acknowledgements and answers
    assert reader.commands - before == 5 * 3
    assert quickest > Timing().miss + line
    reader.field.lay(tag)
    tag.load(clear_hint(tag, "III.4"))
    assert read_hint(device, uid_of(tag)) == "III.4"
    assert erase_hint(device, uid_of(tag))
    assert read_hint(device, uid_of(tag)) is None
    device.close()
    reader.unplug()


def timed(look: Callable[[], object]) -> float:
    began = time.monotonic()
    look()
    return time.monotonic() - began


def test_a_name_such_as_udev_gives_opens_too(tmp_path: Path) -> None:
    reader = EmulatedReader(tmp_path / "usb-1a86_USB_Serial-if00-port0")
    device = NfcDevice.open(reader.path)
    assert device.device == reader.path
    assert device.look() is NonRead.EMPTY
    device.close()
    reader.unplug()


def test_a_reader_that_another_of_us_has_is_in_use(emulated: EmulatedReader) -> None:
    device = NfcDevice.open(emulated.path)
    with pytest.raises(DeviceError) as refused:
        NfcDevice.open(emulated.path)
    assert refused.value.reason is DeviceReason.IN_USE
    device.close()


def test_errors_say_why_and_what_to_do(tmp_path: Path, emulated: EmulatedReader) -> None:
    with pytest.raises(DeviceError) as missing:
        NfcDevice.open(str(tmp_path / "ttyUSB9"))
    assert missing.value.reason is DeviceReason.NOT_FOUND
    emulated.break_by(Fault.SILENT)
    with pytest.raises(DeviceError) as silent:
        NfcDevice.open(emulated.path)
    assert silent.value.reason is DeviceReason.NO_ANSWER
    assert NEXT_STEP[DeviceReason.NO_ANSWER] in str(silent.value)
    assert isinstance(silent.value, OSError)
    assert set(NEXT_STEP) == set(DeviceReason)


def test_a_name_that_a_shell_would_run_is_no_port(tmp_path: Path) -> None:
    with pytest.raises(DeviceError):
        NfcDevice.open("/dev/null;true")
    with pytest.raises(DeviceError):
        NfcDevice.open(str(tmp_path))


# --- tags that keep their state through a short time without a field (ISO 14443-3, 5.2.4)


def test_a_tag_at_rest_is_seen_in_every_poll_though_each_check_for_another_tag_halts_it(
    emulated: EmulatedReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pn532, "SECOND_TAG_SECONDS", 0.0)
    device, tag = NfcDevice.open(emulated.path), Ntag()
    emulated.field.lay(tag)
    assert [device.look() for _ in range(10)] == [uid_of(tag)] * 10
    device.close()


def test_a_tag_that_was_halted_when_the_line_failed_is_seen_again(
    emulated: EmulatedReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pn532, "FORGET_SECONDS", 0.3)  # longer than any pause of this test
    device, tag = NfcDevice.open(emulated.path), Ntag()
    tag.forgets_after = 0.25
    emulated.field.lay(tag)
    assert device.look() == uid_of(tag)
    chipset: Any = device._chipset
    turn_off = chipset.rf_configuration

    def unheard(*arguments: object) -> None:
        turn_off(*arguments)
        raise OSError("its answer was lost")

    with monkeypatch.context() as faulty:
        faulty.setattr(chipset, "rf_configuration", unheard)
        faulty.setattr(pn532, "SECOND_TAG_SECONDS", 0.0)
        with pytest.raises(OSError, match="lost"):
            device.look()
    assert uid_of(tag) in [device.look() for _ in range(2)]
    device.close()


def test_of_two_tags_the_same_one_is_read_in_every_poll_and_a_second_one_is_noticed_at_once(
    emulated: EmulatedReader,
) -> None:
    device, first, other = NfcDevice.open(emulated.path), *sorted((Ntag(), Ntag()), key=uid_of)
    emulated.field.lay(other)
    assert (device.look(), device.several) == (uid_of(other), False)
    emulated.field.lay(first)
    assert [(device.look(), device.several) for _ in range(10)] == [(uid_of(first), True)] * 10
    device.close()


def test_two_tags_that_are_laid_together_are_noticed_at_their_first_poll(emulated: EmulatedReader) -> None:
    device, before = NfcDevice.open(emulated.path), Ntag()
    emulated.field.lay(before)
    assert (device.look(), device.several) == (uid_of(before), False)
    emulated.field.lift(before)
    assert [device.look() for _ in range(2)] == [NonRead.EMPTY] * 2
    first, other = sorted((Ntag(), Ntag()), key=uid_of)
    emulated.field.lay(other)
    emulated.field.lay(first)
    assert (device.look(), device.several) == (uid_of(first), True)
    device.close()


def test_a_tag_can_be_selected_right_after_its_hint_is_read(emulated: EmulatedReader) -> None:
    device, tag = NfcDevice.open(emulated.path), hinted("char:desdemona")
    emulated.field.lay(tag)
    assert device.look() == uid_of(tag)
    assert device.hint(uid_of(tag)) == "char:desdemona"
    device.select(uid_of(tag))
    device.close()


def test_a_halted_tag_answers_no_call_until_the_field_has_been_off_long_enough() -> None:
    field, tag = Field(), Ntag()
    field.lay(tag)
    field.switch(True)
    assert field.call() == [tag]
    field.select(tag)
    assert tag.answer(b"\x50\x00") is None
    field.switch(False)
    field.switch(True)
    assert field.call() == field.call() == []
    field.switch(False)
    time.sleep(tag.forgets_after)
    field.switch(True)
    assert field.call() == [tag]


def test_a_selected_tag_answers_only_the_second_call() -> None:
    field, tag = Field(), Ntag()
    field.lay(tag)
    field.switch(True)
    assert field.call() == [tag]
    field.select(tag)
    assert [field.call(), field.call()] == [[], [tag]]


def test_the_checks_for_another_tag_cost_a_resting_tag_no_poll(tmp_path: Path) -> None:
    readers = Readers(tmp_path, 1)
    try:
        readers.emulated[0].field.lay(readers.card("char:desdemona"))
        readers.next(Tag)
        time.sleep(3 * pn532.SECOND_TAG_SECONDS)
        until(lambda: (readers.readers.read_share("seat1.play") or 0.0) > 0.95)  # without the wait it stays at 0.6
    finally:
        readers.close()


# --- all of them


def test_a_card_laid_down_is_named_and_one_lifted_is_gone(readers: Readers) -> None:
    card = readers.card("I.2")
    readers.emulated[1].field.lay(card)
    assert readers.next(Tag)[1:] == ("seat2.play", "I.2")
    assert readers.readers.zones() == {"seat1.play": None, "seat2.play": "I.2"}
    readers.rests("seat2.play")
    readers.emulated[1].field.lift(card)
    assert readers.next(Lift).zone == "seat2.play"


def test_an_unknown_tag_is_named_by_its_uid(readers: Readers) -> None:
    tag = readers.card()
    readers.emulated[0].field.lay(tag)
    assert readers.next(Tag)[1:] == ("seat1.play", f"uid:{uid_of(tag)}")


def test_a_tag_that_is_lifted_while_it_is_read_is_nothing_else_and_is_known_at_the_next_tap(readers: Readers) -> None:
    tag = hinted("III.4")
    field = readers.emulated[0].field
    for _ in range(3):
        tag.commands_left = 0
        field.lay(tag)
        until(lambda: not field.holds(tag))
    assert readers.said.empty()
    tag.commands_left = 1  # enough for a single read: nobody asks it again
    field.lay(tag)
    assert readers.next(TagHintRead)[1:] == (uid_of(tag), "III.4")
    assert readers.next(Tag).thing == "III.4"


def test_a_tag_that_holds_still_only_after_a_few_looks_is_what_it_says(readers: Readers) -> None:
    card = Restless("III.4", refusals=UNREAD_LOOKS)
    readers.emulated[0].field.lay(card)
    assert readers.next(TagHintRead)[1:] == (uid_of(card), "III.4")
    assert readers.next(Tag).thing == "III.4"


def test_a_tag_that_never_says_what_it_is_is_an_unknown_one(readers: Readers) -> None:
    card = Restless("III.4", refusals=None)
    readers.emulated[0].field.lay(card)
    assert readers.next(Tag).thing == f"uid:{uid_of(card)}"


def test_a_weak_tag_stays_and_reports_come_in_the_order_of_their_times(readers: Readers) -> None:
    readers.emulated[0].field.weak = 0.3
    cards = [readers.card(f"I.{n}") for n in range(2)]
    for card, reader in zip(cards, readers.emulated, strict=True):
        reader.field.lay(card)
    first, second = readers.next(Tag), readers.next(Tag)
    assert first.at <= second.at
    assert {first.thing, second.thing} == {"I.0", "I.1"}
    readers.rests("seat1.play")
    readers.rests("seat2.play")
    for card, reader in zip(cards, readers.emulated, strict=True):
        reader.field.lift(card)
    assert {readers.next(Lift).zone, readers.next(Lift).zone} == {"seat1.play", "seat2.play"}
    assert readers.said.empty()


def test_a_card_that_is_taken_from_a_zone_that_is_not_believed_is_gone_and_nobody_has_lifted_it(
    tmp_path: Path,
) -> None:
    emulated, card = EmulatedReader(tmp_path / "reader", Timing()), Ntag()
    readers = ZoneReaders([ReaderSlot("seat1.play", emulated.path)], time.monotonic, {uid_of(card): "I.2"}.get)
    said: list[Notice | Report] = []
    readers.start(said.append)
    emulated.field.lay(card)
    until(lambda: any(isinstance(report, Tag) for report in said))
    emulated.field.weak = 0.92  # share of the calls in a poll
    until(lambda: any(isinstance(report, WeakRead) for report in said))
    count = len(said)
    emulated.field.lift(card)
    until(lambda: readers.zones()["seat1.play"] is None)
    readers.stop()
    emulated.unplug()
    gestures = [report for report in said[count:] if isinstance(report, Tag | Lift)]
    assert gestures == []
    assert [report[1:] for report in said if isinstance(report, Unsure)][-1] == ("seat1.play", None)


def test_a_noisy_line_is_no_trouble(readers: Readers) -> None:
    card, told = readers.card("I.2"), list[Said]()

    def come_and_go() -> None:
        for change, kind in ((readers.emulated[0].field.lay, Tag), (readers.emulated[0].field.lift, Lift)):
            change(card)
            while not told or not isinstance(told[-1], kind):
                told.append(readers.said.get(timeout=PATIENCE))
            readers.rests("seat1.play")

    come_and_go()  # it knows its poll interval by now, which takes a busy machine a while
    readers.emulated[0].break_by(Fault.NOISY)
    for _ in range(3):
        come_and_go()
    conditions = [each for each in told if isinstance(each, Condition)]
    assert all(each.reason in (DeviceReason.NO_ANSWER, None) for each in conditions)  # from a machine that is too busy
    assert len([each for each in told if isinstance(each, Tag | Lift)]) == 8
    assert readers.readers.tallies["seat1.play"].failures > 0


def test_crosstalk_is_reported_and_the_tag_stays_where_it_was(readers: Readers) -> None:
    card = readers.card("I.2")
    readers.emulated[0].field.lay(card)
    readers.next(Tag)
    readers.emulated[1].field.overheard = readers.emulated[0].field, 0.3
    assert readers.next(Crosstalk)[1:3] == ("seat2.play", "seat1.play")
    assert readers.readers.zones() == {"seat1.play": "I.2", "seat2.play": None}


def test_a_board_that_takes_only_the_short_sam_configuration_works(emulated: EmulatedReader) -> None:
    emulated.is_short = True
    device = NfcDevice.open(emulated.path)
    tag = Ntag()
    emulated.field.lay(tag)
    assert device.look() == uid_of(tag)
    device.close()


@pytest.mark.parametrize("fault", [Fault.SILENT, Fault.STUCK, Fault.GARBLED])
def test_a_fault_is_reported_and_ends_by_itself(readers: Readers, fault: Fault) -> None:
    card = readers.card("I.2")
    readers.emulated[0].field.lay(card)
    readers.next(Tag)
    readers.emulated[0].break_by(fault)
    condition = readers.of(Condition, "seat1.play")
    assert condition.reason in (DeviceReason.NO_ANSWER, DeviceReason.GARBLED)
    while fault is Fault.GARBLED and condition.reason is DeviceReason.NO_ANSWER:
        readers.emulated[0].make_well()  # a machine too busy to read the answer in time: try once more
        readers.until_well("seat1.play")
        readers.emulated[0].break_by(fault)
        condition = readers.of(Condition, "seat1.play")
    assert (condition.reason is DeviceReason.GARBLED) == (fault is Fault.GARBLED)
    readers.emulated[0].make_well()
    readers.until_well("seat1.play")
    assert readers.of(Resumed, "seat1.play")[1:] == ("seat1.play", "I.2", False)  # without any action


def test_a_reader_is_unplugged_and_plugged_in_again(readers: Readers) -> None:
    before, after = readers.card("I.2"), readers.card("I.3")
    readers.emulated[0].field.lay(before)
    readers.next(Tag)
    readers.emulated[0].unplug()
    gone = (DeviceReason.UNPLUGGED, DeviceReason.NOT_FOUND)  # the latter if a busy machine had given it up before
    while readers.of(Condition, "seat1.play").reason not in gone:
        pass
    readers.emulated[0].field.clear()
    readers.emulated[0].field.lay(after)
    readers.emulated[0].plug()
    readers.until_well("seat1.play")
    while not (found := readers.of(Resumed, "seat1.play")).fresh:
        pass
    assert found[1:] == ("seat1.play", "I.3", True)
    readers.emulated[0].field.clear()
    assert readers.next(Lift).zone == "seat1.play"  # the rest is as usual


def test_two_readers_that_change_ports_keep_their_seats(readers: Readers) -> None:
    one, two = readers.emulated
    before = two.terminal
    one.unplug()
    two.unplug()
    until(lambda: all(tally.reason is not None for tally in readers.readers.tallies.values()))
    two.plug()  # takes the first free port, which was the other's
    if two.terminal == before:  # another program has just taken that one
        two.unplug()
        one.plug()
        two.plug()
    else:
        one.plug()
    assert two.terminal != before
    readers.of(Resumed, "seat2.play")
    two.field.lay(readers.card("I.2"))
    assert readers.next(Tag)[1:] == ("seat2.play", "I.2")


def test_a_reader_that_is_not_there_at_the_start_comes_later(tmp_path: Path) -> None:
    reader = EmulatedReader(tmp_path / "reader-1")
    reader.unplug()
    said: queue.SimpleQueue[Report | Notice] = queue.SimpleQueue()
    late = ZoneReaders([ReaderSlot("seat1.play", str(tmp_path / "reader-1"))], time.monotonic, lambda _uid: None)
    late.start(said.put)
    missing = said.get(timeout=PATIENCE)
    assert isinstance(missing, Condition) and missing.reason is DeviceReason.NOT_FOUND
    reader.plug()
    back = said.get(timeout=PATIENCE)
    assert isinstance(back, Condition) and back.reason is None
    late.stop()
    reader.unplug()


def test_a_table_where_nobody_does_anything_is_looked_at_less_often(
    readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally = readers.readers.tallies["seat1.play"]
    monkeypatch.setattr("hardware.polling.BUSY_FOR", 0.0)
    monkeypatch.setattr("hardware.polling.IDLE_LOOK_SECONDS", 0.2)
    looks = tally.looks
    until(lambda: tally.looks > looks + 1)  # the polls in progress
    began, looks = time.monotonic(), tally.looks
    until(lambda: tally.looks > looks + 5)
    assert time.monotonic() - began > 0.9
    readers.emulated[0].field.lay(readers.card("I.2"))
    assert readers.next(Tag).thing == "I.2"


def test_a_card_at_an_idle_table_is_read_by_the_look_after_it_and_wakes_every_reader(
    readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert IDLE_LOOK_SECONDS <= 0.05
    monkeypatch.setattr("hardware.polling.BUSY_FOR", 0.0)
    monkeypatch.setattr("hardware.polling.IDLE_LOOK_SECONDS", 0.6)
    first, second = (readers.readers.tallies[zone] for zone in ("seat1.play", "seat2.play"))
    looks = first.looks
    until(lambda: first.looks > looks + 1)
    looks = first.looks
    readers.emulated[0].field.lay(readers.card("I.2"))
    assert readers.next(Tag).thing == "I.2"
    assert first.looks <= looks + 3  # the one in progress, the one that reads it, and one that follows
    monkeypatch.setattr("hardware.polling.BUSY_FOR", PATIENCE)
    looks = second.looks
    until(lambda: second.looks > looks + 2)
    monkeypatch.setattr("hardware.polling.IDLE_LOOK_SECONDS", 10 * PATIENCE)
    until(lambda: second.looks > looks + 20)


def test_a_new_listener_is_told_what_lies_and_what_is_wrong(readers: Readers) -> None:
    readers.emulated[0].field.lay(readers.card("I.2"))
    readers.next(Tag)
    readers.emulated[1].unplug()
    readers.next(Condition)
    threads = threading.active_count()
    told: list[object] = []
    readers.readers.start(told.append)
    assert threading.active_count() == threads
    assert [type(item) for item in told[:2]] == [Tag, Condition]


def test_nothing_is_left_open_after_stop(tmp_path: Path) -> None:
    def open_files() -> int:
        return len(os.listdir("/proc/self/fd"))

    before, threads = open_files(), threading.active_count()
    for _ in range(3):
        table = Readers(tmp_path)
        table.emulated[0].field.lay(table.card("I.2"))
        table.next(Tag)
        table.emulated[0].plug()  # it is plugged in already
        table.emulated[1].unplug()
        table.next(Condition)
        table.close()
    assert open_files() == before
    assert threading.active_count() == threads


def test_one_tag_of_no_deck_that_is_misread_now_and_then_is_no_crowd(readers: Readers) -> None:
    readers.emulated[0].break_by(Fault.GARBLED_IDS)
    tag = readers.card()
    readers.emulated[0].field.lay(tag)
    while not isinstance(said := readers.said.get(timeout=PATIENCE), Tag):
        assert not isinstance(said, Crowd)
