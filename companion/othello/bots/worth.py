"""The value of things to a player, in points, estimated from information that the player has.

These are heuristics for bots, not rules of the game; only bots use them.
"""

from __future__ import annotations

from companion.othello.model.cards import CardName, Curtain, Role, ScriptCard, Staging, Verb, is_staging
from companion.othello.model.state import State
from companion.othello.rules.effects import effect_of
from companion.othello.rules.playable import unplayable
from companion.othello.rules.script_cards import coins_of, failure, own_role, points_of, starring_dead
from companion.othello.rules.targets import dead, living

INTRIGUE = 1 / 3  # G2
SPOTLIGHT = 1.0  # G2
COIN = 0.6
HANDKERCHIEF = 3.0  # G2
END_OF_ACT = 0.5


def card_worth(state: State, player: int, name: CardName) -> float:
    """Return the value for `player` of playing this card now, in their own turn.

    The value is 0 if the card can do nothing.
    """
    if is_staging(name):
        return 0.0 if unplayable(state, player, name) else staging_worth(state, player, name)
    card = state.deck.cards.get(name)
    if card is None or failure(state, card, player, player) is not None:
        return 0.0
    return script_worth(state, player, card)


def script_worth(state: State, player: int, card: ScriptCard) -> float:
    """Return the value of a script card to a player who plays it successfully (K2 to K6)."""
    worth = card.intrigue * INTRIGUE + card.spotlight * SPOTLIGHT
    worth += COIN * sum(bool(state.supply.get(coin)) for coin in coins_of(state, card))
    if card.handkerchief and state.handkerchief != player:
        worth += HANDKERCHIEF
    if card.curtain is Curtain.FULL:
        worth += END_OF_ACT
    if starring_dead(state, card):  # X1
        return worth
    worth += points_of(state.rules, card, state.role(player))
    if card.character_2 in state.wounds and card.character_2 not in state.dead:
        if card.verb is Verb.WOUNDS:
            worth += wound_worth(state, card.character_2)
        elif card.verb is Verb.KILLS:
            worth += state.wounds[card.character_2]
    return worth


def wound_worth(state: State, character: str) -> float:
    """Return the value of a wound: high if it kills, else rising as the limit gets closer (W4)."""
    wounds, limit = state.wounds[character] + 1, state.limit(character)
    return float(wounds) if wounds >= limit else 0.2 * wounds / limit


def staging_worth(state: State, player: int, name: CardName) -> float:
    """Return the value of a playable staging card in the player's own turn.

    Owners' own cards have no value (C11). For most cards it is the `worth` in the card's module; this function
    covers those whose value depends on the state.
    """
    match name:
        case Staging.TAKE_THE_LEAD:
            return max(0.0, 0.6 * role_gain(state, player))
        case Staging.REVIVE:
            return max((revival_worth(state, character) for character in dead(state)), default=0.0)
        case Staging.VILLAINY:
            coins = state.seats[player].coins.get("Iago", 0)
            kill = max((wound_worth(state, character) for character in living(state)), default=0.0)
            return 0.3 + (kill if coins else 0.0)
        case _:
            return effect_of(name).worth


def revival_worth(state: State, character: str) -> float:
    """Return the points of the cards set aside for a dead character (A7)."""
    aside = ((state.deck.cards[name], role) for name, role in state.set_aside)
    return sum(card.points_for(role) for card, role in aside if card.character_1 == character)


def role_gain(state: State, player: int) -> float:
    """Return the improvement of the hand's best card if the player changed role (K1)."""
    best = {Role.LEAD: 0.0, Role.COMPANY: 0.0}
    for name in state.seats[player].hand:
        card = state.deck.cards.get(name)
        if card is not None and card.curtain is not Curtain.FULL:
            role = own_role(state, card)
            best[role] = max(best[role], float(card.points_for(role)))
    gain = best[Role.LEAD] - best[Role.COMPANY]
    return -gain if state.role(player) is Role.LEAD else gain


def keep_worth(state: State, player: int, name: CardName) -> float:
    """Return the value of keeping a card in hand, for this scene or a later one."""
    card = state.deck.cards.get(name)
    if card is None:
        later = 0.8 if name in (Staging.SEIZE, Staging.TAKE_THE_LEAD) else 0.3
    else:
        later = 0.6 * max(card.points, card.points_lead, card.points_company)
    return max(later, card_worth(state, player, name))


def place_worth(state: State, player: int, name: CardName) -> float:
    """Return the value of placing a card (Z1).

    A Seize is worth more if more players reveal before this one.
    """
    if name != Staging.SEIZE:
        return card_worth(state, player, name)
    if state.seats[player].intrigue < state.rules.prices["seize"]:
        return 0.0
    return 0.45 * state.from_leads_left().index(player)
