"""Damage: the points in a pool, the harmful suits, and the limits of a character (DC3, DE1, DJ5)."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.deathmatch.model.cards import Suit
from companion.deathmatch.model.ruleset import SecretDeath, Totals
from companion.deathmatch.model.state import State

NO_POINTS = dict.fromkeys(Suit, 0)


class Score(NamedTuple):
    """The points in a pool by suit, all of them public."""

    blades: int = 0
    coins: int = 0
    letters: int = 0
    poison: int = 0

    @property
    def total(self) -> int:
        """The points of all suits."""
        return sum(self)


def score(state: State, player: int) -> Score:
    """Return the current points in a player's pool."""
    found = points(state, player)
    return Score(*(found[suit] for suit in Suit))


def scores_to_json(state: State) -> list[dict[str, Any]]:
    """Return the current points and the slain players in seat order, without limits."""
    found = [score(state, player) for player in range(len(state.seats))]
    return [
        {"name": seat.name, **pool._asdict(), "total": pool.total, "out": seat.out}
        for seat, pool in zip(state.seats, found, strict=True)
    ]


def points(state: State, player: int) -> dict[Suit, int]:
    """Return the points of each suit in a player's pool; a trickster has none (DT3)."""
    found = NO_POINTS.copy()
    for name in state.seats[player].pool:
        card = state.deck.actions.get(name)
        if card is not None and card.suit is not None:
            found[card.suit] += card.points
    return found


def harms(state: State, player: int, card: str) -> bool:
    """Return True if a card harms the known character of a player (DC3, DR2)."""
    face = state.deck.actions.get(card)
    return face is not None and face.suit in state.limits(player)


def harmless_in_pool(state: State, player: int) -> list[str]:
    """Return the cards in the pool that do not harm the player's known character, including tricksters (DR2)."""
    return [card for card in state.seats[player].pool if not harms(state, player, card)]


def is_reached(state: State, player: int) -> bool:
    """Return True if the cards in the pool reach the limits of the player's known character (DE1, DJ5)."""
    seat = state.seats[player]
    if not seat.pool:
        return False
    found = points(state, player)
    reached = [found[suit] >= limit for suit, limit in state.limits(player).items()]
    return all(reached) if state.rules.totals is Totals.BOTH else any(reached)


def would_be_reached(state: State, player: int, character: str) -> bool:
    """Return True if the pool would reach the limits of this character."""
    return is_reached(state.with_seat(player, state.seats[player]._replace(character=character)), player)


def is_announced(state: State, player: int) -> bool:
    """Return True if the companion announces a player's death: it knows the character, or everybody sees it (DJ3)."""
    seat = state.seats[player]
    return seat.knows_character and (seat.revealed or state.rules.secret_death is SecretDeath.ANNOUNCE)
