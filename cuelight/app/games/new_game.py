"""The first record of a game: the choices of a page, or a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.json_fields import as_word
from companion.game.new_game import Decks
from companion.games import USUAL, check_players, game_of, game_said
from companion.table.clocks import Pace
from companion.table.strength import bots_chosen, named

FORM = 2
"""The form of a game's events in the journal.

Form 1, which has no number and was used for Othello, had events and frames as lists of their fields in order. In form 2
fields have names, fields with their default are left out, and a deck is in the journal once, named by the SHA-256 of
its text.
"""


def game_record(chosen: Mapping[str, Any], decks: Decks) -> dict[str, Any]:
    """The record of a new game.

    Raises InputError, with the field, for invalid names, rules or decks.
    """
    game, names = game_of(chosen.get("game") or USUAL), [str(name) for name in chosen.get("names", [])]
    bots = bots_chosen(chosen["bots"], len(names)) if any(chosen.get("bots") or ()) else []
    names = named(names, bots) if bots else names
    check_players(game, names)
    return {"game": game.info.id, "form": FORM, "names": names, **game.options_from(chosen, decks)} | (
        {"bots": bots} if bots else {}
    )


def pace_of(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The pace in the record of a game; empty for the usual pace.

    Raises InputError for an unknown pace.
    """
    pace = Pace(as_word(chosen.get("pace") or Pace.USUAL, "pace", tuple(Pace)))
    return {} if pace is Pace.USUAL else {"pace": pace}


def position_record(position: Any, decks: Decks) -> dict[str, Any]:
    """The record of a game that starts at a position; the position may name a deck of this table by its id.

    Raises InputErrors with all mistakes, each with its field.
    """
    game = game_said(position)
    return {"game": game.info.id, "form": FORM, "position": game.box.stored_position(position, decks)}
