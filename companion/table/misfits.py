"""Cards that cannot be where they lie, and the questions that the host is asked about them.

A face-down card raises no question: what it is stays unsaid until it is turned up, and only its back counts until then.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.othello.answers import Answer, Do
from companion.othello.cards import UNKNOWN, UNKNOWN_OF, CardName, Pile, is_unknown, pile_of
from companion.othello.evolve import find_in_hand
from companion.othello.frames import PutDown
from companion.othello.state import State
from companion.play.errors import CuelightError
from companion.table.gestures import Misfit


class Question(NamedTuple):
    """Something on the mat that the host may judge; `answer` is what it means if the table is right."""

    id: int
    text: str
    player: int | None
    answer: Answer | None


class QuestionClosed(CuelightError, LookupError):
    """A question that is not open any more."""


def misplaced(state: State, player: int, card: CardName) -> Misfit | None:
    """Why a script card cannot be at this player's seat: it is of another act, or known to be elsewhere."""
    if pile_of(card) is not Pile.SCRIPT or is_unknown(card):
        return None
    name = state.seats[player].name
    if card not in state.deck.cards:
        return Misfit(f"{name} has a card {card} that is not in this deck.", player, card)
    title = f"“{state.deck.cards[card].title}” ({card})"
    if state.deck.act_of(card) != state.act:
        return Misfit(f"{name} has {title}, a card of another act.", player, card)
    for seat in state.seats:
        if any(card == scored for scored, _role in seat.scored):
            return Misfit(f"{name} has {title}, which is in the scoring pile of {seat.name}.", player, card)
    if any(card == aside for aside, _role in state.set_aside):
        return Misfit(f"{name} has {title}, which is set aside.", player, card)
    return None


def face_down(state: State, answer: Answer) -> Answer:
    """An answer that lays a card face down, as far as it counts: the back alone where it cannot be what its tag says."""
    if answer.do in (Do.IMPROV, Do.COIN):
        card = answer.choices.give
        if card is not None and not _is_held(state, answer.by, card):
            return answer._replace(choices=answer.choices._replace(give=back(card)))
        return answer
    top = state.frames[-1]
    hides = answer.do is Do.PLACE or (answer.do is Do.SWAP and type(top) is PutDown and not top.reveal)
    if not hides or answer.card is None or _is_held(state, answer.by, answer.card):
        return answer
    return answer._replace(card=back(answer.card))


def _is_held(state: State, player: int, card: CardName) -> bool:
    seat = state.seats[player]
    held = [*seat.hand, *([seat.placed] if seat.placed is not None else [])]
    return find_in_hand(held, card) is not None and misplaced(state, player, card) is None


def back(card: CardName) -> CardName:
    """What everybody sees of a face-down card."""
    pile = pile_of(card)
    return UNKNOWN_OF[pile] if pile is not None else UNKNOWN


def told_openly(answer: Answer) -> Answer:
    """The answer without the cards that only its player knows."""
    choices = answer.choices._replace(give=None)
    if answer.coin is None:  # a coin that is taken lies open
        choices = choices._replace(take=None)
    hidden = answer.do in (Do.PLACE, Do.SWAP, Do.DISCARD)
    return answer._replace(card=None if hidden else answer.card, cards=(), choices=choices)
