"""What a table has from the moment that its journal is open: one value, made whole.

Before that there is none of it, and after that all of it; so nobody asks of one of them whether it is there.
"""

from __future__ import annotations

from companion.core.observation import Clock
from companion.journal import Journal
from cuelight.app.enrolment.service import EnrolmentService
from cuelight.app.games.decks import DeckLibrary
from cuelight.app.games.store import Games
from cuelight.app.speech.language import Language
from cuelight.app.speech.readings import Announcer
from cuelight.app.speech.voice import Voice
from cuelight.app.system.journal_care import JournalMaintenance
from hardware.fitted_table import FittedTable


class TableResources:
    """The journal of a table, and what works with it.

    Args:
        journal: open, and closed by whoever opened it.
        clock: seconds that never run backwards.
        wall_clock: seconds since 1970, for the journal.
        voice: what reads aloud.
        fitted: the table's devices; without them games are played on a virtual mat.
    """

    def __init__(
        self, journal: Journal, clock: Clock, wall_clock: Clock, voice: Voice, fitted: FittedTable | None
    ) -> None:
        self._clock = clock
        self._wall_clock = wall_clock
        self.journal = journal
        self.shelf = DeckLibrary(journal)
        self.caretaker = JournalMaintenance(journal, clock, wall_clock)
        self.reading = Announcer(journal, voice)
        self.language = Language(journal)
        self.fit(fitted)

    def fit(self, fitted: FittedTable | None) -> None:
        """Work with these devices from now on."""
        self.boxes = EnrolmentService(self.journal, self.shelf, fitted, self._wall_clock)
        self.games = Games(self.journal, self.shelf.store, self._clock, self._wall_clock, fitted)
