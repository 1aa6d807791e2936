"""The pages and their commands, as a Flask application. It renders and passes on; it decides nothing about the game."""

import json
import time
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, cast

from flask import Flask, Response, jsonify, redirect, render_template, request
from markupsafe import Markup
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from companion.core.errors import CuelightError, InputError, all_errors
from companion.core.i18n import _
from companion.game import AnyGame, Info
from companion.games import USUAL, game_ids, game_of
from companion.table.clocks import Pace
from companion.table.strength import Strength
from companion.table.viewer import Role
from web.api.commands import BOX_QUESTIONS, COMMANDS, QUESTIONS
from web.api.openapi import description
from web.api.table_port import Doors, History, NoHistory, NoSuchGame, Table, TooManyTries, newest
from web.app.access import add_door_pages
from web.app.address import Where, picture_of
from web.app.history import add_history
from web.app.i18n import add_words
from web.app.new_game_form import (
    DEFAULT_NAMES,
    USUAL_SEATS,
    FieldErrors,
    check_seats,
    check_start,
    hosted,
    offered_names,
)
from web.app.request import BadRequest, asker, read_body
from web.app.routes import NOTHING_OWN, channel_of, may, route_of
from web.app.shop import add_shop_pages
from web.assets.game_files import Theme, add_pieces, look_now, look_of
from web.assets.manifest import add_manifest
from web.assets.static import HOUSE, add_packing, file_answer, text_answer
from web.feed.delta import mark

MAX_BODY_BYTES = 128 * 1024  # several times the size of a deck file
PLAIN_SECONDS = 5  # between two states on the plain board
CHOSEN = "cuelight-game"  # a cookie: the game that was chosen last on the page that starts one


