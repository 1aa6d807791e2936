"""The door of games on one page: what it says of its parts is true, and no part grows beyond what one reads at once."""

from __future__ import annotations

import companion.game as page
from companion.game import Game, HostedGame
from companion.game.rules import Rules

MOST = 16
PARTS = [part for part in HostedGame.__mro__ if part.__module__.startswith(("companion.game.rules", page.__name__))]


def asked_in(part: type) -> set[str]:
    """What a part asks itself, without those on which it stands."""
    return {name for name in {*vars(part), *vars(part).get("__annotations__", ())} if not name.startswith("_")}


def test_the_first_page_names_every_part() -> None:
    named = {line.split()[0] for line in (page.__doc__ or "").splitlines() if line.startswith("    ")}
    of_rules = {part.__name__ for part in Rules.__mro__ if part is not Rules}
    assert named == {part.__name__ for part in PARTS} - of_rules - {Game.__name__, HostedGame.__name__}


def test_each_question_stands_in_one_part_that_is_read_at_once() -> None:
    asked = [name for part in PARTS for name in asked_in(part)]
    assert len(asked) == len(set(asked)) > 100
    assert max(len(asked_in(part)) for part in PARTS) <= MOST


def test_each_part_says_who_asks_it() -> None:
    composed = {Rules, Game, HostedGame}
    assert all("Called by: " in (part.__doc__ or "") for part in PARTS if part not in composed)
