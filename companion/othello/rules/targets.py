"""Who is alive, who can protect themselves, and what a role may do, as public knowledge has it (W3, N1, A6, A7)."""

from __future__ import annotations

from companion.othello.model.cards import Character, Staging
from companion.othello.model.ruleset import NO_LIMIT, Right
from companion.othello.model.state import State


def living(state: State) -> list[Character]:
    """The living characters of the act, the lead character among them (W3)."""
    return [character for character in state.stars() if character not in state.dead]


def dead(state: State) -> list[Character]:
    """The dead characters of the act, who can be revived (A7)."""
    return [character for character in state.stars() if character in state.dead]


def can_protect(state: State, player: int) -> bool:
    """Whether the player could, from public knowledge, protect themselves now (N1, V2)."""
    seat = state.seats[player]
    if seat.protected:
        return False
    return "Desdemona" in seat.coins or (bool(seat.hand) and seat.intrigue >= state.rules.prices["no_drama"])


def right(state: State, player: int, card: str) -> Right:
    """What the player's role may do with a Villainy or a Revive (A6, A7)."""
    rules = state.rules
    return (rules.revive if card == Staging.REVIVE else rules.villainy)[state.role(player)]


def can_pay(state: State, player: int, card: str) -> bool:
    """Whether the player has a right to the card's full strength that costs intrigue, and the intrigue (A6, A7)."""
    price = state.rules.prices["revive" if card == Staging.REVIVE else "villainy"]
    return right(state, player, card) is Right.PAYS and state.seats[player].intrigue >= price


def has_limit(state: State, character: str) -> bool:
    """Whether a character has a wound limit that could be cut (C7)."""
    return state.rules.wound_limits[character] < NO_LIMIT
