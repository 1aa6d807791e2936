"""Hooks for what may be added to a running table: shop mode, setup, the enrolment of a box.

An extension overrides the hooks that it needs. All hooks are called on the table's thread.
"""

from __future__ import annotations

from math import inf
from typing import Any

from cuelight.app.games.round import Mat, TableGame
from hardware.reader import Notice, Report


class Extension:
    """An extension that does nothing."""

    @property
    def due(self) -> float:
        """The time at which `pass_time` has something to do, on the table's clock."""
        return inf

    def pass_time(self) -> None:
        """Do what is due."""

    def before_command(self, name: str) -> None:
        """Note that somebody gives a command who may give it."""

    def before_report(self, mat: Mat, report: Report | Notice) -> bool:
        """Look at a report of a mat before the game does. Returns whether the game must not get it."""
        return False

    def before_show(self, found: TableGame) -> None:
        """Note how the current game is, before lights and snapshots are made."""

    def after_begin(self, found: TableGame) -> None:
        """Note that a game was written down and is in play."""

    def headline(self) -> str | None:
        """A text in place of the board's headline, for a game that is played on the devices."""
        return None

    def add_to_board(self, public: dict[str, Any]) -> None:
        """Add to the snapshot for everybody."""

    def add_to_desk(self, desk: dict[str, Any]) -> None:
        """Add to the snapshot for the host."""
