"""The backend `rfid2` on an emulated hub: the mat's driver, an unmodified Adafruit-PureIO, models of hub and chips."""

import errno
import fcntl
import os
import queue
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from Adafruit_PureIO.smbus import SMBus

from companion.core.observation import Lift, Tag
from companion.presence.filter import NonRead, Poll
from cuelight.commands.doctor_readers import check
from hardware.device import Device
from hardware.emulator.i2c import EmulatedHub, EmulatedUnit, i2c_with
from hardware.faults import DeviceError, DeviceReason
from hardware.polling import ReaderSlot, ZoneReaders
from hardware.reader import Notice, Report
from hardware.readers import backends, kind_of
from hardware.table_file.load import ReaderEntry, TableFile, TableFileError, parse_table_file, read_table_file
from tests.support import ROOT
from tests.support.nfc_table import rests_at
from tests.support.waiting import PATIENCE

RFID2 = backends()["rfid2"]
CARDS = ["04A2C3D4E5F680", "04112233445566", "04B1000000AA02"]
ZONES = ("seat1.play", "seat2.play", "stage.target")


@pytest.fixture
def hub() -> Iterator[EmulatedHub]:
    with i2c_with(EmulatedHub({channel: EmulatedUnit() for channel in range(6)})) as made:
        yield made


def why(device: str) -> DeviceReason:
    with pytest.raises(DeviceError) as refused:
        RFID2.open(device)
    return refused.value.reason


def test_each_channel_with_a_reader_is_found_and_says_what_it_is(hub: EmulatedHub) -> None:
    hub.units[4].plugged = False
    found = RFID2.candidates()
    assert found == [f"/dev/i2c-1:{channel}" for channel in (0, 1, 2, 3, 5)]
    assert {kind_of(device) for device in found} == {"rfid2"}
    opened = RFID2.open(found[0])
    assert opened.identity().chip == "WS1850S, version 0x15"
    opened.close()


def test_a_reader_beside_the_hub_is_found_alone_because_it_answers_at_each_channel(hub: EmulatedHub) -> None:
    hub.control = 0b100  # as a killed program may leave it
    hub.direct = EmulatedUnit()
    assert RFID2.candidates() == ["/dev/i2c-1"]
    hub.there = False
    assert RFID2.candidates() == ["/dev/i2c-1"]


@pytest.mark.parametrize("devices", [("/dev/i2c-1", "/dev/i2c-1:0"), ("/dev/i2c-1:0", "/dev/i2c-1")])
def test_a_table_file_with_a_reader_beside_the_hub_is_refused(devices: tuple[str, str]) -> None:
    entries = [
        f'[[reader]]\nzone = "seat{number}.play"\nbackend = "rfid2"\ndevice = "{device}"\n'
        for number, device in enumerate(devices, 1)
    ]
    with pytest.raises(TableFileError, match="answer together"):
        parse_table_file("\n".join(['kind = "seats"\nseats = 2\n', *entries]))


def test_each_reader_reads_its_own_tag_and_one_antenna_is_on_at_a_time(hub: EmulatedHub) -> None:
    opened = [RFID2.open(f"/dev/i2c-1:{channel}") for channel in range(3)]
    for _ in range(3):
        assert [device.look() for device in opened] == [NonRead.EMPTY] * 3
    for channel, card in enumerate(CARDS):
        hub.units[channel].lay(card)
    for _ in range(3):
        assert [device.look() for device in opened] == CARDS
    hub.units[1].lay("04FFFFFFFFFFFF")
    assert opened[1].look() == CARDS[1]
    assert opened[1].several and not opened[0].several
    assert hub.most_fields == 1
    for device in opened:
        device.close()


