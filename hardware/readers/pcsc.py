"""The backend `pcsc`: USB readers for smart cards (PC/SC), through pcscd.

pcscd and its drivers know the readers; this backend asks pcscd whether a card is there, and the card for its uid (PC/SC
part 3, 3.2.2.1.3 "Get Data"). Such a reader may read ISO 15693, too. pcscd reports one card at a time, so a second one
on a reader goes unnoticed.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

from companion.presence.filter import NonRead, Poll
from hardware import usb
from hardware.device import Backend, Device, Identity
from hardware.faults import DeviceError, DeviceReason
from hardware.pcsclite import CHANGED, MUTE, PRESENT, UNAVAILABLE, UNKNOWN, Code, Context, PcscError, SlotState

PREFIX = "pcsc:"
WAIT_SECONDS = 0.05
GET_UID = (0xFF, 0xCA, 0x00, 0x00, 0x00)
WELL = b"\x90\x00"
ISO_14443_4, PLAIN_TAG = b"\x80\x01", bytes.fromhex("4f0ca000000306")  # in an ATR (PC/SC part 3, 3.1.3.2.3)
VICINITY_BYTES, VICINITY = 8, 0xE0  # an id of ISO 15693 begins with E0 (15693-3, 4.1)
_WRITTEN = re.compile(r"pcsc:[^\"\\\x00-\x1f\x7f]{1,127}\Z")
_REASONS: Mapping[int, DeviceReason] = {
    Code.UNKNOWN_READER: DeviceReason.UNPLUGGED,
    Code.READER_UNAVAILABLE: DeviceReason.UNPLUGGED,
    Code.SHARING_VIOLATION: DeviceReason.IN_USE,
    Code.NOT_AUTHORIZED: DeviceReason.NOT_ALLOWED,
    Code.NO_SERVICE: DeviceReason.NO_PCSCD,
    Code.SERVICE_STOPPED: DeviceReason.NO_PCSCD,
}


class Pcsc:
    """The kind of reader; see `Backend`."""

    name = "pcsc"
    libraries = ()
    written = "pcsc:1-1.2 by the reader's USB socket, or pcsc: and its name in pcscd"

    def knows(self, device: str) -> bool:
        """Return whether this names a socket or a reader."""
        return _WRITTEN.match(device) is not None

    def groups(self, device: str) -> Mapping[str, str]:
        """Return no groups: polkit decides who may use pcscd."""
        return {}

    def pins(self, device: str) -> Mapping[int, str]:
        """Return no pins: it is on USB."""
        return {}

    def candidates(self) -> Sequence[str]:
        """Return the readers of pcscd, each once: by its USB socket, or by its name if that is unknown.

        If pcscd cannot be asked and such a reader is plugged in, it returns a name whose opening says why.
        """
        try:
            context = _context(PREFIX)
        except DeviceError:
            return [f"{PREFIX}usb"] if usb.has_card_reader() else []
        try:
            return list(dict.fromkeys(PREFIX + _place(context, name) for name in context.readers()))
        except PcscError:
            return []
        finally:
            context.close()

    def open(self, device: str) -> Device:
        """Open a reader. Raises DeviceError."""
        context = _context(device)
        try:
            slots = _slots(context, device.removeprefix(PREFIX))
            if not slots:
                raise DeviceError(device, DeviceReason.NOT_FOUND)
            return CardReader(device, context, slots)
        except PcscError as error:
            context.close()
            raise DeviceError(device, _reason(error), str(error)) from error
        except DeviceError:
            context.close()
            raise


def _context(device: str) -> Context:
    """Connect to pcscd. Raises DeviceError."""
    try:
        return Context()
    except OSError as error:
        raise DeviceError(device, DeviceReason.NO_PCSCD, str(error)) from error
    except PcscError as error:
        raise DeviceError(device, _reason(error), str(error)) from error


def _slots(context: Context, which: str) -> list[str]:
    """Return the names of a reader's slots, which pcscd has as readers of their own. Raises PcscError."""
    names = context.readers()
    if which in names:
        return [which]
    found, failed = [], None
    for name in names:
        try:
            if _socket(context, name) == which:
                found.append(name)
        except PcscError as error:
            failed = error
    if not found and failed is not None:
        raise failed  # another program has a reader, perhaps this one
    return found


