"""NTAG21x tags in a radio field: ISO 14443-3A from power-up to halt, in bits and bytes, with how long each frame takes.

A tag needs a field for `POWER_UP` seconds before it listens. When several answer at once, the reader sees the first bit
at which they differ as a collision.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

BIT = 128 / 13.56e6  # seconds
ANSWER_AFTER = 1236 / 13.56e6  # the frame delay time after a question whose last bit is 1
POWER_UP = 0.003
CASCADE_TAG = 0x88
ATQA = b"\x44\x00"


class Mood(Enum):
    """Where a tag stands in ISO 14443-3A, figure 7."""

    IDLE = auto()
    READY_1 = auto()
    READY_2 = auto()
    ACTIVE = auto()
    HALT = auto()


def crc_a(data: bytes) -> bytes:
    """The CRC of ISO 14443-3A, annex B."""
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte ^= (byte << 4) & 0xFF
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return crc.to_bytes(2, "little")


@dataclass(eq=False)
class Ntag:
    """A tag with a UID of seven bytes."""

    uid: bytes
    mood: Mood = field(default=Mood.IDLE)

    def __post_init__(self) -> None:
        """Work out what the two cascade levels carry."""
        first, second = bytes([CASCADE_TAG]) + self.uid[:3], self.uid[3:]
        self._levels = [level + bytes([_check(level)]) for level in (first, second)]

    def powered(self) -> None:
        """A field has come."""
        self.mood = Mood.IDLE

    def hear(self, question: bytes, bits: int) -> bytes | None:
        """Its answer to a frame of so many bits, or silence."""
        if bits == 7:
            return self._wake(question[0])
        if self.mood is Mood.READY_1:
            return self._cascade(question, 0x93, 0)
        if self.mood is Mood.READY_2:
            return self._cascade(question, 0x95, 1)
        if self.mood is Mood.ACTIVE and question[:2] == b"\x50\x00":
            self.mood = Mood.HALT
        return None

    def _wake(self, command: int) -> bytes | None:
        if command == 0x52 or (command == 0x26 and self.mood is not Mood.HALT):
            self.mood = Mood.READY_1
            return ATQA
        self.mood = Mood.IDLE if self.mood is not Mood.HALT else Mood.HALT
        return None

    def _cascade(self, question: bytes, select: int, level: int) -> bytes | None:
        if question == bytes([select, 0x20]):
            return self._levels[level]
        expected = bytes([select, 0x70]) + self._levels[level]
        if question == expected + crc_a(expected):
            self.mood = (Mood.READY_2, Mood.ACTIVE)[level]
            sak = (b"\x04", b"\x00")[level]
            return sak + crc_a(sak)
        self.mood = Mood.IDLE
        return None


def _check(level: bytes) -> int:
    return level[0] ^ level[1] ^ level[2] ^ level[3]


@dataclass(frozen=True, slots=True)
class Heard:
    """What a reader receives: the bytes, and the bit (from 0) at which answers collided."""

    data: bytes
    collision: int | None = None


def together(answers: list[bytes]) -> Heard | None:
    """What several answers at once sound like; nothing when there are none."""
    if not answers:
        return None
    first = answers[0]
    for bit in range(8 * min(len(answer) for answer in answers)):
        at, mask = bit // 8, 1 << bit % 8
        if len({answer[at] & mask for answer in answers}) > 1:
            kept = first[:at] + bytes([first[at] & (mask - 1)])
            return Heard(kept + bytes(len(first) - len(kept)), bit)
    return Heard(first)


def seconds(bits: int) -> float:
    """How long a frame of so many data bits is in the air: a parity bit after each byte, start and end."""
    return (bits + bits // 8 + 2) * BIT
