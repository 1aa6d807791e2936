"""Finding what a table has: which ports have a reader behind them, and which pins a button or a lamp.

Nobody types the name of a port: each one is opened, and what answers as a reader is one.
"""

from __future__ import annotations

import glob
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from typing import Any

from companion.table.presence import Dull
from hardware.gpio import reason_of_pins, way_to_pins
from hardware.nfc_device import FAILURES, NfcDevice, load_libusb
from hardware.table_file import BCM_PINS, UART_PINS, UARTS
from hardware.trouble import DeviceError

BY_ID, BY_PATH = "/dev/serial/by-id/*", "/dev/serial/by-path/*"
OTHERS = ("/dev/ttyUSB*", "/dev/ttyACM*")
LOOK_SECONDS = 0.02
PRESS_LOOKS = 3
HOLD_SECONDS = 0.8


def ports() -> list[str]:
    """The serial ports that a reader may be at, each once, by the name that stays when plugs change places.

    Where two adapters share one name, for want of a number of their own, each goes by the socket that it is in.
    """
    plain = [port for pattern in OTHERS for port in sorted(glob.glob(pattern))]
    by_id = sorted(glob.glob(BY_ID))
    own_names = len({os.path.realpath(name) for name in by_id}) == len(plain)
    found = [*(by_id if own_names else sorted(glob.glob(BY_PATH))), *UARTS, *plain]
    by_device: dict[str, str] = {}
    for port in found:
        if os.path.exists(port):
            by_device.setdefault(os.path.realpath(port), port)
    return list(by_device.values())


def usb_readers() -> list[str]:
    """The USB readers that are plugged in and that nfcpy knows, as it names them.

    One of a kind goes by its kind, which stays; two of a kind by their places, which change when they are plugged anew.
    Raises DeviceError without libusb.
    """
    load_libusb()
    known = import_module("nfc.clf.device").usb_device_map
    found = import_module("nfc.clf.transport").USB.find("usb") or []
    kinds = Counter((vendor, product) for vendor, product, _bus, _address in found)
    return [
        f"usb:{vendor:04x}:{product:04x}" if kinds[vendor, product] == 1 else f"usb:{bus:03}:{address:03}"
        for vendor, product, bus, address in found
        if (vendor, product) in known
    ]


def candidates() -> list[str]:
    """Every device that may be a reader. Without libusb `ANY_USB` stands for all USB ones; opening it says why."""
    try:
        return [*ports(), *usb_readers()]
    except DeviceError as error:
        return [*ports(), error.device]


def open_readers(devices: Iterable[str]) -> tuple[list[NfcDevice], list[DeviceError]]:
    """Open those of the devices that answer as readers, all at once; and why the others did not."""

    def opened(device: str) -> NfcDevice | DeviceError:
        try:
            return NfcDevice.open(device)
        except DeviceError as error:
            return error

    names = list(devices)
    if not names:
        return [], []
    with ThreadPoolExecutor(len(names)) as pool:
        results = list(pool.map(opened, names))
    found = [result for result in results if isinstance(result, NfcDevice)]
    return found, [result for result in results if isinstance(result, DeviceError)]


def touched(devices: Sequence[NfcDevice], give_up: Callable[[], bool]) -> NfcDevice | None:
    """The first of the readers that a card is laid on; a card that lies there already must be lifted first.

    Returns None when `give_up` says so.
    """
    empty: set[NfcDevice] = set()
    while not give_up():
        for device in devices:
            with suppress(*FAILURES):
                saw = device.look()
                if isinstance(saw, Dull):
                    empty.add(device)
                elif device in empty:
                    return device
        time.sleep(LOOK_SECONDS)
    return None


class PinFinder:
    """Looks at every free pin for a button, and lights one pin after another to find the lamps.

    Args:
        pins: a way to the pins by its name, or gpiozero's own factory.
        taken: pins to leave alone.

    Raises DeviceError when there are no pins.
    """

    def __init__(self, pins: Any, taken: Iterable[int] = ()) -> None:
        self._gpiozero = _library()
        try:
            self._pins = way_to_pins(pins)
        except Exception as error:  # each library of pins has errors of its own
            raise DeviceError("the pins", reason_of_pins(error), str(error)) from error
        self.free = [pin for pin in BCM_PINS if pin not in set(taken)]
        self._contacts: dict[int, Any] = {}

    def pressed(self, give_up: Callable[[], bool]) -> int | None:
        """The pin whose button is pressed, once it is let go; None when `give_up` says so."""
        found = self._pressed(give_up)
        return found[0] if found is not None else None

    def whose(self, seats: Mapping[int, str], give_up: Callable[[], bool]) -> str | None:
        """The seat whose button is pressed, by the pins of the buttons; None when one is held, or at `give_up`."""
        found = self._pressed(give_up)
        if found is None or found[1] >= HOLD_SECONDS:
            return None
        return seats.get(found[0])

    def _pressed(self, give_up: Callable[[], bool]) -> tuple[int, float] | None:
        """A pin whose contact was closed and is open again, and for how many seconds it was closed."""
        self._watch()
        counts: dict[int, int] = {}
        since: dict[int, float] = {}
        resting = {pin for pin, contact in self._contacts.items() if not contact.is_active}
        while not give_up():
            now = time.monotonic()
            for pin in resting:
                active, count = bool(self._contacts[pin].is_active), counts.get(pin, 0)
                if not active and count >= PRESS_LOOKS:
                    return pin, now - since[pin]
                if active and not count:
                    since[pin] = now
                counts[pin] = count + 1 if active else 0
            time.sleep(LOOK_SECONDS)
        return None

    def light(self, pin: int) -> Callable[[], None]:
        """Light a pin; call what is returned to darken it."""
        contact = self._contacts.pop(pin, None)
        if contact is not None:
            contact.close()
        lamp = self._gpiozero.DigitalOutputDevice(pin, initial_value=True, pin_factory=self._pins)

        def darken() -> None:
            lamp.off()
            lamp.close()

        return darken

    def take(self, pin: int) -> None:
        """A pin has its purpose: it is not lit any more."""
        self.free.remove(pin)

    def close(self) -> None:
        """Let every pin go."""
        for contact in self._contacts.values():
            contact.close()
        self._contacts = {}

    def _watch(self) -> None:
        for pin in BCM_PINS:
            if pin not in self._contacts and pin not in UART_PINS:
                with suppress(Exception):  # a pin that another program has is none of ours
                    self._contacts[pin] = self._gpiozero.DigitalInputDevice(pin, pull_up=True, pin_factory=self._pins)


def _library() -> Any:
    try:
        return import_module("gpiozero")
    except ImportError as error:
        raise DeviceError("the pins", reason_of_pins(error), str(error)) from error
