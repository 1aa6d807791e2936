"""The lights of seats and rack slots: which cue each shows, sent to the table only when it changes."""

from __future__ import annotations

from collections.abc import Collection

from companion.core.cues import Cue
from companion.core.places import SEAT_NAMES
from cuelight.app.bots.rack_players import Racks
from cuelight.app.devices.attached import AttachedDevices
from cuelight.app.games.round import TableGame


class Lights:
    """The cues that are shown at present."""

    def __init__(self, devices: AttachedDevices) -> None:
        self._devices = devices
        self._shown: dict[str, str] = {}

    def reset(self) -> None:
        """Send every cue again: another game is played, maybe on another mat."""
        self._shown = {}

    def show_seats(self, found: TableGame, dark: Collection[str], now: float) -> None:
        """Show what the game asks of each seat, or that a device there needs attention.

        Args:
            dark: seats at a real table whose players hear their cues instead.
        """
        health = self._devices.health
        health.show(now)
        is_fine = health.is_fine
        for seat, wanted in zip(SEAT_NAMES, found.session.view.cues, strict=False):
            cue = wanted if is_fine else health.cue(seat, wanted, now)
            if self._devices.fitted is not None and seat in dark:
                cue = Cue.IDLE
            if self._shown.get(seat) != cue:
                self._shown[seat] = cue
                found.mat.show(seat, cue)

    def show_racks(self, racks: Racks) -> None:
        """Show what is to be done at the slots of the racks."""
        for slot, cue in racks.lamps().items():
            if self._devices.fitted is not None and self._shown.get(slot) != cue:
                self._shown[slot] = cue
                self._devices.fitted.show(slot, cue)

    def needs_attention(self, seat: str) -> bool:
        """True if the light of a seat shows that something is wrong there, so that it asks for no press."""
        return self._shown.get(seat) == Cue.ATTENTION
