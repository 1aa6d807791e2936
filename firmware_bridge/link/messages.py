"""Messages of the mat as values.

Additional bytes come from a later minor version and are ignored.
"""

from __future__ import annotations

import json
import struct
from binascii import crc32
from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.core.errors import CuelightError
from firmware_bridge.firmware import matlink


class BadMessage(CuelightError, ValueError):
    """A message that is too short for its kind or has an invalid value."""


class Head(NamedTuple):
    """Start of the mat, its latest numbered event, and its clock in ms."""

    boot: int
    event: int
    clock: int


class ZoneState(NamedTuple):
    """The mat's state of a zone; `uid` in capital hexadecimal digits, empty for none."""

    known: int
    generation: int
    uid: str

    def encoded(self) -> bytes:
        """Return the encoding in the mat's zone table."""
        uid = bytes.fromhex(self.uid)
        return struct.pack(matlink.ZONE_ENTRY, self.known, self.generation, len(uid)) + uid


class ButtonState(NamedTuple):
    """Number of presses and holds of a button, modulo 256, and seconds since the latest."""

    presses: int
    holds: int
    age: float


class ReaderState(NamedTuple):
    """State of a reader (matlink.OK …), and its version register."""

    state: int
    version: int


class ZoneEvent(NamedTuple):
    """A zone has a new state."""

    head: Head
    zone: int
    state: ZoneState


class ButtonEvent(NamedTuple):
    """A button was pressed or held; with the new counts."""

    head: Head
    button: int
    what: int
    presses: int
    holds: int


class ReaderEvent(NamedTuple):
    """A reader has a new state."""

    head: Head
    reader: int
    state: ReaderState
    failures: int


class LookTaken(NamedTuple):
    """Result of one poll (matlink.SILENT …), the zone's generation, and its age in ms."""

    zone: int
    showed: int
    generation: int
    ago: int


class LooksEvent(NamedTuple):
    """The polls since the previous event of this kind; a lost one is never repeated."""

    head: Head
    looks: tuple[LookTaken, ...]


class Heartbeat(NamedTuple):
    """All is well; checksums let the host detect that its state differs from the mat's."""

    head: Head
    zones_crc: int
    sweep_ms: int
    free: int
    bad: int
    dropped: int
    flags: int


class Fault(NamedTuple):
    """The firmware stopped with an exception and restarts."""

    head: Head
    text: str


class Snapshot(NamedTuple):
    """The complete state of the mat."""

    head: Head
    zones: tuple[ZoneState, ...]
    buttons: tuple[ButtonState, ...]
    readers: tuple[ReaderState, ...]


class HelloPiece(NamedTuple):
    """A chunk of the mat's description of itself, with its position."""

    major: int
    minor: int
    boot: int
    offset: int
    length: int
    piece: bytes


Event = ZoneEvent | ButtonEvent | ReaderEvent | LooksEvent | Heartbeat | Fault


class Take:
    """Decodes a payload from the front."""

    def __init__(self, payload: bytes) -> None:
        self._payload = payload
        self._at = 0

    def fields(self, layout: str) -> tuple[int, ...]:
        """Return the next fields. Raises BadMessage if there are too few bytes."""
        return struct.unpack(layout, self.raw(struct.calcsize(layout)))

    def raw(self, count: int) -> bytes:
        """Return the next bytes. Raises BadMessage if there are too few."""
        if self._at + count > len(self._payload):
            raise BadMessage(f"{len(self._payload)} bytes are too few")
        self._at += count
        return self._payload[self._at - count : self._at]

    def rest(self) -> bytes:
        """Return all remaining bytes."""
        return self.raw(len(self._payload) - self._at)

    def head(self) -> Head:
        """Return the head of an event or a snapshot."""
        return Head(*self.fields(matlink.HEAD))

    def zone(self) -> ZoneState:
        """Return the state of a zone."""
        known, generation, length = self.fields(matlink.ZONE_ENTRY)
        if known > matlink.UNKNOWN or length > 10:
            raise BadMessage("no such state of a zone")
        uid = self.raw(length).hex().upper()
        if (known == matlink.ONE) > bool(uid) or (known == matlink.EMPTY and uid):
            raise BadMessage("a zone with one tag has a UID, an empty one none")
        return ZoneState(known, generation, uid)

    def looks(self) -> Iterator[LookTaken]:
        """Yield all remaining data as polls."""
        (span,) = self.fields(matlink.LOOKS_HEAD)
        rest = self.rest()
        if len(rest) % struct.calcsize(matlink.LOOKS_ENTRY):
            raise BadMessage("a look is cut off")
        for zone, showed, generation, since in struct.iter_unpack(matlink.LOOKS_ENTRY, rest):
            if showed > matlink.STRANGE:
                raise BadMessage("no look shows that")
            yield LookTaken(zone, showed, generation, max(0, span - since))

    def counted(self) -> Iterator[int]:
        """Iterate as often as the next byte says."""
        return iter(range(self.raw(1)[0]))


