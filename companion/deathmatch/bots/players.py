"""Bot players: one that answers at random, and one that follows rules of thumb.

A bot sees only what its player may know: its own hand and character, and public cards. Its random generator is passed
in; the same seed gives the same game on every machine. A bot passes over the texts of its cards: it reports that they
changed nothing (DJ2).
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

REVEALS = 0.05  # probability of revealing when allowed
PLAYS_TRICKSTER = 0.3
MOOD = 0.5  # largest random bonus to an answer, in points


class Bot(ABC):
    """A bot player. Subclasses differ in their choice among the allowed answers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def answer(self, state: State, player: int) -> Answer | None:
        """Return the next answer of `player`: report the own death, answer, or answer for the table; None to do
        nothing.
        """
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
        """Choose one of the own answers to a decision, based on the state as the player sees it."""


def is_dead_unsaid(seen: State, player: int) -> bool:
    """Return True if a player is slain and has to report it, because the companion does not (DE1, DJ3)."""
    seat = seen.seats[player]
    if seen.rules.secret_death is SecretDeath.ANNOUNCE or seat.revealed or seat.out or not seat.knows_character:
        return False
    return not seen.winners and is_reached(seen, player)


class RandomBot(Bot):
    """Choose each answer with equal probability."""

    def choice(self, seen: State, asked: Decision, player: int, own: Sequence[Answer]) -> Answer:
        """Return any of the answers."""
        return self.rng.choice(own)


class GreedyBot(Bot):
    """Play high cards, and place the most harmful card where most damage is already."""

    def choice(self, seen: State, asked: Decision, player: int, own: Sequence[Answer]) -> Answer:
        """Return the answer with the highest worth plus a small random bonus."""
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
    """Estimate the immediate worth of an answer in points."""
    match answer.do:
        case Do.PLAY:
            return _points(seen, answer.card)
        case Do.DAMAGE if answer.target is not None:
            return damage_worth(seen, answer.card or "", answer.target)
        case Do.DISCARD:
            return -sum(_points(seen, card) for card in answer.cards)
        case Do.WINNER if answer.to is not None:  # assumes that a card beats all with fewer points (DJ1)
            return 2 * _points(seen, seen.seats[answer.to].played)
        case _:
            return 0.0


def _points(seen: State, card: str | None) -> int:
    face = seen.deck.actions.get(card) if card is not None else None
    return face.points if face is not None else 0


def damage_worth(seen: State, card: str, target: int) -> float:
    """Return the visible damage of a card in points, plus the damage that counts in that pool already."""
    face, seat = seen.deck.actions.get(card), seen.seats[target]
    if face is None or face.is_trickster:
        return 0.0
    if not seat.knows_character:
        return face.points + score(seen, target).total
    found, limits = points(seen, target), seen.limits(target)
    useful = useful_points(found, limits, face.suit, face.points)
    return useful + sum(min(found[suit], limit) for suit, limit in limits.items()) if useful else 0.0
