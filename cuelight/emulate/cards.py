"""The cards on the desk, each with a tag, and a phone; always the same ones."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from chips.emulator.tags import Ntag as MatTag
from chips.emulator.tags import Phone as MatPhone
from hardware.emulator import Ntag, Phone

CARDS = 16
PHONE = "phone"
_PHONE_SEED = 1443


@dataclass(eq=False, slots=True)
class Card:
    """A card with a tag. The tag names no card of a game; `cuelight tags` assigns one.

    Args:
        id: the pencil mark on the card.
        tag: its tag, as a PN532 reads it.
        place: its place, None for the tray.
        half: whether only half of it is on the place.
    """

    id: str
    tag: Ntag
    place: str | None = field(default=None)
    half: bool = field(default=False)

    def mat_tag(self) -> MatTag:
        """Return its tag, as a mat's readers read it."""
        return MatPhone(_PHONE_SEED) if self.id == PHONE else MatTag(self.tag.uid)


def cards() -> list[Card]:
    """Return all cards."""
    made = [Card(str(number), Ntag(_uid(number))) for number in range(1, CARDS + 1)]
    return [*made, Card(PHONE, Phone(_PHONE_SEED))]


def _uid(number: int) -> bytes:
    return b"\x04" + hashlib.sha256(f"cuelight desk {number}".encode()).digest()[:6]
