"""`cuelight position`: check and compare positions of any game."""

from __future__ import annotations

import json
from typing import Any

from companion.core.errors import InputError
from cuelight.commands.text_interface import read_position
from cuelight.terminal.input_files import STANDARD_INPUT, write_text
from cuelight.terminal.phrases import count


def check(file: str) -> int:
    """Print whether a position is possible; returns the exit status.

    Raises InputErrors with every mistake.
    """
    game, state = read_position(file)
    names, open_now = ", ".join(game.rules.players(state)), game.text.decision(state, game.rules.decision(state))
    write_text(f"{file}: {names}; {game.text.where(state)}; {open_now}; nothing is wrong.")
    return 0


def diff(first: str, second: str, *, as_json: bool) -> int:
    """Print the differences between two positions, one per line; returns the exit status.

    Raises InputErrors with every mistake in one of them, or if they are of different games.
    """
    if first == second == STANDARD_INPUT:
        raise InputError("the two positions cannot both come from standard input; put one in a file")
    (game, ours), (other, theirs) = read_position(first), read_position(second)
    if game is not other:
        what = f"is {game.info.id} in {first} and {other.info.id} in {second}; compare positions of one game"
        raise InputError(what, field="game")
    found = game.differences(ours, theirs)
    if as_json:
        write_text(json.dumps([change._asdict() for change in found], indent=1, ensure_ascii=False))
        return 0
    for where, one, two in found:
        write_text(f"{where}: {_plain(one)} → {_plain(two)}")
    write_text(count(len(found), "difference") if found else "no difference")
    return 0


def _plain(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value) or "none"
    return "none" if value is None else json.dumps(value, ensure_ascii=False)
