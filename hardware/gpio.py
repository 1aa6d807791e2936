"""The backend `gpio`: at each seat one LED (plain or RGB) and one push button, on the pins of a Raspberry Pi.

Pins are named by their BCM numbers. An LED stands between its pin and ground, with its resistor; a button between its
pin and ground, with no resistor: the pin's own pull-up is used.

    panel = GpioPanel({"seat1": Seat(lamp=(17,), button=4)}, time.monotonic, pins="lgpio")
    panel.start(reports.put)
    panel.show("seat1", "your-turn")

gpiozero drives the pins: through lgpio on every Raspberry Pi, the Pi 5 included, or through RPi.GPIO where that works.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple

from companion.core.cues import Cue
from companion.core.observation import Clock, Hold, Press
from hardware.buttons import HOLD_SECONDS, Button, Gesture
from hardware.faults import Condition, DeviceError, DeviceReason
from hardware.lights import LOOKS, LightPattern, cue_named
from hardware.reader import Listener, Notice, Report

TICK_SECONDS = 0.01
RETRY_SECONDS = 2.0
LEAST_STEP = 1 / 64  # of a lamp's brightness, below which nobody sees a change
GAMMA = 2.2

PINS = {"lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"), "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory")}
"""The ways to the pins, by the name that the table file gives them."""


class Seat(NamedTuple):
    """The pins at one seat: a lamp of one pin or three (red, green, blue), and a button; either may be missing."""

    lamp: tuple[int, ...] = ()
    button: int | None = None


class GpioPanel:
    """Lights, and a Reader of buttons. Every method may be called from any thread.

    Args:
        seats: the pins of each seat.
        clock: gives the times of reports, and moves the lights.
        pins: a name in PINS, or gpiozero's own factory of pins.
    """

    def __init__(self, seats: Mapping[str, Seat], clock: Clock, pins: Any = "lgpio") -> None:
        self._seats = dict(seats)
        self._clock = clock
        self._pins = pins
        self._lock = threading.RLock()
        self._listener: Listener | None = None
        self._lamps: dict[str, list[Any]] = {}
        self._contacts: dict[str, Any] = {}
        self._buttons: dict[str, Button] = {}
        self._shown: dict[str, tuple[LightPattern, float]] = {}
        self._values: dict[str, tuple[float, ...]] = {}
        self._failed: DeviceReason | None = None
        self._turns = 0
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, listener: Listener) -> None:
        """Report presses and holds to `listener` from now on. Pins that cannot be had are reported, and tried again."""
        with self._lock:
            self._listener = listener
        if self._thread is None:
            self._stopping.clear()
            self._thread = threading.Thread(target=self._run, name="pins", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Report no more, darken the lamps and let the pins go."""
        with self._lock:
            self._listener = None
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self.close()

    def show(self, seat: str, cue: str) -> None:
        """Show a cue at a seat until the next one; nothing happens at a seat without a lamp.

        Raises UnknownCue.
        """
        look = LOOKS[cue_named(cue)]
        with self._lock:
            now = self._clock()
            self._shown[seat] = (look, now)
            self._light(seat, now)

    def open(self) -> None:
        """Take the pins.

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
            except Exception as error:  # each library of pins has errors of its own
                self.close()
                raise DeviceError("the pins", reason_of_pins(error), str(error)) from error
            self._buttons = {name: Button() for name in self._contacts}
            self._values = {}
            for name in self._shown:
                self._light(name, self._clock())

    def close(self) -> None:
        """Let the pins go; lamps are dark then."""
        with self._lock:
            devices = [*self._contacts.values(), *(lamp for lamps in self._lamps.values() for lamp in lamps)]
            self._contacts, self._lamps, self._buttons = {}, {}, {}
            for device in devices:
                with suppress(Exception):  # what is broken need not be closed well
                    device.close()

    def tick(self) -> None:
        """Look at the buttons, and move the lights on."""
        with self._lock:
            now = self._clock()
            for name, contact in self._contacts.items():
                gesture = self._buttons[name].sample(now, bool(contact.is_active))
                if gesture is not None:
                    self._report(Hold(now, name, HOLD_SECONDS) if gesture is Gesture.HOLD else Press(now, name))
            for name in self._lamps:
                self._light(name, now)

    def is_down(self, seat: str) -> bool:
        """Whether a seat's button is down just now, bounces and all."""
        with self._lock:
            return seat in self._contacts and bool(self._contacts[seat].is_active)

    def values(self) -> dict[str, tuple[float, ...]]:
        """How bright each pin of each lamp is, 0 to 1."""
        with self._lock:
            return {name: tuple(lamp.value for lamp in lamps) for name, lamps in self._lamps.items() if lamps}

    def _light(self, seat: str, now: float) -> None:
        lamps = self._lamps.get(seat)
        if not lamps:
            return
        look, since = self._shown.get(seat, (LOOKS[Cue.IDLE], now))
        values = brightness(look, now - since, len(lamps))
        before = self._values.get(seat)
        if before is not None and all(abs(a - b) < LEAST_STEP for a, b in zip(before, values, strict=True)):
            return
        self._values[seat] = values
        for lamp, value in zip(lamps, values, strict=True):
            lamp.value = value

    def read_share(self, zone: str) -> float | None:
        """It reads no tags."""
        return None

    def turns(self) -> Mapping[str, int]:
        """How often the thread of the pins has come round."""
        return {"pins": self._turns}

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._turns += 1
            try:
                if not self._contacts and not self._lamps:
                    self.open()
                    self._tell(None)
                self.tick()
            except DeviceError as error:
                self._tell(error.reason, error.detail)
                self._stopping.wait(RETRY_SECONDS)
            except Exception as error:
                self.close()
                self._tell(reason_of_pins(error), str(error))
                self._stopping.wait(RETRY_SECONDS)
            self._stopping.wait(TICK_SECONDS)

    def _tell(self, reason: DeviceReason | None, detail: str = "") -> None:
        if reason is not self._failed:
            self._failed = reason
            self._report(Condition(self._clock(), "the pins", tuple(self._seats), reason, detail))

    def _report(self, report: Report | Notice) -> None:
        with self._lock:
            if self._listener is not None:
                self._listener(report)


def brightness(look: LightPattern, after: float, pins: int) -> tuple[float, ...]:
    """How bright each pin of a lamp is, `after` seconds of a look: one pin, or red, green and blue.

    A lamp of one pin has the motion alone; each cue has its own.
    """
    level = look.motion.level(after)
    if pins == 1:
        return (round(level**GAMMA, 4),)
    parts = (int(look.rgb[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(round((level * part) ** GAMMA, 4) for part in parts)


def way_to_pins(pins: Any) -> Any:
    """gpiozero's factory of pins for a name in PINS; one that is given already is returned as it is."""
    if not isinstance(pins, str):
        return pins
    module, name = PINS[pins]
    return getattr(import_module(module), name)()


def reason_of_pins(error: Exception) -> DeviceReason:
    """Why the pins cannot be had; told by the names of errors, since the library may not even be there."""
    names = {kind.__name__ for kind in type(error).__mro__}
    if isinstance(error, ImportError):
        return DeviceReason.NO_LIBRARY
    if isinstance(error, PermissionError):
        return DeviceReason.NOT_ALLOWED
    if "GPIOPinInUse" in names or "busy" in str(error).lower():
        return DeviceReason.PIN_IN_USE
    return DeviceReason.NO_PINS
