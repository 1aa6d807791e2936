"""What a game's record begins with: what somebody chose at a page, or a position at which a game is taken up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.othello.model.ruleset import USUAL_EDITION, RuleSet, load_edition
from companion.othello.position.cards import whole_deck_to_json
from companion.othello.position.read import position_from_json, position_to_json
from companion.play.errors import InputError
from cuelight.live.decks import Shelf

SEATS = range(2, 7)
FORM = {"game": "othello", "form": 2}
"""Which game a record begins, and how its events stand in the journal.

Form 1, which did not say so, had events and frames as lists of their fields in order. In form 2 fields have names, one
that has its default is left out, and a deck stands once in the journal and is named by the SHA-256 of its text.
"""


def game_record(chosen: Mapping[str, Any], shelf: Shelf) -> dict[str, Any]:
    """The record of a new game.

    Raises InputError, with the field, for names, rules or a deck that cannot be.
    """
    names = [str(name) for name in chosen.get("names", [])]
    if len(names) not in SEATS or len(set(names)) != len(names):
        raise InputError("2 to 6 players with different names, please", field="names")
    edition = str(chosen.get("edition", USUAL_EDITION))
    rules = load_edition(edition, chosen.get("level"), chosen.get("variants") or (), chosen.get("rulings"))
    deck = shelf.kept(str(chosen.get("deck") or shelf.usual(edition)), edition)
    return {**FORM, "names": names, "edition": edition, "deck": deck, **_rules_record(rules)}


def _rules_record(rules: RuleSet) -> dict[str, Any]:
    """What was chosen, and the rulings that were not: other defaults some day must not change this game."""
    return {"level": rules.level, "variants": list(rules.variants), "rulings": dict(rules.rulings)}


def position_record(position: Any, shelf: Shelf) -> dict[str, Any]:
    """The record of a game that is taken up at a position, whose deck may be one of this table, by its id.

    Raises InputErrors with everything that cannot be, each with its field.
    """
    if isinstance(position, Mapping) and (own := shelf.deck(position.get("deck"))) is not None:
        position = {**position, "deck": whole_deck_to_json(own)}
    state = position_from_json(position)
    return {**FORM, "position": position_to_json(state) | _rules_record(state.rules)}
