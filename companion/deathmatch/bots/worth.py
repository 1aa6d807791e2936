"""Worth of characters and damage to a bot: a character's distance from being slain, and the effect of a damage card."""

from __future__ import annotations

from collections.abc import Mapping

from companion.deathmatch.model.cards import Suit
from companion.deathmatch.model.ruleset import Totals
from companion.deathmatch.model.state import State
from companion.deathmatch.rules.harm import is_reached, points, would_be_reached

ALIVE = 0.2  # worth of being alive with no health left
HELD = 0.004  # worth of each point of a card in the hand


def is_possible(seen: State, player: int, character: str) -> bool:
    """Return True if a player's hidden character may be this one: with enough damage, it would be out (DE1)."""
    return seen.seats[player].out or not would_be_reached(seen, player, character)


def health(state: State, player: int) -> float:
    """Return the remaining share of a known character's points, from 0 to 1."""
    found, limits = points(state, player), state.limits(player)
    left = {suit: max(0, limit - found[suit]) for suit, limit in limits.items()}
    if state.rules.totals is Totals.EITHER:
        return min(left[suit] / limit for suit, limit in limits.items())
    return sum(left.values()) / sum(limits.values())


def useful_points(found: Mapping[Suit, int], limits: Mapping[Suit, int], suit: Suit | None, more: int) -> int:
    """Return the number of a card's points that bring a character nearer to its limits."""
    return 0 if suit is None or suit not in limits else max(0, min(more, limits[suit] - found[suit]))


def standing(state: State, player: int) -> float:
    """Rate a player's position when everything about them is known; 0 for a slain one."""
    seat = state.seats[player]
    if seat.out or (seat.knows_character and is_reached(state, player)):
        return 0.0
    return ALIVE + (health(state, player) if seat.knows_character else 1.0)
