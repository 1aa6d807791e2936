"""Commands that choose the table's language and what it reads aloud."""

from __future__ import annotations

from companion.core.json_fields import as_text
from companion.table.viewer import Viewer
from cuelight.app.commands.dispatcher import Json
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.resources import TableResources


def choose_voice(resources: TableResources, body: Json, asker: Viewer) -> None:
    """Choose what is read aloud."""
    resources.reading.choose(body, resources.wall_clock())


def choose_language(play: GameInPlay, resources: TableResources, body: Json, asker: Viewer) -> None:
    """Choose the language of everything that is shown."""
    resources.language.choose(as_text(body.get("language"), "language"), resources.wall_clock())
    if play.current is not None:
        play.current.session.translate_events()
