"""Lights and buttons on gpiozero's own mock pins."""

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.core.cues import Cue
from companion.core.observation import Hold, Press
from hardware import gpio
from hardware.buttons import HOLD_SECONDS, STUCK_SECONDS, Button, Gesture
from hardware.faults import Condition, DeviceError, DeviceReason
from hardware.gpio import GpioPanel, Seat, brightness, reason_of_pins
from hardware.lights import LOOKS, UnknownCue
from hardware.reader import Notice, Report
from tests.support.waiting import until

PLAIN, RGB = Seat(lamp=(17,), button=4), Seat(lamp=(22, 23, 24), button=5)
BUTTON = {"seat1": 4, "seat2": 5}


class Panel:
    """A panel whose clock the test moves; buttons bounce as the test says."""

    def __init__(self) -> None:
        self.now = 0.0
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.said: list[Report | Notice] = []
        self.panel = GpioPanel({"seat1": PLAIN, "seat2": RGB}, lambda: self.now, self.factory)
        self.panel._listener = self.said.append
        self.panel.open()
        self.panel.tick()  # every button is open

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.01)):
            self.now += 0.01
            self.panel.tick()

    def contact(self, seat: str, closed: bool) -> None:
        pin = self.factory.pin(BUTTON[seat])
        pin.drive_low() if closed else pin.drive_high()

    def finger(self, seat: str, seconds: float, bounces: int = 3) -> None:
        """Press a button for so long; its contact bounces at both ends."""
        for closed, stay in ((True, seconds), (False, 0.1)):
            for n in range(bounces * 2):
                self.contact(seat, closed == (n % 2 == 0))
                self.wait(0.01)
            self.contact(seat, closed)
            self.wait(stay)

    def values(self, seat: str) -> tuple[float, ...]:
        return self.panel.values()[seat]


@pytest.fixture
def panel() -> Iterator[Panel]:
    made = Panel()
    yield made
    made.panel.close()


@pytest.mark.parametrize("bounces", [0, 1, 5])
def test_a_press_is_one_press_however_the_contact_bounces(panel: Panel, bounces: int) -> None:
    panel.finger("seat1", 0.1, bounces)
    panel.finger("seat2", 0.1, bounces)
    assert [(type(said), getattr(said, "button", "")) for said in panel.said] == [(Press, "seat1"), (Press, "seat2")]


def test_a_hold_is_told_while_it_lasts_and_is_no_press(panel: Panel) -> None:
    panel.contact("seat1", True)
    panel.wait(HOLD_SECONDS + 0.1)
    assert [type(said) for said in panel.said] == [Hold]
    panel.contact("seat1", False)
    panel.wait(0.2)
    assert [type(said) for said in panel.said] == [Hold]


def test_a_spike_on_a_long_wire_is_nothing(panel: Panel) -> None:
    panel.contact("seat1", True)
    panel.wait(0.01)
    panel.contact("seat1", False)
    panel.wait(1.0)
    assert panel.said == []


