"""The numbers of what pages are shown, by which a command that answers an old snapshot is refused."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from companion.core.observation import Clock
from companion.table.conflicts import StateVersions, parts_of
from cuelight.app.games.in_play import GameInPlay

RUN_STATES = 2**20  # numbers that one run of the program can use before it reaches those of another run


class GameVersions:
    """The versions of the current game's parts.

    Attributes:
        screen: the page whose command is being carried out.
    """

    def __init__(self, play: GameInPlay, clock: Clock) -> None:
        self._play = play
        self._clock = clock
        self._versions = StateVersions(random.SystemRandom().randrange(2**29) * RUN_STATES)
        self.screen: str | None = None

    @property
    def state(self) -> int:
        """The number of the newest version."""
        return self._versions.state

    def note_changes(self) -> None:
        """Give new versions to the parts of the game that have changed, by the present screen or by the table."""
        if (found := self._play.current) is not None:
            self._versions.look(parts_of(found.session, found.mat.zones(), found.id), self.screen)

    def check(self, name: str, body: Mapping[str, Any]) -> None:
        """Raises Conflict if what a command answers has changed since its page was shown."""
        found = self._play.current
        if found is None:
            self._versions.check(name, body, None, {})
            return
        found.session.tick(self._clock())
        self.note_changes()
        self._versions.check(name, body, found.session, found.zones_seen())
