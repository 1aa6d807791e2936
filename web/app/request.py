"""The current request: its viewer, as the gate found it, and the body of a command."""

from typing import Any

from flask import request

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.core.safe_parse import read_json
from companion.table.viewer import Viewer
from web.app.new_game_form import FieldErrors


class BadRequest(CuelightError, ValueError):
    """The body of a command cannot be read or lacks something; `fields` has the mistakes by field."""

    def __init__(self, message: str, fields: FieldErrors | None = None) -> None:
        super().__init__(message)
        self.fields = fields or {}


def asker() -> Viewer:
    """Return the viewer who sent the request."""
    found: Viewer = request.environ["asgi.scope"]["asker"]
    return found


def address() -> str:
    """Return the address of the sender, as `web.security.rate_limits.address_of` counts it."""
    return str(request.environ["asgi.scope"]["address"])


def read_body() -> dict[str, Any]:
    """Return the command's JSON object; an empty body is an empty object.

    Raises BadRequest for any other body.
    """
    data = request.get_data()
    if data and not request.is_json:
        raise BadRequest(_("Send the command as JSON (Content-Type: application/json)."))
    try:
        body = read_json(data.decode() or "{}")
    except InputError as error:
        raise BadRequest(_("The command cannot be read: {error}.", error=error)) from None
    except UnicodeDecodeError:
        raise BadRequest(_("The command cannot be read: it is not UTF-8.")) from None
    if not isinstance(body, dict):
        raise BadRequest(_("The command must be a JSON object."))
    return body
