"""A player's own view beside the board: hand, character and pool, and the possible actions.

It depends only on the state as that player sees it, and on the cards that a text lets the player look at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.i18n import N_, _
from companion.deathmatch.model.accounts import possible_characters
from companion.deathmatch.model.answers import Answer, Do, answer_to_json
from companion.deathmatch.model.cards import Effect
from companion.deathmatch.model.decision import DecisionKind
from companion.deathmatch.model.evolve import has_text
from companion.deathmatch.model.ruleset import SettingChoice
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.model.unknown import is_unknown
from companion.deathmatch.rules.legality import legality
from companion.deathmatch.rules.options import decision, permitted
from companion.deathmatch.rules.reasons import Code
from companion.deathmatch.rules.scene import placeable_cards
from companion.deathmatch.table import effects
from companion.deathmatch.text.narrate import answer_text
from companion.deathmatch.text.views import card_view, seat_view
from companion.deathmatch.text.words import card_text, card_title, name, setting_text

Json = dict[str, Any]
OF_THE_HAND = (Do.PLAY, Do.TRICKSTER)
OF_A_CARD = (*OF_THE_HAND, Do.DAMAGE)
# answered in a form: cards of the hand, changes of a text
ELSEWHERE = (Do.DISCARD, Do.CARRY_OUT)
WHY_NOT: Mapping[str, str] = {
    Code.NOT_NOW: N_("No card is played now."),
    Code.DISCARD_FIRST: N_("First there are cards to discard."),
    Code.PLAY_NOT_YOUR_TURN: N_("It is not your turn."),
    Code.PLAY_BY_CHOICE: N_("A trickster answers only if you have no other card."),
    Code.TRICKSTER_NOT_YOUR_ACTION: N_("A trickster is played on your own action, before your opening card."),
    Code.TRICKSTER_SECOND: N_("There is only one trickster in each scene."),
}
"""Reasons against a card of the own hand, for its player."""


def view(state: State, player: int) -> Json:
    """Return a player's view of the own seat.

    `scene` holds the cards from which the player places one as damage, `characters` the candidates for an unknown
    character. An option has a `note`, a `card` if it has to be picked up first, and words in `sure` if the page asks
    once more before it sends the answer. `discard` is the number of cards to discard from the hand, `why_not` the
    reason against each card that cannot be used now. `asked` is the question of a text that the companion carries out,
    which is the headline then, and `order` the cards of the own draw pile that such a text puts in another order.
    """
    seen = as_seen(state, player)
    mine, seat = seat_view(seen, player, player), seen.seats[player]
    places = seen.phase is Phase.DAMAGE and seen.turn == player
    asked = decision(seen)
    own_text = asked is not None and asked.kind is DecisionKind.CARRY_OUT and player in asked.players
    orders = own_text and effects.effect_of_text(seen) is Effect.ORDER  # its player sees cards of the own pile
    open_ = effects.ways(state if orders else seen) if own_text else None
    return {
        "name": seat.name,
        "character": mine["character"],
        "revealed": seat.revealed,
        "out": seat.out,
        "hand": mine["cards"],
        "scene": [card_view(seen, card) for card in placeable_cards(seen)] if places else [],
        "pool": mine["pool"],
        "points": mine["points"],
        "options": [*_ways(seen, open_), *(_button(seen, answer) for answer in _answers(seen, player))],
        "asked": open_.question if open_ is not None else None,
        **({"headline": open_.question} if open_ is not None else {}),
        "order": [card_view(seen, card) for card in effects.cards_to_order(state, player)] if orders else [],
        "why_not": {card: why for card in dict.fromkeys(seat.hand) if (why := _why_not(seen, player, card))},
        "discard": seen.excess(player),
        "characters": [] if seat.knows_character or seat.out or seen.is_new else possible_characters(seen),
    }


def _why_not(seen: State, player: int, card: str) -> str | None:
    """Return the first reason why a card of the own hand cannot be used now; None if it can, or is unknown."""
    if is_unknown(card):
        return None
    kinds = (Do.TRICKSTER, Do.PLAY) if seen.deck.is_trickster(card) else (Do.PLAY,)
    verdicts = [legality(seen, Answer(kind, player, card)) for kind in kinds]
    if any(verdict.legal for verdict in verdicts):
        return None
    reason = verdicts[0].reasons[0]
    if reason.code == Code.NOT_NOW and seen.phase is Phase.DAMAGE and seen.turn == player:
        return _("Choose one of the played cards.")
    words = WHY_NOT.get(reason.code)
    return _(words) if words is not None else reason.message


def _answers(seen: State, player: int) -> list[Answer]:
    asked = decision(seen)
    found = [*(asked.options if asked is not None else ()), *permitted(seen)]
    return [answer for answer in found if answer.by == player and _is_said(seen, answer)]


def _is_said(seen: State, answer: Answer) -> bool:
    """Return True if a player can give this answer as it is: it names no card or character that is unknown here."""
    seat = seen.seats[answer.by]
    if answer.do in OF_THE_HAND:
        return answer.card in seat.hand
    return answer.do not in ELSEWHERE and (seat.knows_character or answer.do not in (Do.REVEAL, Do.SLAIN))


def _ways(seen: State, found: effects.Ways | None) -> list[Json]:
    """Return the ways to carry out the own text as buttons."""
    ways = found.ways if found is not None else ()
    look = {"look": "primary"} if len(ways) == 1 and effects.effect_of_text(seen) is not Effect.ORDER else {}
    return [
        {"answer": answer_to_json(way.answer, seen.names), "text": way.text, "note": "", "card": way.card, **look}
        for way in ways
    ]


def _button(seen: State, answer: Answer) -> Json:
    button = {
        "answer": answer_to_json(answer, seen.names),
        "text": said(seen, answer),
        "note": _note(seen, answer),
        "card": answer.card if answer.do in OF_A_CARD else None,
    }
    if answer.do in (Do.REVEAL, Do.SLAIN):
        button["sure"] = _("Everybody sees who you are then. You cannot take it back.")
    elif answer.do is Do.SETTING and seen.rules.setting_choice is not SettingChoice.DRAW:
        button["sure"] = _("Everybody then draws or discards to that many cards. Only the host can undo that.")
    return button


def said(seen: State, answer: Answer) -> str:
    """Describe an answer for its own player."""
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
            return _("Damage for {name}", name=name(seen, answer.target))
        case Do.SLAIN:
            return _("{character} is slain: report it", character=character)
        case Do.SETTING:
            return str(answer.card)
        case _:
            return answer_text(seen, answer)


def _note(seen: State, answer: Answer) -> str:
    """Return the text that an answer triggers, to read before giving it."""
    match answer.do:
        case Do.SETTING:
            return setting_text(seen.deck.settings[answer.card or ""])
        case Do.TRICKSTER:
            return card_text(seen.deck.actions[answer.card or ""])
        case Do.PLAY if seen.deck.is_trickster(answer.card or ""):
            return _("It has no number, and its text is not carried out.")
        case Do.REVEAL:
            if seen.seats[answer.by].knows_character and not has_text(seen, answer.by):
                return _("Everybody sees who you are. Damage that does not harm you is removed.")
            return _("Everybody sees who you are. Damage that does not harm you is removed; your text is carried out.")
        case _:
            return ""
