"""Players that are programs: one that does anything legal, and one that goes by rules of thumb.

A bot sees what its player may know: its own hand and character, and what lies open. Its random generator is passed in;
the same one gives the same game on every machine. It says of a text that nothing changed: what a card's text does is
for people to carry out (DJ2).
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence

from companion.core.codec import NOBODY
from companion.deathmatch.bots.worth import useful_points
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.decision import Decision, DecisionKind
from companion.deathmatch.model.ruleset import SecretDeath
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import State
from companion.deathmatch.rules.harm import is_reached, points, score
from companion.deathmatch.rules.options import decision

REVEALS = 0.05  # how often one who could reveal does
PLAYS_TRICKSTER = 0.3
MOOD = 0.5  # how far a whim outweighs what a bot knows, in points


class Bot(ABC):
    """A player that is a program; its kinds differ in what they take of the answers that they may give."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def answer(self, state: State, player: int) -> Answer | None:
        """What `player` does now: tell of the own death, answer, or speak for the table; None to do nothing."""
        seen = as_seen(state, player)
        if is_dead_unsaid(seen, player):
            return Answer(Do.SLAIN, player, character=seen.seats[player].character)
        asked = decision(seen)
        if asked is None or player not in (asked.players or (player,)):
            return None
        own = [option for option in asked.options if option.by in (player, NOBODY)]
        return self.choice(seen, asked, player, own)

    @abstractmethod
    def choice(self, seen: State, asked: Decision, player: int, own: Sequence[Answer]) -> Answer:
        """One of the own answers to what is asked, by the state as the player sees it."""


def is_dead_unsaid(seen: State, player: int) -> bool:
    """Whether a player has had enough, and has to tell it, for the companion does not (DE1, DJ3)."""
    seat = seen.seats[player]
    if seen.rules.secret_death is SecretDeath.ANNOUNCE or seat.revealed or seat.out or not seat.knows_character:
        return False
    return not seen.winners and is_reached(seen, player)


class RandomBot(Bot):
    """Gives any answer, each as likely."""

    def choice(self, seen: State, asked: Decision, player: int, own: Sequence[Answer]) -> Answer:
        """Any of them."""
        return self.rng.choice(own)


class GreedyBot(Bot):
    """Plays high cards, and places what hurts most where the most points lie."""

    def choice(self, seen: State, asked: Decision, player: int, own: Sequence[Answer]) -> Answer:
        """The one that is worth most at the moment, give or take the mood."""
        if asked.kind is DecisionKind.ACTION:
            own = self._of_action(own)
        return max(own, key=lambda option: worth(seen, option) + self.rng.random() * MOOD)

    def _of_action(self, own: Sequence[Answer]) -> Sequence[Answer]:
        for do, share in ((Do.REVEAL, REVEALS), (Do.TRICKSTER, PLAYS_TRICKSTER)):
            some = [option for option in own if option.do is do]
            if some and self.rng.random() < share:
                return some
        return [option for option in own if option.do is Do.PLAY]


def worth(seen: State, answer: Answer) -> float:
    """What an answer is worth at first sight, in points."""
    match answer.do:
        case Do.PLAY:
            return _points(seen, answer.card)
        case Do.DAMAGE if answer.target is not None:
            return damage_worth(seen, answer.card or "", answer.target)
        case Do.DISCARD:
            return -sum(_points(seen, card) for card in answer.cards)
        case Do.WINNER if answer.to is not None:  # as if a card beat all with fewer points (DJ1)
            return 2 * _points(seen, seen.seats[answer.to].played)
        case _:
            return 0.0


def _points(seen: State, card: str | None) -> int:
    face = seen.deck.actions.get(card) if card is not None else None
    return face.points if face is not None else 0


def damage_worth(seen: State, card: str, target: int) -> float:
    """The points that a card does, as far as one sees, and as many again as lie there already."""
    face, seat = seen.deck.actions.get(card), seen.seats[target]
    if face is None or face.is_trickster:
        return 0.0
    if not seat.knows_character:
        return face.points + score(seen, target).total
    found, limits = points(seen, target), seen.limits(target)
    useful = useful_points(found, limits, face.suit, face.points)
    return useful + sum(min(found[suit], limit) for suit, limit in limits.items()) if useful else 0.0
