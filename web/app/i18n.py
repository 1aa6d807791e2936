"""The pages in the language of the table: `_` and `ngettext` for templates, and the catalogue of the scripts.

A template says `{{ _("Seat {number}", number=seat) }}`; what stands in a place is escaped unless it is markup. The
scripts' catalogue is itself a script, so that it has run before any that needs it and the strict policy lets it in. Its
address has the hash of its content: a browser keeps it for as long as it is true.
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
    """Where the scripts find their words; None in English, which they have in themselves."""
    language = tongue.spoken()
    return None if language == tongue.ENGLISH else f"/words.js?{_version(language)}"


def script_text() -> str:
    """The catalogue of the scripts, for a page that stands by itself."""
    return _script(tongue.spoken()).decode()


@cache
def _script(language: str) -> bytes:
    words = json.dumps(tongue.words_of_pages(language), ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.cuelightWords={words};\n".encode()


@cache
def _version(language: str) -> str:
    return sha256(_script(language)).hexdigest()[:12]
