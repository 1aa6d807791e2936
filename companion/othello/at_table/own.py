"""What one player sees besides the board: the own hand, what lies face down before them, and the own answers."""

from __future__ import annotations

from typing import Any

from companion.othello.at_table import board
from companion.othello.at_table.box import cards_said
from companion.othello.model.answers import Answer, Do, answer_to_json
from companion.othello.model.cards import is_unknown
from companion.othello.model.state import Seat, State
from companion.othello.rules.options import decision
from companion.othello.text.views import card_view


def view(known: State, player: int) -> dict[str, Any]:
    """What a player sees of the own seat, of the state as that player knows it.

    A card of the hand that may be laid face down is an option with that `card`; all other options are those that the
    host has for this seat, without those that name a card which is not there.
    """
    seat = known.seats[player]
    hand = [card for card in seat.hand if not is_unknown(card)]
    asked = decision(known)
    laid = [answer for answer in (asked.options if asked is not None else ()) if _lays(answer, player, hand)]
    options = [each for each in board.options(known) if each["seat"] == player and _may_have(seat, each["answer"])]
    return {
        "hand": [card_view(known.deck, card, known.rules) for card in hand],
        "placed": None if seat.placed is None else card_view(known.deck, seat.placed, known.rules),
        "options": [_lay(known, answer) for answer in laid] + options,
    }


def _may_have(seat: Seat, answer: dict[str, Any]) -> bool:
    """Whether the cards that an answer names may be this seat's: where some of the hand are unknown, any may."""
    own = (*seat.hand, seat.placed)
    return any(map(is_unknown, seat.hand)) or all(card in own or is_unknown(card) for card in cards_said(answer))


def _lays(answer: Answer, player: int, hand: list[str]) -> bool:
    return answer.do is Do.PLACE and answer.by == player and answer.card in hand


def _lay(known: State, answer: Answer) -> dict[str, Any]:
    names = [seat.name for seat in known.seats]
    return {"answer": answer_to_json(answer, names), "text": "Lay it face down", "card": answer.card}
