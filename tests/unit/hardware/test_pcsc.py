"""The backend `pcsc` on a real pcscd with virtual readers.

Virtual readers have no USB socket, so tests of sockets answer SCardGetAttrib themselves, and the kernel's list is a
folder.
"""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from companion.presence.filter import NonRead, Poll
from cuelight.app.setup.probe import look_around
from cuelight.commands.doctor_readers import check
from hardware import pcsclite, usb
from hardware.device import Device
from hardware.faults import DeviceError, DeviceReason
from hardware.pcsclite import CHANGED, MUTE, PRESENT, Code, Context, SlotState
from hardware.polling import ReaderSlot, ZoneReaders
from hardware.readers import backends, kind_of, nfcpy, pcsc
from hardware.readers.pcsc import CardReader
from hardware.table_file.load import ReaderEntry, TableFile, parse_table_file, write_table_file
from tests.support.usb_tree import usb_device
from tests.support.virtual_cards import (
    ATR_OF_CHIP_CARD,
    ATR_OF_PHONE,
    ATR_OF_VICINITY_TAG,
    NAMES,
    VirtualReaders,
    library,
    need_virtual_readers,
)
from tests.support.waiting import PATIENCE, until

PCSC = backends()["pcsc"]
CARD, OTHER = "04A2C3D4E5F680", "04112233445566"
FIRST, SECOND = f"pcsc:{NAMES[0]}", f"pcsc:{NAMES[1]}"
EXCLUSIVE = 1


@pytest.fixture(scope="module")
def pcscd() -> Iterator[VirtualReaders]:
    need_virtual_readers()
    with VirtualReaders() as running:
        yield running


@pytest.fixture(autouse=True)
def with_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    need_virtual_readers()
    monkeypatch.setattr(pcsclite, "LIBRARY", library())
    monkeypatch.setattr(usb, "DEVICES", tmp_path / "sys/bus/usb/devices")


@pytest.fixture
def virtual(pcscd: VirtualReaders) -> Iterator[VirtualReaders]:
    """The readers without cards."""
    yield pcscd
    pcscd.clear()
    readers = [PCSC.open(each) for each in (FIRST, SECOND)]
    until(lambda: all(reader.look() is NonRead.EMPTY for reader in readers))  # pcscd looks for cards now and then
    for reader in readers:
        reader.close()


@pytest.fixture
def device(virtual: VirtualReaders) -> Iterator[Device]:
    opened = PCSC.open(FIRST)
    yield opened
    opened.close()


def seen(device: Device) -> Poll:
    """Return the first poll that is not empty."""
    end = time.monotonic() + PATIENCE
    while (saw := device.look()) in (NonRead.EMPTY, NonRead.CORRUPTED):
        assert time.monotonic() < end
    return saw


def test_a_card_is_seen_until_it_is_lifted_and_asked_once(virtual: VirtualReaders, device: Device) -> None:
    assert device.look() is NonRead.EMPTY
    card = virtual.lay(0, bytes.fromhex(CARD))
    assert seen(device) == CARD and not device.is_processor
    assert [device.look() for _ in range(3)] == [CARD] * 3 and card.asked == 1
    virtual.lift(0)
    until(lambda: device.look() is NonRead.EMPTY)
    virtual.lay(0, bytes.fromhex(OTHER))
    assert seen(device) == OTHER


@pytest.mark.parametrize("sent", ["E004010203040506", "06050403020104E0"])
def test_a_tag_of_iso_15693_has_one_uid_in_whatever_order_a_reader_reports_it(
    virtual: VirtualReaders, device: Device, sent: str
) -> None:
    virtual.lay(0, bytes.fromhex(sent), ATR_OF_VICINITY_TAG)
    assert seen(device) == "E004010203040506" and not device.is_processor


def test_a_phone_and_a_chip_card_are_no_tags(virtual: VirtualReaders, device: Device) -> None:
    virtual.lay(0, bytes.fromhex("08A1B2C3"), ATR_OF_PHONE)
    assert seen(device) == "08A1B2C3" and device.is_processor
    virtual.lift(0)
    until(lambda: device.look() is NonRead.EMPTY)
    virtual.lay(0, None, ATR_OF_CHIP_CARD)
    assert seen(device) is NonRead.UNKNOWN


def test_readers_are_found_and_named_and_a_missing_one_is_reported(virtual: VirtualReaders) -> None:
    assert PCSC.candidates() == [FIRST, SECOND]
    assert kind_of(FIRST) == kind_of("pcsc:1-1.2") == "pcsc"
    table = TableFile("seats", 2, (ReaderEntry("seat1.play", FIRST, "pcsc"),))
    assert parse_table_file(write_table_file(table)) == table
    with pytest.raises(DeviceError) as refused:
        PCSC.open("pcsc:1-1.2")
    assert refused.value.reason is DeviceReason.NOT_FOUND


