"""Lights and buttons through gpiozero's own factory for RPi.GPIO, over a strict stand-in of that module."""

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest
from gpiozero.pins import local

from companion.core.cues import Cue
from companion.core.observation import Press
from hardware.faults import DeviceError, DeviceReason
from hardware.gpio import GpioPanel, Seat, way_to_pins
from hardware.probe import PinFinder
from hardware.reader import Notice, Report
from tests.support.rpi_gpio import BCM, IN, OUT, PUD_OFF, PUD_UP, RpiGpio

REVISIONS = {"Raspberry Pi 4": 0xC03111, "Raspberry Pi 5": 0xD04170}
SEATS = {"seat1": Seat((17,), 4), "seat2": Seat((22, 23, 24), 5)}


@pytest.fixture(params=list(REVISIONS.values()), ids=list(REVISIONS))
def gpio(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[RpiGpio]:
    module, package = RpiGpio(), ModuleType("RPi")
    package.GPIO = module  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", module)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    monkeypatch.setattr(local, "get_pi_revision", lambda: request.param)
    monkeypatch.setattr(local.LocalPiFactory, "pins", {})
    way_to_pins.cache_clear()
    yield module
    way_to_pins.cache_clear()
    sys.modules.pop("gpiozero.pins.rpigpio", None)


def test_a_missing_module_has_its_own_next_step(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RPi", "RPi.GPIO"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    way_to_pins.cache_clear()
    with pytest.raises(DeviceError, match=r"`pip install '\.\[rpigpio\]'`") as refused:
        GpioPanel(SEATS, Clock(), "rpigpio").open()
    assert refused.value.reason is DeviceReason.NO_RPI_GPIO


class Clock:
    """Time in seconds, which a test moves."""

    now = 0.0

    def __call__(self) -> float:
        """Return it."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def pressed(panel: GpioPanel, clock: Clock, gpio: RpiGpio, pin: int) -> None:
    """Press a button for a tenth of a second, after it was seen open."""
    for down in (False, True, False):
        gpio.press(pin, down)
        for _ in range(10):
            clock.now += 0.01
            panel.tick()


def test_a_press_is_reported_and_a_lamp_shows_its_cue(gpio: RpiGpio, clock: Clock) -> None:
    said: list[Report | Notice] = []
    panel = GpioPanel(SEATS, clock, "rpigpio")
    panel._listener = said.append
    panel.open()
    assert {pin: gpio.functions[pin] for pin in (4, 5, 17, 22, 23, 24)} == {
        **dict.fromkeys((4, 5), IN),
        **dict.fromkeys((17, 22, 23, 24), OUT),
    }
    assert (gpio.pulls[4], gpio.pulls[5]) == (PUD_UP, PUD_UP)
    panel.show("seat1", Cue.YOUR_TURN)
    panel.show("seat2", Cue.YOUR_TURN)
    assert gpio.duty(17) == 1.0
    assert gpio.duty(23) > gpio.duty(22)
    pressed(panel, clock, gpio, 5)
    assert [(type(each), getattr(each, "button", "")) for each in said] == [(Press, "seat2")]
    panel.close()
    assert [gpio.duty(pin) for pin in (17, 22, 23, 24)] == [0.0] * 4
    assert OUT not in gpio.functions.values()


def test_the_pins_can_be_opened_again_after_they_were_closed(gpio: RpiGpio, clock: Clock) -> None:
    panel = GpioPanel(SEATS, clock, "rpigpio")
    for _ in range(3):
        panel.open()
        panel.show("seat1", Cue.YOUR_TURN)
        assert gpio.duty(17) == 1.0
        panel.close()


def test_pins_that_cannot_be_had_are_tried_again_without_opening_the_chip_again(gpio: RpiGpio, clock: Clock) -> None:
    """Each of gpiozero's factories for lgpio opens the chip; a table that tries for days must not run out of files."""
    twice = GpioPanel({"seat1": Seat((17,)), "seat2": Seat((17,))}, clock, "rpigpio")
    for _ in range(3):
        with pytest.raises(DeviceError) as refused:
            twice.open()
        assert refused.value.reason is DeviceReason.PIN_IN_USE
    assert gpio.opened == 1


def test_setup_finds_a_button_and_lights_a_lamp(gpio: RpiGpio) -> None:
    finder = PinFinder("rpigpio", {2, 3})
    polls = iter(range(40))

    def give_up() -> bool:
        poll = next(polls, None)
        if poll in (5, 15):
            gpio.press(25, poll == 5)
        return poll is None

    assert finder.pressed(give_up) == 25
    darken = finder.light(17)
    assert gpio.duty(17) == 1.0
    darken()
    assert gpio.duty(17) == 0.0
    finder.close()
    assert OUT not in gpio.functions.values()


def test_the_stand_in_refuses_what_the_module_refuses() -> None:
    """RPi.GPIO 0.7.1, source/py_gpio.c; rpi-lgpio 0.6, RPi/GPIO/__init__.py."""
    gpio = RpiGpio()
    with pytest.raises(RuntimeError, match="numbering mode"):
        gpio.setup(17, OUT)
    gpio.setmode(BCM)
    with pytest.raises(RuntimeError, match="OUTPUT"):
        gpio.output(17, 1)
    with pytest.raises(RuntimeError, match="setup"):
        gpio.input(17)
    with pytest.raises(ValueError, match="not valid for outputs"):
        gpio.setup(17, OUT, PUD_UP)
    gpio.setup(17, OUT, PUD_OFF)
    first = gpio.PWM(17, 100.0)
    with pytest.raises(RuntimeError, match="already exists"):
        gpio.PWM(17, 100.0)
    with pytest.raises(ValueError, match="dutycycle"):
        first.start(101.0)
