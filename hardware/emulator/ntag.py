"""Emulated NTAG213 and NTAG215 tag as seen by a reader.

It follows the datasheet (NTAG21x, sections 8 to 10); its states are those of `chips.emulator.tags`.

Frames arrive and answers leave without a CRC. An answer of one byte is the 4-bit ACK or NAK.
"""

from __future__ import annotations

import math
import os
import random
from enum import StrEnum
from typing import NamedTuple

from chips.emulator import tags
from chips.emulator.tags import Mood

ACK = b"\x0a"
COMPATIBILITY_WRITE = b"\xa0"
_NAK_ARGUMENT = b"\x00"
_NAK_PASSWORD = b"\x04"

_READ, _FAST_READ, _WRITE, _GET_VERSION = 0x30, 0x3A, 0xA2, 0x60
_READ_SIGNATURE, _PASSWORD, _HALT = 0x3C, 0x1B, 0x50

_LOCK_CONTROL = bytes.fromhex("0103A00C34")  # factory setting of an NTAG213


class _Size(NamedTuple):
    """Memory layout of a model.

    Number of pages, size byte of the capability container, first configuration page, size byte of GET_VERSION.
    """

    pages: int
    capability: int
    configuration: int
    version: int


class Model(StrEnum):
    """Tag models."""

    NTAG213 = "NTAG213"
    NTAG215 = "NTAG215"


_SIZES = {Model.NTAG213: _Size(45, 0x12, 41, 0x0F), Model.NTAG215: _Size(135, 0x3E, 131, 0x11)}


