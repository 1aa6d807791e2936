"""The functions of libpcsclite that the backend `pcsc` needs, called with ctypes.

pyscard, the usual library for them, has no wheels for Linux. Source of the numbers: pcsc-lite's winscard.h, pcsclite.h
and reader.h; each function is in `man` of libpcsclite-dev. Nothing here has a thread, and a `Context` belongs to one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from ctypes import (
    CDLL,
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_long,
    c_ubyte,
    c_ulong,
    c_void_p,
    create_string_buffer,
    sizeof,
)
from enum import IntEnum
from typing import Any

LIBRARY = "libpcsclite.so.1"
SYSTEM_SCOPE, SHARED, DIRECT, LEAVE_CARD = 2, 2, 3, 0
ANY_PROTOCOL = 3  # T=0 or T=1
CHANNEL_ID, ON_USB = 0x20110, 0x20  # SCARD_ATTR_CHANNEL_ID, and its upper half for a reader on USB
UNKNOWN, UNAVAILABLE, CHANGED, PRESENT, MUTE = 0x0004, 0x0008, 0x0002, 0x0020, 0x0200  # SCARD_STATE_...
MOST_ATR, MOST_ANSWER, MOST_NAMES = 33, 264, 16 * 129


class Code(IntEnum):
    """The results of its functions that mean something here."""

    SUCCESS = 0
    UNKNOWN_READER = 0x80100009
    TIMEOUT = 0x8010000A
    SHARING_VIOLATION = 0x8010000B
    READER_UNAVAILABLE = 0x80100017
    NO_SERVICE = 0x8010001D
    SERVICE_STOPPED = 0x8010001E
    NO_READERS = 0x8010002E
    NOT_AUTHORIZED = 0x8010006A  # SCARD_W_SECURITY_VIOLATION: polkit refused


class PcscError(Exception):
    """A function failed; `code` is its result, which may be no `Code`."""

    def __init__(self, function: str, code: int) -> None:
        self.code = code
        super().__init__(f"{function}: {Code(code).name if code in list(Code) else f'{code:#010x}'}")


class SlotState(Structure):
    """SCARD_READERSTATE: a reader's name, the state that is known, and the state that is found."""

    _fields_ = [
        ("name", c_char_p),
        ("user", c_void_p),
        ("known", c_ulong),
        ("found", c_ulong),
        ("atr_size", c_ulong),
        ("atr_bytes", c_ubyte * MOST_ATR),
    ]

    @property
    def atr(self) -> bytes:
        """The answer to reset of the present card."""
        return bytes(self.atr_bytes[: self.atr_size])


class _Request(Structure):
    """SCARD_IO_REQUEST: the protocol of a card."""

    _fields_ = [("protocol", c_ulong), ("size", c_ulong)]


_ARGUMENTS: dict[str, list[Any]] = {
    "SCardEstablishContext": [c_ulong, c_void_p, c_void_p, POINTER(c_long)],
    "SCardReleaseContext": [c_long],
    "SCardListReaders": [c_long, c_char_p, c_char_p, POINTER(c_ulong)],
    "SCardGetStatusChange": [c_long, c_ulong, POINTER(SlotState), c_ulong],
    "SCardConnect": [c_long, c_char_p, c_ulong, c_ulong, POINTER(c_long), POINTER(c_ulong)],
    "SCardDisconnect": [c_long, c_ulong],
    "SCardGetAttrib": [c_long, c_ulong, c_char_p, POINTER(c_ulong)],
    "SCardTransmit": [c_long, POINTER(_Request), c_char_p, c_ulong, c_void_p, c_char_p, POINTER(c_ulong)],
}


class Context:
    """A connection to pcscd.

    Raises OSError if the library is not installed, and PcscError if pcscd does not run or refuses this user; each
    method raises PcscError.
    """

    def __init__(self) -> None:
        self._library = CDLL(LIBRARY)
        for name, arguments in _ARGUMENTS.items():
            function = getattr(self._library, name)
            function.argtypes, function.restype = arguments, c_long
        self._context = c_long()
        self._call("SCardEstablishContext", SYSTEM_SCOPE, None, None, byref(self._context))

    def close(self) -> None:
        """Disconnect from pcscd, even if it is gone."""
        with suppress(PcscError):
            self._call("SCardReleaseContext", self._context)

    def readers(self) -> list[str]:
        """Return the names of all readers; a reader with several slots has several."""
        names, size = create_string_buffer(MOST_NAMES), c_ulong(MOST_NAMES)
        try:
            self._call("SCardListReaders", self._context, None, names, byref(size))
        except PcscError as error:
            if error.code == Code.NO_READERS:
                return []
            raise
        return [name.decode(errors="replace") for name in names.raw[: size.value].split(b"\0") if name]

    def place_on_usb(self, reader: str) -> tuple[int, int] | None:
        """Return the USB bus and the address of a reader; None if its driver reports none, or it is not on USB."""
        value, size = create_string_buffer(MOST_ANSWER), c_ulong(MOST_ANSWER)
        card, _protocol = self._connect(reader, DIRECT, 0)
        try:
            self._call("SCardGetAttrib", card, CHANNEL_ID, value, byref(size))
        except PcscError:
            return None
        finally:
            self._disconnect(card)
        channel = int.from_bytes(value.raw[: min(size.value, 4)], sys.byteorder)
        return (channel >> 8 & 0xFF, channel & 0xFF) if channel >> 16 == ON_USB else None

    def wait(self, slots: Any, milliseconds: int) -> None:
        """Wait until a slot is no longer in the state that is known, but no longer than this.

        `slots` is an array of `SlotState`.
        """
        with suppress(TimeoutError):
            self._call("SCardGetStatusChange", self._context, milliseconds, slots, len(slots))

    def ask(self, reader: str, command: Sequence[int]) -> bytes:
        """Return the answer of the card on a reader to a command, with its two status bytes."""
        card, protocol = self._connect(reader, SHARED, ANY_PROTOCOL)
        try:
            answer, size = create_string_buffer(MOST_ANSWER), c_ulong(MOST_ANSWER)
            how, sent = _Request(protocol, sizeof(_Request)), bytes(command)
            self._call("SCardTransmit", card, byref(how), sent, len(sent), None, answer, byref(size))
            return answer.raw[: size.value]
        finally:
            self._disconnect(card)

    def _connect(self, reader: str, share: int, protocols: int) -> tuple[c_long, int]:
        card, protocol = c_long(), c_ulong()
        name = reader.encode()
        self._call("SCardConnect", self._context, name, share, protocols, byref(card), byref(protocol))
        return card, protocol.value

    def _disconnect(self, card: c_long) -> None:
        with suppress(PcscError):
            self._call("SCardDisconnect", card, LEAVE_CARD)

    def _call(self, name: str, *arguments: Any) -> None:
        """Call a function. Raises TimeoutError, or PcscError."""
        code = getattr(self._library, name)(*arguments) & 0xFFFFFFFF
        if code == Code.TIMEOUT:
            raise TimeoutError
        if code != Code.SUCCESS:
            raise PcscError(name, code)
