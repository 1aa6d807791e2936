"""A look-ahead bot: it deals the hidden cards and characters at random and plays each scene to its end.

In each of several deals that fit the player's knowledge, it tries every answer and plays out the rest of the scene with
a `GreedyBot`. It gives the answer with the best average. The budget is a number of deals, not a time, so the same seed
gives the same game on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import fsum

from companion.deathmatch.bots.players import Bot, GreedyBot, worth
from companion.deathmatch.bots.worth import HELD, is_possible, standing
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.decision import Decision, DecisionKind
from companion.deathmatch.model.hidden_cards import deal_hidden
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import State
from companion.deathmatch.rules.game import Dealer, Game
from companion.deathmatch.rules.options import decision
from companion.deathmatch.rules.submit import apply

DEALS = 10  # deals of the hidden cards per answer
BREADTH = 12  # answers tried: those with the highest immediate worth
LONGEST = 40  # most decisions in one simulated scene
THOUGHT_ABOUT = (DecisionKind.ACTION, DecisionKind.ANSWER, DecisionKind.DAMAGE)


class SearchBot(Bot):
    """Try answers in many random deals of the hidden cards, and choose the best on average.

    Args:
        rng: the source of the random deals.
        deals: number of deals per answer.
    """

    def __init__(self, rng: random.Random, deals: int = DEALS) -> None:
        super().__init__(rng)
        self.deals = deals

    def choice(self, seen: State, asked: Decision, player: int, own: Sequence[Answer]) -> Answer:
        """Return the best of the most promising answers, for decisions that the scene's result can judge."""
        if asked.kind not in THOUGHT_ABOUT or len(own) == 1:
            return GreedyBot(self.rng).choice(seen, asked, player, own)
        own = sorted(own, key=lambda option: -worth(seen, option))[:BREADTH]
        total = [0.0] * len(own)
        for _ in range(self.deals):
            seed = self.rng.getrandbits(32)
            deal = deal_hidden(seen, player, random.Random(seed), is_possible)
            for number, answer in enumerate(own):
                total[number] += imagined(deal, player, answer, seed)
        return own[total.index(max(total))]


def imagined(deal: State, player: int, answer: Answer, seed: int) -> float:
    """Return the player's standing at the scene's end if `answer` is given now and all then play greedily."""
    game, bot = Game(deal, Dealer(seed)), GreedyBot(random.Random(seed))
    apply(game, answer)
    scene = (deal.act, deal.scene)
    for _ in range(LONGEST):
        asked = decision(game.state)
        if asked is None or (game.state.act, game.state.scene) != scene:
            break
        apply(game, _greedy(bot, game.state, asked))
    return ahead(game.state, player)


def _greedy(bot: GreedyBot, state: State, asked: Decision) -> Answer:
    """Return the greedy answer of the player asked, who places damage only by public knowledge and their own."""
    player = asked.players[0] if asked.players else 0
    seen = as_seen(state, player) if asked.kind is DecisionKind.DAMAGE else state
    own = [option for option in asked.options if option.by in (player, -1)]
    plays = [option for option in own if option.do is Do.PLAY]
    return bot.choice(seen, asked, player, plays or own)


def ahead(state: State, player: int) -> float:
    """Return the player's share, 0 to 1, of the health of all living characters, plus a little for the hand."""
    if state.winners:
        return (player in state.winners) / len(state.winners)
    stands = [standing(state, other) for other in range(len(state.seats))]
    hand = sum(state.deck.actions[card].points for card in state.seats[player].hand if card in state.deck.actions)
    return stands[player] / fsum(stands) + HELD * hand if stands[player] else 0.0
