"""Current and final scores, computed from the state alone (G2, G5, G7)."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from companion.othello.model.cards import Character, Role, ScriptCard
from companion.othello.model.ruleset import RuleSet
from companion.othello.model.state import Seat, State
from companion.othello.model.vocabulary import Phase
from companion.othello.rules.script_cards import points_of, role_of


class Score(NamedTuple):
    """One player's points by source; bonuses are 0 before the end (G2, G5)."""

    script: int
    intrigue: int
    spotlight: int
    wounds: int
    handkerchief: int
    lead_bonus: int
    company_bonus: int

    @property
    def total(self) -> int:
        """The sum of all points."""
        return sum(self)


def score(state: State, player: int) -> Score:
    """Return the current score of `player`, with the final bonuses once the game is over."""
    seat, rules, script = state.seats[player], state.rules, state.seats[player].points_before
    for card, role in seat.scored:
        script += points_of(rules, state.deck.cards[card], role)
    over = state.phase is Phase.OVER
    return Score(
        script=script,
        intrigue=seat.intrigue // rules.intrigue_per_point,
        spotlight=seat.spotlight,
        wounds=seat.wounds,
        handkerchief=rules.handkerchief_points if state.handkerchief == player else 0,
        lead_bonus=lead_bonus(state, seat) if over else 0,
        company_bonus=company_bonus(state, seat) if over else 0,
    )


def totals(state: State) -> list[int]:
    """Return all players' current points, in seat order."""
    return [score(state, player).total for player in range(len(state.seats))]


def lead_bonus(state: State, seat: Seat) -> int:
    """Return the lead bonus: by the number of acts with a scored lead card (G5)."""
    cards = ((state.deck.cards[name], role) for name, role in seat.scored)
    acts = {card.act for card, role in cards if counts_for_lead(state.rules, card, role)}
    return state.rules.lead_bonus[len(acts)]


def counts_for_lead(rules: RuleSet, card: ScriptCard, role: Role) -> bool:
    """Return True if a scored card counts for the lead bonus (G5).

    It needs a crown; in some editions the Lead must also have played it.
    """
    return role_of(rules, card) is Role.LEAD and (role is Role.LEAD or not rules.lead_bonus_as_lead_only)


def company_bonus(state: State, seat: Seat) -> int:
    """Return the company bonus: for each character with enough scored cards (G5)."""
    played: Counter[Character] = Counter(state.deck.cards[card].character_1 for card, _role in seat.scored)
    rules = state.rules
    enough = sum(played[name] >= rules.company_bonus_cards for name in rules.company_characters)
    return enough * rules.company_bonus_points


def winners(state: State) -> tuple[int, ...]:
    """Return the players with most points (G7).

    The holder of the lead tile wins a tie, otherwise they share.
    """
    points = totals(state)
    best = [player for player, total in enumerate(points) if total == max(points)]
    return (state.lead,) if state.lead in best else tuple(best)


def next_lead(state: State) -> int:
    """Return the player with the fewest points (G3, J13).

    In a tie it is the first to the previous Lead's left.
    """
    points = totals(state)
    return next(player for player in state.from_leads_left() if points[player] == min(points))


def scores_to_json(state: State) -> list[dict[str, Any]]:
    """Return all players' current scores as JSON objects, in seat order."""
    return [
        {"name": seat.name, "total": score(state, player).total, **score(state, player)._asdict()}
        for player, seat in enumerate(state.seats)
    ]


def winner_names(state: State) -> list[str] | None:
    """Return the winners' names, or None before the end (G7)."""
    return [state.seats[player].name for player in winners(state)] if state.phase is Phase.OVER else None
