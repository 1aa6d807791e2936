"""The sweep's requests to a reader, and their duration."""

from dataclasses import replace
from typing import Any

import pytest

from bench.goals import GOALS
from bench.mat import zone_times
from chips.emulator.mfrc522 import Ailment
from chips.emulator.tags import MEMORY, Mood, Ntag
from chips.here import mfrc522
from firmware_bridge.firmware import matlink
from tests.support.mat_world import EMILIA, IAGO, SETUP, Desk

ONE_ZONE = replace(SETUP, zones=SETUP.zones[:1])
SET_REGISTERS = (0x2A, 0x2B, 0x2C, 0x2D, 0x15, 0x12, 0x13, 0x11, 0x26, 0x14)  # MFRC522 rev. 3.9, section 9.3


@pytest.mark.parametrize(("occupied", "goal"), [(False, "sweep-empty"), (True, "sweep-occupied")])
def test_a_zone_takes_no_longer_than_field_and_air_need(occupied: bool, goal: str) -> None:
    zone, field, air, _wire = zone_times(occupied)
    assert field + air < zone and GOALS["mat"][goal].is_met(zone)


def test_a_wire_that_flips_bits_makes_no_card_come_or_go() -> None:
    """Found by playing an act on it: the rest of an unreadable answer corrupted the next question."""
    desk = Desk()
    desk.lay(IAGO, 0)
    desk.until(desk.right)
    desk.reports.clear()
    desk.mat.circuit.readers[0].ailment = Ailment.NOISY
    desk.run(60.0)
    assert desk.told() == []
    assert desk.mat.firmware.sweep.zones[0].garbled > 100
    desk.mat.circuit.readers[0].ailment = Ailment.NONE
    desk.until(desk.right)


def test_a_second_card_is_noticed_in_the_next_sweep() -> None:
    desk = Desk()
    desk.lay(IAGO, 0)
    desk.until(desk.right)
    desk.lay(EMILIA, 0)
    sweep = desk.mat.firmware.sweep.sweep_ms / 1000
    assert desk.until(lambda: desk.picture.zones[0].known == matlink.SEVERAL) < 2 * sweep + 0.02


def test_cards_whose_uids_begin_alike_are_told_apart() -> None:
    """Both have the same first cascade level: they collide in the second."""
    one, other = "04A2C3D4E5F680", "04A2C3D4E5F681"
    desk = Desk()
    desk.until(desk.ready)
    desk.lay(one, 0)
    desk.until(desk.right)
    desk.lay(other, 0)
    desk.until(lambda: desk.picture.zones[0].known == matlink.SEVERAL)
    desk.lift(0)
    desk.lay(other, 0)
    desk.until(desk.right)
    assert desk.told() == [
        ("Tag", "seat1.play", f"uid:{one}"),
        ("Lift", "seat1.play"),
        ("Tag", "seat1.play", f"uid:{other}"),
    ]


def test_a_tag_forgets_its_state_only_after_some_milliseconds_without_a_field() -> None:
    """ISO 14443-3: figure 7, and 5.2.4 for the time."""
    tag, wake = Ntag(bytes.fromhex(IAGO)), b"\x52"
    assert tag.hear(wake, 7) is not None
    tag.powered(MEMORY / 2)
    answers = [tag.hear(wake, 7) is not None for _ in range(4)]
    assert answers == [False, True, False, True]
    tag.powered(MEMORY)
    assert tag.mood is Mood.IDLE


@pytest.mark.parametrize(("guard", "share"), [(0.004, 0.0), (SETUP.guard, 1.0)])
def test_a_tag_is_asked_only_when_its_field_has_been_on_long_enough(guard: float, share: float) -> None:
    """A tag needs up to 5 ms (ISO 14443-3, 5.1)."""
    desk = Desk(replace(SETUP, guard=guard))
    desk.lay(IAGO, 0)
    desk.run(2.0)
    zone = desk.mat.firmware.sweep.zones[0]
    assert zone.seen == share * zone.polls and zone.polls > 20


def test_a_mat_with_one_zone_reads_a_tag_that_remembers_in_every_poll() -> None:
    """Its field is off for half a millisecond. Before HLTA was sent first, every second poll was silent."""
    desk = Desk(ONE_ZONE)
    desk.lay(IAGO, 0)
    desk.until(desk.right)
    zone = desk.mat.firmware.sweep.zones[0]
    polls, seen = zone.polls, zone.seen
    desk.run(5.0)
    assert zone.seen - seen == zone.polls - polls > 100
    desk.lay(EMILIA, 0)  # the first one still remembers, the second one does not: both must be seen
    desk.until(lambda: desk.picture.zones[0].known == matlink.SEVERAL)
    several, polls = zone.several, zone.polls
    desk.run(2.0)
    assert zone.several - several == zone.polls - polls > 50
    assert not {"Tag", "Lift"} & {told[0] for told in desk.told()}


@pytest.mark.parametrize("register", SET_REGISTERS, ids=hex)
def test_a_register_that_loses_its_setting_makes_no_card_vanish(register: int) -> None:
    desk = Desk()
    desk.lay(IAGO, 0)
    desk.until(desk.right)
    desk.reports.clear()
    chip, sweep = desk.mat.circuit.readers[0], desk.mat.firmware.sweep
    zone = sweep.zones[0]
    for bit in range(8):
        failures, seen, polls = sweep.failures[0], zone.seen, zone.polls
        chip._registers[register] ^= 1 << bit
        desk.run(0.3)
        assert sweep.failures[0] - failures <= 1
        assert zone.seen - seen > 2
        assert (zone.polls - polls) - (zone.seen - seen) <= 1  # if the field was on, its check had been before
    assert desk.told() == []
    if register != mfrc522().TX_CONTROL:  # which is written in each poll
        assert sweep.failures[0] > 0


class Stuck(bytearray):
    """Registers of a chip in which one keeps its value, whatever is written."""

    stuck = 0

    def __setitem__(self, at: Any, value: Any) -> None:
        if at != self.stuck:
            super().__setitem__(at, value)


@pytest.mark.parametrize("register", [0x2A, 0x2B, 0x2D, 0x15, 0x11, 0x14], ids=hex)
def test_a_register_that_takes_no_setting_is_a_fault_and_no_lift(
    register: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk()
    desk.lay(IAGO, 0)
    desk.until(desk.right)
    desk.reports.clear()
    chip = desk.mat.circuit.readers[0]
    reset = chip.reset

    def reset_but_for_one() -> None:
        reset()
        chip._registers = stuck = Stuck(chip._registers)
        stuck.stuck = register

    monkeypatch.setattr(chip, "reset", reset_but_for_one)
    chip.reset()
    desk.run(10.0)
    assert desk.mat.firmware.sweep.failures[0] > 10
    assert desk.told() == []