def test_no_other_program_shares_the_bus(hub: EmulatedHub) -> None:
    """It would open other channels."""
    device, other = RFID2.open("/dev/i2c-1:0"), SMBus(1)
    with pytest.raises(BlockingIOError):
        fcntl.flock(other._device.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
    device.close()
    fcntl.flock(other._device.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
    assert why("/dev/i2c-1:0") is DeviceReason.IN_USE
    other.close()


def test_a_hub_that_opens_two_channels_is_noticed(hub: EmulatedHub) -> None:
    device = RFID2.open("/dev/i2c-1:0")
    hub.units[0].lay(CARDS[0])
    assert device.look() == CARDS[0]
    hub.writes = lambda control: control | 2
    with pytest.raises(device.failures, match="the hub has not opened the channel"):
        device.look()
    hub.writes = int
    assert device.look() == CARDS[0]
    device.close()


def test_two_open_channels_answer_together(hub: EmulatedHub) -> None:
    """What the driver must never do: the emulated hub is as strict as the real one."""
    hub.write(0x70, b"\x03")
    hub.units[1].chip.version = 0x92
    hub.write(0x28, b"\x37")
    assert hub.read(0x28, 1) == bytes([0x15 & 0x92])
    hub.brown_out()
    with pytest.raises(OSError, match="Remote I/O"):
        hub.read(0x28, 1)


def test_a_unit_that_is_unplugged_or_loses_its_settings_comes_back(hub: EmulatedHub) -> None:
    device, unit = RFID2.open("/dev/i2c-1:2"), hub.units[2]
    unit.lay(CARDS[0])
    assert device.look() == CARDS[0]
    for begin in (unit.chip.reset, hub.brown_out, lambda: setattr(unit, "plugged", False)):
        begin()
        with suppress(*device.failures):
            device.look()
        unit.plugged = True
        assert device.look() == CARDS[0]
    assert hub.most_fields == 1
    device.close()


def test_a_unit_that_holds_sda_silences_the_whole_bus_until_its_power_is_cut(hub: EmulatedHub) -> None:
    opened = [RFID2.open(f"/dev/i2c-1:{channel}") for channel in range(2)]
    hub.units[0].lay(CARDS[0])
    hub.units[1].lay(CARDS[1])
    assert [device.look() for device in opened] == CARDS[:2]
    hub.units[1].holds_sda = True  # the hub's channel 1 is open
    for device in opened:
        with pytest.raises(device.failures) as failed:
            device.look()
        assert device.reason_of(failed.value, 0.0) is DeviceReason.NO_ANSWER
    hub.units[1].holds_sda = False
    hub.brown_out()
    for unit in hub.units.values():
        unit.chip.reset()
    assert [later(device) for device in opened] == CARDS[:2]
    assert hub.most_fields == 1
    for device in opened:
        device.close()


def failing(unit: EmulatedUnit, monkeypatch: pytest.MonkeyPatch, fails: Callable[[], bool]) -> None:
    """Let transfers to a unit fail, as with a bad contact in a data line of its plug: it keeps its supply."""
    for name in ("take", "give"):
        done = getattr(unit, name)

        def transfer(data: Any, done: Callable[[Any], Any] = done) -> Any:
            if fails():
                raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
            return done(data)

        monkeypatch.setattr(unit, name, transfer)


def test_a_poll_that_fails_anywhere_leaves_no_antenna_on(hub: EmulatedHub, monkeypatch: pytest.MonkeyPatch) -> None:
    hub.units[0].lay(CARDS[0])
    device, other = RFID2.open("/dev/i2c-1:0"), RFID2.open("/dev/i2c-1:1")
    transfers, bad = [0], [0]

    def fails() -> bool:
        transfers[0] += 1
        return transfers[0] == bad[0]

    failing(hub.units[0], monkeypatch, fails)
    assert device.look() == CARDS[0]
    for bad[0] in count(1):
        transfers[0] = 0
        with suppress(*device.failures):
            device.look()
        if transfers[0] < bad[0]:
            break
        assert not hub.units[0].chip.field
        assert other.look() is NonRead.EMPTY
        assert device.look() == CARDS[0]
    assert hub.most_fields == 1 and bad[0] > 20
    device.close()
    other.close()


def test_a_unit_that_is_reached_again_only_when_it_is_closed_turns_its_antenna_off_then(
    hub: EmulatedHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit, device, bad = hub.units[0], RFID2.open("/dev/i2c-1:0"), [False]
    failing(unit, monkeypatch, lambda: bad[0] and unit.chip.field)
    bad[0] = True
    with pytest.raises(OSError, match="Remote I/O"):
        device.look()
    assert unit.chip.field  # nobody can reach it
    bad[0] = False
    device.close()
    assert not unit.chip.field


def later(device: Device) -> Poll:
    """Return the result of the second poll; the first one may fail and makes the driver configure the chip."""
    with suppress(*device.failures):
        device.look()
    return device.look()


def test_what_cannot_be_opened_says_why(hub: EmulatedHub) -> None:
    assert why("/dev/i2c-7:0") is DeviceReason.NOT_FOUND
    hub.units[5].plugged = False
    assert why("/dev/i2c-1:5") is DeviceReason.NO_ANSWER
    hub.there = False
    assert why("/dev/i2c-1:0") is DeviceReason.NO_HUB
    assert RFID2.candidates() == []


def test_a_register_that_reads_back_otherwise_is_named_in_the_report(hub: EmulatedHub) -> None:
    """The WS1850S is assumed to have all registers of the MFRC522: if one differs, a report must say which."""
    unit, give = hub.units[0], hub.units[0].give

    def given(count: int) -> bytes:
        return bytes(value & 0x0F for value in give(count)) if unit._register == 0x26 else give(count)

    unit.give = given  # type: ignore[method-assign]
    entry = ReaderEntry("seat1.play", "/dev/i2c-1:0", "rfid2")
    (finding,) = check(TableFile("seats", 2, (entry,)))
    assert finding.what == "/dev/i2c-1:0: what it says is garbled (register 0x26 is 0x08, not 0x48)"


def test_a_pahub_has_six_channels(hub: EmulatedHub) -> None:
    assert [channel for channel in range(10) if RFID2.knows(f"/dev/i2c-1:{channel}")] == list(range(6))
    drawn = (ROOT / "docs" / "wiring" / "units.toml").read_text(encoding="utf-8")
    with pytest.raises(TableFileError, match="Write a path such as /dev/i2c-1:0 with the channel of the hub, 0 to 5"):
        parse_table_file(drawn.replace("i2c-1:5", "i2c-1:6"))


def test_only_the_bus_at_the_pins_occupies_pins() -> None:
    assert set(RFID2.pins("/dev/i2c-1")) == set(RFID2.pins("/dev/i2c-1:3")) == {2, 3}
    assert RFID2.pins("/dev/i2c-10") == RFID2.pins("/dev/i2c-11:0") == {}


def test_cards_are_placed_and_lifted_at_the_drawn_table(hub: EmulatedHub) -> None:
    table = read_table_file(ROOT / "docs" / "wiring" / "units.toml")
    said: queue.SimpleQueue[Report | Notice] = queue.SimpleQueue()
    slots = [ReaderSlot(entry.zone, entry.device, entry.backend) for entry in table.readers]
    readers = ZoneReaders(slots, time.monotonic, {card: f"card {card}" for card in CARDS}.get)

    def next_of(kind: type[Report]) -> Report:
        while True:
            report = said.get(timeout=PATIENCE)
            if isinstance(report, kind):
                return report

    readers.start(said.put)
    try:
        for zone in ("seat1.play", "stage.target"):
            unit = hub.units[int(next(entry.device for entry in table.readers if entry.zone == zone)[-1])]
            unit.lay(CARDS[0])
            assert next_of(Tag)[1:3] == (zone, f"card {CARDS[0]}")
            rests_at(readers, zone)
            unit.lift()
            assert next_of(Lift)[1] == zone
    finally:
        readers.stop()
    assert hub.most_fields == 1
