"""A look-ahead bot for any small game: it deals the hidden cards at random and plays the deal out, many times.

The budget is a number of deals, not a time, so the same seed gives the same game on every machine.
"""

from __future__ import annotations

import random
from typing import Any

from companion.core.cards import UNKNOWN, Card, cards_of, with_cards
from companion.simple.rules import SmallRules


class ImaginingBot:
    """Try each available answer in random deals and choose the one with the largest average lead.

    Args:
        rules: the rules of the game.
        rng: the source of the random deals.
        deals: number of deals per answer.
    """

    def __init__(self, rules: SmallRules[Any, Any, Any], rng: random.Random, deals: int) -> None:
        self._rules, self._random, self._deals = rules, rng, deals

    def answer(self, state: Any, player: int) -> Any:
        """Return the answer with the best average, based on what this player may know; None to do nothing."""
        known = self._rules.as_known(state, player)
        asked = self._rules.decision(known)
        own = [option for option in asked.options if option.by in (player, -1)] if asked is not None else []
        if len(own) < 2:
            return own[0] if own else None
        total = [0.0] * len(own)
        for _ in range(self._deals):
            deal, seed = self._dealt(known), self._random.getrandbits(32)
            for number, option in enumerate(own):
                total[number] += self._ahead_after(deal, option, player, seed)
        return own[total.index(max(total))]

    def _dealt(self, known: Any) -> Any:
        """Return the state with its unknown cards dealt at random from those that are not visible."""
        lying = {*cards_of(known)}
        left: list[Card] = [card for card in self._rules.cards if card not in lying]
        self._random.shuffle(left)
        return with_cards(known, lambda card: left.pop() if card == UNKNOWN and left else card)

    def _ahead_after(self, deal: Any, option: Any, player: int, seed: int) -> float:
        chance = random.Random(seed)
        course = self._rules.course(self._rules.copy(deal), self._rules.dealer(seed))
        self._rules.submit(course, option)
        for _ in range(sum(len(seat.hand) for seat in course.state.seats)):  # to the end of this deal
            asked = self._rules.decision(course.state)
            if asked is None or not asked.options:
                break
            self._rules.submit(course, chance.choice(asked.options))
        totals = [score["total"] for score in self._rules.scores(course.state)]
        return float(totals.pop(player) - max(totals))
