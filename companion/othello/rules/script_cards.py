"""Script cards: conditions of success, and effects (K1 to K9, T1 to T3, X1 to X3, C8)."""

from __future__ import annotations

from companion.othello.model import events as e
from companion.othello.model.cards import CardName, Curtain, Role, ScriptCard, Verb
from companion.othello.model.frames import Action
from companion.othello.model.game import Game
from companion.othello.model.ruleset import BOTH_COINS, FULL_CURTAIN_VALUE, REVEALERS_CURTAIN, RuleSet
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Marker, WhyFailed
from companion.othello.rules.tokens import die, gain, gain_coin, wound


def own_role(state: State, card: ScriptCard) -> Role:
    """Return the role that a card belongs to, by its crown (C2, K1)."""
    return role_of(state.rules, card)


def role_of(rules: RuleSet, card: ScriptCard) -> Role:
    """Return the role that a card belongs to, from the rules alone."""
    return Role.LEAD if card.character_1 == rules.lead_characters[card.act - 1] else Role.COMPANY


def is_depleted(state: State) -> bool:
    """Return True if the act's script draw pile has run out (D2)."""
    return state.marker is not Marker.ACT_BEGINS


def failure(state: State, card: ScriptCard, player: int, taker: int) -> WhyFailed | None:
    """Return the reason why a card revealed by `player` for `taker` fails, or None if it succeeds.

    A seized card has its full value for any role (Z2), but a full curtain still needs the half one (T1).
    """
    if card.curtain is Curtain.FULL and not state.half_curtain:
        return WhyFailed.NO_HALF_CURTAIN
    if state.rules.in_order and card.id != next_card(state):  # R2
        return WhyFailed.OUT_OF_ORDER
    if player != taker or has_role_for(state, card, state.role(taker)):
        return None
    return WhyFailed.WRONG_ROLE


def has_role_for(state: State, card: ScriptCard, role: Role) -> bool:
    """Return True if `role` can play this card now (K1).

    Either role can play a curtain card after depletion, in some editions and variants always (T2, R2).
    """
    if own_role(state, card) is role or state.rules.any_role:
        return True
    return card.curtain is not None and (is_depleted(state) or card.curtain not in state.rules.role_bound_curtains)


def next_card(state: State) -> CardName | None:
    """Return the act's first card that is neither played nor out of the game (R2).

    Its full curtain is always last.
    """
    gone = {card for seat in state.seats for card, _role in seat.scored} | {card for card, _role in state.set_aside}
    cards = state.deck.by_act[state.act - 1]
    waiting = [card for card in cards if card not in gone and card not in state.removed]
    return min(waiting, key=lambda card: state.deck.cards[card].curtain is Curtain.FULL, default=None)


def starring_dead(state: State, card: ScriptCard) -> bool:
    """Return True if a death sets this card aside (X1).

    It is the death of character 1, in some editions also that of character 2.
    """
    return card.character_1 in state.dead or (state.rules.aside_with_second_dead and card.character_2 in state.dead)


def set_aside_for(state: State, card: ScriptCard, character: str) -> bool:
    """Return True if a card set aside returns when `character` is revived (A7, X1).

    No other death must prevent it.
    """
    if card.character_1 == character:
        return not starring_dead(state, card)
    return state.rules.aside_with_second_dead and card.character_2 == character and not starring_dead(state, card)


def points_of(rules: RuleSet, card: ScriptCard, role: Role) -> int:
    """Return the points of a card that was played in `role` (G2, C8, R2)."""
    if card.curtain is not None:
        return card.points_for(role)
    other = rules.other_role_points
    return card.points if other is None or role is role_of(rules, card) else other


def handkerchief_holder(state: State, action: Action) -> int | None:
    """Return the player who would lose the handkerchief to this card, or None (K9)."""
    card, holder = state.deck.cards[action.name], state.handkerchief
    if not card.handkerchief or holder is None or holder == action.taker:
        return None
    return holder if failure(state, card, action.player, action.taker) is None else None


def play(game: Game, action: Action) -> None:
    """Apply the effects of the card, for its player or its seizer."""
    state = game.state
    card, player, taker = state.deck.cards[action.name], action.player, action.taker
    why = failure(state, card, player, taker)
    if why is not None:
        game.emit(e.Failed(player, card.id, why))
        if card.curtain is None and why is WhyFailed.WRONG_ROLE:  # K8, E1: never with a curtain card; R2
            game.emit(e.Exited(player, card.id))
            gain(game, player, "intrigue", 1)
        game.emit(e.Discarded(player, card.id))
        return
    role = role_played(state, card, player, taker)
    falls_for = role if FULL_CURTAIN_VALUE not in state.rules.chosen else state.role(taker)
    game.emit(e.Succeeded(taker, player, card.id))
    _rewards(game, card, taker)
    if starring_dead(state, card):  # X1: only rewards
        game.emit(e.SetAside(taker, player, card.id, role))
    else:
        game.emit(e.Scored(taker, player, card.id, role))
        harm(game, card, taker)
    if card.curtain is not None and has_role_for(state, card, falls_for):  # T3, J7
        game.emit(e.HalfCurtainFell(taker) if card.curtain is Curtain.HALF else e.FullCurtainFell(taker))


def role_played(state: State, card: ScriptCard, player: int, taker: int) -> Role:
    """Return the role that a card counts as played in, even if it was seized (Z2, J7)."""
    if player != taker:
        if card.curtain is not None and REVEALERS_CURTAIN in state.rules.chosen:
            return state.role(player)
        if card.curtain is not None and FULL_CURTAIN_VALUE in state.rules.chosen:
            roles: tuple[Role, ...] = (state.role(taker), *Role)
            return max(roles, key=card.points_for)
        if card.curtain is None and state.rules.any_role:  # Z2, R2: a seized card has its full value
            return own_role(state, card)
    return state.role(taker)


def harm(game: Game, card: ScriptCard, player: int) -> None:
    """Apply the card's wound or kill (K5, K6).

    Nothing happens if the victim is dead or not in this act (X1, W3).
    """
    victim = card.character_2
    if victim is None or victim in game.state.dead or victim not in game.state.stars():
        return
    if card.verb is Verb.WOUNDS:
        wound(game, player, victim)
    elif card.verb is Verb.KILLS:
        die(game, player, victim)


def _rewards(game: Game, card: ScriptCard, player: int) -> None:
    """Pay the printed rewards and a coin of character 1, never two of the same (K2, J3)."""
    state = game.state
    gain(game, player, "intrigue", card.intrigue)
    gain(game, player, "spotlight", card.spotlight)
    for coin in coins_of(state, card):
        gain_coin(game, player, coin)
    holder = state.handkerchief
    if card.handkerchief and holder != player:
        if holder is None or not state.seats[holder].protected:  # K9
            game.emit(e.HandkerchiefTaken(player, -1 if holder is None else holder))
        else:
            game.emit(e.Undone(player, holder, "handkerchief"))


def coins_of(state: State, card: ScriptCard) -> list[CardName]:
    """Return the coins that a successful card pays (K2, J3)."""
    coins = [card.coin] if card.coin is not None else []
    first, rules = card.character_1, state.rules
    earns = first not in rules.coin_verbs or card.verb in rules.coin_verbs[first]
    if earns and first in rules.coins and (first not in coins or BOTH_COINS in rules.chosen):
        coins.append(first)
    return coins
