"""The cards that lie on the desk, each with its tag, and a phone: the same ones whenever the desk is set up again."""

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
    """A card with a sticker. Nobody has written on it which card of a game it is: that is for `cuelight tags`.

    Args:
        id: what is written on it in pencil.
        tag: its sticker, as a PN532 reads it.
        place: where it lies, None for the tray.
        half: whether it lies half on there.
    """

    id: str
    tag: Ntag
    place: str | None = field(default=None)
    half: bool = field(default=False)

    def mat_tag(self) -> MatTag:
        """Its sticker, as the readers of a mat read it."""
        return MatPhone(_PHONE_SEED) if self.id == PHONE else MatTag(self.tag.uid)


def cards() -> list[Card]:
    """All of them."""
    made = [Card(str(number), Ntag(_uid(number))) for number in range(1, CARDS + 1)]
    return [*made, Card(PHONE, Phone(_PHONE_SEED))]


def _uid(number: int) -> bytes:
    return b"\x04" + hashlib.sha256(f"cuelight desk {number}".encode()).digest()[:6]
