"""The ways to carry out a text whose effect the companion knows: each is a complete `carry-out` answer.

The rules know no effects; they take the changes of these answers as of any other. A text without a known effect, or
with hidden cards that this table does not know, has no ways here: then the players enter what changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from companion.core.codec import NOBODY
from companion.core.i18n import N_, _
from companion.deathmatch.model.answers import Answer, Do, TextOf
from companion.deathmatch.model.cards import Effect
from companion.deathmatch.model.changes import CardMoved, Change, HandSizeChanged, Place, PlaceKind
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, cards_of, is_unknown, size
from companion.deathmatch.text.words import card_title, name

ORDERED = 3  # cards that ORDER looks at
NOTHING_TO_DO = N_("Nothing to do: go on")


class Way(NamedTuple):
    """One way to carry out a text. `card` is the card of the own hand that it needs, to be picked up first."""

    answer: Answer
    text: str
    card: str | None = None


class Ways(NamedTuple):
    """The question that a text leaves open, and every way to carry it out."""

    question: str
    ways: Sequence[Way]


def ways(state: State) -> Ways | None:
    """Return the ways to carry out the text that waits, by a viewer's knowledge; None to enter changes by hand."""
    if state.carrying is None:
        return None
    find = _WAYS.get(effect_of_text(state))
    return None if find is None else find(state, state.carrying.by)


def effect_of_text(state: State) -> Effect | None:
    """Return the known effect of the text that waits to be carried out."""
    if state.carrying is None:
        return None
    card = state.carrying.card
    deck = state.deck
    return deck.actions[card].effect if card in deck.actions else deck.characters[card].effect


def effect_of_setting(state: State) -> Effect | None:
    """Return the known effect of the active setting."""
    return None if state.setting is None else state.deck.settings[state.setting].effect


def winner_draws(state: State, winner: int) -> Answer:
    """Return the answer that gives a scene's winner a card more, until the act's end."""
    change = HandSizeChanged(winner, state.hand_size(winner) + 1)
    return Answer(Do.CARRY_OUT, NOBODY, changes=(change,), source=TextOf.SETTING)


def cards_to_order(state: State, player: int) -> tuple[str, ...]:
    """Return the cards on top of a pile that ORDER looks at; none if this table does not know them."""
    top = cards_of(state.seats[player].pile)[:ORDERED]
    return () if any(is_unknown(card) for card in top) else top


def _way(by: int, text: str, *changes: Change, card: str | None = None) -> Way:
    return Way(Answer(Do.CARRY_OUT, by, changes=changes), text, card)


def _nothing(by: int, why: str) -> Ways:
    return Ways(why, [_way(by, _(NOTHING_TO_DO))])


def _heal(state: State, by: int) -> Ways:
    pool = dict.fromkeys(state.seats[by].pool)
    if not pool:
        return _nothing(by, _("No damage lies there."))
    origin, to = Place(PlaceKind.POOL, by), Place(PlaceKind.DISCARD)
    found = [_way(by, _("Discard {card}", card=card_title(state, card)), CardMoved(card, origin, to)) for card in pool]
    return Ways(_("Which card of the damage goes to the discard pile?"), found)


def _swap(state: State, by: int) -> Ways | None:
    hand = dict.fromkeys(state.seats[by].hand)
    others = _with_pile(state, by)
    if not hand or not others:
        return _nothing(by, _("There is no card to swap."))
    if UNKNOWN_ACTION in hand:
        return None
    found = []
    for card in hand:
        for other in others:
            pile, own = Place(PlaceKind.PILE, other), Place(PlaceKind.HAND, by)
            changes = CardMoved(UNKNOWN_ACTION, pile, own), CardMoved(card, own, pile)
            found.append(_way(by, _("Put it on the draw pile of {name}", name=name(state, other)), *changes, card=card))
    return Ways(_("Which card do you give away, and on whose draw pile?"), found)


def _discard(state: State, by: int) -> Ways:
    others = _with_pile(state, by)
    if not others:
        return _nothing(by, _("Nobody has a card to draw."))
    drawn = [CardMoved(UNKNOWN_ACTION, Place(PlaceKind.PILE, other), Place(PlaceKind.HAND, other)) for other in others]
    question = _("The others draw a card each. Then each chooses a card to discard.")
    return Ways(question, [_way(by, _("Let them draw and discard"), *drawn)])


def _take(state: State, by: int) -> Ways:
    if not size(state.discard):
        return _nothing(by, _("The discard pile is empty."))
    taken = CardMoved(UNKNOWN_ACTION, Place(PlaceKind.DISCARD), Place(PlaceKind.HAND, by))
    question = _("Take the top card of the discard pile, then discard down to your hand size.")
    return Ways(question, [_way(by, _("Take the top card of the discard pile"), taken)])


def _draw(state: State, by: int) -> Ways:
    more = HandSizeChanged(by, state.hand_size(by) + 1)
    return Ways(_("The hand is one card larger until the act’s end."), [_way(by, _("Draw a card more"), more)])


def _look(_state: State, by: int) -> Ways:
    question = _("Ask a player aloud to show you the hand, with “Show only your hand” on a phone. Then go on.")
    return Ways(question, [_way(by, _("Seen: go on"))])


def _order(state: State, by: int) -> Ways | None:
    if not size(state.seats[by].pile):
        return _nothing(by, _("The draw pile is empty."))
    top = cards_to_order(state, by)
    if not top:
        return None
    question = _("Tap the cards in the order in which you will draw them.")
    return Ways(question, [_way(by, _("Leave them as they are"))])


def _with_pile(state: State, by: int) -> list[int]:
    return [other for other in state.clockwise(by) if size(state.seats[other].pile)]


_WAYS: Mapping[Effect | None, Callable[[State, int], Ways | None]] = {
    Effect.HEAL: _heal,
    Effect.SWAP: _swap,
    Effect.DISCARD: _discard,
    Effect.TAKE: _take,
    Effect.DRAW: _draw,
    Effect.LOOK: _look,
    Effect.ORDER: _order,
}
