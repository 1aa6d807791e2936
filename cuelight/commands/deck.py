"""`cuelight deck`: check, create, show and compare deck files of any game."""

from __future__ import annotations

import json
from pathlib import Path

from companion.core.errors import InputError
from companion.core.json_fields import shown
from companion.core.safe_parse import read_toml
from companion.game import AnyGame
from companion.game.new_game import OwnDeck
from companion.games import USUAL, game_ids, game_of
from cuelight.terminal.input_files import STANDARD_INPUT, located, read_text, write_text
from cuelight.terminal.phrases import count

WRONG = 2


def read_deck_file(game: AnyGame, file: str) -> tuple[str, OwnDeck]:
    """Read a file with a deck of a game; returns its text and the deck.

    Raises InputError with the file, the line and the mistake.
    """
    text = read_text(file)
    return text, _read(file, game.info.id, text)


def _load(name: str, game: str) -> tuple[str, str]:
    """Return the game and the text of a deck: a bundled one by name, or a file, `-` for standard input.

    Raises InputError with the file and the mistake.
    """
    decks = game_of(game).box.decks
    if name in decks.names():
        return game, decks.text(name)
    text = read_text(name)
    with located(name):
        return _game_said(text), text


def _game_said(text: str) -> str:
    """Return the game that a deck file names.

    If the file names none or cannot be read, this is the usual game, whose check then reports the mistake. Raises
    InputError for an unknown game.
    """
    try:
        game = read_toml(text).get("game", USUAL)
    except InputError:
        return USUAL
    if not isinstance(game, str) or game not in game_ids():
        line = next((number for number, line in enumerate(text.splitlines(), start=1) if "game" in line), 1)
        raise InputError(f"{shown(game)} is not one of: {', '.join(game_ids())}", line=line, field="game")
    return game


def check(file: str, *, game: str) -> int:
    """Print all mistakes in a deck file, one per line; returns the exit status, 2 if there are any."""
    game, text = _load(file, game)
    decks = game_of(game).box.decks
    faults = decks.faults(text)
    for fault in faults:
        place = f"{file}:{fault.line}"
        write_text(": ".join(part for part in (place, fault.where, fault.reason) if part))
    if faults:
        write_text(f"{count(len(faults), 'mistake')} in {file}")
        return WRONG
    write_text(f"{file}: {decks.counted(decks.stored(text))}; nothing is wrong.")
    return 0


def new(file: str, *, game: str, edition: str | None, title: str | None) -> int:
    """Write a deck file to be filled in, `-` for standard output; returns the exit status.

    Raises InputError if the file exists or cannot be written, or the edition is unknown.
    """
    path = Path(file)
    text, has = game_of(game).box.decks.new("my-deck" if file == STANDARD_INPUT else path.stem, title, edition)
    if file == STANDARD_INPUT:
        write_text(text.rstrip("\n"))
        return 0
    try:
        with path.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError as error:
        raise InputError("is there already, and is not overwritten; choose another name", file=file) from error
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=file) from error
    write_text(f"{file} has {has}, to be filled in. Then: cuelight deck check {file}")
    return 0


def show(name: str, *, game: str, as_json: bool) -> int:
    """Print a deck; returns the exit status.

    Raises InputError with the line of a mistake in the deck.
    """
    game, text = _load(name, game)
    decks, deck = game_of(game).box.decks, _read(name, game, text)
    write_text(json.dumps(decks.objects(deck), indent=1, ensure_ascii=False) if as_json else decks.shown(deck))
    return 0


def diff(first: str, second: str, *, game: str) -> int:
    """Print the differences between two decks, one per line; returns the exit status.

    Raises InputError with the line of a mistake in one of them, or if they are for different games.
    """
    (ours_is, ours), (theirs_is, theirs) = _load(first, game), _load(second, game)
    if ours_is != theirs_is:
        raise InputError("the two decks are for two games; compare those of one", field="game")
    found = game_of(ours_is).box.decks.differences(_read(first, ours_is, ours), _read(second, ours_is, theirs))
    for card, field, one, two in found:
        if not field:
            where, title = (first, one) if two is None else (second, two)
            write_text(f"{card}: only in {where}: {title}")
        else:
            write_text(f"{card} {field}: {_plain(one)} → {_plain(two)}")
    write_text(count(len(found), "difference") if found else "no difference")
    return 0


def _read(name: str, game: str, text: str) -> OwnDeck:
    with located(name):
        return game_of(game).box.decks.read(text)


def _plain(value: object) -> str:
    return "none" if value is None else json.dumps(value, ensure_ascii=False)
