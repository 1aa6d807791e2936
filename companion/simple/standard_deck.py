"""An ordinary pack of cards: suits, ranks, and the face of each card by name, such as `spades.queen`."""

from __future__ import annotations

from enum import StrEnum

from companion.core.cards import Card, Face
from companion.core.i18n import N_, _

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")


SIGNS = "♣♦♥♠"


class Suit(StrEnum):
    """The four suits, from the lowest value to the highest."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"

    @property
    def words(self) -> str:
        """The name of the suit in the language of the table."""
        return _(SUITS[self])


SUITS = {Suit.CLUBS: N_("clubs"), Suit.DIAMONDS: N_("diamonds"), Suit.HEARTS: N_("hearts"), Suit.SPADES: N_("spades")}
PICTURES = {"jack": N_("jack"), "queen": N_("queen"), "king": N_("king"), "ace": N_("ace")}


def card_words(card: Card) -> str:
    """Name a known card in the language of the table."""
    rank = card.partition(".")[2]
    picture = PICTURES.get(rank)
    return _("{rank} of {suit}", rank=rank if picture is None else _(picture), suit=suit_of(card).words)


def pack(lowest: str = "2") -> dict[Card, Face]:
    """Return the cards from rank `lowest` up, by name: suit by suit, with the highest rank last."""
    ranks = RANKS[RANKS.index(lowest) :]
    return {f"{suit}.{rank}": _face(rank, suit) for suit in Suit for rank in ranks}


def _face(rank: str, suit: Suit) -> Face:
    corner = f"{rank if rank.isdecimal() else rank[0].upper()}{SIGNS[list(Suit).index(suit)]}"
    return Face(f"{rank} of {suit}", corner, kind=suit)


PACK = pack()


def suit_of(card: Card) -> Suit:
    """Return the suit of a known card."""
    return Suit(card.partition(".")[0])


def rank_of(card: Card) -> int:
    """Return the position of a known card's rank in `RANKS`; a higher rank has a higher number."""
    return RANKS.index(card.partition(".")[2])
