"""The games that are there: each is a folder beside this file with a `game.py`, which has the game as `GAME`.

A game is loaded when it is asked for. This is the one place that finds games by their names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.json_fields import Fields, as_list, as_text, as_word
from companion.core.names import fault_of
from companion.core.safe_parse import read_toml
from companion.game import AnyGame
from companion.game.new_game import STAND_IN
from companion.game.play import Play
from companion.game.rules import ChanceKind

USUAL = "othello"
"""The game that is played unless somebody chooses, and that records and positions are of which do not say."""


@cache
def game_ids() -> tuple[str, ...]:
    """The games by their names, the usual one first."""
    found = sorted(file.parent.name for file in Path(__file__).parent.glob("*/game.py"))
    return tuple(sorted(found, key=lambda name: name != USUAL))


@cache
def game_of(name: str) -> AnyGame:
    """The game of this name. Raises InputError where there is none."""
    found: AnyGame = import_module(f"companion.{as_word(name, 'game', game_ids())}.game").GAME
    return found


def game_in(document: Any) -> AnyGame:
    """The game that a position or a record is of. Raises InputError for what is no object, or names none."""
    return game_of(Fields(document).word("game", game_ids(), USUAL))


def game_said(document: Any) -> AnyGame:
    """Return the game that a document names, or the default game.

    The reader of the default game reports everything else that is wrong with the document.

    Raises InputError for a name that no game has.
    """
    said = document.get("game") if isinstance(document, Mapping) else None
    return game_of(said) if isinstance(said, str) else game_of(USUAL)


def game_of_deck(text: str) -> AnyGame:
    """The game that a deck file's text is of; the usual one where it names none, or cannot be read.

    Raises InputError for a name that no game has.
    """
    try:
        document = read_toml(text)
    except InputError:
        return game_of(USUAL)
    return game_said(document)


def check_players(game: AnyGame, names: Sequence[str]) -> None:
    """Check the number of players and their names. Raises InputError with the field."""
    for at, name in enumerate(names):
        if fault := fault_of(name, names[:at]):
            raise InputError(fault, field=f"names[{at}]")
    if len(names) not in game.info.seats:
        what = _(
            "{fewest} to {most} players with different names, please",
            fewest=game.info.seats[0],
            most=game.info.seats[-1],
        )
        raise InputError(what, field="names")


def begin(game: str, names: Sequence[str], *, seed: int, **chosen: Any) -> Play[Any, Any, Any]:
    """A new game whose cards are dealt by the seed.

    Args:
        chosen: edition, deck, variants and the like, as the game has them.

    Raises InputError, with the field, for what there is not.
    """
    found = game_of(as_text(game, "game"))
    _check_chosen(found, chosen)
    players = as_list(list(names) if isinstance(names, tuple) else names, "names")
    named = [as_text(name, f"names[{at}]") for at, name in enumerate(players)]
    check_players(found, named)
    return _settled(Play(found, found.rules.setup(named, chosen), found.rules.chance(ChanceKind.DEALER, _seed(seed))))


def read(position: Mapping[str, Any], *, seed: int = 0) -> Play[Any, Any, Any]:
    """Return a game that continues from a position. Raises InputErrors with everything in it that cannot be."""
    game = game_in(position)
    return _settled(
        Play(game, game.types.position_from_json(position), game.rules.chance(ChanceKind.DEALER, _seed(seed)))
    )


def _seed(seed: Any) -> int:
    if type(seed) is not int:
        raise InputError(_("must be a whole number"), field="seed")
    return seed


def _check_chosen(game: AnyGame, chosen: Mapping[str, Any]) -> None:
    """Check that each option exists in this game. Raises InputError with its field."""
    for name in chosen:
        as_word(name, "chosen", ("edition", "level", "deck", "variants", "rulings"))
    said = {name: value for name, value in chosen.items() if value is not None}
    edition, level = (as_text(said[name], name) if name in said else None for name in ("edition", "level"))
    variants, rulings, deck = said.get("variants", []), said.get("rulings", {}), said.get("deck", STAND_IN)
    for at, variant in enumerate(as_list(list(variants) if isinstance(variants, tuple) else variants, "variants")):
        as_text(variant, f"variants[{at}]")
    if not isinstance(rulings, Mapping):
        raise InputError(_("must be an object"), field="rulings")
    for ruling, word in rulings.items():
        as_text(word, f"rulings.{ruling}")
    game.box.rules_record(edition or game.info.editions[0], level, variants, rulings)
    if isinstance(deck, Mapping):
        try:
            game.box.decks.read(as_text(deck.get("text"), "", lines=True))
        except InputError as error:
            raise error.within("deck.text") from error
    else:
        as_word(deck, "deck", game.box.decks.names())


def _settled(play: Play[Any, Any, Any]) -> Play[Any, Any, Any]:
    play.settle()
    return play
