"""A game's pieces of the pages: scripts, styles, drawings and markup from the folder `page` beside its `game.py`.

A page's frame, in `templates` and `static`, is the same for every game. All its scripts come from `/game/ID/`: a file
of the house first, then one of the game, then the house's plain one, with `plain-` before its name. So no game stands
in the house's way, and one without any pieces is drawn plainly. A piece of markup is a template, for its words alone.
docs/design.md says which pieces there are.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask, Response, abort, current_app
from jinja2 import Environment, FunctionLoader
from markupsafe import Markup
from werkzeug.security import safe_join

from companion.games import USUAL, game_ids, game_of
from companion.table.hosted import AnyHosted
from web.files import HOUSE, file_answer, version, without_version
from web.port import Table

_IMPORT = re.compile(r"""^(?:import|export) [^"]*"\./([\w-]+\.js)";""", re.MULTILINE)


class Look(NamedTuple):
    """How the pages of one game look: what the templates ask."""

    game: AnyHosted

    def url(self, name: str) -> str:
        """Where a browser finds a piece."""
        return f"/game/{self.game.id}/{version()}/{name}"

    def script(self, name: str) -> Markup:
        """The script of a page; all that it imports is asked for at once, not one level after the other."""
        loaded = (
            Markup('<link rel="modulepreload" href="{}">').format(self.url(each))
            for each in modules(self.game.id, name)
        )
        return Markup("").join(loaded) + Markup('<script type="module" src="{}"></script>').format(self.url(name))

    def style(self, name: str) -> Markup:
        """The link to a style sheet, where there is one."""
        found = piece_of(self.game, name)
        return Markup('<link rel="stylesheet" href="{}">').format(self.url(name)) if found is not None else Markup()

    def markup(self, name: str) -> Markup:
        """A piece that stands in the page itself."""
        found = piece_of(self.game, name)
        pieces = _pieces(current_app.jinja_env)
        return Markup(pieces.get_template(str(found)).render()) if found is not None else Markup()


@cache
def _pieces(pages: Environment) -> Environment:
    """Templates by their paths, with the words of the pages around them."""
    return pages.overlay(loader=FunctionLoader(lambda path: Path(path).read_text(encoding="utf-8")))


def look_of(name: object) -> Look:
    """The look of the game that a table plays, or of the usual one."""
    return Look(game_of(name if isinstance(name, str) and name in game_ids() else USUAL))


def look_now(table: Table) -> Look:
    """The look of what this table plays now."""
    return look_of(json.loads(table.board()).get("game"))


def piece_of(game: AnyHosted, name: str) -> Path | None:
    """The file that is a piece of this name; None where there is none."""
    plain = f"plain-{name}"
    for folder, file in ((HOUSE, name), (game.page, name), (HOUSE, plain)):
        found = safe_join(str(folder), file)
        if found is not None and Path(found).is_file():
            return Path(found)
    return None


@cache
def modules(game: str, name: str) -> tuple[str, ...]:
    """The names of all scripts that a game's script imports, and its own, each once."""
    found = [name]
    for each in found:
        piece = piece_of(game_of(game), each)
        imported = _IMPORT.findall(piece.read_text(encoding="utf-8")) if piece is not None else []
        found += [other for other in dict.fromkeys(imported) if other not in found]
    return tuple(found)


def add_pieces(app: Flask) -> None:
    """Add the pieces to the pages of a table."""

    @app.get("/game/<game>/<path:filename>")
    def piece(game: str, filename: str) -> Response:
        name, named = without_version(filename)
        found = piece_of(game_of(game), name) if game in game_ids() else None
        if found is None:
            abort(404)
        return file_answer(found, named)

    @app.get("/static/<path:filename>", endpoint="static")
    def static(filename: str) -> Response:
        name, named = without_version(filename)
        found = safe_join(str(HOUSE), name)
        if found is None or not Path(found).is_file():
            abort(404)
        return file_answer(Path(found), named)

    @app.url_defaults
    def named_by_content(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["filename"] = f"{version()}/{values['filename']}"

    @app.context_processor
    def usual_look() -> dict[str, Look]:
        return {"look": look_of(None)}
