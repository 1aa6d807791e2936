"""A misread tag in a zone: reported at the seat and at the desk, and never a gesture."""

import queue
from collections.abc import Sequence
from pathlib import Path

import pytest

from chips.emulator.tags import Ntag
from companion.presence.filter import NonRead, Poll
from companion.presence.misreads import Misread, Misreads
from cuelight.app.devices.health import ATTENTION_SECONDS, DeviceHealth
from firmware_bridge.emulator.faults import AnswersCutShort, Fault, GarbledIds
from hardware.device import Identity
from hardware.emulator import Fault as ChipFault
from hardware.emulator import Timing
from hardware.faults import Condition, DeviceReason
from hardware.polling import ReaderSlot, ZoneReaders
from hardware.reader import FrequentErrors, Notice, Report
from hardware.readers import USUAL
from tests.support.mat_evening import MatEvening
from tests.support.nfc_table import SeatTable
from tests.support.waiting import PATIENCE, until

HERE, NEAR, OTHER = "04A2C3D4E5F680", "04A2C3D4E5F780", "04B1000000AA02"
LOOK = 0.05
AT_SEAT, AT_DESK = "card is misread: one alone, in the middle", "is misread now and then"


def looks(misreads: Misreads, at: float, saws: Sequence[Poll]) -> tuple[list[Poll], list[Misread]]:
    """Return the accepted results and the reports of these polls in a row, at a zone with a card."""
    taken = [misreads.look(at + number * LOOK, "zone", saw, HERE) for number, saw in enumerate(saws)]
    return [saw for saw, _told in taken], [change for _saw, told in taken for change in told]


def test_an_unknown_id_with_one_wrong_bit_is_the_card_that_was_just_heard_there() -> None:
    misreads = Misreads(["zone"], lambda _uid: False)
    assert looks(misreads, 0.0, [HERE, NEAR, HERE, OTHER])[0] == [HERE, NonRead.CORRUPTED, HERE, OTHER]
    assert looks(misreads, 60.0, [NEAR])[0] == [NEAR]  # the card may be gone by now


def test_a_known_card_is_never_another_one_misread() -> None:
    misreads = Misreads(["zone"], {HERE, NEAR}.__contains__)
    assert looks(misreads, 0.0, [HERE, NEAR])[0] == [HERE, NEAR]


def test_a_zone_is_told_after_seconds_of_misreading_and_once_more_when_it_is_over() -> None:
    misreads = Misreads(["zone"], lambda _uid: False)
    assert looks(misreads, 0.0, [HERE, HERE, NonRead.CORRUPTED] * 20)[1] == []
    assert [change.misread for change in looks(misreads, 3.0, [HERE, HERE, NonRead.CORRUPTED] * 20)[1]] == [True]
    assert [change.misread for change in looks(misreads, 6.0, [HERE] * 100)[1]] == [False]


@pytest.mark.parametrize("saw", [HERE, NonRead.EMPTY], ids=["heard", "silent"])
def test_a_hand_that_lays_a_card_down_garbles_it_for_a_second_and_nothing_is_told(saw: Poll) -> None:
    misreads = Misreads(["zone"], lambda _uid: False)
    hand: list[Poll] = [NonRead.CORRUPTED] * 20
    assert looks(misreads, 0.0, [*hand, *[saw] * 100])[1] == []


class Noisy:
    """A device that fails in every third poll until fixed; a poll takes a twentieth of a second of its clock."""

    device, failures, sees_lifts, is_processor = "a port", (OSError,), True, False
    several = False

    def __init__(self) -> None:
        self.looks, self.is_well = 0, False

    def clock(self) -> float:
        return self.looks * LOOK

    def open(self, _device: str) -> "Noisy":
        return self

    def identity(self) -> Identity:
        return Identity("a reader", 0)

    def peek(self) -> Poll:
        self.looks += 1
        if not self.is_well and self.looks % 3 == 0:
            raise OSError
        return NonRead.EMPTY

    def rest(self) -> None:
        """End the faults."""

    def close(self) -> None:
        """Do nothing."""

    def reason_of(self, _error: BaseException, _seconds: float) -> DeviceReason:
        return DeviceReason.GARBLED


def test_a_reader_that_fails_in_a_third_of_its_looks_is_told_within_five_seconds_also_where_nothing_lies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noisy, told = Noisy(), queue.SimpleQueue[Report | Notice]()
    monkeypatch.setattr("hardware.polling.backends", lambda: {USUAL: noisy})
    readers = ZoneReaders([ReaderSlot("seat1.play", "a port")], noisy.clock, dict[str, str]().get)
    readers.start(told.put)
    falters = told.get(timeout=PATIENCE)
    assert isinstance(falters, FrequentErrors) and falters[1:] == ("seat1.play", True) and falters.at < 5.0
    noisy.is_well = True
    assert told.get(timeout=PATIENCE)[1:] == ("seat1.play", False)
    readers.stop()


