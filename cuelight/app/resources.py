"""The journal of a running table, and the services that work on it.

They exist from the moment that the journal is open; so nothing has to ask whether one of them is there.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from companion.core.observation import Clock
from companion.journal import Journal, Kind
from cuelight.app.enrolment.service import EnrolmentService
from cuelight.app.games.decks import DeckLibrary
from cuelight.app.games.store import Games
from cuelight.app.speech.language import Language
from cuelight.app.speech.readings import Announcer
from cuelight.app.speech.voice import Voice
from cuelight.app.system.journal_care import JournalMaintenance
from hardware.fitted_table import FittedTable


class TableResources:
    """The journal of a table, and its services.

    Args:
        journal: an open journal; the caller closes it.
        clock: seconds that never run backwards.
        wall_clock: seconds since 1970, for the journal.
        voice: reads text aloud.
        fitted: the table's devices; without them games are played on a virtual mat.

    Attributes:
        checking: is held while a deck or a position is checked, one at a time, on the threads of pages.
        recent: the games that can be opened again, for the desk; `list_recent` updates it.
    """

    def __init__(
        self, journal: Journal, clock: Clock, wall_clock: Clock, voice: Voice, fitted: FittedTable | None
    ) -> None:
        self._clock = clock
        self.wall_clock = wall_clock
        self.journal = journal
        self.shelf = DeckLibrary(journal)
        self.caretaker = JournalMaintenance(journal, clock, wall_clock)
        self.reading = Announcer(journal, voice)
        self.language = Language(journal)
        self.checking = threading.Lock()
        self.recent: list[dict[str, Any]] = []
        self.fit(fitted)

    def fit(self, fitted: FittedTable | None) -> None:
        """Use these devices from now on."""
        self.boxes = EnrolmentService(self.journal, self.shelf, fitted, self.wall_clock)
        self.games = Games(self.journal, self.shelf.store, self._clock, self.wall_clock, fitted)

    def list_recent(self, played: int | None) -> None:
        """List the recent games, without the one that is being played."""
        self.recent = self.games.recent(played)

    def record(self, kind: Kind, body: Mapping[str, Any]) -> None:
        """Write a record that belongs to no step of a game. Raises JournalError."""
        self.journal.append(kind, body, self.wall_clock())