def create_app(
    table: Table,
    doors: Doors,
    where: Callable[[], Where] = lambda: Where(None),
    history: History | None = None,
    colours: Mapping[str, str] = MappingProxyType({}),
) -> Flask:
    """Return the Flask application for one table. `web.security.gate` in front of it checks who may use it.

    Args:
        where: returns the address by which phones find the table, or why there is none.
        history: the games that were played.
        colours: the colours of cues that differ from the usual ones.
    """
    app = Flask("web", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.jinja_options = {"autoescape": True, "trim_blocks": True, "lstrip_blocks": True}
    app.before_request(time.tzset)  # the machine's time zone may have changed since the start
    history = history or NoHistory()
    _add_pages(app, table, history)
    _add_api(app, table)
    _add_where(app, where)
    _add_colours(app, colours)
    add_shop_pages(app, table)
    add_door_pages(app, table, doors, where)
    add_history(app, history)
    add_pieces(app)
    add_words(app)
    add_manifest(app)
    add_packing(app)
    _add_errors(app)
    return app


def _add_colours(app: Flask, colours: Mapping[str, str]) -> None:
    text = "".join(f'[data-cue="{cue}"] {{ --glow: {colour}; }}\n' for cue, colour in colours.items())
    app.jinja_env.globals["light_colours"] = bool(colours)

    @app.get("/colours.css")
    def light_colours() -> Response:
        return text_answer(text, "text/css", named=False)


def _add_pages(app: Flask, table: Table, history: History) -> None:
    @app.template_global()
    def first_snapshot(name: str) -> Markup:
        """Return the newest snapshot of a feed for a new page, as markup; empty if the viewer may not see it."""
        way = f"/live/{name}"
        channel, route = channel_of(way, asker()), route_of(way)
        if channel is None or route is None or not may(asker().role, route):
            return Markup()
        snapshot = newest(table, channel)
        content = Markup(snapshot.decode().replace("<", r"\u003c"))  # so that no text in it can end the element
        element = Markup('<script type="application/json" data-snapshot="{}" data-mark="{}">{}</script>')
        return element.format(name, mark(snapshot), content)

    @app.get("/")
    def home() -> BaseResponse:
        found = _table_of(table)
        starts = found["state"] == "idle" and "shop" not in found and asker().role is Role.HOST
        return redirect("/start" if starts else "/board")

    @app.get("/board")
    def board() -> str:
        snapshot = json.loads(table.board())
        return render_template("board.html", snapshot=snapshot, look=look_of(snapshot.get("game")), games=_offered())

    @app.get("/plain")
    def plain() -> Response:
        came = request.args.get("from", "")
        page = came if route_of(came) is not None else "/board"
        text = render_template("plain.html", board=json.loads(table.board()), came=page)
        return Response(text, headers={"Refresh": str(PLAIN_SECONDS)})

    @app.get("/mat")
    def mat() -> str:
        return render_template("mat.html", look=look_now(table), games=_offered())

    @app.get("/desk")
    def desk() -> str:
        return render_template("desk.html", look=look_now(table), paces=_paces(), strengths=_strengths())

    @app.get("/print")
    def print_page() -> str:
        playing = json.loads(table.board())["table"]["state"] != "idle"
        return render_template("print.html", look=look_now(table), paper=table.ask("paper", {}) if playing else None)

    @app.get("/start")
    def start() -> Response:
        lately = history.lately()
        chosen = _chosen_from(table, request.cookies.get(CHOSEN) or (lately["last"] or {}).get("plays"))
        playing = [seat["name"] for seat in json.loads(table.board())["seats"]] if chosen["ends"] is not None else []
        names, usual_seats = offered_names(chosen["game"], playing, lately)
        seen = json.loads(table.desk())
        offered = {"lately": lately, "unfitted": "setup" in seen and "devices" not in seen}
        page = Response(render_template("start.html", names=names, usual_seats=usual_seats, **offered, **chosen))
        if "game" in request.args:
            page.set_cookie(CHOSEN, chosen["game"].id, samesite="Strict")
        return page

    @app.get("/join")
    def join() -> str:
        chosen = _chosen_from(table)
        playing = [seat["name"] for seat in json.loads(table.board())["seats"]] if chosen["ends"] is not None else []
        names = [*playing, *(name for name in DEFAULT_NAMES if name not in playing)]
        return render_template("join.html", names=names, usual_seats=len(playing) or USUAL_SEATS, **chosen)

    @app.get("/box")
    def box_page() -> str:
        look = look_of(_game_wanted(table))
        return render_template("box.html", look=look, games=_offered(), editions=_editions_of(game_of(look.game.id)))

    @app.get("/setup")
    def setup_page() -> str:
        return render_template("setup.html", look=look_now(table))

    @app.get("/how")
    def how_page() -> str:
        wanted, playing = _game_wanted(table) or request.cookies.get(CHOSEN), json.loads(table.board()).get("game")
        look = look_of(wanted)
        return render_template("how.html", look=look, games=_offered(), is_played=playing in (None, look.game.id))

    @app.get("/favicon.ico")
    def favicon() -> Response:
        return file_answer(HOUSE / "favicon.svg", named=False)


def _add_api(app: Flask, table: Table) -> None:
    @app.get("/api/board")
    def api_board() -> Response:
        return _snapshot(table.board())

    @app.get("/api/desk")
    def api_desk() -> Response:
        return _snapshot(table.desk())

    @app.get("/api/own")
    def api_own() -> Response | tuple[Response, int]:
        player = asker().player
        return _snapshot(table.own(player)) if player is not None else _error(_(NOTHING_OWN), 409)

    def api_question(question: str) -> Response:
        return jsonify(table.ask(question, request.args.to_dict(), asker()))

    @app.get("/api/editions")
    def api_editions() -> Response:
        return jsonify(hosted(request.args.get("game")).box.options_form().outlines)

    for question in (*QUESTIONS, *BOX_QUESTIONS):
        app.add_url_rule(f"/api/{question}", question, partial(api_question, question))

    @app.get("/api/openapi.json")
    def api_description() -> Response:
        return jsonify(description())

    def api_command(command: str) -> Response:
        body = read_body()
        if command == "start":
            errors = check_seats(body["position"]) if "position" in body else check_start(body)
            if errors:
                raise BadRequest(_("Please check the marked fields."), errors)
        return jsonify(table.command(command, body, asker()))

    for command in COMMANDS:
        app.add_url_rule(f"/api/{command}", f"command.{command}", partial(api_command, command), methods=["POST"])


def _add_where(app: Flask, where: Callable[[], Where]) -> None:
    @app.get("/api/where")
    def api_where() -> Response:
        address, missing = where()
        if address is None:
            return jsonify({"missing": missing})
        return jsonify({"address": address, "picture": picture_of(f"{address}/")._asdict()})


def _add_errors(app: Flask) -> None:
    @app.errorhandler(BadRequest)
    def bad_request(error: BadRequest) -> tuple[Response, int]:
        return _error(str(error), 400, error.fields)

    @app.errorhandler(CuelightError)
    def refused(error: CuelightError) -> tuple[Response | str, int]:
        if request.path.startswith("/api/"):
            return error_response(error)
        _answer, code = error_response(error)
        return render_template("error.html", code=code, missing=code == 404, why=str(error)), code

    def error_response(error: CuelightError) -> tuple[Response, int]:
        if isinstance(error, InputError):
            return _wrong_input(error)
        if isinstance(error, TooManyTries):
            answer, status = _error(str(error), 429)
            answer.headers["Retry-After"] = str(error.seconds)
            return answer, status
        if isinstance(error, NoSuchGame):
            return _error(str(error), 404)
        if isinstance(error, PermissionError):
            return _error(str(error), 403)
        if isinstance(error, TimeoutError):
            return _error(str(error), 503)
        return _error(str(error), 400 if isinstance(error, ValueError) else 409, code=getattr(error, "code", None))

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> BaseResponse | tuple[Response | str, int]:
        code = error.code or 500
        if error.response is not None:
            return cast(BaseResponse, error.response)
        if request.path.startswith("/api/"):
            return _error(error.description or error.name, code)
        return render_template("error.html", code=code, missing=code == 404), code

    @app.errorhandler(Exception)
    def broken(error: Exception) -> tuple[Response | str, int]:
        app.logger.exception("a page or command failed: %s", error)
        if request.path.startswith("/api/"):
            return _error(_("Cuelight had an internal error; the game is safe. The log has the details."), 500)
        return render_template("error.html", code=500, missing=False), 500


def _paces() -> dict[str, str]:
    """Return the names of the speeds at which windows time out."""
    return {str(pace): _(pace.words) for pace in Pace}


def _strengths() -> dict[str, str]:
    """Return the names of the strengths of bots."""
    return {str(strength): _(strength.words) for strength in Strength}


def _chosen_from(table: Table, last: str | None = None) -> dict[str, Any]:
    """Return the choices on the pages that begin a game; `last` is proposed if no game is wanted or at the table."""
    game = hosted(_game_wanted(table) or last)
    decks: list[dict[str, Any]] = table.ask("decks", {})["decks"]
    return {
        "game": game.info,
        "look": Theme(game.info),
        "form": game.box.options_form(),
        "games": _offered(),
        "decks": [deck for deck in decks if deck.get("game", USUAL) == game.info.id],
        "paces": _paces(),
        "strengths": _strengths(),
        "ends": _game_of_people(_table_of(table)),
    }


def _game_wanted(table: Table) -> str | None:
    """Return the game that the request names, or else the one at the table."""
    return request.args.get("game") or json.loads(table.board()).get("game")


def _offered() -> list[Info]:
    """Return every game, examples last."""
    return sorted((game_of(name).info for name in game_ids()), key=lambda offered: offered.is_example)


def _editions_of(game: AnyGame) -> dict[str, str]:
    """The editions whose boxes are different ones, each with its title."""
    titles = game.box.options_form().editions  # of an edition with levels one for each of these
    return {edition: titles.get(edition, edition) for edition in game.info.editions}


def _game_of_people(now: dict[str, Any]) -> int | None:
    """Return the number of the game of people that a new game would end, so that the page can ask first."""
    return now.get("game") if now["state"] == "playing" and not now.get("demo") else None


def _table_of(table: Table) -> dict[str, Any]:
    described: dict[str, Any] = json.loads(table.board())["table"]
    return described


def _snapshot(snapshot: bytes) -> Response:
    return Response(snapshot, mimetype="application/json")


def _error(
    message: str, status: int, fields: FieldErrors | None = None, code: str | None = None
) -> tuple[Response, int]:
    more = {"fields": fields, "code": code}
    return jsonify({"error": message} | {name: value for name, value in more.items() if value}), status


def _wrong_input(error: InputError) -> tuple[Response, int]:
    """Return all mistakes in an input as a 400 response, each with its line and field if known."""
    faults = [{"line": each.line, "field": each.field, "what": each.what} for each in all_errors(error)]
    return jsonify({"error": str(error), "faults": faults}), 400