def _place(context: Context, name: str) -> str:
    """Return the USB socket of a reader, or its name."""
    with suppress(PcscError):
        return _socket(context, name) or name
    return name  # another program has it: opening it says so


def _socket(context: Context, name: str) -> str | None:
    """Return the USB socket of a reader; None if it is unknown. Raises PcscError."""
    place = context.place_on_usb(name)
    return usb.socket_of(*place) if place is not None else None


def _reason(error: PcscError) -> DeviceReason:
    return _REASONS.get(error.code, DeviceReason.NO_ANSWER)


class CardReader:
    """An open reader. It belongs to one thread at a time."""

    failures = (PcscError,)
    sees_lifts = True
    takes_turns = False
    several = False

    def __init__(self, device: str, context: Context, slots: Sequence[str]) -> None:
        """Use `Pcsc.open` instead."""
        self.device = device
        self.is_processor = False
        self._context = context
        self._slots = (SlotState * len(slots))(*(SlotState(name=name.encode()) for name in slots))
        self._read: dict[bytes, Poll] = {}

    def identity(self) -> Identity:
        """Return the name in pcscd of its first slot, without its numbers."""
        return Identity(re.sub(r"( [0-9A-F]{2}){2}\Z", "", self._slots[0].name.decode()), 0)

    def look(self) -> Poll:
        """Return the uid of the card that is there, after a change or at the latest after `WAIT_SECONDS`.

        The card is asked for it once. Raises PcscError.
        """
        self._context.wait(self._slots, int(WAIT_SECONDS * 1000))
        for slot in self._slots:
            if slot.found & (UNKNOWN | UNAVAILABLE):
                raise PcscError("SCardGetStatusChange", Code.UNKNOWN_READER)
            if slot.found & CHANGED:
                self._read[slot.name] = self._uid(slot)
                slot.known = slot.found & ~CHANGED
        seen = list(self._read.values())
        if NonRead.CORRUPTED in seen:  # the card is being taken or put there, or another one answers, too: ask again
            self._forget()
            time.sleep(WAIT_SECONDS)
        return next((one for one in seen if isinstance(one, str)), next(filter(_is_there, seen), NonRead.EMPTY))

    peek = look

    def rest(self) -> None:
        """Do nothing: pcscd has the field."""

    def hint(self, _uid: str) -> str | None:
        """Return None: only the uid of a tag is read."""
        return None

    def reason_of(self, error: BaseException, _seconds: float) -> DeviceReason:
        """Return why it failed; the next poll asks the card again."""
        self._forget()
        return _reason(error) if isinstance(error, PcscError) else DeviceReason.NO_ANSWER

    def close(self) -> None:
        """Disconnect from pcscd."""
        self._context.close()

    def _forget(self) -> None:
        for slot in self._slots:
            slot.known = 0

    def _uid(self, slot: SlotState) -> Poll:
        """Ask the card in a slot for its uid. Raises PcscError if the reader is the reason why it cannot."""
        if not slot.found & PRESENT:
            return NonRead.EMPTY
        if slot.found & MUTE:
            return NonRead.CORRUPTED
        try:
            answer = self._context.ask(slot.name.decode(), GET_UID)
        except PcscError as error:
            if error.code in _REASONS:
                raise
            return NonRead.CORRUPTED  # the card was lifted during the exchange
        self.is_processor = slot.atr[2:4] == ISO_14443_4 and PLAIN_TAG not in slot.atr
        uid, status = answer[:-2], answer[-2:]
        if status != WELL or not uid:
            return NonRead.UNKNOWN  # a smart card with contacts
        if len(uid) == VICINITY_BYTES and uid[0] != VICINITY == uid[-1]:
            uid = uid[::-1]  # as it is sent; other readers report it in the order in which it is written
        return uid.hex().upper()


def _is_there(poll: Poll) -> bool:
    return poll is not NonRead.EMPTY


BACKEND: Backend = Pcsc()
