"""Faults of devices, and the next step for the person at the table.

A failing device stops nothing: its backend reports a `Condition`, retries automatically, and reports when the device
works again.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import NamedTuple

from companion.core.errors import CuelightError
from companion.core.i18n import N_, Worded, _
from companion.core.places import place_name


class DeviceReason(Worded):
    """Reason why a device does not work, in words."""

    NOT_FOUND = "not-found", N_("there is no such device")
    NOT_ALLOWED = "not-allowed", N_("this user may not use it")
    IN_USE = "in-use", N_("another program has it")
    NO_ANSWER = "no-answer", N_("it does not answer")
    GARBLED = "garbled", N_("what it says is garbled")
    UNPLUGGED = "unplugged", N_("it was unplugged")
    TAKEN_BY_KERNEL = "taken-by-kernel", N_("a driver of the kernel has taken it")
    TAKEN_BY_PCSCD = "taken-by-pcscd", N_("pcscd has taken it")
    NO_LIBRARY = "no-library", N_("the library for it is not installed")
    NO_RPI_GPIO = "no-rpi-gpio", N_("the module RPi.GPIO is not installed")
    NO_LIBUSB = "no-libusb", N_("libusb is not installed")
    NO_PCSCD = "no-pcscd", N_("pcscd does not run")
    NO_HUB = "no-hub", N_("the hub of the I2C readers does not answer")
    NO_PINS = "no-pins", N_("there are no pins that it could be at")
    PIN_IN_USE = "pin-in-use", N_("its pin is in use")
    NO_BUTTONS = "no-buttons", N_("the buttons do not answer")
    BUTTON_STUCK = "button-stuck", N_("it stays pressed")
    SHARED_NAME = "shared-name", N_("two adapters have the same number")


NEXT_STEP: Mapping[DeviceReason, str] = MappingProxyType(
    {
        DeviceReason.NOT_FOUND: N_("Plug it in; if it has another name now, run `cuelight setup`."),
        DeviceReason.NOT_ALLOWED: N_("Let this user use it: `cuelight doctor` says how."),
        DeviceReason.IN_USE: N_("Another program uses it; close that one."),
        DeviceReason.NO_ANSWER: N_(
            "Check its plug, its power and, at a PN532, its mode switches (for UART); then `cuelight doctor`."
        ),
        DeviceReason.GARBLED: N_("Check its cable and its power: a shorter cable, no hub, 5 V that hold."),
        DeviceReason.UNPLUGGED: N_("Plug it in again."),
        DeviceReason.TAKEN_BY_KERNEL: N_("`cuelight doctor` says how to keep that driver away."),
        DeviceReason.TAKEN_BY_PCSCD: N_("Run `cuelight setup`: it finds the reader through pcscd."),
        DeviceReason.NO_LIBRARY: N_("Install what is missing, in Cuelight's folder: `pip install '.[pi]'`."),
        DeviceReason.NO_RPI_GPIO: N_("Install what provides it, in Cuelight's folder: `pip install '.[rpigpio]'`."),
        DeviceReason.NO_LIBUSB: N_(
            "Install what USB readers need: `sudo apt-get install libusb-1.0-0`; serial ones do without."
        ),
        DeviceReason.NO_PCSCD: N_(
            "Install it: `sudo apt-get install pcscd`. If it is installed: `sudo systemctl restart pcscd.socket`."
        ),
        DeviceReason.NO_HUB: N_("Check its cable, and that the PaHub's address switch is at 0x70."),
        DeviceReason.NO_PINS: N_(
            "This machine has no such pins, or `pins` in the table file names another kind of machine."
        ),
        DeviceReason.PIN_IN_USE: N_("Another program, or another entry of the table file, uses that pin."),
        DeviceReason.SHARED_NAME: N_(
            "Run `cuelight setup`: it names each by its USB socket. Then leave each in its socket."
        ),
        DeviceReason.BUTTON_STUCK: N_("Release it, or check its wires; the pages have every button."),
        DeviceReason.NO_BUTTONS: N_("Check the plug and the wires of the buttons' board; the pages have every button."),
    }
)


class DeviceError(CuelightError, OSError):
    """A device cannot be used.

    `reason` is the cause; the message has it in words, with the next step.
    """

    def __init__(self, device: str, reason: DeviceReason, detail: str = "") -> None:
        self.device = device
        self.reason = reason
        self.detail = detail
        what = _(reason.words) + (f" ({detail})" if detail else "")
        super().__init__(_("{device}: {what}. {next_step}", device=device, what=what, next_step=_(NEXT_STEP[reason])))

    def __str__(self) -> str:
        """Return the message; OSError would compose one from its number."""
        return str(self.args[0])


_REASONS = {
    errno.ENOENT: DeviceReason.NOT_FOUND,
    errno.ENXIO: DeviceReason.NOT_FOUND,
    errno.ENODEV: DeviceReason.NO_ANSWER,  # nfcpy reports this for a port without a valid PN532 behind it
    errno.EACCES: DeviceReason.NOT_ALLOWED,
    errno.EPERM: DeviceReason.NOT_ALLOWED,
    errno.EBUSY: DeviceReason.IN_USE,
    errno.EAGAIN: DeviceReason.IN_USE,
    errno.ETIMEDOUT: DeviceReason.NO_ANSWER,
    errno.EREMOTEIO: DeviceReason.NO_ANSWER,  # nothing at this address of an I2C bus
    errno.EIO: DeviceReason.GARBLED,
}


def reason_of(error: BaseException) -> DeviceReason:
    """Map an exception of the system, pyserial or nfcpy to a reason."""
    if isinstance(error, DeviceError):
        return error.reason
    if isinstance(error, ImportError):
        return DeviceReason.NO_LIBRARY
    number = getattr(error, "errno", None)
    if number is None and error.args and isinstance(error.args[0], int):
        number = error.args[0]  # termios.error is no OSError
    return _REASONS.get(number or 0, DeviceReason.UNPLUGGED)


@contextmanager
def as_device_error(device: str) -> Iterator[None]:
    """Turn a missing library or an error of the system into a DeviceError."""
    try:
        yield
    except DeviceError:
        raise
    except (ImportError, OSError) as error:
        raise DeviceError(device, reason_of(error), str(error)) from error


class Condition(NamedTuple):
    """A device works again (`reason` is None) or does not work, since a time of the reader's clock.

    `zones` are those that it serves; `detail` is the low-level error, for a report.
    """

    at: float
    device: str
    zones: tuple[str, ...]
    reason: DeviceReason | None
    detail: str = ""

    def text(self, whose: Mapping[str, str] = MappingProxyType({})) -> str:
        """Return the condition in words, with the next step; `whose` maps seats to player names."""
        where = ", ".join(dict.fromkeys(place_name(zone, whose) for zone in self.zones)) or self.device
        if self.reason is None:
            return _("The device at {where} works again.", where=where)
        if self.reason is DeviceReason.BUTTON_STUCK:
            sentence = N_("{where}: the button does not work: {words}. {next_step}")
        elif not any("." in zone for zone in self.zones):  # the name of a seat alone
            sentence = N_("{where}: the lamp and the button do not work: {words}. {next_step}")
        elif len(self.zones) == 1:
            sentence = N_("{where}: the reader does not work: {words}. {next_step}")
        else:
            sentence = N_("{where}: the device does not work: {words}. {next_step}")
        return _(
            sentence,
            where=where[:1].upper() + where[1:],
            words=_(self.reason.words),
            next_step=_(NEXT_STEP[self.reason]),
        )
