"""The game interface: its first page names every part, and each part can be read at once."""

from __future__ import annotations

from dataclasses import fields
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import companion.game as page
from companion.game import Game

MOST = 20


def part_of(hint: Any) -> type:
    """Return the class of a part, which may be optional."""
    given = [each for each in get_args(hint) if each is not NoneType] if NoneType in get_args(hint) else [hint]
    found: type = get_origin(given[0]) or given[0]
    return found


PARTS = [part_of(hint) for name, hint in get_type_hints(Game).items() if name != "info"]


def members(part: type) -> set[str]:
    return {name for name in {*vars(part), *vars(part).get("__annotations__", ())} if not name.startswith("_")}


def test_the_first_page_names_every_part_and_its_file() -> None:
    rows = [line.split()[:2] for line in (page.__doc__ or "").splitlines() if line.startswith("    ")]
    assert [name for name, _file in rows] == [field.name for field in fields(Game)]
    files = [file for _name, file in rows][1:]
    assert files == [f"{part.__module__.replace('.', '/')}.py" for part in PARTS]


def test_a_part_can_be_read_at_once() -> None:
    assert max(len(members(part)) for part in PARTS) <= MOST