class Ntag(tags.Ntag):
    """One tag with its pages.

    Args:
        uid: its 7 bytes; by default random ones that NXP could have assigned.
        message: its NDEF message.

    Attributes:
        memory: all its pages, 4 bytes each.
        writes: number of page writes so far.
        commands_left: number of commands after which the tag is lifted out of the field; None for never.
    """

    sens_res = b"\x00\x44"
    sel_res = 0x00

    def __init__(self, uid: bytes | None = None, model: Model = Model.NTAG213, message: bytes = b"") -> None:
        super().__init__(bytes(uid or b"\x04" + os.urandom(6)))
        if len(self.uid) != 7:
            raise ValueError("an NTAG has a uid of 7 bytes")
        self._size = _SIZES[model]
        self.memory = bytearray(4 * self._size.pages)
        self.writes = 0
        self.commands_left: int | None = None
        self._authenticated = False
        self._page_to_write: int | None = None
        self._format()
        self.load(message)

    def _format(self) -> None:
        memory, uid, start = self.memory, self.uid, 4 * self._size.configuration
        check = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
        memory[0:10] = bytes([*uid[:3], check, *uid[3:], uid[3] ^ uid[4] ^ uid[5] ^ uid[6], 0x48])
        memory[12:16] = bytes([0xE1, 0x10, self._size.capability, 0x00])
        memory[start : start + 8] = bytes.fromhex("040000ff00050000")  # AUTH0 = FF: nothing is protected
        memory[start + 8 : start + 12] = b"\xff" * 4

    def load(self, message: bytes) -> None:
        """Store an NDEF message of up to 254 bytes on the tag, as a factory or another reader would."""
        content = (_LOCK_CONTROL if self._size.pages == 45 else b"") + bytes([3, len(message)]) + message + b"\xfe"
        if len(message) > 254 or len(content) > 4 * (self._size.configuration - 1) - 16:
            raise ValueError("the message is too long for this tag")
        self.memory[16 : 16 + len(content)] = content

    @property
    def is_lifted(self) -> bool:
        """True once it has had all its `commands_left`."""
        return self.commands_left is not None and self.commands_left < 0

    def answer(self, frame: bytes) -> bytes | None:
        """Return the answer to a command for the selected tag, None for silence."""
        if self.mood is not Mood.ACTIVE or not frame:
            return None
        if self.commands_left is not None:
            self.commands_left -= 1
        if self.is_lifted:
            return None
        answer = self._obey(frame)
        if answer in (_NAK_ARGUMENT, _NAK_PASSWORD):
            self.hear(frame, 8 * len(frame))  # section 8.4: a NAK returns the tag to IDLE, or to HALT
        return answer

    def hear(self, question: bytes, bits: int) -> bytes | None:
        """Return its answer to a frame of the anticollision; a tag that is not ACTIVE is not authenticated."""
        answer = super().hear(question, bits)
        self._authenticated = self._authenticated and self.mood is Mood.ACTIVE
        return answer

    def powered(self, gap: float = math.inf) -> None:
        """Handle a new field after so many seconds without one."""
        super().powered(gap)
        self._authenticated = self._authenticated and self.mood is Mood.ACTIVE

    def _obey(self, frame: bytes) -> bytes | None:
        code, pages = frame[0], self._size.pages
        page, self._page_to_write = self._page_to_write, None
        if page is not None:
            return self._write(page, frame[:4]) if len(frame) == 16 else _NAK_ARGUMENT
        if frame[:1] == COMPATIBILITY_WRITE and len(frame) == 2 and self._may_write(frame[1]):
            self._page_to_write = frame[1]
            return ACK
        if code == _READ and len(frame) == 2 and frame[1] < pages:
            return b"".join(self._page((frame[1] + i) % pages) for i in range(4))
        if code == _FAST_READ and len(frame) == 3 and frame[1] <= frame[2] < pages:
            return b"".join(self._page(page) for page in range(frame[1], frame[2] + 1))
        if code == _WRITE and len(frame) == 6:
            return self._write(frame[1], frame[2:6])
        if code == _GET_VERSION and len(frame) == 1:
            return bytes([0, 4, 4, 2, 1, 0, self._size.version, 3])
        if code == _READ_SIGNATURE:
            return bytes(32)
        if code == _PASSWORD and len(frame) == 5:
            start = 4 * self._size.configuration + 8
            self._authenticated = frame[1:5] == self.memory[start : start + 4]
            return bytes(self.memory[start + 4 : start + 6]) if self._authenticated else _NAK_PASSWORD
        if code == _HALT:
            return self.hear(frame, 8 * len(frame))
        return _NAK_ARGUMENT

    def _page(self, page: int) -> bytes:
        if page >= self._size.configuration + 2:
            return bytes(4)  # the password cannot be read
        return bytes(self.memory[4 * page : 4 * page + 4])

    def _may_write(self, page: int) -> bool:
        protected = page >= self.memory[4 * self._size.configuration + 3] and not self._authenticated
        return 2 <= page < self._size.pages and not protected and not self._is_locked(page)

    def _write(self, page: int, data: bytes) -> bytes:
        if not self._may_write(page):
            return _NAK_ARGUMENT
        at = 4 * page
        if page == 2:
            self.memory[10] |= data[2]
            self.memory[11] |= data[3]
        elif page in (3, self._size.configuration - 1):
            for i in range(4):
                self.memory[at + i] |= data[i]  # one-time programmable
        else:
            self.memory[at : at + 4] = data
        self.writes += 1
        return ACK

    def _is_locked(self, page: int) -> bool:
        bits = self.memory[10] | self.memory[11] << 8
        return 3 <= page <= 15 and bool(bits >> page & 1)


class Phone(Ntag):
    """A device that is no card and draws a random id for each field.

    Such ids have four bytes, the first is 08 (ISO 14443-3, 6.5.4).

    Args:
        seed: seed of the random ids.
        sel_res: its SAK; a phone announces ISO 14443-4 (0x20), other devices with such ids may not.
    """

    sens_res = b"\x00\x04"

    def __init__(self, seed: int, sel_res: int = 0x20) -> None:
        super().__init__()
        self.sel_res = sel_res
        self.forgets_after = 0.0
        self._chance = random.Random(seed)

    def powered(self, gap: float = math.inf) -> None:
        """Handle a new field by drawing a new id."""
        super().powered(gap)
        self._take(b"\x08" + self._chance.randbytes(3))

    def _obey(self, frame: bytes) -> bytes | None:
        """Refuse all page commands."""
        return self.hear(frame, 8 * len(frame)) if frame[0] == _HALT else None
