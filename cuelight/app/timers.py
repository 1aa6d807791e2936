"""Does what is due by time alone: windows, lights, bots, the care of the journal, and what extensions wait for."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from companion.core.observation import Clock
from cuelight.app.devices.attached import AttachedDevices
from cuelight.app.extensions import Extension
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.starter import GameStarter
from cuelight.app.loop import Loop
from cuelight.app.resources import TableResources
from cuelight.app.system.write_recovery import WriteRecovery


class Timers:
    """What is due at a table, and when.

    Args:
        notices: where the journal's notices are added for the host.
        clock: seconds that never run backwards.
    """

    def __init__(
        self,
        loop: Loop,
        play: GameInPlay,
        starter: GameStarter,
        devices: AttachedDevices,
        resources: TableResources,
        recovery: WriteRecovery,
        notices: list[str],
        extensions: Sequence[Extension],
        clock: Clock,
    ) -> None:
        self._loop = loop
        self._play = play
        self._starter = starter
        self._devices = devices
        self._resources = resources
        self._recovery = recovery
        self._notices = notices
        self._extensions = extensions
        self._clock = clock

    def next_due(self) -> float:
        """When `pass_time` has something to do, on the table's clock; at once while the journal cannot be written."""
        retry = self._clock() if self._resources.journal.trouble is not None else inf
        others = (extension.due for extension in self._extensions)
        return min(retry, self._resources.caretaker.due, self.deadline(), self._play.bots_due(), *others)

    def deadline(self) -> float:
        """When the game goes on by time alone, or a light changes; inf for never."""
        if (found := self._play.current) is None:
            return inf
        dues = found.session.due(), self._devices.health.due
        return min((due for due in dues if due is not None), default=inf)

    def pass_time(self) -> None:
        """Do what is due. The care of the journal waits for the game."""
        if self._recovery.retry():
            if self._play.current is None:
                self._starter.resume_last()
            self._loop.mark_changed()
        if self._clock() >= self._resources.caretaker.due and not self._loop.is_late():
            self._care_for_journal()
        elif self._play.current is not None:
            self._go_on_with_game()
        for extension in self._extensions:
            if self._clock() >= extension.due:
                extension.pass_time()
                self._loop.mark_changed()

    def _go_on_with_game(self) -> None:
        self._play.require().session.tick(self._clock())
        self._play.check_racks()
        self._play.follow(self._resources.reading.dark)
        self._loop.mark_changed()
        if self._play.let_bots_act():
            self._starter.start_demo()

    def _care_for_journal(self) -> None:
        """Do a piece of what the journal needs."""
        if self._resources.caretaker.act():
            self._resources.list_recent(self._play.number)
            self._loop.mark_changed()
        added = [notice for notice in self._resources.journal.notices if notice not in self._notices]
        if added:
            self._notices += added
            self._loop.mark_changed()
