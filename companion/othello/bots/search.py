"""A bot that thinks ahead: it imagines what the hidden cards may be and plays the scene to its end, many times.

For each of a number of deals that fit what its player knows, every promising answer is tried and the rest of the scene
is played as a `GreedyBot` would, with everybody's cards open. The answer that is best on average is given. The budget
is a number of deals, not a time, so that the same seed gives the same game on every machine.
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
from companion.othello.rules.legality import legality
from companion.othello.rules.options import decision
from companion.othello.rules.scoring import company_bonus, lead_bonus, score
from companion.othello.rules.submit import apply

DEALS = 8  # how many deals of the hidden cards are imagined for one answer
BREADTH = 6  # how many answers are tried: those that look best at first sight
HELD = 0.25  # what a card in hand counts at the scene's end, as a share of what it is worth to keep
LONGEST = 200  # decisions of one imagined scene
# Decisions that a scene's end tells nothing about
AT_FIRST_SIGHT = (DecisionKind.LEAD, DecisionKind.INTERMISSION, DecisionKind.DISCARD, DecisionKind.DRAW)


class SearchBot(Bot):
    """Tries its answers in many imagined deals of what it does not see, and takes the best on average.

    Args:
        rng: what its imagination falls by.
        deals: how many deals it imagines for one answer.
    """

    def __init__(self, rng: random.Random, deals: int = DEALS) -> None:
        super().__init__(rng)
        self.deals = deals

    def choice(self, state: State, asked: Decision, player: int, answers: Sequence[Answer]) -> Answer:
        """The best of the few that look best at first sight, where the scene tells anything about it."""
        if asked.kind in AT_FIRST_SIGHT:
            return GreedyBot(self.rng).best(state, player, answers)
        return self.best(state, player, promising(state, player, answers))

    def best(self, state: State, player: int, answers: Sequence[Answer]) -> Answer:
        """The answer after which `player` is ahead furthest at the scene's end, on average over the deals."""
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
    """The few answers that look best at first sight, in the order in which they were given."""
    worth = [WORTH[answer.do](state, player, answer) for answer in answers]
    ranks = sorted(range(len(answers)), key=lambda number: -worth[number])[:BREADTH]
    return [answers[number] for number in sorted(ranks)]


def imagined(deal: State, player: int, answer: Answer, seed: int) -> float:
    """How far `player` is ahead at the end of the scene when `answer` is given now, and all go on greedily."""
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
    """What the player asked first does, of what is asked: nothing besides it, for that takes half the time."""
    player = asked.players[0]
    fitting = [answer for answer in asked.options if answer.by in (player, -1) and legality(state, answer).legal]
    return bot.best(state, player, fitting)


def ahead(state: State, player: int) -> float:
    """By how many points `player` is ahead of the others, on average."""
    # `fsum`, here and wherever bots add: the `sum` of floats is another one from Python 3.12 on
    standing = [standing_of(state, other) for other in range(len(state.seats))]
    others = fsum(standing) - standing[player]
    return standing[player] - others / (len(standing) - 1)


def standing_of(state: State, player: int) -> float:
    """A player's points, with what tokens, coins, bonuses to come and the hand may still bring."""
    seat, found = state.seats[player], score(state, player)
    if state.phase is Phase.OVER:
        return float(found.total)
    points = found.total - found.intrigue + seat.intrigue * INTRIGUE
    points += lead_bonus(state, seat) + company_bonus(state, seat)
    points += COIN * sum(seat.coins.values())
    return points + HELD * fsum(keep_worth(state, player, card) for card in seat.hand)
