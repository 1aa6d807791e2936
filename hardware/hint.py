"""The hint on a tag: a small NDEF record that says which card the tag is, so that another table knows it too.

The uid is the identity; the hint counts only where no deck knows the uid, and only when its checksum, which covers
the uid, is right: a copy on another tag says nothing. It is written in workshop mode alone, never during a game.

A record is `urn:nfc:ext:cuelight.example:card` with the payload: version (1 byte), CRC-16 of version, uid and text
(2 bytes), text (UTF-8, a thing as `companion.table.observation` names it).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import ndef

from hardware.nfc_device import NfcDevice, TagGone

VERSION = 1
TYPE = "urn:nfc:ext:cuelight.example:card"
FIRST_PAGE, LAST_PAGE = 4, 19  # a hint fits in 64 bytes, whatever lies before it
_CAPABILITY_PAGE = 3
_NDEF_MAGIC, _NDEF_TLV, _NULL_TLV, _END_TLV = 0xE1, 0x03, 0x00, 0xFE


class HintNotWritten(Exception):
    """The tag does not take a hint; the message says why."""


class Place(NamedTuple):
    """Where the NDEF message stands in the bytes from page 4 on, and how long it is."""

    header: int
    length: int


def payload(uid: str, thing: str) -> bytes:
    """The payload of the record for the tag of this uid."""
    text = thing.encode()
    return bytes([VERSION]) + _crc(bytes([VERSION]) + bytes.fromhex(uid) + text) + text


def thing_of(payload_bytes: bytes, uid: str) -> str | None:
    """The thing that a payload names on the tag of this uid; None unless it is whole, of this version and tag."""
    if len(payload_bytes) < 4 or payload_bytes[0] != VERSION:
        return None
    text = payload_bytes[3:]
    if _crc(bytes([VERSION]) + bytes.fromhex(uid) + text) != payload_bytes[1:3]:
        return None
    try:
        return text.decode()
    except UnicodeDecodeError:
        return None


def read_hint(device: NfcDevice, uid: str) -> str | None:
    """What the tag says it is; None when it says nothing that counts.

    Raises TagGone when it does not hold still, or is of a kind that has no pages; or one of FAILURES.
    """
    device.select(uid)
    return _hint_in(device.read(FIRST_PAGE, LAST_PAGE), uid)


def write_hint(device: NfcDevice, uid: str, thing: str) -> None:
    """Write the hint, then read it again and compare.

    The length is written last, so that a tag lifted too early holds no message rather than half of one.

    Raises TagGone when the tag was lifted (writing again repairs it), HintNotWritten when it takes none.
    """
    device.select(uid)
    capability = device.read(_CAPABILITY_PAGE, _CAPABILITY_PAGE)
    content = device.read(FIRST_PAGE, LAST_PAGE)
    place = _ndef_place(content)
    if capability[0] != _NDEF_MAGIC or place is None:
        raise HintNotWritten("the tag is not made for NDEF; take an NTAG213 or NTAG215")
    if capability[3] & 0x0F:
        raise HintNotWritten("the tag is locked; its uid alone will do")
    message = b"".join(ndef.message_encoder([ndef.Record(TYPE, "", payload(uid, thing))]))
    whole = bytearray(content)
    end = place.header + 2 + len(message)
    if end + 1 > min(len(content), capability[2] * 8):
        raise HintNotWritten("the tag has no room for a hint; its uid alone will do")
    whole[place.header : end + 1] = bytes([_NDEF_TLV, 0]) + message + bytes([_END_TLV])
    first, last = place.header // 4, end // 4
    for number in range(first, last + 1):
        device.write(FIRST_PAGE + number, bytes(whole[4 * number : 4 * number + 4]))
    whole[place.header + 1] = len(message)
    number = (place.header + 1) // 4
    device.write(FIRST_PAGE + number, bytes(whole[4 * number : 4 * number + 4]))
    if read_hint(device, uid) != thing:
        raise TagGone("what was written does not read back")


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
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc.to_bytes(2, "big")
