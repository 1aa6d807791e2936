"""Bot players: a random one, and a greedy one whose games are pleasant to watch.

A bot sees only information that its player may have: the public table, its own hand and face-down card, and another
hand only while it may look into it (A1). Its random generator is passed in, so that games can be reproduced on any
machine.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import fsum

from companion.othello.bots.worth import (
    COIN,
    INTRIGUE,
    SPOTLIGHT,
    card_worth,
    keep_worth,
    place_worth,
    revival_worth,
    role_gain,
    script_worth,
    wound_worth,
)
from companion.othello.model.answers import Answer, Do
from companion.othello.model.decision import Decision
from companion.othello.model.frames import Action, Reveals
from companion.othello.model.state import State
from companion.othello.model.vocabulary import ActionKind, Protection, Stage, Way
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.scoring import totals
from companion.othello.rules.targets import living

NEVER = -10.0
MOOD = 0.3  # largest random addition to the value of an answer, in points


def random_answer(state: State, rng: random.Random, rate: float = 0.0, asked: Decision | None = None) -> Answer:
    """Return a random legal answer to the open decision.

    With the probability `rate`, initiatives are included. The state must have an open decision, which may be passed
    in as `asked`.
    """
    asked = asked or decision(state)
    assert asked is not None, "the game is over"
    answers = list(asked.options)
    if rate and rng.random() < rate:
        answers += permitted(state)
    return _any_legal(state, answers, rng)


def _any_legal(state: State, answers: list[Answer], rng: random.Random) -> Answer:
    while True:
        answer = rng.choice(answers)
        if legality(state, answer).legal:
            return answer
        answers.remove(answer)


def own_answers(state: State, asked: Decision, player: int) -> list[Answer]:
    """Return every legal answer and initiative of `player`."""
    answers = (*asked.options, *permitted(state))
    return [answer for answer in answers if answer.by in (player, -1) and legality(state, answer).legal]


class Bot(ABC):
    """A bot player; subclasses choose among its legal answers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def answer(self, state: State, player: int) -> Answer | None:
        """Return the answer of `player`, or None if this player is not asked."""
        asked = decision(state)
        if asked is None or player not in asked.players:
            return None
        return self.choice(state, asked, player, own_answers(state, asked, player))

    @abstractmethod
    def choice(self, state: State, asked: Decision, player: int, answers: Sequence[Answer]) -> Answer:
        """Choose one of the legal answers of `player` to the decision."""


class RandomBot(Bot):
    """A bot that gives any legal answer, each with the same probability."""

    def choice(self, state: State, asked: Decision, player: int, answers: Sequence[Answer]) -> Answer:
        """Choose a random answer."""
        return self.rng.choice(answers)


class GreedyBot(Bot):
    """A bot that takes the answer with the highest current value, with some randomness.

    It plays its cards, seizes good ones, and takes the lead for them.
    """

    def choice(self, state: State, asked: Decision, player: int, answers: Sequence[Answer]) -> Answer:
        """Choose the answer with the highest current value."""
        return self.best(state, player, answers)

    def best(self, state: State, player: int, answers: Sequence[Answer]) -> Answer:
        """Return the answer with the highest value for `player`, within the random addition `MOOD`."""
        worth = [WORTH[answer.do](state, player, answer) + self.rng.random() * MOOD for answer in answers]
        return answers[worth.index(max(worth))]


def _nothing(_state: State, _player: int, _answer: Answer) -> float:
    return 0.0


def _place(state: State, player: int, answer: Answer) -> float:
    return place_worth(state, player, answer.card or "?")


def _reveal(state: State, player: int, answer: Answer) -> float:
    placed = answer.card or state.seats[player].placed
    return MOOD if placed is not None and card_worth(state, player, placed) > 0 else -MOOD


def _seize(state: State, player: int, answer: Answer) -> float:
    """Value a Seize: lower if many players who may bring a better card are still to reveal."""
    if answer.card is not None:  # J11: cards of this scene that can still be taken
        return script_worth(state, player, state.deck.cards[answer.card]) - INTRIGUE - MOOD
    action, bottom = state.frames[-1], state.frames[0]
    assert type(action) is Action and type(bottom) is Reveals
    between = bottom.order.index(player) - bottom.order.index(action.player) - 1
    card = state.deck.cards.get(action.name)
    worth = SPOTLIGHT if card is None else script_worth(state, player, card)
    return worth - INTRIGUE - MOOD * (1 + between)


def _spotlight(state: State, _player: int, _answer: Answer) -> float:
    """Value a block: half of the opponent's loss, since there may be several opponents."""
    action = state.frames[-1]
    assert type(action) is Action
    return 0.5 * card_worth(state, action.player, action.name) - SPOTLIGHT if action.kind is ActionKind.CARD else -MOOD