def test_a_host_reads_who_sits_where_something_is_wrong_and_no_name_of_a_zone() -> None:
    upkeep, whose = DeviceHealth(), {"seat1": "Ann"}
    zones = ("seat1.play", "seat3.play", "seat1.rack2", "stage.target")
    upkeep.note(Condition(0.0, "the readers", zones, DeviceReason.UNPLUGGED), 0.0)
    upkeep.doubt(Misread(0.0, "stage.target", True), 0.0)
    upkeep.overhears("seat1.play", "seat3.play")
    upkeep.doubt(FrequentErrors(0.0, "seat1.play", True), 0.0)
    wrong, misread, falters, overheard = upkeep.notices(whose)
    assert falters.startswith("The reader at Ann's place fails now and then: check its cable and its power.")
    upkeep.doubt(FrequentErrors(0.0, "seat1.play", False), 0.0)
    assert wrong.startswith("Ann, seat 3, slot 2 of Ann, the stage: the device does not work: ")
    assert misread.startswith("The card at the middle of the stage is misread")
    assert overheard.startswith("The reader at Ann's place also reads what lies at seat 3: ")
    upkeep.overhears("seat1.play", None)
    assert upkeep.notices(whose) == [wrong, misread]
    assert upkeep.devices(whose)[0]["text"].startswith("Ann, seat 3, ")
    lamp = Condition(0.0, "a", ("seat1",), DeviceReason.NO_PINS).text(whose)
    assert lamp.startswith("Ann: the lamp and the button do not work: there are no pins")
    reader = Condition(0.0, "a", ("seat1.play",), DeviceReason.UNPLUGGED).text(whose)
    assert reader.startswith("Ann: the reader does not work: it was unplugged")
    both = Condition(0.0, "a", ("seat1", "seat1.play"), DeviceReason.UNPLUGGED).text(whose)
    assert both.startswith("Ann: the device does not work")
    assert Condition(0.0, "a", ("seat3.play",), None).text() == "The device at seat 3 works again."


def test_a_light_that_is_red_for_a_while_is_due_until_it_is_shown_otherwise() -> None:
    upkeep = DeviceHealth()
    upkeep.doubt(Misread(1.0, "seat1.play", True), 1.0)
    upkeep.show(1.0)
    assert (upkeep.cue("seat1", "your-turn", 1.0), upkeep.due) == ("attention", 1.0 + ATTENTION_SECONDS)
    assert (upkeep.cue("seat1", "your-turn", 6.0), upkeep.due) == ("your-turn", 1.0 + ATTENTION_SECONDS)
    upkeep.show(6.0)
    assert upkeep.due is None


def test_the_host_enters_by_hand_what_lies_where_a_reader_misreads() -> None:
    upkeep, served = DeviceHealth(), {"seat1.play", "seat2.play"}
    upkeep.doubt(Misread(0.0, "seat1.play", True), 0.0)
    assert [upkeep.is_blind(seat, served) for seat in ("seat1", "seat2")] == [True, False]


def test_ids_with_a_wrong_bit_and_a_right_checksum_are_told_at_a_seat_with_a_pn532(tmp_path: Path) -> None:
    table = SeatTable(tmp_path, Timing())
    table.table.command("start", {"names": ["Ann", "Ben"], "lead": 0})
    for reader, card in zip(table.emulated, ("I.2", "I.4"), strict=True):
        reader.field.lay(table.card(card))
    until(lambda: table.face(0) == table.face(1) == "down")
    until(lambda: table.desk["decision"]["kind"] == "after-placement")
    before = table.board["log"]
    table.emulated[0].break_by(ChipFault.GARBLED_IDS)
    until(lambda: table.board["seats"][0].get("trouble") == AT_SEAT)
    until(lambda: any(AT_DESK in notice and "Ann" in notice for notice in table.desk["notices"]))
    table.emulated[0].make_well()
    until(lambda: table.board["seats"][0].get("trouble") is None)
    assert (table.face(0), table.board["log"], table.desk["questions"]) == ("down", before, [])
    table.close()


@pytest.mark.parametrize("fault", [GarbledIds(0), AnswersCutShort(0)], ids=str)
def test_answers_that_are_garbled_are_told_at_a_seat_of_a_mat(tmp_path: Path, fault: Fault) -> None:
    evening = MatEvening(tmp_path, 2, seed=1)
    evening.tag("seat1.play", "I.2")
    evening.pass_time(3.0)
    before = evening.result()
    fault.begin(evening.circuit)
    assert evening.turn_until(lambda: evening.trouble("seat1.play") == AT_SEAT)
    assert any(AT_DESK in notice and "Ann" in notice for notice in evening.desk["notices"])
    fault.end(evening.circuit)
    assert evening.turn_until(lambda: evening.trouble("seat1.play") is None)
    assert evening.result() == before
    evening.close()


def test_two_cards_in_an_empty_zone_of_a_mat_are_told_and_none_of_them_is_laid(tmp_path: Path) -> None:
    evening = MatEvening(tmp_path, 2, seed=1)
    tags = evening.circuit.readers[evening.numbers["seat1.play"]].tags
    tags += [Ntag(bytes.fromhex(uid)) for uid in (HERE, OTHER)]
    assert evening.turn_until(lambda: evening.trouble("seat1.play") == "two cards: take one away")
    assert evening.fitted.zones()["seat1.play"] is None
    evening.close()
