"""The titles of cards, coins and other objects in refusals and texts."""

from __future__ import annotations

from companion.core.i18n import N_, _
from companion.othello.model.cards import UNKNOWN_SCRIPT, UNKNOWN_STAGING, CardName, is_unknown
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Interrupt

THINGS = {"improv": N_("improv"), "spotlight": N_("spotlight"), "handkerchief": N_("handkerchief")}


def card_title(state: State, card: CardName) -> str:
    """Return a card's title.

    Script cards are in quotation marks, staging cards are bare, and unknown cards are named by their back.
    """
    if card in state.deck.cards:
        return _("“{title}”", title=state.deck.cards[card].title)
    if card in state.deck.staging:
        return state.deck.staging[card].title
    return unknown_card(card) if is_unknown(card) else card


def unknown_card(card: CardName) -> str:
    """Return the description of an unknown card: only as much as its back shows."""
    return {UNKNOWN_SCRIPT: _("a script card"), UNKNOWN_STAGING: _("a staging card")}.get(card, _("a card"))


def thing_title(state: State, what: str) -> str:
    """Return the title of the object of an action.

    It is a card, a coin, an improv, an interrupt or the handkerchief.
    """
    if what in state.rules.coins:
        return _("{name} coin", name=what)
    if what in THINGS:
        return _(THINGS[what])
    return "Seize" if what == Interrupt.SEIZE else card_title(state, what)
