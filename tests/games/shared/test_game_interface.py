"""The game interface: its first page names every part, and each part can be read at once."""

from __future__ import annotations

from dataclasses import fields
from typing import get_origin, get_type_hints

import companion.game as page
from companion.game import Corrections, Game

MOST = 28
PARTS = [get_origin(hint) or hint for name, hint in get_type_hints(Game).items() if name != "info"]


def members(part: type) -> set[str]:
    return {name for name in {*vars(part), *vars(part).get("__annotations__", ())} if not name.startswith("_")}


def test_the_first_page_names_every_part_and_its_file() -> None:
    rows = [line.split()[:2] for line in (page.__doc__ or "").splitlines() if line.startswith("    ")]
    assert [name for name, _file in rows] == [field.name for field in fields(Game)]
    files = [file for _name, file in rows][1:]
    assert files == [f"{part.__module__.replace('.', '/')}.py" for part in PARTS]


def test_a_part_can_be_read_at_once() -> None:
    assert max(len(members(part)) for part in (*PARTS, Corrections)) <= MOST