def test_presses_follow_each_other_quickly() -> None:
    button = Button()
    told = []
    for n in range(60):
        told.append(button.sample(n * 0.01, n // 6 % 2 == 1))
    assert [gesture for gesture in told if gesture] == [Gesture.PRESS] * 4


@pytest.mark.parametrize("closed_for", [0.1, 2.0])
def test_a_button_that_is_closed_at_the_start_counts_once_it_has_been_open(panel: Panel, closed_for: float) -> None:
    panel.panel.close()
    panel.panel.open()  # as at the start, and when pins come back
    panel.contact("seat1", True)  # a mock pin is open after `open`; it is sampled later
    panel.wait(closed_for)
    panel.contact("seat1", False)
    panel.wait(0.1)
    assert panel.said == []
    panel.finger("seat1", 0.1)
    assert [type(said) for said in panel.said] == [Press]


@pytest.mark.parametrize("is_from_the_start", [True, False])
def test_a_button_that_stays_closed_is_reported_until_it_is_open(panel: Panel, is_from_the_start: bool) -> None:
    if is_from_the_start:
        panel.panel.close()
        panel.panel.open()
    panel.contact("seat2", True)
    panel.wait(STUCK_SECONDS + 0.1)
    stuck = panel.said[-1]
    assert isinstance(stuck, Condition)
    assert (stuck.zones, stuck.reason) == (("seat2",), DeviceReason.BUTTON_STUCK)
    assert stuck.text({"seat2": "Ben"}).startswith("Ben: the button does not work: it stays pressed.")
    panel.contact("seat2", False)
    panel.wait(1.0)
    assert panel.said[-1] == Condition(panel.said[-1].at, stuck.device, ("seat2",), None)


def test_a_cue_is_on_the_lamp_when_show_returns(panel: Panel) -> None:
    panel.panel.show("seat1", Cue.YOUR_TURN)
    panel.panel.show("seat2", Cue.YOUR_TURN)
    assert panel.values("seat1") == (1.0,)
    red, green, blue = panel.values("seat2")
    assert green > red and green > blue
    panel.panel.show("seat1", Cue.IDLE)
    assert panel.values("seat1") == (0.0,)


def test_every_cue_has_a_motion_of_its_own_on_a_plain_lamp() -> None:
    courses = {cue: tuple(brightness(LOOKS[cue], n * 0.05, 1)[0] for n in range(200)) for cue in Cue}
    assert len(set(courses.values())) == len(Cue)


def test_no_lamp_flashes_more_than_three_times_a_second(panel: Panel) -> None:
    for cue in Cue:
        panel.panel.show("seat1", cue)
        levels = []
        for _ in range(400):
            panel.wait(0.01)
            levels.append(panel.values("seat1")[0])
        rises = [n for n, (before, after) in enumerate(pairwise(levels)) if before < 0.5 <= after]
        assert all(later - earlier >= 33 for earlier, later in zip(rises, rises[3:], strict=False)), cue


def test_an_unknown_cue_is_refused_and_a_seat_without_a_lamp_is_no_error(panel: Panel) -> None:
    with pytest.raises(UnknownCue):
        panel.panel.show("seat1", "disco")
    panel.panel.show("seat6", Cue.CHOOSE)


def test_a_pin_that_is_used_twice_is_named() -> None:
    twice = GpioPanel(
        {"seat1": Seat((17,), 4), "seat2": Seat((17,), 5)}, lambda: 0.0, MockFactory(pin_class=MockPWMPin)
    )
    with pytest.raises(DeviceError) as refused:
        twice.open()
    assert refused.value.reason is DeviceReason.PIN_IN_USE
    assert "17" in str(refused.value)
    assert twice.values() == {}


def test_pins_that_this_user_may_not_open_are_not_missing_pins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """lgpio says only `can not open gpiochip` in both cases."""
    refused = RuntimeError("can not open gpiochip")
    monkeypatch.setattr(gpio, "CHIPS", str(tmp_path / "gpiochip*"))
    assert reason_of_pins(refused) is DeviceReason.NO_PINS
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(os, "access", lambda *_: False)  # the tests may run as the administrator
    assert reason_of_pins(refused) is DeviceReason.NOT_ALLOWED


def test_without_pins_the_table_is_told_and_it_is_tried_again() -> None:
    said: list[Report | Notice] = []
    panel = GpioPanel({"seat1": PLAIN}, lambda: 0.0, "rpigpio")  # not available on this machine
    panel.start(said.append)
    until(lambda: bool(said))
    panel.stop()
    (condition,) = said
    assert isinstance(condition, Condition)
    assert condition.reason in (DeviceReason.NO_LIBRARY, DeviceReason.NO_RPI_GPIO, DeviceReason.NO_PINS)
    assert condition.zones == ("seat1",)


def test_the_panel_runs_on_its_own_thread_and_leaves_the_lamps_dark() -> None:
    now = [0.0]
    factory = MockFactory(pin_class=MockPWMPin)
    said: list[Report | Notice] = []

    def clock() -> float:
        now[0] += 0.005
        return now[0]

    panel = GpioPanel({"seat1": PLAIN}, clock, factory)
    panel.start(said.append)
    until(lambda: panel.values() != {})
    panel.show("seat1", Cue.YOUR_TURN)
    factory.pin(4).drive_low()
    until(lambda: any(isinstance(item, Hold) for item in said))
    assert factory.pin(17).state == 1.0
    panel.stop()
    assert factory.pin(17).state in (0, 0.0)
