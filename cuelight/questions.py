"""What a page can ask of a table besides its snapshots; nothing in the answers hangs on a card that is hidden."""

from __future__ import annotations

from typing import Any

from companion.othello.why import why
from companion.play.errors import InputError
from companion.table.details import details
from companion.table.session import Session
from companion.table.situation import open_position


def answer_about(name: str, session: Session) -> dict[str, Any]:
    """The answer about the game that is played. Raises InputError for a question that there is not."""
    match name:
        case "details":
            return {"details": [each.to_json() for each in details(session.state)]}
        case "explain":
            return {"players": why(session.state, session.game.events)}
        case "position":
            return open_position(session.state)
        case _:
            raise InputError(f"there is nothing called {name!r} to ask about", field="name")
