"""A bot that searches: it plays the scene to its end for many random deals.

For each of a number of deals that fit its player's information, it tries every promising answer and plays the rest
of the scene as a `GreedyBot` would, with all cards open. It gives the answer with the best average. The budget is a
number of deals, not a time, so that games can be reproduced from their seeds on any machine.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import fsum

from companion.othello.bots.players import WORTH, Bot, GreedyBot
from companion.othello.bots.worth import COIN, INTRIGUE, keep_worth
from companion.othello.model.answers import Answer
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.game import Dealer, Game
from companion.othello.model.hidden_cards import deal_hidden
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision
from companion.othello.rules.scoring import company_bonus, lead_bonus, score
from companion.othello.rules.submit import apply

DEALS = 8  # number of deals of the hidden cards for one answer
BREADTH = 6  # number of answers to try: those with the highest current value
HELD = 0.25  # value of a card in hand at the scene's end, as a share of `keep_worth`
LONGEST = 200  # limit of decisions in one simulated scene
# Decisions for which the end of the scene is irrelevant
AT_FIRST_SIGHT = (DecisionKind.LEAD, DecisionKind.INTERMISSION, DecisionKind.DISCARD, DecisionKind.DRAW)


class SearchBot(Bot):
    """A bot that tries its answers in many random deals and takes the best on average.

    Args:
        rng: the source of the random deals.
        deals: the number of deals for one answer.
    """

    def __init__(self, rng: random.Random, deals: int = DEALS) -> None:
        super().__init__(rng)
        self.deals = deals

    def choice(self, state: State, asked: Decision, player: int, answers: Sequence[Answer]) -> Answer:
        """Choose by search among the promising answers, or greedily if the scene's end is irrelevant."""
        if asked.kind in AT_FIRST_SIGHT:
            return GreedyBot(self.rng).best(state, player, answers)
        return self.best(state, player, promising(state, player, answers))

    def best(self, state: State, player: int, answers: Sequence[Answer]) -> Answer:
        """Return the answer after which `player` leads most at the scene's end, on average."""
        if len(answers) == 1:
            return answers[0]
        total = [0.0] * len(answers)
        for _ in range(self.deals):
            seed = self.rng.getrandbits(32)
            deal = deal_hidden(state, player, random.Random(seed))
            for number, answer in enumerate(answers):
                total[number] += imagined(deal, player, answer, seed)
        return answers[total.index(max(total))]


def promising(state: State, player: int, answers: Sequence[Answer]) -> list[Answer]:
    """Return the few answers with the highest current value, in the given order."""
    worth = [WORTH[answer.do](state, player, answer) for answer in answers]
    ranks = sorted(range(len(answers)), key=lambda number: -worth[number])[:BREADTH]
    return [answers[number] for number in sorted(ranks)]


def imagined(deal: State, player: int, answer: Answer, seed: int) -> float:
    """Return the lead of `player` at the scene's end after `answer` and greedy play."""
    game, bot = Game(deal.copy(), Dealer(seed)), GreedyBot(random.Random(seed))
    apply(game, answer)
    scene = (game.state.act, game.state.scene)
    for _ in range(LONGEST):
        asked = decision(game.state)
        if asked is None or asked.kind is DecisionKind.INTERMISSION or (game.state.act, game.state.scene) != scene:
            break
        apply(game, _greedy(bot, game.state, asked))
    return ahead(game.state, player)


def _greedy(bot: GreedyBot, state: State, asked: Decision) -> Answer:
    """Return the greedy answer of the first player asked.

    Initiatives are left out: they would double the time.
    """
    player = asked.players[0]
    fitting = [answer for answer in asked.options if answer.by in (player, -1) and legality(state, answer).legal]
    return bot.best(state, player, fitting)


def ahead(state: State, player: int) -> float:
    """Return the lead of `player` over the average of the others, in points."""
    # use `fsum` here and wherever bots add: the result of `sum` for floats differs from Python 3.12 on
    standing = [standing_of(state, other) for other in range(len(state.seats))]
    others = fsum(standing) - standing[player]
    return standing[player] - others / (len(standing) - 1)


def standing_of(state: State, player: int) -> float:
    """Return a player's points plus the estimated value of tokens, coins, bonuses and the hand."""
    seat, found = state.seats[player], score(state, player)
    if state.phase is Phase.OVER:
        return float(found.total)
    points = found.total - found.intrigue + seat.intrigue * INTRIGUE
    points += lead_bonus(state, seat) + company_bonus(state, seat)
    points += COIN * sum(seat.coins.values())
    return points + HELD * fsum(keep_worth(state, player, card) for card in seat.hand)
