"""A bot that thinks ahead: it imagines what the hidden cards and characters may be and plays the scene to its end.

For each of a number of deals that fit what its player knows, every answer is tried and the rest of the scene is played
as a `GreedyBot` would. The answer that is best on average is given. The budget is a number of deals, not a time, so
that the same seed gives the same game on every machine.
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

DEALS = 10  # how many deals of what is hidden are imagined for one answer
BREADTH = 12  # how many answers are tried: those that look best at first sight
LONGEST = 40  # decisions of one imagined scene
THOUGHT_ABOUT = (DecisionKind.ACTION, DecisionKind.ANSWER, DecisionKind.DAMAGE)


class SearchBot(Bot):
    """Tries its answers in many imagined deals of what it does not see, and takes the best on average.

    Args:
        rng: what its imagination falls by.
        deals: how many deals it imagines for one answer.
    """

    def __init__(self, rng: random.Random, deals: int = DEALS) -> None:
        super().__init__(rng)
        self.deals = deals

    def choice(self, seen: State, asked: Decision, player: int, own: Sequence[Answer]) -> Answer:
        """The best of those that look best at first sight, where the scene tells anything about it."""
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
    """How `player` stands at the end of the scene when `answer` is given now, and all go on greedily."""
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
    """What who is asked does; whom damage hurts, nobody knows better than everybody does."""
    player = asked.players[0] if asked.players else 0
    seen = as_seen(state, player) if asked.kind is DecisionKind.DAMAGE else state
    own = [option for option in asked.options if option.by in (player, -1)]
    plays = [option for option in own if option.do is Do.PLAY]
    return bot.choice(seen, asked, player, plays or own)


def ahead(state: State, player: int) -> float:
    """The share of all that is still alive which is this player's, from 0 to 1, and a little for the hand."""
    if state.winners:
        return (player in state.winners) / len(state.winners)
    stands = [standing(state, other) for other in range(len(state.seats))]
    hand = sum(state.deck.actions[card].points for card in state.seats[player].hand if card in state.deck.actions)
    return stands[player] / fsum(stands) + HELD * hand if stands[player] else 0.0
