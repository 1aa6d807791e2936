"""The sweep's requests to a reader, and their duration."""

import pytest

from bench.goals import GOALS
from bench.mat import zone_times
from chips.emulator.mfrc522 import Ailment
from firmware_bridge.firmware import matlink
from tests.support.mat_world import EMILIA, IAGO, Desk


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
