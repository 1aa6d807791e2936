"""Public knowledge about possible targets, protection and rights (W3, N1, A6, A7)."""

from __future__ import annotations

from companion.othello.model.cards import Character, Staging
from companion.othello.model.ruleset import NO_LIMIT, Right
from companion.othello.model.state import State


def living(state: State) -> list[Character]:
    """Return the living characters of the act, including the lead character (W3)."""
    return [character for character in state.stars() if character not in state.dead]


def dead(state: State) -> list[Character]:
    """Return the dead characters of the act, which can be revived (A7)."""
    return [character for character in state.stars() if character in state.dead]


def can_protect(state: State, player: int) -> bool:
    """Return True if the player could, from public knowledge, protect themselves now (N1, V2)."""
    seat = state.seats[player]
    if seat.protected:
        return False
    return "Desdemona" in seat.coins or (bool(seat.hand) and seat.intrigue >= state.rules.prices["no_drama"])


def right(state: State, player: int, card: str) -> Right:
    """Return the right of the player's role to use a Villainy or a Revive (A6, A7)."""
    rules = state.rules
    return (rules.revive if card == Staging.REVIVE else rules.villainy)[state.role(player)]


def can_pay(state: State, player: int, card: str) -> bool:
    """Return True if the player may and can pay for the card's full strength (A6, A7)."""
    price = state.rules.prices["revive" if card == Staging.REVIVE else "villainy"]
    return right(state, player, card) is Right.PAYS and state.seats[player].intrigue >= price


def has_limit(state: State, character: str) -> bool:
    """Return True if a character has a wound limit that can be cut (C7)."""
    return state.rules.wound_limits[character] < NO_LIMIT
