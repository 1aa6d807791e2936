"""The hint on a tag, in clear text, so that any phone can read which card this is.

An older Cuelight wrote it.

Hints are no longer written. `erase_hint` removes them, only in workshop mode and never during a game. The mapping from
tags to cards is passed between tables as a file (`cuelight tags export`). A hint that needs that file to be understood
would add nothing to it. Hints of tags without a name are still read.

A record is `urn:nfc:ext:cuelight.example:card` with this payload: version (1 byte), CRC-16 of version, uid and text (2
bytes), text (UTF-8, a thing as named in `companion.core.observation`).
"""

from __future__ import annotations

from binascii import crc_hqx
from typing import Any, NamedTuple, Protocol, runtime_checkable

import ndef

from companion.core.observation import TagKind, split_thing
from hardware.device import TagGone

VERSION = 1
TYPE = "urn:nfc:ext:cuelight.example:card"
FIRST_PAGE, LAST_PAGE = 4, 19  # a hint fits in 64 bytes, including anything before it
_CAPABILITY_PAGE = 3
_NDEF_TLV, _NULL_TLV, _END_TLV = 0x03, 0x00, 0xFE
_MARK = b"cuelight"  # start of the record type
_LONGEST = 64  # bytes from there to the end of the longest hint


@runtime_checkable
class TagDevice(Protocol):
    """An open reader that also reads and writes tags, such as `NfcDevice`."""

    def select(self, uid: str) -> None:
        """Select the tag with this uid."""

    def read(self, first: int, last: int) -> bytes:
        """Read the pages of that tag from `first` to `last`."""

    def write(self, page: int, data: bytes) -> None:
        """Write the 4 bytes of one of its pages."""


class HintStays(Exception):
    """The hint cannot be removed; the message says why."""


class Place(NamedTuple):
    """Position of the NDEF message in the bytes from page 4 on, and its length."""

    header: int
    length: int


def thing_of(payload_bytes: bytes, uid: str) -> str | None:
    """Return the thing that a payload names on this tag.

    Returns None unless it is complete, of this version and for this tag.

    Anybody can write a text there, so a text that is unreadable or names another tag is ignored.
    """
    if len(payload_bytes) < 4 or payload_bytes[0] != VERSION:
        return None
    text = payload_bytes[3:]
    if _crc(bytes([VERSION]) + bytes.fromhex(uid) + text) != payload_bytes[1:3]:
        return None
    try:
        thing = text.decode()
    except UnicodeDecodeError:
        return None
    sort, name = split_thing(thing)
    return thing if sort is not TagKind.UID and name and name == name.strip() and name.isprintable() else None


def read_hint(device: TagDevice, uid: str) -> str | None:
    """Return the hint on a tag; None if there is no valid one.

    Raises TagGone if the tag is lifted too early or has no pages, or one of FAILURES.
    """
    device.select(uid)
    return _hint_in(device.read(FIRST_PAGE, LAST_PAGE), uid)


def erase_hint(device: TagDevice, uid: str) -> bool:
    """Erase the hint that an older Cuelight wrote on a tag; return whether there was one.

    The hint is found by its beginning and erased from its end, so that the next attempt completes an interrupted one.

    Raises TagGone if the tag is lifted, HintStays if the tag cannot be written.
    """
    device.select(uid)
    content = device.read(FIRST_PAGE, LAST_PAGE)
    if _MARK not in content:
        return False
    if device.read(_CAPABILITY_PAGE, _CAPABILITY_PAGE)[3] & 0x0F:
        raise HintStays("the tag is locked, and tells every phone what it is: put another one on that card")
    place = _ndef_place(content)
    begin = content.index(_MARK) if place is None or place.length == 0 else place.header + 1
    end = min(len(content), begin + _LONGEST if place is None or place.length == 0 else begin + place.length + 2)
    blank = bytearray(content)
    blank[begin:end] = bytes(end - begin)
    if place is not None:
        blank[place.header + 1 : place.header + 3] = bytes([0, _END_TLV])
    for number in range((end - 1) // 4, begin // 4 - 1, -1):
        device.write(FIRST_PAGE + number, bytes(blank[4 * number : 4 * number + 4]))
    if _MARK in device.read(FIRST_PAGE, LAST_PAGE):
        raise TagGone("what was erased is still there")
    return True


def _hint_in(content: bytes, uid: str) -> str | None:
    place = _ndef_place(content)
    if place is None or place.length == 0:
        return None
    message = content[place.header + 2 : place.header + 2 + place.length]
    try:
        records: list[Any] = list(ndef.message_decoder(message))
    except (ndef.DecodeError, ValueError):
        return None
    for record in records:
        if record.type == TYPE:
            return thing_of(bytes(record.data), uid)
    return None


def _ndef_place(content: bytes) -> Place | None:
    """Find the NDEF message among the TLV blocks (NFC Forum Type 2 Tag, section 2.3)."""
    at = 0
    while at + 1 < len(content):
        kind, length = content[at], content[at + 1]
        if kind == _NULL_TLV:
            at += 1
        elif kind == _NDEF_TLV:
            return None if length == 0xFF else Place(at, length)
        elif kind == _END_TLV or length == 0xFF:
            return None
        else:
            at += 2 + length
    return None


def _crc(data: bytes) -> bytes:
    """Return the CRC-16/CCITT-FALSE."""
    return crc_hqx(data, 0xFFFF).to_bytes(2, "big")
