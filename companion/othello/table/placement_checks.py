"""Checks of impossible placements, and answers reduced to public knowledge.

A face-down card is never questioned: its face is not used until it is turned up, only its back.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.i18n import _
from companion.core.values import replace
from companion.game.interpretation import UnexpectedPlacement
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import CardName, Pile, is_unknown, pile_of
from companion.othello.model.evolve_cards import back, find_in_hand
from companion.othello.model.frames import Choices, PutDown
from companion.othello.model.state import State
from companion.othello.model.titles import card_title
from companion.othello.rules.box import known_place


def misplaced(state: State, player: int, card: CardName) -> UnexpectedPlacement | None:
    """Return the reason why a card cannot be at this seat, or None.

    The card may belong to another act, or all copies of the box may be elsewhere.
    """
    if is_unknown(card):
        return None
    name = state.seats[player].name
    if pile_of(card) is Pile.SCRIPT and card not in state.deck.cards:
        return UnexpectedPlacement(
            _("{name} has a card {card} that is not in this deck.", name=name, card=card), player
        )
    if card in (*state.seats[player].hand, state.seats[player].placed):
        return None
    where = known_place(state, card)
    if where is None:
        return None
    title = card_title(state, card)
    if card in state.deck.cards:
        title = _("“{title}” ({card})", title=state.deck.cards[card].title, card=card)
    return UnexpectedPlacement(_("{name} has {title}, which is {where}.", name=name, title=title, where=where), player)


def face_down(state: State, answer: Answer) -> Answer:
    """Return an answer that places cards face down, without impossible cards.

    Cards that the player cannot have are replaced by their backs. Messages about such an answer never name a card.
    """

    def counts(card: CardName) -> CardName:
        return card if _is_held(state, answer.by, card) else back(card)

    if answer.do in (Do.IMPROV, Do.COIN, Do.CHOOSE) and answer.choices.give is not None:
        return replace(answer, choices=replace(answer.choices, give=counts(answer.choices.give)))
    if answer.do is Do.DISCARD:
        return replace(answer, cards=tuple(map(counts, answer.cards)))
    if hides(state, answer) and answer.card is not None:
        return replace(answer, card=counts(answer.card))
    return answer


def hides(state: State, answer: Answer) -> bool:
    """Return True if the card of an answer is placed face down."""
    top = state.frames[-1]
    return answer.do is Do.PLACE or (answer.do is Do.SWAP and type(top) is PutDown and not top.reveal)


def _is_held(state: State, player: int, card: CardName) -> bool:
    """Return True if a card can come from the hand; the placed card does not (I3, A2)."""
    return find_in_hand(state.seats[player].hand, card) is not None and misplaced(state, player, card) is None


def drawn_by(backs: Sequence[CardName], card: CardName) -> Pile | None:
    """Return the pile that a player must have drawn from to place this card.

    By the record, the hand has no card with its back. Return None if the hand has one.

    Args:
        backs: those of the hand.
    """
    return pile_of(card) if find_in_hand(backs, back(card)) is None else None


def backs_alone(state: State, answer: Answer) -> Answer:
    """Return a choice among cards of a hand as everybody may know it: by the backs."""
    if answer.do is Do.DISCARD:
        return replace(answer, cards=tuple(back(card) for card in answer.cards))
    if answer.do is not Do.CHOOSE or answer.choices.take in state.rules.coins:
        return answer
    return replace(answer, choices=chosen_backs(answer.choices))


def chosen_backs(choices: Choices) -> Choices:
    """Return choices with their cards, which come from hands, replaced by backs (A1, I2)."""
    take, give = choices.take, choices.give
    return replace(choices, take=take and back(take), give=give and back(give))


def told_openly(answer: Answer) -> Answer:
    """Return the answer without the cards that only its player knows."""
    choices = replace(answer.choices, give=None)
    if answer.coin is None:  # a coin that is taken lies open
        choices = replace(choices, take=None)
    hidden = answer.do in (Do.PLACE, Do.SWAP, Do.DISCARD)
    return replace(answer, card=None if hidden else answer.card, cards=(), choices=choices)
