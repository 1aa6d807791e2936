"""A player's own view in addition to the board: hand, placed card, and options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.i18n import _
from companion.othello.model.answers import Answer, Do, answer_to_json
from companion.othello.model.cards import UNSEEN
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.frames import Action, Discards, Placement, Steps
from companion.othello.model.state import Seat, State
from companion.othello.model.titles import card_title
from companion.othello.model.vocabulary import Phase
from companion.othello.rules.acts import staging_excess
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision, permitted
from companion.othello.table.cards import cards_said
from companion.othello.table.gestures import up_next
from companion.othello.text.own_words import Emphasis, button_of
from companion.othello.text.views import card_view
from companion.othello.text.words import face_text

Json = dict[str, Any]
_LET_BE = (Do.PASS, Do.EXIT)


def view(known: State, player: int) -> Json:
    """Return a player's view of their own seat.

    `known` is the state as that player knows it. An option has the player's words for it, a `note` on its price,
    the `card` of the hand to select first, and a `look`: the requested action, passing, or an additional action. `main`
    marks the action to take, whose note is no price, and the page asks with the words in `sure` once more. An
    option that replaces the placed card has `again` (P3). `discard` is the number of staging cards to discard.
    `why_not` says of a card why it cannot be used.
    `waits` is True if others may still act before this player's turn, although the light already invites the
    player.
    """
    seat, asked = known.seats[player], decision(known)
    hand = [card for card in seat.hand if card not in UNSEEN]
    waits = _waits(known, asked, player)
    top = known.frames[-1]
    discards = type(top) is Discards and top.order[top.at] == player
    return {
        "name": seat.name,
        "hand": [_held(known, card) for card in hand],
        "placed": None if seat.placed is None else card_view(known.deck, seat.placed, known.rules),
        "revealed": seat.revealed,
        "options": [
            *_options(known, asked, player),
            *_layings(known, asked, player),
            *(_early(known, player) if waits else ()),
        ],
        "waits": waits,
        "why_not": _just_taken(known, player),
        "discard": staging_excess(known, player) if discards else 0,
    }


def _just_taken(known: State, player: int) -> dict[str, str]:
    """Return that the card which an exchange has just brought is not given back (A1)."""
    top = known.frames[-1]
    if type(top) is not Action or top.player != player or top.choices.take is None:
        return {}
    return {top.choices.take: _("You just took {card}: give another card.", card=card_title(known, top.choices.take))}


def _held(known: State, card: str) -> Json:
    """Return a card of the hand with its whole text, for players who cannot see the card."""
    return {**card_view(known.deck, card, known.rules), "text": face_text(known.deck, known.rules, card)}


def _options(known: State, asked: Decision | None, player: int) -> Iterator[Json]:
    """Yield the options of this player, by their own knowledge.

    Cards to discard are chosen from the hand.
    """
    seat = known.seats[player]
    for answers, is_asked in ((asked.options if asked is not None else (), True), (permitted(known), False)):
        for answer in answers:
            if answer.by != player or answer.do is Do.DISCARD or not legality(known, answer).legal:
                continue
            said = answer_to_json(answer, known.names)
            if not _may_have(seat, said):
                continue
            button = button_of(known, answer)
            yield {
                "answer": said,
                "text": button.text,
                "note": button.note,
                "card": button.card,
                "group": "decision" if is_asked else "permitted",
                "look": _look(answer, is_asked),
                **({"main": True} if button.is_main else {}),
                **({"sure": button.sure} if button.sure else {}),
            }


def _layings(known: State, asked: Decision | None, player: int) -> Iterator[Json]:
    """Yield the cards that may be placed early, or replaced until everybody has placed (P3).

    A player who places early is not asked in pre-placement; the card counts from the placement phase on.
    """
    bottom, seat = known.frames[0], known.seats[player]
    before = type(bottom) is Steps and bottom.phase is Phase.PRE_PLACEMENT
    again = type(known.frames[-1]) is Placement and seat.placed is not None
    is_asked = asked is not None and player in asked.players and asked.kind is not DecisionKind.PRE_PLACEMENT
    if is_asked or not (before or again):
        return
    for card in dict.fromkeys(card for card in seat.hand if card not in UNSEEN):
        laid = Answer(Do.PLACE, player, card)
        button = button_of(known, laid)
        yield {
            "answer": answer_to_json(laid, known.names),
            "text": button.text,
            "note": button.note,
            "card": card,
            "group": "decision",
            "look": Emphasis.DO,
            "again": again,
        }


def _waits(known: State, asked: Decision | None, player: int) -> bool:
    """Return True if the player reveals first, and others may still use coins or improvise before (P4)."""
    return asked is not None and asked.kind is DecisionKind.AFTER_PLACEMENT and player in up_next(known)


def _early(known: State, player: int) -> Iterator[Json]:
    """Yield the options of a waiting player: the players who are asked are passed for (V2)."""
    for do in (Do.REVEAL, Do.EXIT):
        answer = Answer(do, player)
        if not all(reason.code.endswith(".not-now") for reason in legality(known, answer).reasons):
            continue
        button = button_of(known, answer)
        yield {
            "answer": answer_to_json(answer, known.names),
            "text": button.text,
            "note": _("At once, without waiting for the others’ coins and swaps."),
            "card": None,
            "group": "permitted",
            "look": Emphasis.ADDITIONAL,
            **({"sure": button.sure} if button.sure else {}),
        }


def _look(answer: Answer, is_asked: bool) -> Emphasis:
    if not is_asked:
        return Emphasis.ADDITIONAL
    if answer.do is Do.TRADE:
        return Emphasis.FIRST
    return Emphasis.LET_BE if answer.do in _LET_BE else Emphasis.DO


def _may_have(seat: Seat, answer: Json) -> bool:
    """Return True if the cards of an answer may be this seat's.

    Any may if the hand has unknown cards.
    """
    if not UNSEEN.isdisjoint(seat.hand):
        return True
    return {*cards_said(answer)} <= {*seat.hand, seat.placed, *UNSEEN}
