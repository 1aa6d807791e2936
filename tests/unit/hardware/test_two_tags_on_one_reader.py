"""Two tags on one reader: the seat shows it, and it ends as soon as one of them is lifted."""

from __future__ import annotations

from pathlib import Path

from companion.core.cues import Cue
from companion.core.observation import Tag
from companion.core.places import TARGET
from companion.presence.crowding import OVER_AFTER, REPORTED_AFTER, Crowded, Crowds
from companion.presence.filter import WeakRead
from cuelight.app.devices.health import DeviceHealth
from hardware.faults import Condition, DeviceReason
from tests.support.nfc_table import Readers


def several(*looks: tuple[float, bool]) -> list[tuple[float, bool]]:
    crowds = Crowds(["seat1.play"])
    return [(told.at, told.several) for at, seen in looks for told in crowds.look(at, "seat1.play", seen)]


def test_a_card_laid_on_another_for_a_moment_is_no_crowd() -> None:
    assert several((0.0, True), (1.0, True), (1.1, False), (1.7, False), (5.0, True)) == []


def test_a_crowd_is_told_once_after_a_second_and_a_half_though_some_looks_show_one_card_alone() -> None:
    looks = [(n * 0.1, n % 3 > 0) for n in range(40)]
    [(at, told)] = several(*looks)
    assert told and REPORTED_AFTER <= at - looks[1][0] < REPORTED_AFTER + 0.2
    over = several(*looks, *((4.0 + n * 0.05, False) for n in range(40)))
    assert over[1][1] is False and over[1][0] < 4.0 + OVER_AFTER + 0.1


def test_an_empty_zone_has_no_crowd_at_once() -> None:
    crowds = Crowds(["seat1.play"])
    for at in (0.0, 1.0, 2.0):
        crowds.look(at, "seat1.play", True)
    assert crowds.look(2.1, "seat1.play", False, empty=True) == [Crowded(2.1, "seat1.play", False)]


def test_a_reader_with_two_tags_says_so_and_says_when_one_is_taken(tmp_path: Path) -> None:
    readers = Readers(tmp_path, 1)
    try:
        old, new = readers.card("I.4"), readers.card("I.7")
        readers.emulated[0].field.lay(old)
        readers.next(Tag)
        readers.emulated[0].field.lay(new)
        assert readers.next(Crowded).several
        readers.emulated[0].field.lift(old)
        assert not readers.next(Crowded).several
    finally:
        readers.close()


# --- reports to the seat and the desk

LONG_AFTER = 100.0
WHOSE = {"seat1": "Ann", "seat2": "Ben"}


def test_a_seat_that_is_to_lay_a_card_stays_red_while_two_lie_there() -> None:
    upkeep = DeviceHealth()
    upkeep.doubt(Crowded(0.0, "seat1.play", True), 0.0)
    upkeep.doubt(WeakRead(0.0, "seat1.play", True), 0.0)
    assert upkeep.cue("seat1", Cue.LAY, LONG_AFTER) == Cue.ATTENTION
    assert upkeep.cue("seat1", Cue.MAY_INTERRUPT, LONG_AFTER) == Cue.MAY_INTERRUPT  # its button still works
    assert upkeep.at_seat("seat1", Cue.LAY) == "two cards: take one away"
    assert upkeep.at_seat("seat2", Cue.LAY) is None
    assert upkeep.notices(WHOSE) == ["There are several cards at Ann's place: leave only one."]
    upkeep.doubt(WeakRead(9.0, "seat1.play", False), 9.0)
    upkeep.doubt(Crowded(9.0, "seat1.play", False), 9.0)
    assert upkeep.at_seat("seat1", Cue.LAY) is None
    assert upkeep.cue("seat1", Cue.LAY, 9.0) == Cue.LAY


def test_who_lays_things_in_the_middle_is_told_that_two_lie_there() -> None:
    upkeep = DeviceHealth()
    upkeep.doubt(Crowded(0.0, TARGET, True), 0.0)
    assert upkeep.at_seat("seat1", Cue.CHOOSE) == "two things in the middle: take one away"
    assert upkeep.at_seat("seat2", Cue.IDLE) is None


def test_a_seat_whose_reader_is_dead_stays_red_when_it_is_to_lay_a_card() -> None:
    upkeep = DeviceHealth()
    upkeep.note(Condition(0.0, "/dev/x", ("seat1.play",), DeviceReason.NO_ANSWER), 0.0)
    assert upkeep.at_seat("seat1") == "reader: no answer"
    for cue in (Cue.LAY, Cue.YOUR_TURN):
        assert upkeep.at_seat("seat1", cue) == "reader: no answer. Ask the host to enter your card"
    assert upkeep.cue("seat1", Cue.LAY, LONG_AFTER) == Cue.ATTENTION
    assert upkeep.cue("seat1", Cue.YOUR_TURN, LONG_AFTER) == Cue.YOUR_TURN
