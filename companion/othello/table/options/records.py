"""The record of a game of Othello, apart from its players: rules and cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game.new_game import Decks
from companion.othello.decks.file import GAME
from companion.othello.model.ruleset import EXIT_ONLY, SEIZE_FIRST, USUAL_EDITION, RuleSet, load_edition
from companion.othello.notation.cards import whole_deck_to_json
from companion.othello.notation.read import position_from_json
from companion.othello.notation.write import position_to_json

TABLE_READ = "table-read"
BEFORE = dict((EXIT_ONLY, SEIZE_FIRST))
"""The rulings in games from before these rulings existed. Newer records name every ruling."""


def chosen(body: Mapping[str, Any], decks: Decks) -> dict[str, Any]:
    """Return edition, deck, level, variants and rulings of a new game from the form's input.

    Raises InputError, with the field, for rules or a deck that do not exist.
    """
    edition = str(body.get("edition") or USUAL_EDITION)
    rules = load_edition(edition, body.get("level"), body.get("variants") or (), body.get("rulings"))
    deck = decks.kept(GAME, str(body.get("deck") or decks.usual(GAME, edition)), edition)
    return {"edition": edition, "deck": deck, **_rules_record(rules)}


def _rules_record(rules: RuleSet) -> dict[str, Any]:
    """Return the chosen rules with all rulings.

    Later changes of the defaults do not affect the game.
    """
    return {"level": rules.level, "variants": list(rules.variants), "rulings": dict(rules.rulings)}


def position_kept(position: Any, decks: Decks) -> dict[str, Any]:
    """Return the position of a game to resume; its deck may be the id of a saved deck.

    Raises InputErrors with all errors, each with its field.
    """
    if isinstance(position, Mapping) and (own := decks.deck(GAME, position.get("deck"))) is not None:
        position = {**position, "deck": whole_deck_to_json(own)}
    state = position_from_json(position)
    return position_to_json(state) | _rules_record(state.rules)


def as_it_began(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record with the rulings that are newer than the game (J14, J27).

    The record does not name them.
    """
    if "position" in record:
        return {**record, "position": _ruled_as_then(record["position"])}
    return _ruled_as_then(record)


def _ruled_as_then(rules: dict[str, Any]) -> dict[str, Any]:
    return {**rules, "rulings": BEFORE | (rules.get("rulings") or {})}
