"""Bots of a small game: one that plays at random, and two that think ahead in imagined deals.

The budget is a number of deals and not a time, so that the same seed gives the same game on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic

from companion.core.cards import UNKNOWN, Card, cards_of, with_cards
from companion.core.places import play_zone
from companion.game import Bots
from companion.game.bots import Lay, Move, Say
from companion.game.rules import ChanceKind
from companion.game.simulation import PlainGame, RandomBot, play_plain
from companion.game.statistics import Figures, plain_figures
from companion.simple.base import A, S, SmallGame, names_of
from companion.simple.formats import answer_to_json
from companion.simple.rules import SmallRules

AHEAD = {"greedy": 2, "search": 10}
"""The number of imagined deals of the bots that think ahead."""


class SmallBot(RandomBot):
    """A bot that gives any answer that fits, by what its player knows."""

    def __init__(self, game: SmallGame[Any, Any, Any], rng: random.Random) -> None:
        super().__init__(game.decision, rng)
        self._game = game

    def answer(self, state: Any, player: int) -> Any:
        """Return any answer that fits, or None to do nothing."""
        return super().answer(self._game.visible_to(state, player), player)


class ImaginingBot:
    """A bot that tries each answer in imagined deals and gives the one after which it leads by most on average.

    Args:
        rng: the source of the imagined deals.
        deals: how many deals it imagines for one answer.
    """

    def __init__(
        self, game: SmallGame[Any, Any, Any], rules: SmallRules[Any, Any, Any], rng: random.Random, deals: int
    ) -> None:
        self._game, self._rules, self._random, self._deals = game, rules, rng, deals

    def answer(self, state: Any, player: int) -> Any:
        """Return the best answer on average, or None to do nothing."""
        known = self._game.visible_to(state, player)
        asked = self._game.decision(known)
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
        """Return the state with random cards for the unknown ones."""
        lying = {*cards_of(known)}
        left: list[Card] = [card for card in self._game.cards if card not in lying]
        self._random.shuffle(left)
        return with_cards(known, lambda card: left.pop() if card == UNKNOWN and left else card)

    def _ahead_after(self, deal: Any, option: Any, player: int, seed: int) -> float:
        chance = random.Random(seed)
        course = self._rules.in_progress(deal, self._rules.chance(ChanceKind.DEALER, seed))
        self._rules.play(course, option)
        for _ in range(sum(len(seat.hand) for seat in course.state.seats)):  # to the end of this deal
            asked = self._game.decision(course.state)
            if asked is None or not asked.options:
                break
            self._rules.play(course, chance.choice(asked.options))
        totals = [score["total"] for score in self._game.scores(course.state)]
        return float(totals.pop(player) - max(totals))


class SmallBots(Bots[S, A], Generic[S, A]):
    """The bots of a small game."""

    default = "random"

    def __init__(self, game: SmallGame[S, A, Any], rules: SmallRules[S, A, Any]) -> None:
        self._game, self._rules = game, rules
        ahead = {name: partial(ImaginingBot, game, rules, deals=deals) for name, deals in AHEAD.items()}
        self.factories = {self.default: partial(SmallBot, game), **ahead}

    def gestures(self, state: S, answer: A, zones: Mapping[str, str | None]) -> Iterator[tuple[Move, float]]:
        """Lay the card of an answer; say an answer without a card."""
        cards = cards_of(answer)
        said = answer_to_json(answer, names_of(state))
        yield (Lay(play_zone(answer.by), cards[0]) if cards else Say(said)), 1.0

    def simulate(self, seated: Sequence[str], seed: int, chosen: Mapping[str, Any]) -> PlainGame:
        """Play one game between bots."""
        return play_plain(self._rules, self.factories, seated, seed, chosen, self._game.visible_to)

    def statistics(self, games: Sequence[PlainGame], chosen: Mapping[str, Any]) -> Figures:
        """Return wins and points."""
        return plain_figures(games, lambda game, seat: game.totals[seat])
