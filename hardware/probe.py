"""Discovery of a table's devices: ports with a reader, pins with a button or a lamp.

Nobody types port names: each port is opened, and any that answers as a reader is one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple

from companion.presence.filter import NonRead
from hardware.device import Device
from hardware.faults import DeviceError
from hardware.gpio import reason_of_pins, way_to_pins
from hardware.ports import UART_PINS
from hardware.readers import backends
from hardware.table_file.load import BCM_PINS

LOOK_SECONDS = 0.02
PRESS_LOOKS = 3
HOLD_SECONDS = 0.8


class Candidate(NamedTuple):
    """A possible reader: the name of its backend, and the device."""

    backend: str
    device: str


class OpenedReader(NamedTuple):
    """A reader that answers, with its backend."""

    backend: str
    opened: Device


def candidates() -> list[Candidate]:
    """Return every device that may be a reader; opening one without its library raises an error."""
    return [Candidate(name, device) for name, backend in backends().items() for device in backend.candidates()]


def open_readers(devices: Iterable[Candidate]) -> tuple[list[OpenedReader], list[DeviceError]]:
    """Open all devices at once; return the readers that answer, and the errors of the others."""

    def opened(candidate: Candidate) -> OpenedReader | DeviceError:
        try:
            return OpenedReader(candidate.backend, backends()[candidate.backend].open(candidate.device))
        except DeviceError as error:
            return error

    names = list(devices)
    if not names:
        return [], []
    with ThreadPoolExecutor(len(names)) as pool:
        results = list(pool.map(opened, names))
    found = [result for result in results if isinstance(result, OpenedReader)]
    return found, [result for result in results if isinstance(result, DeviceError)]


def touched(readers: Sequence[OpenedReader], give_up: Callable[[], bool]) -> OpenedReader | None:
    """Return the first reader on which a card is placed.

    A card that is already there must be lifted first.

    Returns None once `give_up` returns true.
    """
    empty: set[Device] = set()
    while not give_up():
        for reader in readers:
            with suppress(*reader.opened.failures):
                saw = reader.opened.look()
                if isinstance(saw, NonRead):
                    empty.add(reader.opened)
                elif reader.opened in empty:
                    return reader
        time.sleep(LOOK_SECONDS)
    return None


class PinFinder:
    """Watches every free pin for a button, and lights one pin after another to find the lamps.

    Args:
        pins: the name of a pin factory, or a gpiozero factory.
        taken: pins to leave alone.

    Raises DeviceError if there are no pins.
    """

    def __init__(self, pins: Any, taken: Iterable[int] = ()) -> None:
        self._gpiozero = _library()
        try:
            self._pins = way_to_pins(pins)
        except Exception as error:  # each pin library has its own exceptions
            raise DeviceError("the pins", reason_of_pins(error), str(error)) from error
        self.free = [pin for pin in BCM_PINS if pin not in set(taken)]
        self._contacts: dict[int, Any] = {}

    def pressed(self, give_up: Callable[[], bool]) -> int | None:
        """Return the pin whose button was pressed, after its release.

        Returns None once `give_up` returns true.
        """
        found = self._pressed(give_up)
        return found[0] if found is not None else None

    def whose(self, seats: Mapping[int, str], give_up: Callable[[], bool]) -> str | None:
        """Return the seat whose button was pressed.

        Returns None if it was held, or once `give_up` returns true.

        Args:
            seats: the seat of each pin with a button.
        """
        found = self._pressed(give_up)
        if found is None or found[1] >= HOLD_SECONDS:
            return None
        return seats.get(found[0])

    def _pressed(self, give_up: Callable[[], bool]) -> tuple[int, float] | None:
        """Return a pin whose contact was closed and has opened again, and for how many seconds."""
        self._watch()
        counts: dict[int, int] = {}
        since: dict[int, float] = {}
        resting: set[int] = set()  # contacts that have been open: only these can be pressed
        while not give_up():
            now = time.monotonic()
            for pin, contact in self._contacts.items():
                active, count = bool(contact.is_active), counts.get(pin, 0)
                if pin not in resting:
                    resting |= set() if active else {pin}
                    continue
                if not active and count >= PRESS_LOOKS:
                    return pin, now - since[pin]
                if active and not count:
                    since[pin] = now
                counts[pin] = count + 1 if active else 0
            time.sleep(LOOK_SECONDS)
        return None

    def light(self, pin: int) -> Callable[[], None]:
        """Light a pin; call the returned function to turn it off."""
        contact = self._contacts.pop(pin, None)
        if contact is not None:
            contact.close()
        lamp = self._gpiozero.DigitalOutputDevice(pin, initial_value=True, pin_factory=self._pins)

        def darken() -> None:
            lamp.off()
            lamp.close()

        return darken

    def close(self) -> None:
        """Release all pins."""
        for contact in self._contacts.values():
            contact.close()
        self._contacts = {}

    def _watch(self) -> None:
        for pin in BCM_PINS:
            if pin not in self._contacts and pin not in UART_PINS:
                with suppress(Exception):  # a pin of another program is not ours
                    self._contacts[pin] = self._gpiozero.DigitalInputDevice(pin, pull_up=True, pin_factory=self._pins)


def _library() -> Any:
    try:
        return import_module("gpiozero")
    except ImportError as error:
        raise DeviceError("the pins", reason_of_pins(error), str(error)) from error
