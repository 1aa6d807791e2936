"""Takes the reports of readers and buttons, and gives each to what it concerns: extensions, racks, game or health."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.observation import Clock, Hold, Lift, Press, Tag, Unsure
from companion.core.places import rack_slot
from companion.journal import Journal, JournalError
from companion.presence.crowding import Crowded
from companion.presence.filter import Crosstalk, Resumed, UnknownTag, WeakRead
from companion.presence.misreads import Misread
from cuelight.app.device_reports import take_found, take_gesture
from cuelight.app.devices.attached import AttachedDevices
from cuelight.app.extensions import Extension
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import Mat, TableGame
from cuelight.app.lights import Lights
from cuelight.app.system.write_recovery import WriteRecovery
from hardware.faults import Condition
from hardware.reader import FrequentErrors, Notice, PlaceOnlyReader, Report, TagHintRead


class DeviceInput:
    """The input of a table.

    Args:
        extensions: see each report first.
        clock: seconds that never run backwards.
        wall_clock: seconds since 1970, for the journal.
    """

    def __init__(
        self,
        play: GameInPlay,
        devices: AttachedDevices,
        lights: Lights,
        journal: Journal,
        recovery: WriteRecovery,
        extensions: Sequence[Extension],
        clock: Clock,
        wall_clock: Clock,
    ) -> None:
        self._play = play
        self._devices = devices
        self._lights = lights
        self._journal = journal
        self._recovery = recovery
        self._extensions = extensions
        self._clock = clock
        self._wall_clock = wall_clock

    def take(self, mat: Mat, report: Report | Notice) -> None:
        """Take a report of this mat."""
        if any(extension.before_report(mat, report) for extension in self._extensions):
            return
        racks, health = self._play.racks, self._devices.health
        if isinstance(report, Tag | Lift | Resumed | Unsure) and rack_slot(report.zone) is not None:
            if isinstance(report, Lift) and racks is not None:
                racks.lifted(report.zone)
            self._play.check_racks()
            return
        found = self._play.current
        played = found if found is not None and found.mat is mat else None
        match report:
            case Press(_, button) | Hold(_, button) if self._lights.needs_attention(button):
                pass
            case Tag() | Lift() if racks is not None and racks.holds_back(report):
                pass  # a bot has asked for another card there
            case Tag() | Lift() | Press() | Hold():
                if played is not None:
                    self._take_gesture(played, report)
            case Condition():
                health.note(report, self._clock())
            case WeakRead() | Misread() | UnknownTag() | FrequentErrors() | Crowded():
                health.doubt(report, self._clock())
            case Crosstalk(_, zone, other, _uid, stands):
                health.overhears(zone, other if stands else None)
            case TagHintRead(_, uid, thing):
                self._devices.name_tag(self._journal, uid, thing, self._wall_clock())
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
            if self._devices.carry(played):  # on a screen, the page gets the error
                self._recovery.has_lost_gesture = True
            raise
