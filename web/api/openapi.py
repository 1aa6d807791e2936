"""The OpenAPI 3.1 description of a table, made from `web.app.routes` and the schemas of the bodies.

The schemas describe only the shape of a body. The table decides whether a command makes sense now.
"""

from importlib.metadata import version
from typing import Any

from companion.table.viewer import Role
from web.api.commands import COMMANDS, COUNT, FLAG, PIN, SEAT, TEXT, Schema, object_of, one_of
from web.api.table_port import FORMS
from web.app.routes import FEEDS, ROUTES, Route

BODIES: dict[str, Schema] = {name: command.body for name, command in COMMANDS.items()} | {
    "login": object_of(("pin",), pin=PIN),
    "logout": object_of(),
    "pin": object_of(("pin", "new"), pin=PIN, new=PIN),
    "seat": object_of(("seat",), seat=SEAT, key=TEXT, keep=FLAG),
    "keys": object_of(seat=SEAT, on_wall=FLAG),
    "back": object_of(("seat",), seat=SEAT),
    "follow": object_of(("before",), before=TEXT),
    "draw": object_of(("seat", "key"), seat=SEAT, key=TEXT),
    "codes": object_of(),
    "lock": object_of(),
}
"""Schema of each body, by the last part of its path."""

_REFUSED = {
    400: "it cannot be read, or is not what it should be",
    403: "it is not for who asks, or comes from another site's page",
    409: "it cannot be now",
    413: "it is too long",
    429: "it is too much at a time",
    503: "very many ask at once, or the table does not answer",
}


def description() -> Schema:
    """Return the whole OpenAPI document."""
    paths: dict[str, Any] = {}
    for route in ROUTES:
        path = route.path.replace("<int:", "<").replace("<path:", "<").replace("<", "{").replace(">", "}")
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
    parts = {"seat": SEAT, "game": TEXT, "filename": TEXT, "number": COUNT, "form": one_of(*FORMS, "html")}
    named = [part for part in parts if f"{{{part}}}" in path]
    found["parameters"] = [{"name": part, "in": "path", "required": True, "schema": parts[part]} for part in named]
    if "POST" in route.methods:
        body = {"content": {"application/json": {"schema": BODIES[name]}}, "required": bool(BODIES[name]["required"])}
        found["requestBody"] = body
    return found


def _media(path: str) -> str:
    if path in FEEDS:
        return "text/event-stream"
    if path.startswith("/api/"):
        return "application/json"
    return "*/*" if path.endswith(("{filename}", "{form}")) else "text/html"


def _refusal() -> Schema:
    fault = object_of(line={"type": ["integer", "null"]}, field={"type": ["string", "null"]}, what=TEXT)
    return object_of(
        ("error",),
        error=TEXT,
        code=TEXT,
        needs=one_of(*Role),
        fields={"type": "object", "additionalProperties": TEXT},
        faults={"type": "array", "items": fault},
    )
