"""The numbers of what pages are shown, by which a command that answers an old snapshot is refused."""

from __future__ import annotations

import random
from typing import Any

from companion.table.conflicts import StateVersions, parts_of
from cuelight.app.games.round import TableGame

RUN_STATES = 2**20  # numbers that one run of the program can use before it reaches those of another run


class GameVersions(StateVersions):
    """The versions of the current game's parts.

    Attributes:
        screen: the page whose command is being carried out, and that makes the changes that are noted.
    """

    def __init__(self) -> None:
        super().__init__(random.SystemRandom().randrange(2**29) * RUN_STATES)
        self.screen: str | None = None
        self._noted: tuple[Any, ...] = ()  # what parts were last made from

    def note_changes(self, found: TableGame | None) -> None:
        """Give new versions to the parts of the game that have changed."""
        if found is None:
            return
        view, zones = found.session.view, found.mat.zones()
        seen = found.id, view.position, view.record, view.timing, zones
        if seen != self._noted:
            self._noted = seen
            self.look(parts_of(view, zones, found.id), self.screen)
