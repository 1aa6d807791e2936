"""What one player sees besides the board: the own hand, character and pool, and what may be done with them now.

It is made of the state as that player sees it, and of nothing else: so nothing in it can hang on what others hide.
"""

from __future__ import annotations

from typing import Any

from companion.deathmatch.model.accounts import possible_characters
from companion.deathmatch.model.answers import Answer, Do, answer_to_json
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import State
from companion.deathmatch.rules.options import decision, permitted
from companion.deathmatch.text.narrate import answer_text
from companion.deathmatch.text.views import seat_view

Json = dict[str, Any]
OF_THE_HAND = (Do.PLAY, Do.TRICKSTER)
ELSEWHERE = (Do.DISCARD, Do.CARRY_OUT)  # cards are chosen from the hand, and what a text changed is told in a form


def view(state: State, player: int) -> Json:
    """What a player sees of the own seat.

    `discard` is how many cards are to be laid down, `characters` who an unknown character can be; `card` of an option
    is the one of the hand that it is about.
    """
    seen = as_seen(state, player)
    mine, seat = seat_view(seen, player, player), seen.seats[player]
    return {
        "character": mine["character"],
        "revealed": seat.revealed,
        "out": seat.out,
        "hand": mine["cards"],
        "pool": mine["pool"],
        "points": mine["points"],
        "options": [_button(seen, answer) for answer in _answers(seen, player)],
        "discard": seen.excess(player),
        "characters": [] if seat.knows_character or seat.out or seen.is_new else possible_characters(seen),
    }


def _answers(seen: State, player: int) -> list[Answer]:
    asked = decision(seen)
    found = [*(asked.options if asked is not None else ()), *permitted(seen)]
    return [answer for answer in found if answer.by == player and _is_said(seen, answer)]


def _is_said(seen: State, answer: Answer) -> bool:
    """Whether a player would say it as it is: not of a card or a character that nobody knows here."""
    seat = seen.seats[answer.by]
    if answer.do in OF_THE_HAND:
        return answer.card in seat.hand
    return answer.do not in ELSEWHERE and (seat.knows_character or answer.do not in (Do.REVEAL, Do.SLAIN))


def _button(seen: State, answer: Answer) -> Json:
    return {"answer": answer_to_json(answer, seen.names), "text": answer_text(seen, answer), "card": answer.card}
