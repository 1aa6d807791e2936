"""Write a position: every part of a state as plain JSON, which `position_from_json` restores to an equal state."""

from __future__ import annotations

from typing import Any

from companion.deathmatch.model.ruleset import EDITION, GAME, Variant
from companion.deathmatch.model.state import Phase, Seat, State, WaitingText
from companion.deathmatch.model.unknown import Heap
from companion.deathmatch.notation.cards import deck_to_json
from companion.deathmatch.rules.scene import standing


def position_to_json(state: State) -> dict[str, Any]:
    """Return the position of a state with every key; `winners` only if the game is over."""
    rules = state.rules
    data = {
        "game": GAME,
        "edition": EDITION,
        "variants": [str(variant) for variant in Variant if variant in rules.variants],
        "rulings": rules.other_rulings,
        "deck": deck_to_json(state.deck),
        "act": state.act,
        "scene": state.scene,
        "phase": str(state.phase),
        "protagonist": _name(state, state.protagonist),
        "first": _name(state, state.first),
        "opener": _name(state, state.opener),
        "turn": _name(state, state.turn),
        "standing": _name(state, standing(state)),
        "setting": state.setting,
        "trickster_played": state.trickster_played,
        "scene_cards": list(state.scene_cards),
        "carrying": None if state.carrying is None else _text_to_json(state, state.carrying),
        "waiting": [_text_to_json(state, text) for text in state.waiting],
        "discard": _heap_to_json(state.discard),
        "limits": {
            seat.name: {str(suit): points for suit, points in seat.limits} for seat in state.seats if seat.limits
        },
        "hand_sizes": {seat.name: seat.hand_size for seat in state.seats if seat.hand_size is not None},
        "characters": _heap_to_json(state.characters),
        "removed": list(state.removed),
        "seats": [_seat_to_json(seat) for seat in state.seats],
    }
    if state.phase is Phase.OVER:
        data["winners"] = [state.seats[player].name for player in state.winners]
    return data


def _name(state: State, player: int | None) -> str | None:
    return None if player is None else state.seats[player].name


def _heap_to_json(heap: Heap) -> Any:
    return heap if isinstance(heap, int) else list(heap)


def _text_to_json(state: State, text: WaitingText) -> dict[str, Any]:
    return {"by": state.seats[text.by].name, "card": text.card}


def _seat_to_json(seat: Seat) -> dict[str, Any]:
    return {
        "name": seat.name,
        "character": seat.character,
        "revealed": seat.revealed,
        "hand": list(seat.hand),
        "pile": _heap_to_json(seat.pile),
        "pool": list(seat.pool),
        "played": seat.played,
        "out": seat.out,
    }
