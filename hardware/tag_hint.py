"""The hint on a tag: what an older Cuelight wrote on it, in clear, so that any phone reads which card it is.

Hints are not written any more, and `erase_hint` takes them off, in workshop mode alone, never during a game. Which tag
is which card goes from one table to another as a file (`cuelight tags export`): a hint that says nothing without that
file would say nothing with it that the file does not say. The hint of a tag that is not named yet is still read.

A record is `urn:nfc:ext:cuelight.example:card` with the payload: version (1 byte), CRC-16 of version, uid and text
(2 bytes), text (UTF-8, a thing as `companion.core.observation` names it).
"""

from __future__ import annotations

from binascii import crc_hqx
from typing import Any, NamedTuple, Protocol, runtime_checkable

import ndef

from companion.core.observation import TagKind, split_thing
from hardware.device import TagGone

VERSION = 1
TYPE = "urn:nfc:ext:cuelight.example:card"
FIRST_PAGE, LAST_PAGE = 4, 19  # a hint fits in 64 bytes, whatever lies before it
_CAPABILITY_PAGE = 3
_NDEF_TLV, _NULL_TLV, _END_TLV = 0x03, 0x00, 0xFE
_MARK = b"cuelight"  # how the type of the record begins
_LONGEST = 64  # bytes from there to the end of any hint


@runtime_checkable
class TagDevice(Protocol):
    """An open reader that also reads and writes tags, as `NfcDevice` does."""

    def select(self, uid: str) -> None:
        """Begin to talk with the tag of this uid."""

    def read(self, first: int, last: int) -> bytes:
        """The pages of that tag from `first` to `last`."""

    def write(self, page: int, data: bytes) -> None:
        """Write the 4 bytes of one page of it."""


class HintStays(Exception):
    """A hint that cannot be taken off; the message says why."""


class Place(NamedTuple):
    """Where the NDEF message stands in the bytes from page 4 on, and how long it is."""

    header: int
    length: int


def thing_of(payload_bytes: bytes, uid: str) -> str | None:
    """The thing that a payload names on the tag of this uid; None unless it is whole, of this version and tag.

    Anybody can write a text there: one that cannot be read, or that names another tag, is none.
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
    """What the tag says it is; None when it says nothing that counts.

    Raises TagGone when it does not hold still, or is of a kind that has no pages; or one of FAILURES.
    """
    device.select(uid)
    return _hint_in(device.read(FIRST_PAGE, LAST_PAGE), uid)


def erase_hint(device: TagDevice, uid: str) -> bool:
    """Take off a tag what an older Cuelight wrote on it; returns whether there was anything.

    It is erased from its end on, and by its beginning it is found: a tag lifted too early is finished at the next tap.

    Raises TagGone when the tag was lifted, HintStays when nothing can be written on it.
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
    """CRC-16/CCITT-FALSE."""
    return crc_hqx(data, 0xFFFF).to_bytes(2, "big")
