"""Views of a game for pages, as plain data: public knowledge, or that of one player.

A view depends only on the state as its viewer sees it, so it cannot reveal anything hidden. A `viewer` is a seat
number, for a page with that seat's own key, or None for everybody, including the host.
"""

from __future__ import annotations

from typing import Any

from companion.core.i18n import _
from companion.deathmatch.model.deck import Card
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.model.unknown import is_unknown, size
from companion.deathmatch.rules.harm import harms, score
from companion.deathmatch.rules.scene import standing
from companion.deathmatch.text.words import card_face, card_text, card_title, slain_by, text_carrier

Json = dict[str, Any]


def board_view(state: State, viewer: int | None = None) -> Json:
    """Return the table as the viewer sees it."""
    seen = as_seen(state, viewer)
    return {
        "act": seen.act,
        "scene": seen.scene,
        "phase": str(seen.phase),
        "phase_words": _(seen.phase.words),
        "setting": _face(seen.deck.settings.get(seen.setting or "")),
        "protagonist": seen.protagonist,
        "first": seen.first,
        "opener": seen.opener,
        "turn": seen.turn,
        "standing": standing(seen),
        "trickster_played": seen.trickster_played,
        "scene_cards": [card_view(seen, card) for card in seen.scene_cards],
        "carrying": _text_view(seen),
        "discard": size(seen.discard),
        "made_up": seen.deck.made_up,
        "seats": [seat_view(seen, player, viewer) for player in range(len(seen.seats))],
        "winners": [seen.seats[player].name for player in seen.winners] if seen.phase is Phase.OVER else None,
    }


def card_view(state: State, card: str) -> Json:
    """Return an action card for a page: its face, or only its back if it is unknown."""
    if is_unknown(card):
        return {"id": card, "kind": "unknown", "words": card_title(state, card)}
    return {**card_face(state.deck.actions[card]), "words": card_title(state, card)}


def _face(card: Card | None) -> Json | None:
    return None if card is None else card_face(card)


def _text_view(state: State) -> Json | None:
    """Return the text that is to be carried out."""
    if state.carrying is None:
        return None
    by, card = state.carrying
    face = text_carrier(state, card)
    return {"by": by, "card": card, "text": card_text(face), "effect": face.effect}


def seat_view(state: State, player: int, viewer: int | None) -> Json:
    """Return one seat as the viewer sees it; `state` is the viewer's state."""
    seat = state.seats[player]
    points = score(state, player)
    return {
        "name": seat.name,
        "out": seat.out,
        "revealed": seat.revealed,
        "character": _character_view(state, player),
        "hand": len(seat.hand),
        "hand_size": state.hand_size(player),
        "cards": [card_view(state, card) for card in seat.hand] if viewer == player else None,
        "pile": size(seat.pile),
        "pool": [_pool_view(state, player, card) for card in seat.pool],
        "points": points._asdict(),
        "total": points.total,
        "played": None if seat.played is None else card_view(state, seat.played),
    }


def _character_view(state: State, player: int) -> Json | None:
    """Return a visible character with its limits; None for a secret one."""
    seat = state.seats[player]
    if not seat.knows_character:
        return None
    limits = state.limits(player)
    return {
        "id": seat.character,
        "limits": {str(suit): points for suit, points in limits.items()},
        "slain_by": slain_by(state, limits.items()),
        "text": card_text(state.deck.characters[seat.character]),
    }


def _pool_view(state: State, player: int, card: str) -> Json:
    """Return a card in a pool; if the viewer sees the character, also its effect on it."""
    harm = harms(state, player, card) if state.seats[player].knows_character and not is_unknown(card) else None
    return {**card_view(state, card), "harms": harm}
