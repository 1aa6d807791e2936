"""Commands that choose the table's language and what it reads aloud."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.json_fields import as_text
from companion.core.observation import Clock
from companion.table.viewer import Viewer
from cuelight.app.commands.dispatcher import Command, Json
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.speech.language import Language
from cuelight.app.speech.readings import Announcer


class SettingCommands:
    """Commands about settings that the journal keeps.

    Args:
        wall_clock: seconds since 1970, for the journal.
    """

    def __init__(self, play: GameInPlay, announcer: Announcer, language: Language, wall_clock: Clock) -> None:
        self._play = play
        self._announcer = announcer
        self._language = language
        self._wall_clock = wall_clock
        self.commands: Mapping[str, Command] = {"voice": self._choose_voice, "language": self._choose_language}

    def _choose_voice(self, body: Json, asker: Viewer) -> None:
        self._announcer.choose(body, self._wall_clock())

    def _choose_language(self, body: Json, asker: Viewer) -> None:
        self._language.choose(as_text(body.get("language"), "language"), self._wall_clock())
        if self._play.current is not None:
            self._play.current.session.tell_again()
