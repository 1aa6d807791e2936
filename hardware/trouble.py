"""What can be wrong with a device, and the next step for the person at the table.

A device that fails does not stop anything: its backend reports a `Condition`, tries again by itself, and reports when
it is well.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from companion.play.errors import CuelightError
from companion.play.tongue import N_, _


class Reason(StrEnum):
    """Why a device does not work."""

    NOT_FOUND = "not-found"
    NOT_ALLOWED = "not-allowed"
    IN_USE = "in-use"
    NO_ANSWER = "no-answer"
    GARBLED = "garbled"
    UNPLUGGED = "unplugged"
    TAKEN_BY_KERNEL = "taken-by-kernel"
    NO_LIBRARY = "no-library"
    NO_LIBUSB = "no-libusb"
    NO_PINS = "no-pins"
    PIN_IN_USE = "pin-in-use"


NEXT_STEP: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.NOT_FOUND: N_("Plug it in; if it has another name now, run `cuelight setup`."),
        Reason.NOT_ALLOWED: N_("Let this user use it: `cuelight doctor` says which group that takes, and how."),
        Reason.IN_USE: N_("Another program uses it; close that one."),
        Reason.NO_ANSWER: N_("Check its plug, its power and its mode switches (for UART); then `cuelight doctor`."),
        Reason.GARBLED: N_("Check its cable and its power: a shorter cable, no hub, 5 V that hold."),
        Reason.UNPLUGGED: N_("Plug it in again."),
        Reason.TAKEN_BY_KERNEL: N_(
            "A driver of the kernel has it; `cuelight doctor` says how to keep that driver away."
        ),
        Reason.NO_LIBRARY: N_("Install what is missing, in Cuelight's folder: `pip install '.[pi]'`."),
        Reason.NO_LIBUSB: N_(
            "Install what USB readers need: `sudo apt-get install libusb-1.0-0`; serial ones do without."
        ),
        Reason.NO_PINS: N_("This machine has no such pins, or `pins` in the table file names another kind of machine."),
        Reason.PIN_IN_USE: N_("Another program, or another entry of the table file, uses that pin."),
    }
)


class DeviceError(CuelightError, OSError):
    """A device cannot be used; `reason` says why, the message says it in words with the next step."""

    def __init__(self, device: str, reason: Reason, detail: str = "") -> None:
        self.device = device
        self.reason = reason
        self.detail = detail
        what = _(WORDS[reason]) + (f" ({detail})" if detail else "")
        super().__init__(_("{device}: {what}. {next_step}", device=device, what=what, next_step=_(NEXT_STEP[reason])))

    def __str__(self) -> str:
        """The message; OSError would make it of its number."""
        return str(self.args[0])


WORDS: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.NOT_FOUND: N_("there is no such device"),
        Reason.NOT_ALLOWED: N_("this user may not use it"),
        Reason.IN_USE: N_("another program has it"),
        Reason.NO_ANSWER: N_("it does not answer"),
        Reason.GARBLED: N_("what it says is garbled"),
        Reason.UNPLUGGED: N_("it was unplugged"),
        Reason.TAKEN_BY_KERNEL: N_("the kernel has taken it"),
        Reason.NO_LIBRARY: N_("the library for it is not installed"),
        Reason.NO_LIBUSB: N_("libusb is not installed"),
        Reason.NO_PINS: N_("there are no pins that it could be at"),
        Reason.PIN_IN_USE: N_("its pin is in use"),
    }
)

_REASONS = {
    errno.ENOENT: Reason.NOT_FOUND,
    errno.ENXIO: Reason.NOT_FOUND,
    errno.ENODEV: Reason.NO_ANSWER,  # nfcpy says so of a port behind which nothing speaks as it should
    errno.EACCES: Reason.NOT_ALLOWED,
    errno.EPERM: Reason.NOT_ALLOWED,
    errno.EBUSY: Reason.IN_USE,
    errno.EAGAIN: Reason.IN_USE,
    errno.ETIMEDOUT: Reason.NO_ANSWER,
    errno.EIO: Reason.GARBLED,
}


def reason_of(error: BaseException) -> Reason:
    """The reason behind what the system, pyserial or nfcpy raised."""
    if isinstance(error, DeviceError):
        return error.reason
    if isinstance(error, ImportError):
        return Reason.NO_LIBRARY
    number = getattr(error, "errno", None)
    if number is None and error.args and isinstance(error.args[0], int):
        number = error.args[0]  # termios.error is no OSError
    return _REASONS.get(number or 0, Reason.UNPLUGGED)


class Condition(NamedTuple):
    """A device became well (`reason` is None) or does not work, at a time of the reader's clock.

    `zones` are those that it serves; `detail` is what was said below us, for a report.
    """

    at: float
    device: str
    zones: tuple[str, ...]
    reason: Reason | None
    detail: str = ""

    def text(self, whose: Mapping[str, str] = MappingProxyType({})) -> str:
        """In words, with the next step; `whose` has the names of those who sit at the seats."""
        where = ", ".join(_named(zone, whose) for zone in self.zones) or self.device
        if self.reason is None:
            return _("The device at {where} works again.", where=where)
        return _(
            "{where}: the device does not work: {words}. {next_step}",
            where=where,
            words=_(WORDS[self.reason]),
            next_step=_(NEXT_STEP[self.reason]),
        )


def _named(zone: str, whose: Mapping[str, str]) -> str:
    name = whose.get(zone.partition(".")[0])
    return f"{name} ({zone})" if name else zone
