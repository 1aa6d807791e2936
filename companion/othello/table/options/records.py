"""The record of a game of Othello, apart from its players: rules and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game.new_game import Decks
from companion.othello.model.ruleset import EXIT_ONLY, GAME, SEIZE_FIRST, RuleSet, load_edition
from companion.othello.notation.cards import whole_deck_to_json
from companion.othello.notation.read import position_from_json
from companion.othello.notation.write import position_to_json

TABLE_READ = "table-read"
BEFORE = dict((EXIT_ONLY, SEIZE_FIRST))
"""The rulings in games from before these rulings existed. Newer records name every ruling."""


def rules_record(
    edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str]
) -> dict[str, Any]:
    """Return the chosen rules with all rulings. Raises InputError, with the field, for rules that do not exist."""
    return _written(load_edition(edition, level, variants, rulings))


def _written(rules: RuleSet) -> dict[str, Any]:
    return {"level": rules.level, "variants": list(rules.variants), "rulings": dict(rules.rulings)}


def position_kept(position: Any, decks: Decks) -> dict[str, Any]:
    """Return the position of a game to resume; its deck may be the id of a saved deck.

    Raises InputErrors with all errors, each with its field.
    """
    if isinstance(position, Mapping) and (own := decks.deck(GAME, position.get("deck"))) is not None:
        position = {**position, "deck": whole_deck_to_json(own)}
    state = position_from_json(position)
    return position_to_json(state) | _written(state.rules)


def as_it_began(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record with the rulings that are newer than the game (J14, J27).

    The record does not name them.
    """
    if "position" in record:
        return {**record, "position": _ruled_as_then(record["position"])}
    return _ruled_as_then(record)


def _ruled_as_then(rules: dict[str, Any]) -> dict[str, Any]:
    return {**rules, "rulings": BEFORE | (rules.get("rulings") or {})}
