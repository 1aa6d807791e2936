"""Carries out the commands of pages: checks who may give one and whether its page is up to date, then calls it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.core.errors import InputError
from companion.table.conflicts import StateVersions
from companion.table.viewer import Viewer
from cuelight.app.access.permissions import check_right
from cuelight.app.extensions import Extension
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.loop import Loop
from web.api.commands import COMMANDS, WELCOME

Json = dict[str, Any]
Command = Callable[[Json, Viewer], Json | None]
"""Takes the body and who gives the command. Returns what the page is to get; raises CuelightError."""


@dataclass(eq=False)
class Dispatcher:
    """The commands of a table. Extensions notice each of them.

    Args:
        commands: by their names, as in `web/api/commands.py`.
        preparations: of some commands, the slow checks that need not be made on the table's thread.
    """

    commands: Mapping[str, Command]
    preparations: Mapping[str, Callable[[Json, Viewer], None]]
    loop: Loop
    play: GameInPlay
    versions: StateVersions
    extensions: Sequence[Extension]

    def prepare(self, name: str, body: Json, asker: Viewer) -> None:
        """Make the slow checks of a command, on any thread. Raises CuelightError."""
        if name in self.preparations:
            self.preparations[name](body, asker)

    def carry_out(self, name: str, body: Json, asker: Viewer) -> Json:
        """Carry out a command, on the table's thread. Raises CuelightError."""
        if name != WELCOME:  # which checks itself who may give it
            found = self.play.current
            check_right(asker, name, body, self.play.names, found.game if found is not None else None)
        for extension in self.extensions:
            extension.before_command(name)
        if name not in self.commands:
            raise InputError(f"there is no command {name!r}; choose one of: {', '.join(COMMANDS)}", field="command")
        try:
            self._check_version(name, body)
            self.versions.screen = str(body.get("screen"))
            given = {key: value for key, value in body.items() if key not in ("state", "screen")}
            return {"ok": True, **(self.commands[name](given, asker) or {})}
        finally:  # also after a refusal: time has passed, and what the command began is undone
            if self.play.current is not None:
                self.loop.attempt(partial(self.play.current.note_changes, self.versions))  # by this screen
            self.versions.screen = None
            self.loop.mark_changed()

    def _check_version(self, name: str, body: Json) -> None:
        """Raises Conflict if what a command answers has changed since its page was shown."""
        found = self.play.current
        if found is None:
            self.versions.check(name, body, None, {})
            return
        found.session.tick(self.play.clock())
        found.note_changes(self.versions)
        if body.get("state") is not None:
            self.versions.check(name, body, found.session.view, found.zones_seen())
