"""Tasks that are due by time alone: windows, lights, bots, the care of the journal, and those of extensions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from cuelight.app.extensions import Extension
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import TableGame
from cuelight.app.games.starter import GameStarter
from cuelight.app.loop import Loop
from cuelight.app.resources import TableResources
from cuelight.app.system.write_recovery import WriteRecovery


@dataclass(eq=False)
class Timers:
    """The timed tasks of a table; `notices` gets the journal's notices for the host."""

    loop: Loop
    play: GameInPlay
    starter: GameStarter
    resources: TableResources
    recovery: WriteRecovery
    notices: list[str]
    extensions: Sequence[Extension]

    def next_due(self) -> float:
        """The time at which `pass_time` has anything else to do; at once while the journal cannot be written."""
        retry = self.play.clock() if self.recovery.is_needed else inf
        due = min(retry, self.resources.caretaker.due, self.play.bots_due())
        for extension in self.extensions:
            due = min(due, extension.due)
        return due

    def deadline(self) -> float:
        """The time of the next step of the game by time alone, or of a light's change; inf for never."""
        if (found := self.play.current) is None:
            return inf
        step, light = found.session.view.due, self.play.devices.health.due
        return min(inf if step is None else step, inf if light is None else light)

    def pass_time(self) -> None:
        """Do what is due. The care of the journal waits for the game."""
        if self.recovery.retry():
            if self.play.current is None:
                self.starter.resume_last()
            self.loop.mark_changed()
        if self.play.clock() >= self.resources.caretaker.due and not self.loop.is_late():
            self._care_for_journal()
        elif self.play.current is not None:
            self._go_on_with(self.play.current)
        for extension in self.extensions:
            if self.play.clock() >= extension.due:
                extension.pass_time()
                self.loop.mark_changed()

    def _go_on_with(self, found: TableGame) -> None:
        found.session.tick(self.play.clock())
        self.play.check_racks()
        self.play.follow(self.resources.reading.dark)
        self.loop.mark_changed()
        if self.play.let_bots_act():
            self.starter.start_demo()

    def _care_for_journal(self) -> None:
        """Do a piece of what the journal needs."""
        if self.resources.caretaker.act():
            self.resources.list_recent(self.play.number)
            self.loop.mark_changed()
        added = [notice for notice in self.resources.journal.notices if notice not in self.notices]
        if added:
            self.notices += added
            self.loop.mark_changed()
