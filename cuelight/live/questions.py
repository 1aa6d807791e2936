"""What a page can ask of a table besides its snapshots; nothing in the answers hangs on a card that is hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.table.session import Session

Later = Callable[[], dict[str, Any]]


def answer_about(name: str, session: Session) -> Later:
    """What gives the answer about the game as it stands now, later and on any thread.

    Raises InputError for a question that there is not.
    """
    state, events = session.rules.copy(session.state), tuple(session.game.events)
    return lambda: session.rules.about(name, state, events)
