"""The source of randomness for scripts: nobody deals, but a position may name cards."""

from __future__ import annotations

from collections.abc import Sequence

from companion.othello.model.cards import CardName, is_unknown
from companion.othello.model.game import Dealer, Unseen


class Onlookers(Dealer):
    """The source of randomness for a script: cards not named in the position stay unknown."""

    blind = False
    trusts = True

    def pick(self, victim: int, cards: Sequence[CardName]) -> CardName:
        """Pick one of the cards if all are known, else an unknown one."""
        unseen = any(is_unknown(card) for card in cards)
        return Unseen().pick(victim, cards) if unseen else super().pick(victim, cards)
