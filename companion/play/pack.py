"""An ordinary pack of cards: its suits, its ranks, and each card's words by its name, such as `spades.queen`."""

from __future__ import annotations

from enum import StrEnum

from companion.play.records import Card

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")


SIGNS = "♣♦♥♠"


class Suit(StrEnum):
    """The suits."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"


def pack(lowest: str = "2") -> dict[Card, str]:
    """The words for each card by its name, from this rank on, suit by suit and the highest rank last."""
    ranks = RANKS[RANKS.index(lowest) :]
    return {Card(f"{suit}.{rank}"): f"{rank} of {suit}" for suit in Suit for rank in ranks}


def suit_of(card: Card) -> Suit:
    """The suit of a card that is known."""
    return Suit(card.partition(".")[0])


def rank_of(card: Card) -> int:
    """How high a card that is known is in its suit."""
    return RANKS.index(card.partition(".")[2])


def face_of(card: Card) -> dict[str, str]:
    """What a page shows of a card that is known: its corner, and its suit as what colours it."""
    suit, rank = suit_of(card), card.partition(".")[2]
    return {"corner": f"{rank if rank.isdecimal() else rank[0].upper()}{SIGNS[list(Suit).index(suit)]}", "kind": suit}
