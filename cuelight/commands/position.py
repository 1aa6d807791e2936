"""`cuelight position`: positions checked and compared."""

from __future__ import annotations

import json
from typing import Any

from companion.othello.position.diff import position_changes
from companion.play.errors import InputError
from cuelight.commands.files import STANDARD_INPUT, write_text
from cuelight.commands.text_interface import read_position


def check(file: str) -> int:
    """Say that a position can be, and return the exit status.

    Raises InputErrors with everything that cannot.
    """
    state = read_position(file)
    names = ", ".join(seat.name for seat in state.seats)
    write_text(f"{file}: {names} in act {state.act}, scene {state.scene}, {state.phase}; nothing is wrong.")
    return 0


def diff(first: str, second: str, *, as_json: bool) -> int:
    """Print in what two positions differ, a line each, and return the exit status.

    Raises InputErrors with everything that cannot be in one of them.
    """
    if first == second == STANDARD_INPUT:
        raise InputError("the two positions cannot both come from standard input; put one in a file")
    found = position_changes(read_position(first), read_position(second))
    if as_json:
        write_text(json.dumps([change._asdict() for change in found], indent=1, ensure_ascii=False))
        return 0
    for where, ours, theirs in found:
        write_text(f"{where}: {_plain(ours)} → {_plain(theirs)}")
    write_text(f"{len(found)} difference{'' if len(found) == 1 else 's'}" if found else "no difference")
    return 0


def _plain(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value) or "none"
    return "none" if value is None else json.dumps(value, ensure_ascii=False)
