"""What a game's record begins with: what somebody chose at a page, or a position at which a game is taken up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.json_fields import as_word
from companion.game.new_game import Decks
from companion.games import USUAL, check_players, game_of, game_said
from companion.table.strength import bots_chosen, named
from companion.table.window import Pace

FORM = 2
"""How a game's events stand in the journal.

Form 1, which did not say so, and was of Othello, had events and frames as lists of their fields in order. In form 2
fields have names, one that has its default is left out, and a deck stands once in the journal and is named by the
SHA-256 of its text.
"""


def game_record(chosen: Mapping[str, Any], decks: Decks) -> dict[str, Any]:
    """The record of a new game.

    Raises InputError, with the field, for names, rules or a deck that cannot be.
    """
    game, names = game_of(chosen.get("game") or USUAL), [str(name) for name in chosen.get("names", [])]
    bots = bots_chosen(chosen["bots"], len(names)) if any(chosen.get("bots") or ()) else []
    names = named(names, bots) if bots else names
    check_players(game, names)
    return {"game": game.info.id, "form": FORM, "names": names, **game.box.options_from(chosen, decks)} | (
        {"bots": bots} if bots else {}
    )


def pace_of(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What the record of a game has of how long windows are open: nothing, where that is as usual.

    Raises InputError for another pace.
    """
    pace = Pace(as_word(chosen.get("pace") or Pace.USUAL, "pace", tuple(Pace)))
    return {} if pace is Pace.USUAL else {"pace": pace}


def position_record(position: Any, decks: Decks) -> dict[str, Any]:
    """The record of a game that is taken up at a position, whose deck may be one of this table, by its id.

    Raises InputErrors with everything that cannot be, each with its field.
    """
    game = game_said(position)
    return {"game": game.info.id, "form": FORM, "position": game.box.stored_position(position, decks)}
