"""The backend `rc522` on emulated modules: the mat's own driver, an unmodified Adafruit-PureIO, models of the chip."""

import queue
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from chips.emulator.mfrc522 import Ailment
from chips.here import mfrc522
from companion.core.observation import Lift, Tag
from companion.presence.filter import NonRead
from hardware.device import Device
from hardware.emulator.spi import EmulatedModule, spi_with
from hardware.faults import Condition, DeviceError, DeviceReason
from hardware.polling import ReaderSlot, ZoneReaders
from hardware.reader import Notice, Report
from hardware.readers import backends
from hardware.table_file.load import TableFileError, parse_table_file
from tests.support.nfc_table import rests_at
from tests.support.waiting import PATIENCE, until

RC522 = backends()["rc522"]
CARD, OTHER = "04A2C3D4E5F680", "04112233445566"
ZONES = ("seat1.play", "seat2.play", "stage.target")
T = TypeVar("T", Tag, Lift, Condition)


@pytest.fixture
def module(tmp_path: Path) -> Iterator[EmulatedModule]:
    made = EmulatedModule(tmp_path)
    with spi_with(made):
        yield made


@pytest.fixture
def device(module: EmulatedModule) -> Iterator[Device]:
    opened = RC522.open(module.path)
    yield opened
    opened.close()


def test_a_look_sees_silence_a_uid_or_a_crowd(module: EmulatedModule, device: Device) -> None:
    assert device.look() is NonRead.EMPTY
    module.lay(OTHER)
    module.lay(CARD)
    assert device.look() is NonRead.CORRUPTED
    module.lift()
    module.lay(CARD)
    assert (device.look(), device.look()) == (CARD, CARD)
    module.lay(OTHER)
    assert device.look() == CARD  # it still answers to its own uid
    assert not module.chip.field


@pytest.mark.parametrize(
    ("version", "chip"), [(0x92, "MFRC522, version 0x92"), (0xB2, "a clone of the MFRC522, version 0xB2")]
)
def test_a_module_says_what_it_is(module: EmulatedModule, version: int, chip: str) -> None:
    module.chip.version = version
    device = RC522.open(module.path)
    assert device.identity().chip == chip
    device.close()


def test_what_lost_its_settings_is_set_up_anew_at_the_next_look(module: EmulatedModule, device: Device) -> None:
    module.lay(CARD)
    assert device.look() == CARD
    module.chip.reset()  # its 3.3 V supply sagged for a moment
    with pytest.raises(device.failures) as failed:
        device.look()
    assert device.reason_of(failed.value, 0.0) is DeviceReason.GARBLED
    assert device.look() == CARD


@pytest.mark.parametrize("bit", range(8))
def test_a_reserved_bit_that_changes_is_no_lost_setting(module: EmulatedModule, device: Device, bit: int) -> None:
    """MFRC522 rev. 3.9, 9.3.1.14 and others: software may not rely on reserved bits."""
    module.lay(CARD)
    assert device.look() == CARD
    for register, _value, bits in mfrc522().SETTINGS[:-1]:  # the last one is written in each poll
        if not bits & 1 << bit:
            module.chip._registers[register] ^= 1 << bit
    assert device.look() == CARD


def test_what_cannot_be_opened_says_why(tmp_path: Path, module: EmulatedModule) -> None:
    def why(path: str) -> DeviceReason:
        with pytest.raises(DeviceError) as refused:
            RC522.open(path)
        return refused.value.reason

    assert why(str(tmp_path / "spidev0.1")) is DeviceReason.NOT_FOUND
    first = RC522.open(module.path)
    assert why(module.path) is DeviceReason.IN_USE
    first.close()
    module.chip.ailment = Ailment.DEAD
    assert why(module.path) is DeviceReason.NO_ANSWER


# --- several at a table