def event(kind: int, payload: bytes) -> Event | None:
    """Decode an unsolicited message; None for an event of a later version.

    Raises BadMessage.
    """
    take = Take(payload)
    if kind == matlink.ZONE:
        head = take.head()
        return ZoneEvent(head, take.raw(1)[0], take.zone())
    if kind == matlink.BUTTON:
        head = take.head()
        button, what, presses, holds = take.fields(matlink.BUTTON_EVENT)
        if what not in (matlink.PRESSED, matlink.HELD):
            raise BadMessage("no such deed of a button")
        return ButtonEvent(head, button, what, presses, holds)
    if kind == matlink.READER:
        head = take.head()
        reader, state, version, failures = take.fields(matlink.READER_EVENT)
        return ReaderEvent(head, reader, ReaderState(state, version), failures)
    if kind == matlink.LOOKS:
        return LooksEvent(take.head(), tuple(take.looks()))
    if kind == matlink.HEARTBEAT:
        return Heartbeat(take.head(), *take.fields(matlink.HEARTBEAT_BODY))
    if kind == matlink.FAULT:
        return Fault(take.head(), take.rest().decode(errors="replace"))
    return None


def snapshot(payload: bytes) -> Snapshot:
    """Decode the answer to SNAPSHOT.

    Raises BadMessage.
    """
    take = Take(payload)
    head = take.head()
    zones = tuple(take.zone() for _ in take.counted())
    buttons = []
    for _ in take.counted():
        presses, holds, age = take.fields(matlink.BUTTON_ENTRY)
        buttons.append(ButtonState(presses, holds, age * 0.05))
    readers = tuple(ReaderState(*take.fields(matlink.READER_ENTRY)) for _ in take.counted())
    return Snapshot(head, zones, tuple(buttons), readers)


def hello(payload: bytes) -> HelloPiece:
    """Decode the answer to HELLO.

    Raises BadMessage.
    """
    take = Take(payload)
    major, minor, boot, offset, length = take.fields(matlink.HELLO_REPLY)
    return HelloPiece(major, minor, boot, offset, length, take.rest())


def description(text: bytes) -> dict[str, Any]:
    """Decode the mat's description of itself.

    Raises BadMessage.
    """
    try:
        found = json.loads(text)
    except ValueError:
        raise BadMessage("the description is no JSON") from None
    if not isinstance(found, dict):
        raise BadMessage("the description is no object")
    return found


def stats(payload: bytes) -> list[tuple[int, ...]]:
    """Decode the answer to STATS.

    Each zone has polls, seen, corrupted, several, each modulo 65536.

    Raises BadMessage.
    """
    take = Take(payload)
    return [take.fields(matlink.STATS_ENTRY) for _ in take.counted()]


def check(payload: bytes) -> list[tuple[int, ...]]:
    """Decode the answer to CHECK: for each bus the level with a pull-up and with a pull-down.

    Raises BadMessage.
    """
    take = Take(payload)
    return [take.fields(matlink.CHECK_BUS) for _ in take.counted()]


def zones_crc(zones: tuple[ZoneState, ...] | list[ZoneState]) -> int:
    """Return the checksum of the mat's zones in a heartbeat."""
    return crc32(b"".join(zone.encoded() for zone in zones))