def _protect(state: State, player: int, answer: Answer) -> float:
    """Value protection: only against an action that harms the player."""
    action = state.frames[-1]
    if type(action) is not Action or action.stage is Stage.WINDOW:
        return NEVER
    price = COIN if answer.way is Protection.DESDEMONA else INTRIGUE
    if action.stage is Stage.CLAIM:
        known = action.kind is ActionKind.CARD and action.player == player
        return (card_worth(state, player, action.name) if known else 0.0) - price - MOOD
    card = state.deck.cards.get(action.name)
    if card is not None and card.handkerchief and state.handkerchief == player:
        return SPOTLIGHT
    threatened = action.player != player and action.choices.target in (player, None)
    placed = state.seats[player].placed
    return (card_worth(state, player, placed) if threatened and placed else 0.0) - price - MOOD


def _coin(state: State, player: int, answer: Answer) -> float:
    """Value a coin: usually low; an Iago coin is worth more if it kills."""
    if answer.coin == "Iago":
        return max((wound_worth(state, name) for name in living(state)), default=0.0) - 2 * MOOD
    if answer.coin == "Othello":
        return 0.6 * role_gain(state, player) - COIN
    if answer.coin == "Cassio":
        return _improv(state, player, answer)
    return -0.5 * MOOD


def _improv(state: State, player: int, answer: Answer) -> float:
    """Value an improv: by the gain over the card in place, or more if the whole hand is weak."""
    seat = state.seats[player]
    if type(state.frames[-1]) is Action:  # A2: the Seize against a Miscue
        return SPOTLIGHT
    best = max((card_worth(state, player, card) for card in seat.hand), default=0.0)
    if seat.placed is not None and answer.choices.way is not Way.HAND:
        return best - card_worth(state, player, seat.placed) - INTRIGUE - MOOD
    return -0.5 * MOOD if best <= 0 and seat.intrigue > 1 else -2 * MOOD


def _exchange(_state: State, _player: int, _answer: Answer) -> float:
    return -0.75 * MOOD


def _swap(state: State, player: int, answer: Answer) -> float:
    return card_worth(state, player, answer.card or "?")


def _draw(_state: State, _player: int, answer: Answer) -> float:
    return MOOD if answer.pile == "script" else 0.0


def _trade(state: State, player: int, answer: Answer) -> float:
    """Value a trade for a spotlight, which costs no points (G1)."""
    seat = state.seats[player]
    return 2 * MOOD if answer.token == "intrigue" and seat.intrigue >= 6 and not seat.spotlight else NEVER


def _discard(state: State, player: int, answer: Answer) -> float:
    return -fsum(keep_worth(state, player, card) for card in answer.cards)


def _choose(state: State, player: int, answer: Answer) -> float:
    """Value a choice for an action in progress, by the fields that it sets."""
    action, given = state.frames[-1], answer.choices
    assert type(action) is Action
    worth = 0.0
    if given.target is not None:  # give the lead to the last in points, aim everything else at the first
        points = totals(state)
        worth += points[given.target] * (-0.1 if action.name in ("Take the Lead", "Othello") else 0.1)
    if given.look or given.pay:
        worth += MOOD if state.seats[player].intrigue >= 6 else NEVER
    if given.take is not None and action.name != "Emilia":
        worth += keep_worth(state, player, given.take)
    if given.give is not None:
        laid = given.way is Way.FACE_DOWN or action.choices.way is Way.FACE_DOWN
        worth += card_worth(state, player, given.give) if laid else -keep_worth(state, player, given.give)
    for name in (given.on, *(given.wounds or ())):
        worth += wound_worth(state, name) if name is not None else 0.0
    if given.character is not None:
        worth += revival_worth(state, given.character)
    if given.draw == "script":
        worth += MOOD
    return worth


WORTH: dict[Do, Callable[[State, int, Answer], float]] = {
    Do.LEAD: _nothing,
    Do.PLACE: _place,
    Do.REVEAL: _reveal,
    Do.EXIT: _nothing,
    Do.SEIZE: _seize,
    Do.SPOTLIGHT: _spotlight,
    Do.PASS: _nothing,
    Do.PROTECT: _protect,
    Do.COIN: _coin,
    Do.IMPROV: _improv,
    Do.FROM_HAND: _exchange,
    Do.SWAP: _swap,
    Do.DRAW: _draw,
    Do.TRADE: _trade,
    Do.DISCARD: _discard,
    Do.NEXT_ACT: _nothing,
    Do.CHOOSE: _choose,
    Do.CARRY_OUT: _nothing,
    Do.CORRECT: _nothing,
}
