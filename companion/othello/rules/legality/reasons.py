"""Reasons that several checks share: about the card, and about the moment (V2, P3, O1).

A reason whose code ends in `.not-now` concerns only the moment: the answer may be allowed after the players asked
have passed.
"""

from __future__ import annotations

from companion.core.i18n import N_, _
from companion.core.verdict import Reason
from companion.othello.model.answers import Do
from companion.othello.model.cards import Pile, is_unknown, pile_of
from companion.othello.model.evolve_cards import find_in_hand
from companion.othello.model.frames import Action, Steps
from companion.othello.model.state import State
from companion.othello.model.vocabulary import AFTER_REVEAL
from companion.othello.rules.box import known_place
from companion.othello.rules.declare import is_turn, just_revealed
from companion.othello.rules.legality.codes import Code

TOKENS = {"intrigue": N_("intrigue"), "spotlight": N_("spotlight")}
PILES = {Pile.SCRIPT: N_("script"), Pile.STAGING: N_("staging")}
"""Words for a kind of token or card within a sentence; translations combine them with the word that follows."""


def no_cards_left(pile: str | None) -> str:
    """Return a sentence: this draw pile, named as in an answer, is empty."""
    return _("There are no {pile} cards left to draw.", pile=_(PILES[Pile(pile or "")]))


def action_on_top(state: State) -> Action | None:
    """Return the action in progress, or None if the top frame is no action."""
    top = state.frames[-1]
    return top if type(top) is Action else None


def name_of(state: State, player: int) -> str:
    """Return a player's name."""
    return state.seats[player].name


def is_card(state: State, card: str) -> bool:
    """Return True if this names a card of the game, or an unknown card."""
    return card in state.rules.staging_cards or card in state.deck.cards or is_unknown(card)


def card_reasons(state: State, by: int, card: str, do: Do) -> list[Reason]:
    """Return the reasons why `card` cannot come from the hand of `by`."""
    hand = state.seats[by].hand
    if card in hand:
        return []
    if not is_card(state, card):
        return [Code.of(do, "no-such-card").because(_("There is no card {card} in this deck.", card=card))]
    if find_in_hand(hand, card) is None:
        return [Code.of(do, "not-in-hand").because(not_held(state, by, card))]
    again = do is Do.PLACE and state.seats[by].placed == card  # P3: the card is taken back first
    return [] if again else elsewhere(state, card, do)


def not_held(state: State, player: int, card: str) -> str:
    """Return a sentence: the player does not hold this card.

    An unknown card is named by its back.
    """
    pile = pile_of(card) if is_unknown(card) else None
    if pile is None:
        return _("{player} does not hold {card}.", player=name_of(state, player), card=card)
    return _("{player} holds no {pile} card.", player=name_of(state, player), pile=_(PILES[pile]))


def elsewhere(state: State, card: str, do: Do) -> list[Reason]:
    """Return the reasons why no unknown card can be this card (C2, C4)."""
    where = known_place(state, card)
    if where is None:
        return []
    return [
        Code.of(do, "elsewhere").because(
            _("{card} is {where}.", card=card, where=where), "C2" if card in state.deck.cards else "C4"
        )
    ]


def own_moment(state: State, by: int, do: Do, rule: str, after_reveal: bool = False) -> list[Reason]:
    """Check that it is the player's step or turn (O1).

    Coins are also allowed right after the turn.
    """
    top = state.frames[-1]
    if is_turn(state, by) or (after_reveal and just_revealed(state, top) == by):
        return []
    if type(top) is Steps and top.order[top.at] == by and (after_reveal or top.phase is not AFTER_REVEAL):
        return []
    return [
        Code.of(do, "not-now").because(
            _("It is not the moment for this: {player} may do it in a turn of their own.", player=name_of(state, by)),
            rule,
        )
    ]


def shown(value: object) -> str:
    """Return a chosen value as text for a message.

    For example: `Cassio`, `Cassio, Iago` for wounds, `Cassio by 2` for a limit cut. Wounds are a list and limit
    cuts a dict in an answer's JSON.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        value = tuple(value.items())
    if not isinstance(value, tuple | list):
        return str(value)
    return ", ".join(
        each if isinstance(each, str) else _("{character} by {count}", character=each[0], count=each[1])
        for each in value
    )
