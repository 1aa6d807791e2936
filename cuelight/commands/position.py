"""`cuelight position`: positions checked and compared, whichever game they are of."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from companion.deathmatch.position.diff import position_changes as deathmatch_changes
from companion.deathmatch.position.read import GAME as DEATHMATCH
from companion.deathmatch.position.read import position_from_json as read_deathmatch
from companion.othello.position.diff import position_changes as othello_changes
from companion.othello.position.read import position_from_json as read_othello
from companion.play.differences import Change
from companion.play.errors import InputError
from companion.play.fields import as_word
from cuelight.commands.files import STANDARD_INPUT, read_document, write_text
from cuelight.commands.text_interface import position_in

USUAL = "othello"
READERS: dict[str, Callable[[Any], Any]] = {USUAL: read_othello, DEATHMATCH: read_deathmatch}
CHANGES: dict[str, Callable[[Any, Any], list[Change]]] = {USUAL: othello_changes, DEATHMATCH: deathmatch_changes}


def _read(file: str) -> tuple[str, Any]:
    """The game of a file's position, Othello's where it names none, and its state.

    Raises InputErrors with everything that cannot be.
    """
    data = position_in(read_document(file))
    told = data.get("game", USUAL) if isinstance(data, dict) else USUAL
    try:
        game = as_word(told, "game", tuple(READERS))
        return game, READERS[game](data)
    except InputError as error:
        raise error.located(file) from error


def check(file: str) -> int:
    """Say that a position can be, and return the exit status.

    Raises InputErrors with everything that cannot.
    """
    _game, state = _read(file)
    names = ", ".join(seat.name for seat in state.seats)
    write_text(f"{file}: {names} in act {state.act}, scene {state.scene}, {state.phase}; nothing is wrong.")
    return 0


def diff(first: str, second: str, *, as_json: bool) -> int:
    """Print in what two positions differ, a line each, and return the exit status.

    Raises InputErrors with everything that cannot be in one of them, or when they are of two games.
    """
    if first == second == STANDARD_INPUT:
        raise InputError("the two positions cannot both come from standard input; put one in a file")
    (game, ours), (other, theirs) = _read(first), _read(second)
    if game != other:
        raise InputError(f"is {game} in {first} and {other} in {second}; compare positions of one game", field="game")
    found = CHANGES[game](ours, theirs)
    if as_json:
        write_text(json.dumps([change._asdict() for change in found], indent=1, ensure_ascii=False))
        return 0
    for where, one, two in found:
        write_text(f"{where}: {_plain(one)} → {_plain(two)}")
    write_text(f"{len(found)} difference{'' if len(found) == 1 else 's'}" if found else "no difference")
    return 0


def _plain(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value) or "none"
    return "none" if value is None else json.dumps(value, ensure_ascii=False)
