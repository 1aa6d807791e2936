"""Limits on unknown cards: the box has only so many copies of each card (C2, C4)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.i18n import _
from companion.othello.model.cards import CardName, is_unknown
from companion.othello.model.evolve_cards import find_in_hand
from companion.othello.model.state import State


def left(state: State, card: CardName) -> int:
    """Return the number of copies of a card whose place is not known.

    Unknown cards may be these copies.
    """
    if card in state.deck.cards:
        return int(known_place(state, card) is None)
    known = state.staging.count(card) + state.staging_discard.count(card) + state.removed.count(card)
    for seat in state.seats:
        known += seat.hand.count(card) + seat.face_up.count(card) + (seat.placed == card)
    return state.rules.staging_cards.get(card, 0) - known


def may_hold(state: State, cards: Sequence[CardName], card: CardName) -> bool:
    """Return True if `card` is one of these cards, or if an unknown card among them may be it."""
    if card in cards:
        return True
    return find_in_hand(cards, card) is not None and (is_unknown(card) or left(state, card) > 0)


def known_place(state: State, card: CardName) -> str | None:
    """Return the place of a card whose copies are all known.

    Return None if an unknown card may be a copy of it.
    """
    if card in state.deck.cards:
        return _script_place(state, card)
    most = state.rules.staging_cards.get(card)
    if most is None or left(state, card) > 0:
        return None
    return _("elsewhere: the box has {most} of it and no more", most=most)


def _script_place(state: State, card: CardName) -> str | None:
    if state.deck.act_of(card) != state.act:
        return _("a card of another act")
    for seat in state.seats:
        if card in dict(seat.scored):
            return _("in the scoring pile of {name}", name=seat.name)
        if card in seat.hand or card == seat.placed:
            return _("with {name}", name=seat.name)
    if card in dict(state.set_aside):
        return _("set aside")
    if card in state.script_discard:
        return _("in the discard pile")
    if card in state.removed:
        return _("out of the game")
    return _("in the draw pile") if card in state.script else None
