"""Resumes recording after the journal could not be written.

Until then nothing that is done counts. Afterwards everything that lies on the mat otherwise than recorded is checked.
"""

from __future__ import annotations

from companion.core.observation import Clock
from companion.journal import Journal, Kind
from companion.presence.filter import Resumed
from cuelight.app.device_reports import take_found
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import TableGame


class WriteRecovery:
    """Tries to write again.

    Attributes:
        has_lost_gesture: whether a gesture at the devices could not be recorded, and nothing can since.
    """

    def __init__(self, journal: Journal, play: GameInPlay, clock: Clock, wall_clock: Clock) -> None:
        self._journal = journal
        self._play = play
        self._clock = clock
        self._wall_clock = wall_clock
        self._recorded: dict[str, str | None] = {}  # what lies in each zone
        self.has_lost_gesture = False

    def note_recorded(self, found: TableGame) -> None:
        """What lies in the zones now follows from what is in the journal."""
        self._recorded = found.mat.zones()

    def retry(self) -> bool:
        """Write again if that failed before. Returns whether it had failed. Raises JournalError if it still fails."""
        if self._journal.trouble is None:
            return False
        self._journal.append(Kind.TROUBLE, {"text": str(self._journal.trouble)}, self._wall_clock())
        self.has_lost_gesture = False
        if (found := self._play.current) is not None:
            zones = found.mat.zones().items()
            for zone, thing in [(zone, thing) for zone, thing in zones if thing != self._recorded.get(zone)]:
                take_found(found.session, Resumed(self._clock(), zone, thing, fresh=True))
        return True
