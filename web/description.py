"""The table's own description for programs (OpenAPI 3.1), made from `web.routes` and the forms of the bodies.

The forms say what a body is made of. What it means, and whether it may be now, is for the table.
"""

from importlib.metadata import version
from typing import Any

from companion.games import game_of, hosted_ids
from companion.play.places import SEATS
from companion.table.asker import Role
from web.routes import FEEDS, ROUTES, Route

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
SEAT: Schema = COUNT | {"minimum": 1, "maximum": SEATS[-1]}
FLAG: Schema = {"type": "boolean"}
PIN: Schema = {"type": "string", "pattern": "^[0-9]{6,12}$"}
ENDS: Schema = {"type": ["integer", "null"], "description": "the game of people that this ends, as in table.game"}


def _object(needed: tuple[str, ...] = (), *, more: bool = False, **members: Schema) -> Schema:
    return {"type": "object", "properties": members, "required": list(needed), "additionalProperties": more}


def _one_of(*words: str) -> Schema:
    return {"type": "string", "enum": list(words)}


_POSITION = {"type": "object", "description": "a position, as in docs/formats.md", "additionalProperties": True}
_GAMES = [game_of(name) for name in hosted_ids()]
_START = _object(
    game=_one_of(*hosted_ids()),
    names={"type": "array", "items": TEXT | {"maxLength": 24}, "minItems": SEATS[0], "maxItems": SEATS[-1]},
    lead={"type": ["integer", "null"], "minimum": 0, "maximum": SEATS[-1] - 1},
    edition=_one_of(*sorted({edition for game in _GAMES for edition in game.editions})),
    level=TEXT,
    variants={"type": "array", "items": TEXT},
    rulings={"type": "object", "additionalProperties": TEXT},
    deck=TEXT,
    position=_POSITION,
    ends=ENDS,
)
_STATE: Schema = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}
_SEEN: dict[str, Schema] = {
    "state": _STATE | {"description": "of the snapshot that it answers; what has changed since is a 409"},
    "screen": TEXT | {"description": "whose own moves are no news to it"},
}


def _seen(body: Schema) -> Schema:
    """A command that may name what its page was shown."""
    return body | {"properties": body["properties"] | _SEEN}


_MAT = _object(("do",), do=_one_of("tag", "lift", "press", "hold"), zone=TEXT, thing=TEXT, button=TEXT)
_KINDS = dict.fromkeys(str(kind) for game in _GAMES for kind in game.answers)
_ANSWER = _object(("do",), do=_one_of(*_KINDS), by=TEXT, more=True)
BODIES: dict[str, Schema] = {
    "answer": _seen(_ANSWER | {"description": "an answer, as in docs/formats.md"}),
    "mat": _seen(_MAT),
    "undo": _seen(_object(to=COUNT, answer=_ANSWER)),
    "question": _seen(_object(("id", "reply"), id=COUNT, reply=TEXT)),
    "drive": _seen(_object(("driver",), driver=_one_of("bots", "hands"))),
    "voice": _object(("speaks",), speaks=FLAG),
    "start": _START,
    "demo": _object(ends=ENDS),
    "reopen": _object(("game",), game=COUNT | {"minimum": 1}, ends=ENDS),
    "deck": _object(("text",), text=TEXT | {"description": "a deck file, as in docs/decks.md"}),
    "login": _object(("pin",), pin=PIN),
    "logout": _object(),
    "pin": _object(("pin", "new"), pin=PIN, new=PIN),
    "seat": _object(("seat", "key"), seat=SEAT, key=TEXT),
    "keys": _object(seat=SEAT),
}
"""The form of each body, by the last part of its path."""

_REFUSED = {
    400: "it cannot be read, or is not what it should be",
    403: "it is not for who asks, or comes from another site's page",
    409: "it cannot be now",
    413: "it is too long",
    429: "it is too much at a time",
    503: "very many ask at once",
}


def description() -> Schema:
    """The whole document."""
    paths: dict[str, Any] = {}
    for route in ROUTES:
        path = route.path.replace("<int:seat>", "{seat}").replace("<path:filename>", "{filename}")
        paths[path] = {method.lower(): _operation(route, path) for method in route.methods if method != "HEAD"}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cuelight", "version": version("cuelight"), "description": "One table and its game."},
        "paths": paths,
        "components": {"schemas": {"Refusal": _refusal()}},
    }


def _operation(route: Route, path: str) -> Schema:
    name = route.path.rpartition("/")[2]
    refused = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}}
    done: Schema = {"description": "done", "content": {_media(path): {}}}
    answers: Schema = {str(code): {"description": words} | refused for code, words in _REFUSED.items()}
    found: Schema = {"summary": route.what, "x-role": route.role, "responses": {"200": done} | answers}
    if route.role is not Role.GUEST:
        found["responses"]["303"] = {"description": "to the page that asks for the PIN"}
    parts = {"seat": SEAT, "filename": TEXT}
    named = [part for part in parts if f"{{{part}}}" in path]
    found["parameters"] = [{"name": part, "in": "path", "required": True, "schema": parts[part]} for part in named]
    if "POST" in route.methods:
        body = {"content": {"application/json": {"schema": BODIES[name]}}, "required": bool(BODIES[name]["required"])}
        found["requestBody"] = body
    return found


def _media(path: str) -> str:
    if path in FEEDS:
        return "text/event-stream"
    return "application/json" if path.startswith("/api/") else "*/*" if "{filename}" in path else "text/html"


def _refusal() -> Schema:
    fault = _object(line={"type": ["integer", "null"]}, field={"type": ["string", "null"]}, what=TEXT)
    return _object(
        ("error",),
        error=TEXT,
        code=TEXT,
        needs=_one_of(*Role),
        fields={"type": "object", "additionalProperties": TEXT},
        faults={"type": "array", "items": fault},
    )
