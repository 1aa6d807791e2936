"""A situation on paper: all that everybody may know of it, so that any game can be finished by hand.

Cards that are hidden stand there by their backs: how many there are, and where.
"""

from __future__ import annotations

from typing import Any

from companion.table.session import Session


def paper(session: Session) -> dict[str, Any]:
    """The title, how far the game is, what is open, the lines of the situation, the newest events, and the rules."""
    rules, state = session.rules, session.state
    known = rules.as_known(state, None)
    return {
        "title": rules.title,
        "where": rules.where(state),
        "asked": session.game.headline,
        "lines": rules.describe(known).splitlines(),
        "log": [line.text for line in session.memory.lines],
        "details": rules.details(known),
    }
