"""The History pages: the list with statistics, one game with its replay, and exported files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from flask import Flask, Response, abort, jsonify, redirect, render_template
from werkzeug.wrappers import Response as BaseResponse

from companion.games import game_ids, game_of
from companion.journal import said_time
from web.api.table_port import FORMS, GameFile, History
from web.app.i18n import add_words
from web.assets.game_files import look_of
from web.assets.page_assets import PAGES, SENSES
from web.assets.standalone import single_file

PAGE = "html"
"""File format of a game as one self-contained page with its replay; the page needs neither a table nor a network."""


def add_history(app: Flask, history: History) -> None:
    """Add the routes to the pages of a table."""
    app.jinja_env.filters.update(_FILTERS)

    @app.get("/history")
    def history_page() -> str:
        return render_template("history.html", **history.games())

    @app.get("/history/<int:number>")
    def past_page(number: int) -> str:
        data = history.game(number)
        return render_template("past.html", data=data, look=look_of(data["digest"]["plays"]), kept=False)

    @app.get("/history/<int:number>/<form>")
    def game_file(number: int, form: str) -> BaseResponse:
        if form == PAGE:
            return _sent(kept_page(history, number))
        if form == "pdf":  # older pages link to it
            return redirect(f"/history/{number}")
        return _sent(history.file(number, form)) if form in FORMS else abort(404)

    @app.get("/history/all/<form>")
    def all_games_file(form: str) -> Response:
        return _sent(history.file(None, form)) if form in FORMS else abort(404)

    @app.get("/api/history")
    def api_history() -> Response:
        return jsonify(history.games())

    @app.get("/api/history/<int:number>")
    def api_game(number: int) -> Response:
        return jsonify(history.game(number))

    @app.get("/api/history/<int:number>/replay")
    def api_replay(number: int) -> Response:
        return jsonify(history.replay(number))


def kept_page(history: History, number: int) -> GameFile:
    """Return a game as one self-contained page. Raises CuelightError if there is no such game."""
    data = history.game(number)
    look = look_of(data["digest"]["plays"])
    with _press().app_context():
        page = render_template("past.html", data=data | history.replay(number), look=look, kept=True)
    styles, scripts = PAGES["past"]
    content = single_file(page, look.game, tuple(name for name in scripts if name != SENSES), styles)
    return GameFile(f"game-{number}.html", "text/html; charset=utf-8", content.encode())


@cache
def _press() -> Flask:
    """Return an application that renders pages outside a request."""
    app = Flask("web")
    app.jinja_options = {"autoescape": True, "trim_blocks": True, "lstrip_blocks": True}
    add_words(app)
    app.jinja_env.filters.update(_FILTERS)
    return app


def title_of(plays: str) -> str:
    """Return the title of a game by its id."""
    return game_of(plays).info.title if plays in game_ids() else plays


def edition_of(digest: Mapping[str, Any]) -> str:
    """Return the title of the edition of a game; empty if the game has only one."""
    if digest["plays"] not in game_ids():
        return ""
    return game_of(digest["plays"]).edition_title(digest.get("edition"), digest.get("level"))


_FILTERS: dict[str, Callable[..., Any]] = {"said_time": said_time, "title_of": title_of, "edition_of": edition_of}


def _sent(file: GameFile) -> Response:
    answer = Response(file.content, content_type=file.media)
    answer.headers["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return answer
