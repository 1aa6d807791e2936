"""Enrolment at a running table: as long as a box is gone through, its tags do not play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.i18n import N_, _
from companion.table.viewer import Viewer
from cuelight.app.commands.dispatcher import Json
from cuelight.app.enrolment.walk import Typing
from cuelight.app.extensions import Extension
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import Mat
from cuelight.app.resources import TableResources
from cuelight.app.setup.mode import SetupMode
from cuelight.app.setup.wizard import NoSetup
from hardware.reader import Notice, Report, is_in_rack

BOX_IS_OPEN = N_("A box is being gone through: what is laid now does not play, and is named at the desk")


@dataclass(eq=False)
class EnrolmentMode(Extension):
    """The box of a table, beside its game."""

    play: GameInPlay
    resources: TableResources
    setup: SetupMode

    def before_report(self, mat: Mat, report: Report | Notice) -> bool:
        """A tag that is laid on the mat is for the box; racks keep their cards."""
        return mat is self.play.devices.fitted and not is_in_rack(report) and self.resources.boxes.take(report)

    def headline(self) -> str | None:
        """Everybody is told: a card that is laid now is shown to the host."""
        return _(BOX_IS_OPEN) if self.resources.boxes.hears else None

    def add_to_desk(self, desk: dict[str, Any]) -> None:
        """The number of changes, by which the page notices a new tag."""
        boxes = self.resources.boxes
        desk["enrolling"] = boxes.changes if boxes.goes_on else None

    def enrol(self, body: Json, asker: Viewer) -> Json:
        """Go through a box. At the end, what lies otherwise than before is compared with the game."""
        if self.setup.is_running and body.get("do") == "begin" and body.get("mode") != Typing.mode:
            raise NoSetup(_("The table is being set up. End that first, on the page /setup."))  # it has the readers
        boxes, played = self.resources.boxes, self.play.rules_id
        found = self.play.on_devices
        in_play = found is not None and found.session.play.asked is not None
        for zone, thing in boxes.command(body, played=played, in_play=in_play).items():
            if found is not None:
                found.session.compare(zone, thing, self.play.clock())
        self.play.check_racks()  # their cards may have got names
        return boxes.to_json(body, played=played)

    def card(self, body: Json, asker: Viewer) -> Json:
        """Edit the text of a card of the owners' box."""
        return self.resources.boxes.card(body, played=self.play.rules_id)
