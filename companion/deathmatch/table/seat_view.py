"""What one player sees besides the board: the own hand, character and pool, and what may be done with them now.

It is made of the state as that player sees it, and of nothing else: so nothing in it can hang on what others hide.
"""

from __future__ import annotations

from typing import Any

from companion.core.i18n import _
from companion.deathmatch.model.accounts import possible_characters
from companion.deathmatch.model.answers import Answer, Do, answer_to_json
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.rules.options import decision, permitted
from companion.deathmatch.rules.scene import placeable_cards
from companion.deathmatch.text.moment import laid_text
from companion.deathmatch.text.narrate import answer_text
from companion.deathmatch.text.views import card_view, seat_view
from companion.deathmatch.text.words import card_text, card_title, name, setting_text

Json = dict[str, Any]
OF_THE_HAND = (Do.PLAY, Do.TRICKSTER)
OF_A_CARD = (*OF_THE_HAND, Do.DAMAGE)
ELSEWHERE = (Do.DISCARD, Do.CARRY_OUT)  # cards are chosen from the hand, and what a text changed is told in a form


def view(state: State, player: int) -> Json:
    """What a player sees of the own seat.

    `scene` are the cards of which the player places one as damage, `characters` who an unknown character can be.
    `happening` is what lies there while the players say whose card has won, for a phone shows no table. An option has
    the `card` that it is about, if one has to take it up first, and a `note`. `discard` is how many cards of the hand
    are to be laid down.
    """
    seen = as_seen(state, player)
    mine, seat = seat_view(seen, player, player), seen.seats[player]
    places = seen.phase is Phase.DAMAGE and seen.turn == player
    return {
        "name": seat.name,
        "character": mine["character"],
        "revealed": seat.revealed,
        "out": seat.out,
        "hand": mine["cards"],
        "scene": [card_view(seen, card) for card in placeable_cards(seen)] if places else [],
        "pool": mine["pool"],
        "points": mine["points"],
        "options": [_button(seen, answer) for answer in _answers(seen, player)],
        "discard": seen.excess(player),
        "happening": laid_text(seen) if seen.phase is Phase.WINNER else None,
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
    return {
        "answer": answer_to_json(answer, seen.names),
        "text": said(seen, answer),
        "note": _note(seen, answer),
        "card": answer.card if answer.do in OF_A_CARD else None,
    }


def said(seen: State, answer: Answer) -> str:
    """An answer as its own player says it."""
    card = card_title(seen, answer.card or "")
    character = seen.seats[answer.by].character
    match answer.do:
        case Do.PLAY if seen.deck.is_trickster(answer.card or ""):
            return _("Sacrifice {card}", card=card)
        case Do.PLAY:
            return _("Play {card}", card=card)
        case Do.TRICKSTER:
            return _("Play {card} for its text", card=card)
        case Do.REVEAL if not seen.seats[answer.by].knows_character:
            return _("Reveal yourself")
        case Do.REVEAL:
            return _("Reveal yourself: {character}", character=character)
        case Do.DAMAGE if answer.target is not None:
            return _("Before {name}", name=name(seen, answer.target))
        case Do.SLAIN:
            return _("{character} is slain: tell it", character=character)
        case Do.SETTING:
            return str(answer.card)
        case _:
            return answer_text(seen, answer)


def _note(seen: State, answer: Answer) -> str:
    """What one should know before one says it: the text that happens."""
    match answer.do:
        case Do.SETTING:
            return setting_text(seen.deck.settings[answer.card or ""])
        case Do.TRICKSTER:
            return card_text(seen.deck.actions[answer.card or ""])
        case Do.REVEAL:
            return _("What does not harm you leaves your pool, and your text happens.")
        case _:
            return ""
