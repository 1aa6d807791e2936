"""Takes the reports of readers and buttons, and gives each to what it concerns: extensions, racks, game or health."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.observation import Hold, Lift, Press, Tag, Unsure
from companion.journal import JournalError
from companion.presence.crowding import Crowded
from companion.presence.filter import Crosstalk, Resumed, UnknownTag, WeakRead
from companion.presence.misreads import Misread
from cuelight.app.extensions import Extension
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import Mat, TableGame, take_found, take_gesture
from cuelight.app.resources import TableResources
from cuelight.app.system.write_recovery import WriteRecovery
from hardware.faults import Condition
from hardware.reader import FrequentErrors, Notice, PlaceOnlyReader, Report, TagHintRead, UnreadLine, is_in_rack


@dataclass(eq=False)
class DeviceInput:
    """The input of a table. Extensions see each report first."""

    play: GameInPlay
    resources: TableResources
    recovery: WriteRecovery
    extensions: Sequence[Extension]

    def take(self, mat: Mat, report: Report | Notice) -> None:
        """Take a report of this mat."""
        for extension in self.extensions:
            if extension.before_report(mat, report):
                return
        racks, health, now = self.play.racks, self.play.devices.health, self.play.clock()
        if is_in_rack(report):
            if isinstance(report, Lift) and racks is not None:
                racks.lifted(report.zone)
            self.play.check_racks()
            return
        found = self.play.current
        played = found if found is not None and found.mat is mat else None
        match report:
            case Press(_, button) | Hold(_, button) if self.play.lights.needs_attention(button):
                pass
            case Tag() | Lift() if racks is not None and racks.holds_back(report):
                pass  # a bot has asked for another card there
            case Tag() | Lift() | Press() | Hold():
                if played is not None:
                    self._take_gesture(played, report)
            case Condition():
                health.note(report, now)
            case WeakRead() | Misread() | UnknownTag() | FrequentErrors() | Crowded():
                health.doubt(report, now)
            case Crosstalk(_, zone, other, _uid, stands):
                health.overhears(zone, other if stands else None)
            case TagHintRead(_, uid, thing):
                self.play.devices.name_tag(self.resources.journal, uid, thing, self.resources.wall_clock())
            case UnreadLine(_, zone, form):
                health.types_no_id(zone, form)
            case PlaceOnlyReader(_, zone):
                health.only_laid(zone)
            case Resumed() if played is not None:
                take_found(played.session, report)
            case Unsure(at, zone, str(thing)) if played is not None:
                played.session.compare(zone, thing, at)

    def _take_gesture(self, played: TableGame, report: Report) -> None:
        try:
            take_gesture(played.session, report)
        except JournalError:
            if self.play.devices.carry(played):  # on a screen, the page gets the error
                self.recovery.has_lost_gesture = True
            raise
