"""Tags in a radio field, NTAG21x above all: ISO 14443-3A from power-up to halt, in bits and bytes, and in time.

A tag needs a field for `POWER_UP` seconds before it listens. When several answer at once, the reader sees the first bit
at which they differ as a collision.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from enum import Enum, auto

BIT = 128 / 13.56e6  # seconds
ANSWER_AFTER = 1236 / 13.56e6  # the frame delay time after a question whose last bit is 1
POWER_UP = 0.003
CASCADE_TAG = 0x88
SELECTS = (0x93, 0x95, 0x97)
ATQA = {1: b"\x04\x00", 2: b"\x44\x00", 3: b"\x84\x00"}  # by how many levels its UID takes


class Mood(Enum):
    """Where a tag stands in ISO 14443-3A, figure 7."""

    IDLE = auto()
    READY = auto()
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
    """A tag with a UID of seven bytes; also one of four (a MIFARE Classic) or ten."""

    uid: bytes
    mood: Mood = field(default=Mood.IDLE)

    def __post_init__(self) -> None:
        """Work out what the cascade levels carry."""
        self._take(self.uid)

    def _take(self, uid: bytes) -> None:
        self.uid = uid
        self._levels = [level + bytes([_check(level)]) for level in _levels(uid)]
        self._level = 0  # at which it waits to be selected

    def powered(self) -> None:
        """A field has come."""
        self.mood = Mood.IDLE

    def hear(self, question: bytes, bits: int) -> bytes | None:
        """Its answer to a frame of so many bits, or silence."""
        if bits == 7:
            return self._wake(question[0])
        if self.mood is Mood.READY:
            return self._cascade(question)
        if self.mood is Mood.ACTIVE and question[:2] == b"\x50\x00":
            self.mood = Mood.HALT
        return None

    def _wake(self, command: int) -> bytes | None:
        if command == 0x52 or (command == 0x26 and self.mood is not Mood.HALT):
            self.mood, self._level = Mood.READY, 0
            return ATQA[len(self._levels)]
        self.mood = Mood.IDLE if self.mood is not Mood.HALT else Mood.HALT
        return None

    def _cascade(self, question: bytes) -> bytes | None:
        select, part = SELECTS[self._level], self._levels[self._level]
        if question == bytes([select, 0x20]):
            return part
        expected = bytes([select, 0x70]) + part
        if question == expected + crc_a(expected):
            self._level += 1
            more = self._level < len(self._levels)
            self.mood = Mood.READY if more else Mood.ACTIVE
            sak = b"\x04" if more else b"\x00"
            return sak + crc_a(sak)
        self.mood = Mood.IDLE
        return None


class Phone(Ntag):
    """Something that is no card: at each field it draws another UID (ISO 14443-3: four bytes, the first one 08)."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        super().__init__(self._drawn())

    def powered(self) -> None:
        """A field has come: it is somebody else."""
        super().powered()
        self._take(self._drawn())

    def _drawn(self) -> bytes:
        return b"\x08" + self._chance.randbytes(3)


def _levels(uid: bytes) -> list[bytes]:
    """The UID as the cascade levels carry it, four bytes each."""
    levels = []
    while len(uid) > 4:
        levels.append(bytes([CASCADE_TAG]) + uid[:3])
        uid = uid[3:]
    return [*levels, uid]


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
    if len(answers) == 1:
        return Heard(first)
    for bit in range(8 * min(len(answer) for answer in answers)):
        at, mask = bit // 8, 1 << bit % 8
        if len({answer[at] & mask for answer in answers}) > 1:
            kept = first[:at] + bytes([first[at] & (mask - 1)])
            return Heard(kept + bytes(len(first) - len(kept)), bit)
    return Heard(first)


def seconds(bits: int) -> float:
    """How long a frame of so many data bits is in the air: a parity bit after each byte, start and end."""
    return (bits + bits // 8 + 2) * BIT