def test_setup_and_doctor_find_them(virtual: VirtualReaders, tmp_path: Path) -> None:
    found = [spot.device for spot in look_around(tmp_path).spots()]
    assert FIRST in found and SECOND in found
    (finding,) = check(TableFile("seats", 2, (ReaderEntry("seat1.play", FIRST, "pcsc"),)))
    assert finding.what.startswith("Virtual PCD, ") and finding.result == "well"


# --- sockets


class OnUsb(Context):
    """A context that tells bus and address of each reader, as libccid does."""

    places: dict[str, tuple[int, int]] = {}
    refuses: Code | None = None

    def _call(self, name: str, *arguments: Any) -> None:
        if name == "SCardEstablishContext" and self.refuses is not None:
            raise pcsclite.PcscError(name, self.refuses)
        if name == "SCardConnect":
            self._asked = arguments[1].decode()
        if name == "SCardGetAttrib" and self._asked in self.places:
            bus, address = self.places[self._asked]
            value, size = arguments[2], arguments[3]._obj
            value[:4], size.value = (0x20 << 16 | bus << 8 | address).to_bytes(4, "little"), 4
            return
        super()._call(name, *arguments)


@pytest.fixture
def on_usb(monkeypatch: pytest.MonkeyPatch, virtual: VirtualReaders, tmp_path: Path) -> type[OnUsb]:
    class Told(OnUsb):
        places = {NAMES[0]: (1, 7), NAMES[1]: (1, 9)}

    usb_device(tmp_path, "1-1.2", 7, "072f:223b")
    usb_device(tmp_path, "1-1.4.1", 9, "072f:223b")
    monkeypatch.setattr(pcsc, "Context", Told)
    return Told


def test_two_readers_of_a_model_are_told_apart_by_their_sockets(virtual: VirtualReaders, on_usb: type[OnUsb]) -> None:
    assert PCSC.candidates() == ["pcsc:1-1.2", "pcsc:1-1.4.1"]
    virtual.lay(0, bytes.fromhex(CARD))
    virtual.lay(1, bytes.fromhex(OTHER))
    for swapped in (False, True):  # pcscd numbers them in the order in which it finds them
        if swapped:
            on_usb.places = {NAMES[0]: (1, 9), NAMES[1]: (1, 7)}
        first, second = PCSC.open("pcsc:1-1.2"), PCSC.open("pcsc:1-1.4.1")
        assert [seen(first), seen(second)] == ([OTHER, CARD] if swapped else [CARD, OTHER])
        first.close()
        second.close()


def test_a_reader_with_a_second_slot_is_one_reader(virtual: VirtualReaders, on_usb: type[OnUsb]) -> None:
    """Such as the slot for a chip card in an ACR1252U."""
    on_usb.places = dict.fromkeys(NAMES, (1, 7))
    assert PCSC.candidates() == ["pcsc:1-1.2"]
    both = PCSC.open("pcsc:1-1.2")
    virtual.lay(1, None, ATR_OF_CHIP_CARD)
    assert seen(both) is NonRead.UNKNOWN
    virtual.lay(0, bytes.fromhex(CARD))
    until(lambda: both.look() == CARD)
    both.close()


# --- states that a virtual reader does not have


class OneSlot:
    """A context with one slot, which counts events as pcscd does (pcsc-lite, SCardGetStatusChange)."""

    def __init__(self) -> None:
        self.state, self.events, self.asked = PRESENT, 1, 0
        self.uid: bytes | None = bytes.fromhex(CARD)

    def wait(self, slots: Sequence[SlotState], _milliseconds: int) -> None:
        """Report the state at once."""
        (slot,) = slots
        counted = slot.known >> 16
        is_new = slot.known & 0xFFFF != self.state or (counted and counted != self.events)
        slot.found = self.events << 16 | self.state | (CHANGED if is_new else 0)

    def ask(self, _name: str, _command: Sequence[int]) -> bytes:
        """Return the uid; without one the card is gone."""
        self.asked += 1
        if self.uid is None:
            raise pcsclite.PcscError("SCardTransmit", 0x80100069)
        return self.uid + b"\x90\x00"


@pytest.fixture
def slot() -> tuple[OneSlot, CardReader]:
    context = OneSlot()
    return context, CardReader(FIRST, cast(Context, context), [NAMES[0]])


def test_a_card_that_is_swapped_between_two_polls_is_noticed_by_the_count_of_events(
    slot: tuple[OneSlot, CardReader],
) -> None:
    context, reader = slot
    assert [reader.look(), reader.look()] == [CARD, CARD] and context.asked == 1
    context.events, context.uid = context.events + 2, bytes.fromhex(OTHER)
    assert reader.look() == OTHER


def test_a_mute_card_is_not_asked(slot: tuple[OneSlot, CardReader]) -> None:
    context, reader = slot
    context.state = PRESENT | MUTE
    assert reader.look() is NonRead.CORRUPTED and context.asked == 0


