"""Faults of PN532 readers at a running table: they play nothing, are reported, and end automatically.

Each fault is one of the emulated chip, its line or its hub; everything above is real, including nfcpy. Two cards are
face down before the reveal: a card that seemed to be lifted and put back would turn itself up.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hardware.emulator import Fault, Hub, Ntag, Phone, Timing
from tests.support.nfc_table import SeatTable
from tests.support.waiting import until

LOOKS = 60  # polls for which an unreported fault lasts


class Laid(NamedTuple):
    """A table, and the cards at its two seats."""

    table: SeatTable
    ann: Ntag
    ben: Ntag

    def so_far(self) -> Any:
        """Return everything that has happened in the game."""
        return self.table.board["log"], self.table.desk["decision"], self.table.desk["questions"]

    def trouble(self, seat: int) -> str | None:
        trouble = self.table.board["seats"][seat].get("trouble")
        return None if trouble is None else str(trouble)

    def stands_at_ben(self, trouble: str, notice: str) -> bool:
        """Return True if the fault shows at the seat on the board, at the desk and in the seat's light."""
        seat, light = self.table.board["seats"][1], self.table.fitted.lights()["seat2"]
        told = [said for said in self.table.desk["notices"] if notice in said and "Ben's place" in said]
        return seat.get("trouble") == trouble and seat["cue"] == light == "attention" and len(told) == 1

    def well(self) -> bool:
        """Return True if no fault is shown anywhere."""
        seats, lights = self.table.board["seats"], self.table.fitted.lights().values()
        shown = [seat.get("trouble") for seat in seats], "attention" in [*lights, *(seat["cue"] for seat in seats)]
        return shown == ([None, None], False) and not self.table.desk["devices"] and self.table.desk["notices"] == []

    def reveal_ben(self) -> None:
        field = self.table.emulated[1].field
        field.lift(self.ben)
        until(lambda: self.table.fitted.zones()["seat2.play"] is None)
        field.lay(self.ben)
        until(lambda: self.table.face(1) == "up")


@pytest.fixture
def laid(tmp_path: Path) -> Iterator[Laid]:
    table = SeatTable(tmp_path, Timing())
    table.table.command("start", {"names": ["Ann", "Ben"], "lead": 0})
    found = Laid(table, table.card("I.2"), table.card("I.4"))
    table.emulated[0].field.lay(found.ann)
    table.emulated[1].field.lay(found.ben)
    until(lambda: table.face(0) == table.face(1) == "down")
    until(
        lambda: table.desk["decision"]["kind"] == "after-placement"
    )  # placing each card also meant that no coin is used first
    yield found
    table.close()


def check(laid: Laid, begin: Callable[[], object], told: Callable[[], bool], end: Callable[[], object]) -> None:
    """Run a fault from its beginning to its end, then one gesture, which must count as usual."""
    before = laid.so_far()
    begin()
    until(told)
    end()
    until(laid.well)
    assert laid.so_far() == before
    assert laid.table.face(0) == laid.table.face(1) == "down"
    laid.reveal_ben()


def test_a_chip_that_browns_out_in_silence_is_told_and_opened_again(laid: Laid) -> None:
    reader = laid.table.emulated[1]
    check(laid, reader.brown_out, lambda: laid.trouble(1) is not None, lambda: None)


def test_readers_that_are_gone_with_their_hub_for_a_second_are_told_and_come_back(laid: Laid) -> None:
    hub = Hub(laid.table.emulated)
    both_told = ["reader: unplugged"] * 2
    check(laid, hub.go, lambda: [laid.trouble(0), laid.trouble(1)] == both_told, hub.come)


def test_a_reader_whose_answers_are_cut_short_is_told_and_comes_back(laid: Laid) -> None:
    reader = laid.table.emulated[1]

    def told() -> bool:
        return str(laid.trouble(1)).startswith("reader: no answer")

    check(laid, lambda: reader.break_by(Fault.CUT_SHORT), told, reader.make_well)


def test_a_chip_that_its_own_field_resets_is_told_and_opened_again(laid: Laid) -> None:
    reader = laid.table.emulated[1]
    check(laid, lambda: reader.break_by(Fault.WEAK_SUPPLY), lambda: laid.trouble(1) is not None, reader.make_well)


def test_ids_with_a_wrong_bit_and_a_right_checksum_play_nothing(laid: Laid) -> None:
    reader, tally = laid.table.emulated[1], laid.table.readers.tallies["seat2.play"]
    end = tally.looks + LOOKS
    check(laid, lambda: reader.break_by(Fault.GARBLED_IDS), lambda: tally.looks >= end, reader.make_well)


@pytest.mark.parametrize("sel_res", [0x20, 0x00], ids=["phone", "random-ids"])
def test_what_is_no_card_is_told_where_it_lies_and_is_none(laid: Laid, sel_res: int) -> None:
    field, phone = laid.table.emulated[1].field, Phone(3, sel_res)

    def lay_it_on_the_card() -> None:
        with field.lock:  # the card below is no longer read
            field.lift(laid.ben)
            field.lay(phone)

    def take_it_away() -> None:
        with field.lock:
            field.lift(phone)
            field.lay(laid.ben)

    no_card = "this is not a card: take it away", "is not a card, perhaps a phone"
    check(laid, lay_it_on_the_card, lambda: laid.stands_at_ben(*no_card), take_it_away)


def test_a_card_that_a_neighbour_draws_the_field_from_is_said_to_lie_badly(laid: Laid) -> None:
    one, two = (reader.field for reader in laid.table.emulated)
    two.detuned = one, 0.6

    def move_apart() -> None:
        two.detuned = None

    badly = "card not readable: move it to the middle", "is weakly read: move it to the middle of the reader"
    check(laid, lambda: None, lambda: laid.stands_at_ben(*badly), move_apart)
