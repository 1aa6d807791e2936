"""The backend `gpio`: an LED (plain or RGB) and a button per seat, on a Raspberry Pi's pins.

Pins have BCM numbers. Connect an LED with its resistor between its pin and ground, and a button with 1 kΩ in series
between its pin and ground: the pin's internal pull-up is used. Without the 1 kΩ a wrong pin is a short circuit.

    panel = GpioPanel({"seat1": Seat(lamp=(17,), button=4)}, time.monotonic, pins="lgpio")
    panel.start(reports.put)
    panel.show("seat1", "your-turn")

gpiozero drives the pins: through lgpio on every Raspberry Pi including the Pi 5, or through RPi.GPIO where that works.
"""

from __future__ import annotations

import glob
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.core.cues import Cue
from companion.core.observation import Clock, Hold, Press
from hardware.buttons import HOLD_SECONDS, Button, Gesture
from hardware.faults import Condition, DeviceError, DeviceReason
from hardware.lights import Colours, LightPattern, cue_named, patterns
from hardware.reader import Listener, Notice, Report

TICK_SECONDS = 0.01
RETRY_SECONDS = 2.0
LEAST_STEP = 1 / 64  # smallest visible change of brightness
GAMMA = 2.2
CHIPS = "/dev/gpiochip*"

PINS = {"lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"), "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory")}
"""gpiozero's pin factories, by their names in the table file."""


class Seat(NamedTuple):
    """Pins of one seat: a lamp (one pin, or red, green, blue) and a button; both optional."""

    lamp: tuple[int, ...] = ()
    button: int | None = None


