"""Chance for a script, where nobody deals, but a position may say what the cards are."""

from __future__ import annotations

from collections.abc import Sequence

from companion.othello.model.cards import CardName, is_unknown
from companion.othello.model.game import Dealer, Unseen


class Onlookers(Dealer):
    """Chance for a script: a position may say what the cards are; what it does not say stays unknown."""

    blind = False
    trusts = True

    def pick(self, victim: int, cards: Sequence[CardName]) -> CardName:
        """Any of the cards when all are known, else one that nobody has seen."""
        unseen = any(is_unknown(card) for card in cards)
        return Unseen().pick(victim, cards) if unseen else super().pick(victim, cards)
