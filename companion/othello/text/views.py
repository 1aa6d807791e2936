"""The public view of a game: information for everybody at the table, as plain data for pages.

It does not depend on the faces of face-down cards or of cards in hands, only on their number. `card_view` shows one
card that the viewer knows.
"""

from __future__ import annotations

from typing import Any

from companion.othello.model.cards import UNSEEN, CardName, Role, is_staging, pile_of
from companion.othello.model.deck import REWARDS, Deck
from companion.othello.model.ruleset import RuleSet, load_edition
from companion.othello.model.state import Seat, State
from companion.othello.model.titles import unknown_card
from companion.othello.model.vocabulary import Phase
from companion.othello.rules.scoring import score, winners
from companion.othello.rules.script_cards import role_of
from companion.othello.rules.targets import has_limit
from companion.othello.text.words import staging_text


def card_view(deck: Deck, card: CardName, rules: RuleSet | None = None) -> dict[str, Any]:
    """Return one card as data for a page: its face, or its back if it is unknown.

    Args:
        rules: the rule set; by default that of the edition of 2024.
    """
    rules = rules or load_edition("2024")
    if card in UNSEEN:
        kind = pile_of(card)
        return {"id": card, "title": unknown_card(card), "kind": str(kind or "unknown")}
    if is_staging(card):
        own = deck.staging.get(card)
        title, text = own.title if own else card, staging_text(deck, rules, card)
        return {"id": card, "title": title, "kind": "staging", "text": text, "own": own is not None}
    face = deck.cards[card]
    return {
        "id": card,
        "title": face.title,
        "kind": "script",
        "act": face.act,
        "position": face.position,
        "points": face.points,
        "crown": role_of(rules, face) is Role.LEAD,
        "verb": str(face.verb),
        "character_1": face.character_1,
        "character_2": face.character_2,
        "curtain": str(face.curtain) if face.curtain else None,
        "points_lead": face.points_lead if face.curtain else None,
        "points_company": face.points_company if face.curtain else None,
        "rewards": {key: getattr(face, key) for key in REWARDS},
        "line": face.line,
        "made_up": face.made_up,
    }


def board_view(state: State) -> dict[str, Any]:
    """Return the scoreboard's data about the game.

    The table adds zone names, cues, windows and texts.
    """
    tile = state.lead_character
    return {
        "act": state.act,
        "acts": state.rules.acts,
        "scene": state.scene,
        "phase": state.phase,
        "marker": state.marker,
        "half_curtain": state.half_curtain,
        "last_scene": state.last_scene is not None and state.scene >= state.last_scene,
        "lead": state.lead if state.lead >= 0 else None,
        "seats": [_seat_view(state, player, seat) for player, seat in enumerate(state.seats)],
        "tiles": [
            {
                "character": name,
                "wounds": state.wounds[name],
                "limit": state.limit(name) if has_limit(state, name) else None,
                "dead": name in state.dead,
                "held_by": state.lead if name == tile and state.lead >= 0 else None,
            }
            for name in state.stars()
        ],
        "piles": {
            "script": len(state.script),
            "script_discard": len(state.script_discard),
            "staging": len(state.staging),
            "staging_discard": len(state.staging_discard),
            "script_top": _top(state, state.script_discard),
            "staging_top": _top(state, state.staging_discard),
        },
        "set_aside": [card_view(state.deck, card, state.rules) for card, _role in state.set_aside],
        "winners": [state.seats[player].name for player in winners(state)] if state.phase is Phase.OVER else None,
    }


def _top(state: State, pile: list[CardName]) -> dict[str, Any] | None:
    return card_view(state.deck, pile[-1], state.rules) if pile else None


def _seat_view(state: State, player: int, seat: Seat) -> dict[str, Any]:
    points = score(state, player)
    return {
        "name": seat.name,
        "points": points.total,
        "breakdown": points._asdict(),
        "points_besides": seat.points_before,
        "intrigue": seat.intrigue,
        "spotlight": seat.spotlight,
        "wounds": seat.wounds,
        "coins": dict(sorted(seat.coins.items())),
        "handkerchief": state.handkerchief == player,
        "protected": seat.protected,
        "lead": player == state.lead,
        "role": str(state.role(player)),
        "hand": len(seat.hand),
        "done": seat.done,
        "card": _placed_view(state, seat),
        "scored": [card_view(state.deck, card, state.rules) | {"as": str(role)} for card, role in seat.scored],
    }


def _placed_view(state: State, seat: Seat) -> dict[str, Any] | None:
    if seat.placed is None:
        return None
    if not seat.revealed:
        return {"face": "down"}
    return {"face": "up", "card": card_view(state.deck, seat.placed, state.rules)}
