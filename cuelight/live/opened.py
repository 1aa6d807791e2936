"""What a table has from the moment that its journal is open: one value, made whole.

Before that there is none of it, and after that all of it; so nobody asks of one of them whether it is there.
"""

from __future__ import annotations

from companion.journal import Journal
from companion.table.observation import Clock
from cuelight.live.box_work import BoxWork
from cuelight.live.caretaker import Caretaker
from cuelight.live.decks import Shelf
from cuelight.live.games import Games
from cuelight.live.language import Language
from cuelight.live.reading import Reading
from cuelight.live.voice import Voice
from hardware.fitted_table import FittedTable


class Opened:
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
        self.shelf = Shelf(journal)
        self.caretaker = Caretaker(journal, clock, wall_clock)
        self.reading = Reading(journal, voice)
        self.language = Language(journal)
        self.fit(fitted)

    def fit(self, fitted: FittedTable | None) -> None:
        """Work with these devices from now on."""
        self.boxes = BoxWork(self.journal, self.shelf, fitted, self._wall_clock)
        self.games = Games(self.journal, self.shelf.store, self._clock, self._wall_clock, fitted)
