"""Writing positions: every part of a state as plain JSON.

`position_from_json` restores the state.
"""

from __future__ import annotations

from typing import Any

from companion.core.values import to_builtins
from companion.othello.model.cards import Pile
from companion.othello.model.deck import GIVEN, STAND_IN, Deck, deck_names
from companion.othello.model.ruleset import GAME, RuleSet
from companion.othello.model.state import Seat, State
from companion.othello.notation.cards import deck_to_json, pile_to_json, scored_to_json, whole_deck_to_json
from companion.othello.notation.flow import flow_to_json


def position_to_json(state: State) -> dict[str, Any]:
    """Return the position of a state, with every key.

    `frames` is present only while an action is in progress.
    """
    rules, deck = state.rules, state.deck
    return {
        "game": GAME,
        "edition": rules.edition,
        "level": rules.level,
        "variants": list(rules.variants),
        "rulings": rules.other_rulings,
        "deck": _deck_to_json(deck, rules),
        "act": state.act,
        "scene": state.scene,
        "lead": state.seats[state.lead].name if state.lead >= 0 else None,
        **flow_to_json(state),
        "seats": [_seat_to_json(seat, player, state) for player, seat in enumerate(state.seats)],
        "piles": {
            "script": pile_to_json(state.script, Pile.SCRIPT),
            "script_discard": pile_to_json(state.script_discard, Pile.SCRIPT),
            "staging": pile_to_json(state.staging, Pile.STAGING),
            "staging_discard": pile_to_json(state.staging_discard, Pile.STAGING),
        },
        "marker": state.marker,
        "half_curtain": state.half_curtain,
        "act_over": state.act_over,
        "last_scene": state.last_scene,
        "tiles": {
            character: {
                "wounds": state.wounds[character],
                "dead": character in state.dead,
                "limit_cut": state.cut.get(character, 0),
                **({"iago_coins": state.iago_tokens.get(character, 0)} if rules.iago_coin_stays else {}),
            }
            for character in rules.wound_limits
        },
        "set_aside": scored_to_json(state.set_aside, deck, rules),
        "supply": dict(state.supply),
        "removed": list(state.removed),
        "scored_now": [card for _player, card in state.successes],
        "ran_out": sorted(state.ran_out),
    }


def _deck_to_json(deck: Deck, rules: RuleSet) -> Any:
    if deck.id == rules.stand_in:
        return STAND_IN
    if deck.id in deck_names():
        return deck.id
    return deck_to_json(deck) if deck.id == GIVEN else whole_deck_to_json(deck)


def _seat_to_json(seat: Seat, player: int, state: State) -> dict[str, Any]:
    return {
        **to_builtins(seat),
        "scored": scored_to_json(seat.scored, state.deck, state.rules),
        "handkerchief": state.handkerchief == player,
    }
