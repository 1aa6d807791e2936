"""Resumes recording after the journal could not be written; until then nothing that is done counts."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.journal import Kind
from companion.presence.filter import Resumed
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import TableGame, take_found
from cuelight.app.resources import TableResources


@dataclass(eq=False)
class WriteRecovery:
    """Tries to write again.

    Attributes:
        has_lost_gesture: whether a gesture at the devices could not be recorded, and was not taken again since.
    """

    play: GameInPlay
    resources: TableResources
    has_lost_gesture: bool = False
    _recorded: dict[str, str | None] = field(default_factory=dict)  # what lies in each zone

    def note_recorded(self, found: TableGame) -> None:
        """The journal decides what lies in the zones now."""
        self._recorded = found.mat.zones()

    @property
    def is_needed(self) -> bool:
        """Whether something could not be recorded, and is not made up for."""
        return self.has_lost_gesture or self.resources.journal.trouble is not None

    def retry(self) -> bool:
        """Write again if that failed before, then check everything on the mat that is not as it was recorded.

        Returns whether writing had failed. Raises JournalError if it still fails.
        """
        if not self.is_needed:
            return False
        if (trouble := self.resources.journal.trouble) is not None:
            self.resources.record(Kind.TROUBLE, {"text": str(trouble)})
        self.has_lost_gesture = False
        if (found := self.play.current) is not None:
            zones = found.mat.zones().items()
            for zone, thing in [(zone, thing) for zone, thing in zones if thing != self._recorded.get(zone)]:
                take_found(found.session, Resumed(self.play.clock(), zone, thing, fresh=True))
        return True
