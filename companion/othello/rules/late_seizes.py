"""Seizes that reach back to a card of this scene whose turn is over (J11 `scene`).

Only cards whose effects can be handed over qualify: script cards scored in this scene that neither wound, nor kill,
nor are curtain cards. The seizer gets the card and its rewards. Tokens, coins and the handkerchief come from the
player who scored the card, if that player still has them. Missing tokens and coins come from the box. Completed
staging cards are not undone.
"""

from __future__ import annotations

from companion.othello.model import events as e
from companion.othello.model.cards import CardName, ScriptCard, Verb
from companion.othello.model.frames import Action, Reveals
from companion.othello.model.game import Game
from companion.othello.model.ruleset import SEIZE_REACHES_BACK
from companion.othello.model.state import State
from companion.othello.model.vocabulary import ActionKind, Interrupt, Owed, Stage
from companion.othello.rules import script_cards
from companion.othello.rules.tokens import gain, gain_coin, pay
from companion.othello.rules.windows import comes_later, has_hidden_card, spend_seize, take_claim

HANDED_OVER = (Verb.CONFRONTS, Verb.CONVINCES, Verb.CONSPIRES)


def can_be_taken(card: ScriptCard) -> bool:
    """Return True if everything that the card did can be handed over."""
    return card.verb in HANDED_OVER and card.curtain is None


def late_seizes(state: State, player: int) -> list[CardName]:
    """Return the cards that `player` could seize between two turns, oldest first.

    The result uses only public knowledge.
    """
    if SEIZE_REACHES_BACK not in state.rules.chosen or type(state.frames[-1]) is not Reveals:
        return []
    if not has_hidden_card(state, player) or state.seats[player].intrigue < state.rules.prices["seize"]:
        return []
    return [
        card
        for victim, card in state.successes
        if can_be_taken(state.deck.cards[card])
        and comes_later(state, player, victim)
        and not state.seats[victim].protected
    ]


def seize_late(game: Game, player: int, card: CardName) -> None:
    """Show and pay for the Seize; the player who scored the card may protect themselves (N1)."""
    victim = next(victim for victim, scored in game.state.successes if scored == card)
    action = Action(ActionKind.LATE, victim, card, stage=Stage.CLAIM, taker=victim)
    game.push(action)
    take_claim(game, action, player, Interrupt.SEIZE)


def take_over(game: Game, action: Action, player: int) -> None:
    """Hand over the card and its rewards (Z2, Z6).

    The victim draws from a pile of their choice.
    """
    state, victim, card = game.state, action.player, game.state.deck.cards[action.name]
    game.emit(e.Seized(player, victim, card.id))
    spend_seize(game, player)
    game.emit(e.TakenOver(player, victim, card.id, script_cards.role_played(state, card, victim, player)))
    for token in ("intrigue", "spotlight"):
        count = getattr(card, token)
        pay(game, victim, token, min(count, getattr(state.seats[victim], token)))
        gain(game, player, token, count)
    for coin in script_cards.coins_of(state, card):
        if coin in state.seats[victim].coins:
            game.emit(e.CoinTaken(player, victim, coin))
        else:
            gain_coin(game, player, coin)
    if card.handkerchief and state.handkerchief == victim:
        game.emit(e.HandkerchiefTaken(player, victim))
    game.emit(e.TurnEnded(victim, Owed.CHOICE))
    game.pop()
