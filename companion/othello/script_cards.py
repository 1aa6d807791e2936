"""Script cards: when one is successful, and what it brings (K1 to K9, T1 to T3, X1 to X3, C8)."""

from __future__ import annotations

from companion.othello import events as e
from companion.othello.cards import CardName, Curtain, Role, ScriptCard, Verb
from companion.othello.frames import Action
from companion.othello.game import Game
from companion.othello.state import State
from companion.othello.tokens import die, gain, gain_coin, wound


def own_role(state: State, card: ScriptCard) -> Role:
    """Whose card it is, by the crown (C2, K1)."""
    return Role.LEAD if card.character_1 == state.rules.lead_character else Role.COMPANY


def is_depleted(state: State) -> bool:
    """Whether the act's script draw pile has run out (D2)."""
    return state.marker != "act-begins"


def failure(state: State, card: ScriptCard, player: int, taker: int) -> str | None:
    """Why a card that `player` revealed and `taker` gets is not successful; None when it is.

    A seized card counts at full value whoever revealed it (Z2); a full curtain needs the half one all the same (T1).
    """
    if card.curtain is Curtain.FULL and not state.half_curtain:
        return "no-half-curtain"
    if player != taker or own_role(state, card) is state.role(taker):
        return None
    if card.curtain is not None and is_depleted(state):  # T2
        return None
    return "wrong-role"


def handkerchief_holder(state: State, action: Action) -> int | None:
    """The player who would lose the handkerchief to this card (K9)."""
    card, holder = state.deck.cards[action.name], state.handkerchief
    if not card.handkerchief or holder is None or holder == action.taker:
        return None
    return holder if failure(state, card, action.player, action.taker) is None else None


def play(game: Game, action: Action) -> None:
    """What the card brings, to the player or to who seized it."""
    state = game.state
    card, player, taker = state.deck.cards[action.name], action.player, action.taker
    why = failure(state, card, player, taker)
    if why is not None:
        game.emit(e.Failed(player, card.id, why))
        if card.curtain is None:  # K8, E1: never with a curtain card
            game.emit(e.Exited(player, card.id))
            gain(game, player, "intrigue", 1)
        game.emit(e.Discarded(player, card.id))
        return
    role = state.role(taker)
    game.emit(e.Succeeded(taker, player, card.id))
    _rewards(game, card, taker)
    if card.character_1 in state.dead:  # X1: rewards, but nothing else
        game.emit(e.SetAside(taker, player, card.id, role))
    else:
        game.emit(e.Scored(taker, player, card.id, role))
        harm(game, card, taker)
    if card.curtain is not None and (role is own_role(state, card) or is_depleted(state)):  # T3, J7
        game.emit(e.HalfCurtainFell(taker) if card.curtain is Curtain.HALF else e.FullCurtainFell(taker))


def harm(game: Game, card: ScriptCard, player: int) -> None:
    """K5, K6: the card's wound or kill; none on who is dead, or not in this act (X1, W3)."""
    victim = card.character_2
    if victim is None or victim in game.state.dead or victim not in game.state.stars():
        return
    if card.verb is Verb.WOUNDS:
        wound(game, player, victim)
    elif card.verb is Verb.KILLS:
        die(game, player, victim)


def _rewards(game: Game, card: ScriptCard, player: int) -> None:
    """K2: what is printed, and a coin of character 1, never two of the same (J3)."""
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
    """The coins that a successful card pays (K2, J3)."""
    coins = [card.coin] if card.coin is not None else []
    first = card.character_1
    earns = first != state.rules.lead_character or card.verb in (Verb.CONVINCES, Verb.CONSPIRES)
    if earns and first in state.rules.coins and first not in coins:
        coins.append(first)
    return coins
