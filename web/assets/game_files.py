"""Template overrides of a game: scripts, styles, drawings and markup from the folder `page` beside its `game.py`.

The frame of a page, in `templates` and `static`, is the same for every game. All scripts come from `/game/ID/`. A file
name is looked up among the application's files, then among the game's, then among the application's defaults, whose
names begin with `plain-`. So no game can replace a file of the application, and a game without overrides gets a plain
look. An override with markup is a template only so that its texts can be translated. docs/design.md lists the
overrides.
"""

import json
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask, Response, abort, current_app
from jinja2 import Environment, FunctionLoader
from markupsafe import Markup
from werkzeug.security import safe_join

from companion.game import Info
from companion.games import USUAL, game_ids, game_of
from web.api.table_port import Table
from web.assets.bundle import NotJoined, joined_script, joined_style
from web.assets.page_assets import PAGES
from web.assets.static import HOUSE, file_answer, text_answer, version, without_version

JOINED = "joined-"  # prefix of a page's name: the bundle of its files
_FILES = {f"{JOINED}{page}.{kind}": (page, kind) for page in PAGES for kind in ("css", "js")}


class Theme(NamedTuple):
    """The look of one game's pages, as the templates use it."""

    game: Info

    def url(self, name: str) -> str:
        """Return the URL of a file."""
        return f"/game/{self.game.id}/{version()}/{name}"

    def script(self, page: str) -> Markup:
        """Return the elements that load the scripts of a page: one bundle if possible."""
        joined = f"{JOINED}{page}.js"
        names = (joined,) if _joined(self.game.id, joined) is not None else PAGES[page].scripts
        element = Markup('<script type="module" src="{}"></script>')
        return Markup().join(element.format(self.url(name)) for name in names)

    def style(self, page: str) -> str:
        """Return the URL of the bundled styles of a page."""
        return self.url(f"{JOINED}{page}.css")

    def markup(self, name: str) -> Markup:
        """Return the markup of a template override for insertion into the page."""
        found = piece_of(self.game, name)
        pieces = _pieces(current_app.jinja_env)
        return Markup(pieces.get_template(str(found)).render()) if found is not None else Markup()


@cache
def _pieces(pages: Environment) -> Environment:
    """Return an environment that loads templates by path and has the translations of `pages`."""
    return pages.overlay(loader=FunctionLoader(lambda path: Path(path).read_text(encoding="utf-8")))


def look_of(name: object) -> Theme:
    """The look of the game that a table plays, or of the usual one."""
    return Theme(game_of(name if isinstance(name, str) and name in game_ids() else USUAL).info)


def look_now(table: Table) -> Theme:
    """Return the look of the game at this table."""
    return look_of(json.loads(table.board()).get("game"))


def piece_of(game: Info, name: str) -> Path | None:
    """The file that is a piece of this name; None where there is none."""
    plain = f"plain-{name}"
    for folder, file in ((HOUSE, name), (game.page, name), (HOUSE, plain)):
        found = safe_join(str(folder), file)
        if found is not None and Path(found).is_file():
            return Path(found)
    return None


@cache
def _joined(game: str, name: str) -> str | None:
    """The text of several pieces in one, as they were at first; None where a script is of a form that is not joined."""
    find = partial(piece_of, game_of(game).info)
    page, kind = _FILES[name]
    styles, scripts = PAGES[page]
    if kind == "css":
        text = joined_style(tuple(style for style in styles if find(style) is not None), find)
        return text.replace('url("fonts/', f'url("/static/{version()}/fonts/')
    with suppress(NotJoined):
        return joined_script(scripts, find)
    return None


def add_pieces(app: Flask) -> None:
    """Add the routes of these files to the pages of a table."""

    @app.get("/game/<game>/<path:filename>")
    def piece(game: str, filename: str) -> Response:
        name, named = without_version(filename)
        if game not in game_ids():
            abort(404)
        text = _joined(game, name) if name in _FILES else None
        if text is not None:
            return text_answer(text, "text/css" if name.endswith(".css") else "text/javascript", named)
        found = piece_of(game_of(game).info, name)
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
    def usual_look() -> dict[str, Theme]:
        return {"look": look_of(None)}
