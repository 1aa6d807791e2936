"""The host's entries for a seat whose reader fails: a face-down card, and a card turned up.

They depend only on public information: the backs of cards, the act's cards, and cards that were seen.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import UNKNOWN_OF, CardName, Pile, pile_of
from companion.othello.model.decision import DecisionKind
from companion.othello.model.frames import Placement, PutDown, Reveals
from companion.othello.model.state import State
from companion.othello.rules.options import decision
from companion.othello.table.gestures import up_next
from companion.othello.text.narrate import answer_text


def answers_by_hand(state: State, players: Collection[int]) -> list[Answer]:
    """Return the answers that place or turn up a card of these players, if the game waits for one."""
    asked = decision(state)
    if asked is None:
        return []
    top = state.frames[-1]
    if type(top) is PutDown and top.player in players:
        cards = _could_be_turned_up(state, None) if top.reveal else [UNKNOWN_OF[pile] for pile in Pile]
        actions = (Do.SWAP, Do.EXIT) if top.reveal else (Do.SWAP,)
        return [Answer(do, top.player, card) for do in actions for card in cards if _may(state, do, card)]
    if type(top) is Placement or asked.kind is DecisionKind.PRE_PLACEMENT:  # P3: placing skips the rest
        waiting = [player for player in asked.players if player in players]
        return [Answer(Do.PLACE, player, UNKNOWN_OF[pile]) for player in waiting for pile in Pile]
    if type(top) is not Reveals or asked.kind is not DecisionKind.REVEAL:
        return []
    return [
        Answer(Do.REVEAL, player, card)
        for player in up_next(state)
        if player in players
        for card in _could_be_turned_up(state, pile_of(state.seats[player].placed or ""))
    ]


def _may(state: State, do: Do, card: CardName) -> bool:
    """Return True if the rules allow this use of a card (E1, R2).

    Nobody exits with a curtain card, or with a script card if that is forbidden.
    """
    face = state.deck.cards.get(card)
    return do is not Do.EXIT or face is None or (face.curtain is None and state.rules.exit_with_script)


def text_by_hand(state: State, answer: Answer) -> str:
    """Return such an answer in words, with the card's id, since two cards may have the same title.

    An exit does not name its card by default.
    """
    named = f" ({answer.card})" if answer.card in state.deck.cards or answer.do is Do.EXIT else ""
    return answer_text(state, answer) + named


def _could_be_turned_up(state: State, back: Pile | None) -> list[CardName]:
    """Return the cards with this back that nobody has seen in this act.

    `back` is None if it is unknown.
    """
    seen = {card for seat in state.seats for card, _role in seat.scored}
    seen |= {card for card, _role in state.set_aside} | {*state.script_discard}
    script = [card for card in state.deck.by_act[state.act - 1] if card not in seen]
    staging = sorted(state.rules.staging_cards)
    return (script if back is not Pile.STAGING else []) + (staging if back is not Pile.SCRIPT else [])
