"""Reasons that several answers share: whose card it is, and whose moment (V2, P3, O1).

A reason whose code ends in `.not-now` is about the moment only: the answer may fit once those who are asked
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
from companion.othello.rules.codes import Code
from companion.othello.rules.declare import is_turn, just_revealed

TOKENS = {"intrigue": N_("intrigue"), "spotlight": N_("spotlight")}
PILES = {Pile.SCRIPT: N_("script"), Pile.STAGING: N_("staging")}
"""Words of a sentence that names a sort of token, or of cards: a language puts them together with what follows."""


def no_cards_left(pile: str | None) -> str:
    """That a draw pile is empty, as a sentence; the pile as an answer names it."""
    return _("There are no {pile} cards left to draw.", pile=_(PILES[Pile(pile or "")]))


def action_on_top(state: State) -> Action | None:
    """The action that is under way; None when something else is."""
    top = state.frames[-1]
    return top if type(top) is Action else None


def name_of(state: State, player: int) -> str:
    """A player's name."""
    return state.seats[player].name


def is_card(state: State, card: str) -> bool:
    """Whether this names a card of the game, or an unknown one."""
    return card in state.rules.staging_cards or card in state.deck.cards or is_unknown(card)


def card_reasons(state: State, by: int, card: str, do: Do) -> list[Reason]:
    """Why `card` cannot come from the hand of `by`."""
    hand = state.seats[by].hand
    if card in hand:
        return []
    if not is_card(state, card):
        return [Code.of(do, "no-such-card").because(_("There is no card {card} in this deck.", card=card))]
    if find_in_hand(hand, card) is None:
        return [Code.of(do, "not-in-hand").because(not_held(state, by, card))]
    again = do is Do.PLACE and state.seats[by].placed == card  # P3: it is taken back first
    return [] if again else elsewhere(state, card, do)


def not_held(state: State, player: int, card: str) -> str:
    """That a card is not in a player's hand, as a sentence; a card that is not known by its back."""
    pile = pile_of(card) if is_unknown(card) else None
    if pile is None:
        return _("{player} does not hold {card}.", player=name_of(state, player), card=card)
    return _("{player} holds no {pile} card.", player=name_of(state, player), pile=_(PILES[pile]))


def elsewhere(state: State, card: str, do: Do) -> list[Reason]:
    """Why no unknown card can be this one (C2, C4)."""
    where = known_place(state, card)
    if where is None:
        return []
    return [
        Code.of(do, "elsewhere").because(
            _("{card} is {where}.", card=card, where=where), "C2" if card in state.deck.cards else "C4"
        )
    ]


def own_moment(state: State, by: int, do: Do, rule: str, after_reveal: bool = False) -> list[Reason]:
    """O1: in one's step before or after placement, or in one's own turn; coins also right after it."""
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
    """A value that was chosen, for a message: `Cassio`, `Cassio, Iago` for wounds, `Cassio by 2` for a lower limit.

    Wounds are a list and limits a dict in an answer's JSON.
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
