"""Translation of pages: `_` and `ngettext` for templates, and the catalogue of the scripts.

In a template such as `{{ _("Seat {number}", number=seat) }}` the values are escaped unless they are markup. The
catalogue of the scripts is itself a script: it runs before any script that needs it, and the strict content policy
allows it. Its address contains the hash of its content, so a browser may cache it for ever.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256

from flask import Flask, Response, request
from markupsafe import Markup, escape

from companion.core import i18n as tongue
from web.assets.static import KEPT


def add_words(app: Flask) -> None:
    """Add the language of the table to the pages."""
    app.jinja_env.globals.update(
        _=_said, ngettext=_counted, language=tongue.spoken, languages=tongue.languages, script_of_words=_address
    )

    @app.get("/words.js")
    def words() -> Response:
        language = tongue.spoken()
        kept = KEPT if request.query_string.decode() == _version(language) else "no-store"
        return Response(_script(language), mimetype="text/javascript", headers={"Cache-Control": kept})


def _said(sentence: str, /, **values: object) -> Markup:
    said = escape(tongue.gettext(sentence))
    return said.format(**values) if values else said


def _counted(one: str, many: str, count: int, /, **values: object) -> Markup:
    return escape(tongue.plural(one, many, count)).format(count=count, **values)


def _address() -> str | None:
    """Return the address of the scripts' catalogue; None in English, which the scripts contain."""
    language = tongue.spoken()
    return None if language == tongue.ENGLISH else f"/words.js?{_version(language)}"


def script_text() -> str:
    """Return the catalogue of the scripts, for a self-contained page."""
    return _script(tongue.spoken()).decode()


@cache
def _script(language: str) -> bytes:
    words = json.dumps(tongue.words_of_pages(language), ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.cuelightWords={words};\n".encode()


@cache
def _version(language: str) -> str:
    return sha256(_script(language)).hexdigest()[:12]
