"""What a game's record begins with, from what somebody chose at a page: names, edition, deck and rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.othello.ruleset import load_edition
from companion.play.errors import InputError
from cuelight.decks import Shelf

USUAL_EDITION = "2024"
SEATS = range(2, 7)


def game_record(chosen: Mapping[str, Any], shelf: Shelf) -> dict[str, Any]:
    """The record of a new game.

    Raises InputError, with the field, for names, rules or a deck that cannot be.
    """
    names = [str(name) for name in chosen.get("names", [])]
    if len(names) not in SEATS or len(set(names)) != len(names):
        raise InputError("2 to 6 players with different names, please", field="names")
    edition = str(chosen.get("edition", USUAL_EDITION))
    rules = {key: chosen[key] for key in ("level", "variants", "rulings") if chosen.get(key)}
    load_edition(edition, **rules)
    deck = shelf.kept(str(chosen.get("deck") or shelf.usual(edition)), edition)
    return {"names": names, "edition": edition, "deck": deck, **rules}
