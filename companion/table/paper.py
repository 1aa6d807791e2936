"""A situation on paper: all that everybody may know of it, so that any game can be finished by hand.

Cards that are hidden stand there by their backs: how many there are, and where.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from companion.table.session import Session


def paper(session: Session) -> dict[str, Any]:
    """The title, how far the game is, what is open, the lines of the situation, the newest events, and the rules."""
    rules, state = session.rules, session.state
    known, names = rules.secrets.visible_to(state, None), session.names()
    return {
        "title": rules.info.title,
        "where": rules.text.where(state),
        "asked": isolated(session.game.headline, names),
        "lines": [isolated(line, names) for line in rules.text.describe(known).splitlines()],
        "log": [isolated(line.text, names) for line in session.memory.lines],
        "details": rules.display.details(known),
    }


def isolated(line: str, names: Sequence[str]) -> str:
    """A line in which no name that is written from right to left carries along the figures after it."""
    for name in names:
        if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name):
            line = line.replace(name, f"\u2068{name}\u2069")
    return line