class GpioPanel:
    """Lights and a Reader of buttons. All methods are thread-safe.

    Args:
        seats: the pins of each seat.
        clock: source of the report times and of the light patterns.
        pins: a name in PINS, or a gpiozero pin factory.
    """

    def __init__(
        self, seats: Mapping[str, Seat], clock: Clock, pins: Any = "lgpio", colours: Colours = MappingProxyType({})
    ) -> None:
        self._seats = dict(seats)
        self._clock = clock
        self._pins = pins
        self._looks = patterns(colours)
        self._lock = threading.RLock()
        self._listener: Listener | None = None
        self._lamps: dict[str, list[Any]] = {}
        self._contacts: dict[str, Any] = {}
        self._buttons: dict[str, Button] = {}
        self._stuck: set[str] = set()  # seats whose button is reported as stuck
        self._shown: dict[str, tuple[LightPattern, float]] = {}
        self._values: dict[str, tuple[float, ...]] = {}
        self._failed: DeviceReason | None = None
        self._turns = 0
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, listener: Listener) -> None:
        """Start to report presses and holds to `listener`.

        Unavailable pins are reported and retried.
        """
        with self._lock:
            self._listener = listener
        if self._thread is None:
            self._stopping.clear()
            self._thread = threading.Thread(target=self._run, name="pins", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop reporting, turn the lamps off and release the pins."""
        with self._lock:
            self._listener = None
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self.close()

    def show(self, seat: str, cue: str) -> None:
        """Show a cue at a seat until the next one; ignored at a seat without a lamp.

        Raises UnknownCue.
        """
        look = self._looks[cue_named(cue)]
        with self._lock:
            now = self._clock()
            self._shown[seat] = (look, now)
            self._light(seat, now)

    def open(self) -> None:
        """Acquire the pins.

        Raises DeviceError.
        """
        with self._lock:
            try:
                gpiozero = import_module("gpiozero")
                factory = way_to_pins(self._pins)
                for name, seat in self._seats.items():
                    if seat.button is not None:
                        self._contacts[name] = gpiozero.DigitalInputDevice(
                            seat.button, pull_up=True, pin_factory=factory
                        )
                    self._lamps[name] = [gpiozero.PWMLED(pin, pin_factory=factory) for pin in seat.lamp]
            except Exception as error:  # each pin library has its own exceptions
                self.close()
                raise DeviceError("the pins", reason_of_pins(error), str(error)) from error
            self._buttons, self._stuck = {name: Button() for name in self._contacts}, set()
            self._values = {}
            for name in self._shown:
                self._light(name, self._clock())

    def close(self) -> None:
        """Release the pins, which turns the lamps off."""
        with self._lock:
            devices = [*self._contacts.values(), *(lamp for lamps in self._lamps.values() for lamp in lamps)]
            self._contacts, self._lamps, self._buttons = {}, {}, {}
            for device in devices:
                with suppress(Exception):  # a broken device need not close cleanly
                    device.close()

    def tick(self) -> None:
        """Sample the buttons and advance the light patterns."""
        with self._lock:
            now = self._clock()
            for name, contact in self._contacts.items():
                button = self._buttons[name]
                gesture = button.sample(now, bool(contact.is_active))
                if gesture is not None:
                    self._report(Hold(now, name, HOLD_SECONDS) if gesture is Gesture.HOLD else Press(now, name))
                if button.is_stuck(now) != (name in self._stuck):
                    self._stuck ^= {name}
                    reason = DeviceReason.BUTTON_STUCK if name in self._stuck else None
                    self._report(Condition(now, f"the button of {name}", (name,), reason))
            for name in self._lamps:
                self._light(name, now)

    def is_down(self, seat: str) -> bool:
        """Return whether a seat's button is down now, without debouncing."""
        with self._lock:
            return seat in self._contacts and bool(self._contacts[seat].is_active)

    def values(self) -> dict[str, tuple[float, ...]]:
        """Return the brightness of each lamp's pins, 0 to 1."""
        with self._lock:
            return {name: tuple(lamp.value for lamp in lamps) for name, lamps in self._lamps.items() if lamps}

    def _light(self, seat: str, now: float) -> None:
        lamps = self._lamps.get(seat)
        if not lamps:
            return
        look, since = self._shown.get(seat, (self._looks[Cue.IDLE], now))
        values = brightness(look, now - since, len(lamps))
        before = self._values.get(seat)
        if before is not None and all(abs(a - b) < LEAST_STEP for a, b in zip(before, values, strict=True)):
            return
        self._values[seat] = values
        for lamp, value in zip(lamps, values, strict=True):
            lamp.value = value

    def read_share(self, zone: str) -> float | None:
        """Return None: it reads no tags."""
        return None

    def turns(self) -> Mapping[str, int]:
        """Return how many cycles the pin thread has completed."""
        return {"pins": self._turns}

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._turns += 1
            try:
                if not self._contacts and not self._lamps:
                    self.open()
                    self._report_condition(None)
                self.tick()
            except DeviceError as error:
                self._report_condition(error.reason, error.detail)
                self._stopping.wait(RETRY_SECONDS)
            except Exception as error:
                self.close()
                self._report_condition(reason_of_pins(error), str(error))
                self._stopping.wait(RETRY_SECONDS)
            self._stopping.wait(TICK_SECONDS)

    def _report_condition(self, reason: DeviceReason | None, detail: str = "") -> None:
        if reason is not self._failed:
            self._failed = reason
            self._report(Condition(self._clock(), "the pins", tuple(self._seats), reason, detail))

    def _report(self, report: Report | Notice) -> None:
        with self._lock:
            if self._listener is not None:
                self._listener(report)


def brightness(look: LightPattern, after: float, pins: int) -> tuple[float, ...]:
    """Return the brightness of each pin, `after` seconds into a pattern: one pin, or red, green and blue.

    A lamp with one pin shows only the motion, which differs for each cue.
    """
    level = look.motion.level(after)
    if pins == 1:
        return (round(level**GAMMA, 4),)
    parts = (int(look.rgb[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(round((level * part) ** GAMMA, 4) for part in parts)


@cache
def way_to_pins(pins: Any) -> Any:
    """Return gpiozero's pin factory for a name in PINS, always the same one; a factory is returned unchanged.

    Each factory for lgpio opens the chip of the pins, and none closes it.
    """
    if not isinstance(pins, str):
        return pins
    module, name = PINS[pins]
    return getattr(import_module(module), name)()


def reason_of_pins(error: Exception) -> DeviceReason:
    """Return why the pins are unavailable.

    Exceptions are matched by name, since the library may be missing.
    """
    names = {kind.__name__ for kind in type(error).__mro__}
    if isinstance(error, ImportError):
        is_rpi_gpio = (error.name or "").partition(".")[0] == "RPi"
        return DeviceReason.NO_RPI_GPIO if is_rpi_gpio else DeviceReason.NO_LIBRARY
    if isinstance(error, PermissionError):
        return DeviceReason.NOT_ALLOWED
    if "GPIOPinInUse" in names or "busy" in str(error).lower():
        return DeviceReason.PIN_IN_USE
    chips = glob.glob(CHIPS)
    if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return DeviceReason.NOT_ALLOWED  # lgpio says only that it cannot open the chip
    return DeviceReason.NO_PINS
