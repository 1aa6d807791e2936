"""The three kinds of cards: action cards, characters and settings (DC1). A deck holds their data."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.i18n import N_, Worded

CASTLE = "castle"
USUAL_HAND = 3  # DH1
NAMED_TRICKSTERS = ("Et tu, Brute?", "The Wheel is Come Full Circle", "One Fell Swoop")  # DC5


class Suit(Worded):
    """The four suits of damage (DC2)."""

    BLADES = "blades", N_("blades")
    COINS = "coins", N_("coins")
    LETTERS = "letters", N_("letters")
    POISON = "poison", N_("poison")

    __hash__ = str.__hash__  # point tables look suits up often, and Enum's own hash is slow


class ActionCard(NamedTuple):
    """A standard card with a suit and points, or a trickster with neither (DC2)."""

    id: str
    suit: Suit | None = None
    points: int = 0
    copies: int = 1
    title: str = ""
    text: str = ""
    author: tuple[str, ...] = ()
    guessed: bool = False

    @property
    def is_trickster(self) -> bool:
        """True if the card has a text in place of suit and points (DC2)."""
        return self.suit is None


class Character(NamedTuple):
    """A character: the points of the two suits that harm it, and its text for when it is revealed (DC3)."""

    id: str
    limits: tuple[tuple[Suit, int], ...]
    text: str = ""
    author: tuple[str, ...] = ()
    guessed: bool = False


class Setting(NamedTuple):
    """A setting: the hand size while it is active, and its text (DC4)."""

    id: str
    hand_size: int = USUAL_HAND
    text: str = ""
    author: tuple[str, ...] = ()
    guessed: bool = False
