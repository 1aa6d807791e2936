"""Setup of a running table: the wizard takes the devices, and the table gets them back at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.core.errors import CuelightError
from companion.core.i18n import N_, _
from companion.core.observation import Clock
from companion.table.viewer import Role, Viewer
from cuelight.app.commands.dispatcher import Json
from cuelight.app.devices.attached import AttachedDevices
from cuelight.app.extensions import Extension
from cuelight.app.games.starter import GameStarter
from cuelight.app.loop import Loop
from cuelight.app.resources import TableResources
from cuelight.app.setup.wizard import LOOK, NoSetup, at_rest
from cuelight.app.setup.worker import SetupWorker

IS_SET_UP = N_("The table is being set up: what is laid now does not play")


@dataclass(eq=False)
class SetupMode(Extension):
    """A setup, while there is one; `start_devices` lets the devices report to the table."""

    loop: Loop
    devices: AttachedDevices
    resources: TableResources
    starter: GameStarter
    start_devices: Callable[[], None]
    clock: Clock
    _worker: SetupWorker | None = None

    @property
    def is_running(self) -> bool:
        """Return whether a setup has the devices now."""
        return self._worker is not None

    def close(self) -> None:
        """End the setup without giving the devices back; what it has found is in the file."""
        if self._worker is not None:
            self._worker.close()

    def prepare(self, body: Json, asker: Viewer) -> None:
        """Before a command that ends the setup, wait for its thread, which may wait for a device."""
        if asker.role is Role.HOST and body.get("do") == "end":
            self.close()

    def headline(self) -> str | None:
        """The setup has the readers."""
        return _(IS_SET_UP) if self._worker is not None else None

    def add_to_desk(self, desk: dict[str, Any]) -> None:
        """The number of changes, by which the page notices a new step."""
        if self.devices.table_file is not None:
            desk["setup"] = self._worker.wizard.changes if self._worker is not None else None

    def command(self, body: Json, asker: Viewer) -> Json:
        """Continue, begin or end a setup."""
        if self._worker is None and body.get("do") in (LOOK, "end"):
            return at_rest(self.devices.table_file)
        if self.devices.table_file is None:
            raise NoSetup(_("A demonstration has no devices. Start the table itself: cuelight run"))
        if body.get("do") == "begin" and self._worker is None:
            if self.resources.boxes.hears:
                raise NoSetup(_("A box is being gone through. End that first."))
            self.devices.close()
            self._worker = SetupWorker(self.devices.table_file, self.clock, self._changed, self._abandoned)
        worker = self._worker
        if worker is None:
            raise NoSetup(_("The table is not being set up now. Begin: what is known is kept."))
        answer: Json = worker.command(body)
        if body["do"] == "end":
            self._end()
            return answer | at_rest(self.devices.table_file)
        return answer

    def _changed(self) -> None:
        self.loop.hand_over(self.loop.mark_changed)

    def _abandoned(self) -> None:
        """Nobody has answered for long: the table plays again."""
        self.loop.hand_over(self._end)

    def _end(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None
            self._refit()

    def _refit(self) -> None:
        """Give the table the devices that the file names now; the game that is in play continues on them.

        Raises TableFileError or DeviceError, and then the devices are those from before.
        """
        try:
            self.devices.reload()
        except CuelightError:
            self.start_devices()
            raise
        self.resources.fit(self.devices.fitted)
        self.start_devices()
        self.starter.resume_on_devices()