class Zones:
    """Modules in the zones of a table."""

    def __init__(self, *paths: str) -> None:
        self.said: queue.SimpleQueue[Report | Notice] = queue.SimpleQueue()
        stations = [ReaderSlot(zone, path, "rc522") for zone, path in zip(ZONES, paths, strict=False)]
        names = {CARD: "I.1", OTHER: "I.2"}
        self.readers = ZoneReaders(stations, time.monotonic, names.get)
        self.readers.start(self.said.put)

    def next(self, kind: type[T]) -> T:
        """Return the next report of a kind; skip others before it."""
        while True:
            said = self.said.get(timeout=PATIENCE)
            if isinstance(said, kind):
                return said


@contextmanager
def zones(*paths: str) -> Iterator[Zones]:
    table = Zones(*paths)
    try:
        yield table
    finally:
        table.readers.stop()


def test_cards_come_and_go_in_their_zones_with_one_antenna_on_at_a_time(tmp_path: Path) -> None:
    modules = [EmulatedModule(tmp_path, port) for port in ("spidev0.0", "spidev0.1", "spidev1.0")]
    with spi_with(*modules) as air, zones(*(each.path for each in modules)) as table:
        modules[1].lay(CARD)
        assert table.next(Tag)[1:] == ("seat2.play", "I.1")
        modules[2].lay(OTHER)
        assert table.next(Tag)[1:] == ("stage.target", "I.2")
        rests_at(table.readers, "seat2.play")
        modules[1].lift()
        assert table.next(Lift)[1] == "seat2.play"
        assert air.most_fields == 1


def test_a_module_that_dies_is_told_and_comes_back_by_itself(tmp_path: Path) -> None:
    modules = [EmulatedModule(tmp_path, port) for port in ("spidev0.0", "spidev0.1")]
    with spi_with(*modules), zones(*(each.path for each in modules)) as table:
        modules[0].lay(CARD)
        table.next(Tag)
        modules[0].chip.ailment = Ailment.DEAD
        tally = table.readers.tallies["seat1.play"]
        until(lambda: tally.reason in (DeviceReason.NO_ANSWER, DeviceReason.GARBLED))
        assert table.next(Condition).reason is not None
        modules[1].lay(OTHER)
        assert table.next(Tag)[1] == "seat2.play"
        modules[0].chip.ailment = Ailment.NONE
        until(lambda: tally.reason is None)
        assert table.readers.zones() == {"seat1.play": "I.1", "seat2.play": "I.2"}


def test_modules_share_a_chip_select_where_each_has_a_reset_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pins = MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", pins)

    def module(pin: int) -> EmulatedModule:
        return EmulatedModule(tmp_path, "spidev0.0", lambda: bool(pins.pin(pin).state))

    modules = [module(23), module(24)]
    with spi_with(*modules) as air, zones(f"{modules[0].path}:23", f"{modules[1].path}:24") as table:
        modules[1].lay(CARD)
        assert table.next(Tag)[1:] == ("seat2.play", "I.1")
        modules[0].lay(OTHER)
        assert table.next(Tag)[1:] == ("seat1.play", "I.2")
        assert air.most_fields == 1


def test_the_table_file_keeps_lamps_off_the_pins_of_spi() -> None:
    text = """\
kind = "seats"
seats = 2

[[reader]]
zone = "seat1.play"
backend = "rc522"
device = "/dev/spidev0.0:25"

[[reader]]
zone = "seat2.play"
backend = "rc522"
device = "/dev/ttyUSB0"

[gpio]
pins = "lgpio"

[[seat]]
seat = "seat1"
lamp = 9
button = 25
"""
    with pytest.raises(TableFileError) as refused:
        parse_table_file(text)
    told = {mistake.line: f"{mistake.what}. {mistake.remedy}" for mistake in refused.value.mistakes}
    assert "/dev/spidev0.0" in told[12]
    assert told[19] == "pin 9 is used already, for MISO of SPI 0. Take another pin."
    assert "the reset line of /dev/spidev0.0:25" in told[20]
