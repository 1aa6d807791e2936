"""What a page can ask of a table besides its snapshots; nothing in the answers hangs on a card that is hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.othello.at_table.details import details
from companion.othello.at_table.situation import open_position
from companion.othello.text.why import why
from companion.play.errors import InputError
from companion.table.session import Session

Answer = Callable[[], dict[str, Any]]


def answer_about(name: str, session: Session) -> Answer:
    """What gives the answer about the game as it stands now, later and on any thread.

    Raises InputError for a question that there is not.
    """
    state = session.state.copy()
    match name:
        case "details":
            return lambda: {"details": [each.to_json() for each in details(state)]}
        case "explain":
            events = tuple(session.game.events)
            return lambda: {"players": why(state, events)}
        case "position":
            return lambda: open_position(state)
        case _:
            raise InputError(f"there is nothing called {name!r} to ask about", field="name")
