"""A printed situation: everything that all players may know of it, so that any game can be finished by hand.

Hidden cards are counted by their backs.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from companion.table.view import SessionView


def paper(view: SessionView) -> dict[str, Any]:
    """Return the title, how far the game is, the open decision, the situation in lines, the newest events and the
    rules.
    """
    game, state = view.game, view.table.state
    known, names = game.secrets.visible_to(state, None), view.names
    return {
        "title": game.info.title,
        "where": game.text.where(state),
        "asked": isolated(view.position.headline, names),
        "lines": [isolated(line, names) for line in game.text.describe(known).splitlines()],
        "log": [isolated(line.text, names) for line in view.table.memory.lines],
        "details": game.display.details(known),
    }


def isolated(line: str, names: Sequence[str]) -> str:
    """Return a line in which a name in a right-to-left script does not reorder the digits after it."""
    for name in names:
        if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name):
            line = line.replace(name, f"\u2068{name}\u2069")
    return line
