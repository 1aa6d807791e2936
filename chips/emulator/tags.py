"""Tags in a radio field, mainly NTAG21x.

They implement ISO 14443-3A from power-up to halt, in bits, bytes and time.

A tag needs a field for `POWER_UP` seconds before it listens, and keeps its state for `MEMORY` seconds without one. If
several answer at once, the reader sees a collision at the first bit that differs.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from enum import Enum, auto

BIT = 128 / 13.56e6  # seconds
ANSWER_AFTER = 1236 / 13.56e6  # frame delay time after a request whose last bit is 1
POWER_UP = 0.005  # the longest that ISO 14443-3, 5.1, allows
MEMORY = 0.005  # the longest that ISO 14443-3, 5.2.4, allows; not measured, and stickers may forget sooner
CASCADE_TAG = 0x88
SELECTS = (0x93, 0x95, 0x97)
ATQA = {1: b"\x04\x00", 2: b"\x44\x00", 3: b"\x84\x00"}  # by number of cascade levels of the UID


class Mood(Enum):
    """State of a tag in ISO 14443-3A, figure 7."""

    IDLE = auto()
    READY = auto()
    ACTIVE = auto()
    HALT = auto()


def crc_a(data: bytes) -> bytes:
    """Return the CRC of ISO 14443-3A, annex B."""
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte ^= (byte << 4) & 0xFF
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return crc.to_bytes(2, "little")


@dataclass(eq=False)
class Ntag:
    """A tag with a UID of seven bytes, or of four (a MIFARE Classic) or ten."""

    uid: bytes
    mood: Mood = field(default=Mood.IDLE)
    forgets_after: float = MEMORY  # seconds for which it keeps its state without a field

    def __post_init__(self) -> None:
        """Prepare the data of the cascade levels."""
        self._take(self.uid)

    def _take(self, uid: bytes) -> None:
        self.uid = uid
        self._levels = [level + bytes([_check(level)]) for level in _levels(uid)]
        self._level = 0  # level at which it waits for its selection
        self._rests = Mood.IDLE  # state to which an error returns it

    def powered(self, gap: float = math.inf) -> None:
        """Handle a new field after so many seconds without one."""
        if gap >= self.forgets_after:
            self.mood = self._rests = Mood.IDLE

    def hear(self, question: bytes, bits: int) -> bytes | None:
        """Return its answer to a frame of so many bits; None for silence.

        In READY and ACTIVE a frame that is not expected there returns it to IDLE, or to HALT if it was woken from
        there; WUPA and REQA are such frames (ISO 14443-3, 6.4).
        """
        if self.mood is Mood.READY and bits != 7:
            return self._cascade(question)
        if self.mood is Mood.ACTIVE and question[:2] == b"\x50\x00":
            self.mood = self._rests = Mood.HALT
            return None
        if self.mood in (Mood.READY, Mood.ACTIVE):
            self.mood = self._rests
            return None
        if bits == 7 and (question[0] == 0x52 or (question[0] == 0x26 and self.mood is Mood.IDLE)):
            self.mood, self._level = Mood.READY, 0
            return ATQA[len(self._levels)]
        return None

    def selections(self) -> list[bytes]:
        """Return the SELECT frames that name this tag, one for each cascade level."""
        frames = [bytes([SELECTS[level], 0x70]) + part for level, part in enumerate(self._levels)]
        return [frame + crc_a(frame) for frame in frames]

    def _cascade(self, question: bytes) -> bytes | None:
        if question == bytes([SELECTS[self._level], 0x20]):
            return self._levels[self._level]
        if question == self.selections()[self._level]:
            self._level += 1
            more = self._level < len(self._levels)
            self.mood = Mood.READY if more else Mood.ACTIVE
            sak = b"\x04" if more else b"\x00"
            return sak + crc_a(sak)
        self.mood = self._rests
        return None


class Phone(Ntag):
    """A device that is no card and draws a new UID for each field.

    Such UIDs have four bytes, the first is 08 (ISO 14443-3).
    """

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        super().__init__(self._drawn())

    def powered(self, gap: float = math.inf) -> None:
        """Handle a new field by drawing a new UID."""
        super().powered(gap)
        if gap >= self.forgets_after:
            self._take(self._drawn())

    def _drawn(self) -> bytes:
        return b"\x08" + self._chance.randbytes(3)


def _levels(uid: bytes) -> list[bytes]:
    """Return the UID split into cascade levels, four bytes each."""
    levels = []
    while len(uid) > 4:
        levels.append(bytes([CASCADE_TAG]) + uid[:3])
        uid = uid[3:]
    return [*levels, uid]


def _check(level: bytes) -> int:
    return level[0] ^ level[1] ^ level[2] ^ level[3]


@dataclass(frozen=True, slots=True)
class Heard:
    """Data that a reader receives: the bytes, and the bit (from 0) at which answers collided."""

    data: bytes
    collision: int | None = None


def together(answers: list[bytes]) -> Heard | None:
    """Combine simultaneous answers; None if there are none."""
    if not answers:
        return None
    first = answers[0]
    if len(answers) == 1:
        return Heard(first)
    for bit in range(8 * min(len(answer) for answer in answers)):
        at, mask = bit // 8, 1 << bit % 8
        if len({answer[at] & mask for answer in answers}) > 1:
            kept = first[:at] + bytes([first[at] & (mask - 1)])
            return Heard(kept + bytes(len(first) - len(kept)), bit)
    return Heard(first)


def seconds(bits: int) -> float:
    """Return the air time of a frame with so many data bits.

    There is a parity bit after each byte, a start and an end.
    """
    return (bits + bits // 8 + 2) * BIT