def test_a_card_that_could_not_be_asked_is_asked_again(slot: tuple[OneSlot, CardReader]) -> None:
    context, reader = slot
    context.uid = None
    assert reader.look() is NonRead.CORRUPTED
    context.uid = bytes.fromhex(CARD)
    assert reader.look() == CARD


# --- at a table


class Table:
    """Two such readers at two seats."""

    def __init__(self) -> None:
        slots = [ReaderSlot("seat1.play", FIRST, "pcsc"), ReaderSlot("seat2.play", SECOND, "pcsc")]
        self.readers = ZoneReaders(slots, time.monotonic, {CARD: "I.1", OTHER: "I.2"}.get)
        self.readers.start(lambda _report: None)

    def has(self, *things: str | None) -> bool:
        """Return whether these things lie at the two seats, and both readers work."""
        return (*self.readers.zones().values(),) == things and self.fails(None, None)

    def fails(self, *reasons: DeviceReason | None) -> bool:
        """Return whether the two readers fail for these reasons."""
        return (*(tally.reason for tally in self.readers.tallies.values()),) == reasons


@pytest.fixture
def table(virtual: VirtualReaders) -> Iterator[Table]:
    made = Table()
    yield made
    made.readers.stop()


def test_cards_arrive_and_leave_at_two_readers_at_once(virtual: VirtualReaders, table: Table) -> None:
    virtual.lay(0, bytes.fromhex(CARD))
    virtual.lay(1, bytes.fromhex(OTHER))
    until(lambda: table.has("I.1", "I.2"))
    virtual.lift(1)
    until(lambda: table.has("I.1", None))


def test_a_table_continues_after_a_restart_of_pcscd(virtual: VirtualReaders, table: Table) -> None:
    virtual.lay(0, bytes.fromhex(CARD))
    until(lambda: table.has("I.1", None))
    virtual.stop()
    try:
        until(lambda: table.fails(DeviceReason.NO_PCSCD, DeviceReason.NO_PCSCD))
    finally:
        virtual.start()
    assert table.readers.zones()["seat1.play"] == "I.1"
    virtual.clear()
    virtual.lay(1, bytes.fromhex(OTHER))
    until(lambda: table.has(None, "I.2"))


def test_a_card_that_another_program_has_alone_is_reported_until_it_is_free(
    virtual: VirtualReaders, device: Device
) -> None:
    virtual.lay(0, bytes.fromhex(CARD))
    assert seen(device) == CARD
    other = Context()
    card, _protocol = other._connect(NAMES[0], EXCLUSIVE, pcsclite.ANY_PROTOCOL)
    table = Table()
    try:
        until(lambda: table.fails(DeviceReason.IN_USE, None))
        other._disconnect(card)
        until(lambda: table.has("I.1", None))
    finally:
        table.readers.stop()
        other.close()


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (Code.NOT_AUTHORIZED, DeviceReason.NOT_ALLOWED),
        (Code.NO_SERVICE, DeviceReason.NO_PCSCD),
        (0x80100003, DeviceReason.NO_ANSWER),
    ],
)
def test_a_refusal_of_pcscd_has_its_reason(code: Code, reason: DeviceReason, monkeypatch: pytest.MonkeyPatch) -> None:
    class Refused(OnUsb):
        refuses = code

    monkeypatch.setattr(pcsc, "Context", Refused)
    with pytest.raises(DeviceError) as refused:
        PCSC.open("pcsc:1-1.2")
    assert refused.value.reason is reason


def test_without_pcscd_only_a_plugged_in_card_reader_is_mentioned(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pcsclite, "LIBRARY", "libnothing.so.1")
    assert PCSC.candidates() == []
    usb_device(tmp_path, "1-1.2", 7, "072f:223b", interface="0b")
    (device,) = PCSC.candidates()
    with pytest.raises(DeviceError, match="sudo apt-get install pcscd"):
        PCSC.open(device)


@pytest.mark.parametrize(
    ("driver", "runs", "reason"),
    [
        ("usbfs", True, DeviceReason.TAKEN_BY_PCSCD),
        ("usbfs", False, DeviceReason.IN_USE),
        ("pn533_usb", True, DeviceReason.TAKEN_BY_KERNEL),
    ],
)
@pytest.mark.parametrize("named", ["1-1.2", "072f:2200"])
def test_a_busy_usb_reader_is_said_to_be_with_the_one_that_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: str, runs: bool, reason: DeviceReason, named: str
) -> None:
    usb_device(tmp_path, "1-1.2", 7, "072F:2200", interface="0b", driver=driver)
    usb_device(tmp_path, "1-1.3", 8, "1d6b:0002", interface="09", driver="hub")
    monkeypatch.setattr(usb, "PCSCD", tmp_path / "pcscd.comm")
    if runs:
        usb.PCSCD.touch()
    assert nfcpy.BACKEND.knows(f"usb:{named}")
    assert usb.taker_of(named) is reason
