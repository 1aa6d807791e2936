"""The desk as a page on this machine, for one user."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, abort, jsonify, request, send_from_directory
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

import web
from companion.core.errors import CuelightError, InputError
from cuelight.emulate.desk import Desk
from web.security.headers import HEADERS

HOST = "127.0.0.1"
OWN_NAMES = (HOST, "localhost")  # other sites may point a name of their own here
LOOK_SECONDS = 0.04
STILL_SECONDS = 5.0
PAGE = Path(__file__).parent / "page"
HOUSE = Path(web.__file__).parent / "static"


class PortTaken(CuelightError, OSError):
    """Another program listens on the port."""


def create_app(desk: Desk) -> Flask:
    """Return the page of a desk, with its actions."""
    app = Flask(__name__, static_folder=None)

    @app.before_request
    def look_at_name() -> None:
        if urlsplit(f"//{request.host}").hostname not in OWN_NAMES:
            abort(400)

    @app.after_request
    def guard(answer: Response) -> Response:
        for name, value in HEADERS:
            answer.headers[name.decode()] = value.decode()
        return answer

    @app.get("/")
    def page() -> Response:
        return send_from_directory(PAGE, "desk.html")

    @app.get("/<name>")
    def piece(name: str) -> Response:
        return send_from_directory(PAGE, name)

    @app.get("/house/<path:name>")
    def house(name: str) -> Response:
        return send_from_directory(HOUSE, name)

    @app.get("/desk")
    def now() -> Response:
        return jsonify(desk.to_json())

    @app.get("/live")
    def live() -> Response:
        return Response(_changes(desk), mimetype="text/event-stream")

    @app.post("/do")
    def do() -> Response:
        body = request.get_json()  # refuses forms of other sites
        if not isinstance(body, dict):
            raise InputError("must be an object")
        desk.do(body)
        return jsonify(desk.to_json())

    @app.errorhandler(InputError)
    def wrong(error: InputError) -> tuple[Response, int]:
        return jsonify(error=str(error)), 400

    return app


def _changes(desk: Desk) -> Iterator[str]:
    """Yield the state of the desk now and after each change, and now and then a line that detects closed pages."""
    sent, at = "", 0.0
    while True:
        now: Any = json.dumps(desk.to_json())
        if now != sent:
            sent, at = now, time.monotonic()
            yield f"data: {now}\n\n"
        elif time.monotonic() - at > STILL_SECONDS:
            at = time.monotonic()
            yield ": still here\n\n"
        time.sleep(LOOK_SECONDS)


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: Any) -> None:
        """Write no log."""


class Served:
    """The page, served from now until `stop`. Raises PortTaken."""

    def __init__(self, desk: Desk, port: int) -> None:
        try:
            listening = socket.create_server((HOST, port))
        except OSError as error:
            raise PortTaken(f"port {port} is taken; use --port {port + 1}") from error
        with listening:  # the server has its own descriptor of it
            port = listening.getsockname()[1]
            self._server = ThreadedWSGIServer(HOST, port, create_app(desk), handler=_Quiet, fd=listening.fileno())
        self.address = f"http://localhost:{port}"
        self._thread = threading.Thread(target=self._server.serve_forever, name="the desk's page", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._thread.join()
        self._server.socket.close()
