"""PN532 readers that take turns: one field at a time, and nobody waits for one that fails."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.presence.filter import NonRead
from hardware.emulator import EmulatedReader, Fault, Ntag
from hardware.emulator.field import Field
from hardware.faults import DeviceReason
from hardware.pn532 import NfcDevice
from hardware.polling import ReaderSlot, ZoneReaders
from hardware.turns import Turns
from tests.support.waiting import PATIENCE, until

ZONES = ("seat1.play", "seat2.play", "seat3.play")
POLLS = 30
SHORT = 0.05


class Table:
    """Three readers; `most` is the largest number of fields that were on at once."""

    def __init__(self, folder: Path, *, take_turns: bool) -> None:
        self.emulated = [EmulatedReader(folder / zone) for zone in ZONES]
        slots = [ReaderSlot(zone, reader.path) for zone, reader in zip(ZONES, self.emulated, strict=True)]
        self.readers = ZoneReaders(slots, time.monotonic, lambda _uid: "I.2", take_turns=take_turns)
        self.most = 0

    def polled(self) -> None:
        """Wait until every reader that works has polled a number of times."""
        ends = {zone: tally.looks + POLLS for zone, tally in self.readers.tallies.items() if tally.reason is None}
        until(lambda: all(self.readers.tallies[zone].looks >= end for zone, end in ends.items()))

    def watch_fields(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Count the fields that are on, in chips that work from now on."""
        switch = Field.switch

        def switched(field: Field, on: bool) -> None:
            switch(field, on)
            self.most = max(self.most, sum(reader.field.on for reader in self.emulated))

        monkeypatch.setattr(Field, "switch", switched)


@pytest.fixture(params=[True])
def table(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr("hardware.polling.TURN_SECONDS", PATIENCE)  # a busy machine is no reader that hangs
    table = Table(tmp_path, take_turns=request.param)
    table.readers.start(lambda _report: None)
    table.polled()
    yield table
    table.readers.stop()
    for reader in table.emulated:
        reader.unplug()


def test_one_field_is_on_at_a_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.watch_fields(monkeypatch)
    for reader in table.emulated:
        reader.field.lay(Ntag())
    until(lambda: set(table.readers.zones().values()) == {"I.2"})
    table.polled()
    assert table.most == 1


@pytest.mark.parametrize("table", [False], indirect=True)
def test_otherwise_fields_are_on_together(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.watch_fields(monkeypatch)
    until(lambda: table.most > 1)


@pytest.mark.parametrize("fault", [Fault.SILENT, Fault.STUCK])
def test_nobody_waits_for_a_reader_that_fails(table: Table, fault: Fault) -> None:
    table.emulated[0].break_by(fault)
    until(lambda: table.readers.tallies[ZONES[0]].reason is DeviceReason.NO_ANSWER)
    tried = table.readers.tallies[ZONES[0]].failures
    table.polled()
    assert table.readers.tallies[ZONES[0]].failures - tried < POLLS / 2
    assert {table.readers.tallies[zone].reason for zone in ZONES[1:]} == {None}
    table.emulated[0].make_well()
    until(lambda: table.readers.tallies[ZONES[0]].reason is None)


def test_turns_go_in_the_order_in_which_they_were_asked_for() -> None:
    turns, order = Turns(), list[int]()

    def ask(number: int) -> None:
        with turns.turn():
            order.append(number)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(5)]
    with turns.turn():
        for number, thread in enumerate(threads, 2):
            thread.start()
            until(lambda number=number: turns._given == number)  # type: ignore[misc]
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3, 4]


def test_a_turn_that_does_not_end_is_passed_over_and_its_late_end_takes_none_away() -> None:
    turns = Turns(SHORT)
    with turns.turn():
        with turns.turn():
            pass
        with turns.turn():
            pass
    with turns.turn():
        pass
    assert turns._given == turns._served


def test_a_usb_reader_without_a_pn532_turns_its_field_off_between_polls() -> None:
    """A stand-in for a Sony RC-S380, of which there is no emulator."""
    done: list[str] = []
    chip = SimpleNamespace(mute=lambda: done.append("off"))
    frontend = SimpleNamespace(device=chip, sense=lambda _target: done.append("poll"))
    assert NfcDevice("usb:054c:06c3", frontend, None).look() is NonRead.EMPTY
    assert done == ["poll", "off"]
