"""The three kinds of cards: action cards, characters and settings (DC1). A deck holds their data."""

from __future__ import annotations

from enum import StrEnum
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


class Effect(StrEnum):
    """The texts that the companion carries out itself: it asks only the choices that the text leaves open."""

    HEAL = "heal"  # move one card from the own damage pool to the discard pile
    SWAP = "swap"  # swap a card of the own hand for the top one of another player's draw pile
    DISCARD = "discard"  # each other player draws a card, then discards one
    LOOK = "look"  # look at another player's hand
    ORDER = "order"  # put back the top three cards of the own draw pile in any order
    TAKE = "take"  # take the top card of the discard pile into the hand
    DRAW = "draw"  # a hand of one card more, until the act's end
    WINNER_DRAWS = "winner-draws"  # the same for the winner of each scene


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
    effect: Effect | None = None

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
    effect: Effect | None = None


class Setting(NamedTuple):
    """A setting: the hand size while it is active, and its text (DC4)."""

    id: str
    hand_size: int = USUAL_HAND
    text: str = ""
    author: tuple[str, ...] = ()
    guessed: bool = False
    effect: Effect | None = None
