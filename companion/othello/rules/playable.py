"""What a placed card or a coin could do in its player's turn, and why not: before it is played (Z5, E1, J14)."""

from __future__ import annotations

from companion.othello.model.cards import CardName, Staging, is_staging
from companion.othello.model.ruleset import Right
from companion.othello.model.state import State
from companion.othello.rules.targets import (
    REVIVE,
    VILLAINY,
    dead,
    effect_of,
    has_object,
    has_target,
    living,
    needs_target,
    right,
    rule_of,
)
from companion.play.verdict import Reason


def unplayable(state: State, player: int, card: CardName, aimed: bool = False) -> list[Reason]:
    """Why a placed staging card can do nothing in its player's turn, so that only leaving is left (Z5, E1).

    Where it is `aimed` at somebody, whether that can be is asked elsewhere.
    """
    if not is_staging(card):
        return []
    price, seat = state.rules.prices, state.seats[player]
    found: list[Reason] = []
    if card == Staging.SEIZE:
        found.append(Reason("reveal.seize", ("Z5",), "A Seize does nothing in one's own turn; exit, or improv."))
    elif card == Staging.NO_DRAMA and seat.intrigue < price["no_drama"]:
        found.append(Reason("no-drama.no-intrigue", ("A3",), "No Drama costs an intrigue token, and there is none."))
    elif card == REVIVE:
        found += _no_revival(state, player)
    elif card == VILLAINY:
        if not living(state):
            found.append(Reason("villainy.nobody", ("A6",), "No character of this act is alive."))
        if right(state, player, VILLAINY) is Right.NEVER:
            found.append(Reason("villainy.lead-only", ("A6",), "Only the Lead plays Villainy."))
    elif card in state.deck.staging and seat.intrigue < state.deck.staging[card].price:
        price_told = f"{card} costs {state.deck.staging[card].price} intrigue tokens; {seat.name} has {seat.intrigue}."
        found.append(Reason("own-card.no-intrigue", ("C11",), price_told))
    return found if aimed else found + no_target(state, player, card)


def _no_revival(state: State, player: int) -> list[Reason]:
    found, seat, price = [], state.seats[player], state.rules.prices["revive"]
    if not dead(state):
        found.append(Reason("revive.nobody-dead", ("A7",), "No character of this act is dead."))
    may = right(state, player, REVIVE)
    if may is Right.NEVER:
        found.append(Reason("revive.lead-only", ("A7",), "Only the Lead plays Revive."))
    elif may is Right.PAYS and seat.intrigue < price:
        who = f"the {state.role(player)}"
        message = f"Revive costs {who} {price} intrigue tokens; {seat.name} has {seat.intrigue}."
        found.append(Reason("revive.no-intrigue", ("A7",), message))
    return found


def no_target(state: State, player: int, name: str) -> list[Reason]:
    """Why what this card or coin does has nobody to be aimed at."""
    effect = effect_of(name)
    code = effect.lower().replace(" ", "-")
    if needs_target(state, player, effect):
        if has_target(state, player, effect):
            return []
        if any(has_object(state, other, effect) for other in state.clockwise(player)):
            told = f"Whoever {name} could be aimed at is protected for the rest of the scene."
            return [Reason(f"{code}.protected", ("N1",), told)]
        told = f"There is nobody whom {name} could be aimed at."
        return [Reason(f"{code}.no-target", (rule_of(state, name),), told)]
    if effect == Staging.TAKE_THE_LEAD and state.seats[state.lead].protected:
        holder = state.seats[state.lead].name
        return [Reason(f"{code}.protected", ("N1",), f"{holder} is protected: nobody can take the lead away.")]
    return []
