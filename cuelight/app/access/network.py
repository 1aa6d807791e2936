"""`network.toml`, beside the journal: further names of the table, and sites that may show its board.

    names = ["cuelight.example.org"]                    # by which browsers may call this table; `*.` for one more label
    frames = ["http://homeassistant.local:8123"]        # sites that may show the board in their own pages

A table at home needs no such file. The addresses of the machine and the names that routers give it always work.
"""

from __future__ import annotations

import re
from pathlib import Path

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.json_fields import as_list, as_text, as_word
from companion.core.safe_parse import read_toml, text_of
from web.security.headers import Names

NAME = "network.toml"
_HOST = re.compile(r"(?:\*\.)?[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}|[\w-]{1,63}", re.ASCII)
_SITE = re.compile(r"https?://[\w.-]{1,253}(?::\d{1,5})?", re.ASCII)


def network_of(journal: Path) -> tuple[Names, list[str]]:
    """Return what the owner of a journal's table allows, and a message for the host if the file cannot be used."""
    try:
        return read_network(journal), []
    except (InputError, OSError) as error:
        said = _("Further names and sites of this table are ignored: {error}", error=error)
        return Names(), [said]


def read_network(journal: Path) -> Names:
    """Return what the owner of a journal's table allows.

    Raises InputError with the mistake and its place, OSError if the file cannot be read.
    """
    path = journal.with_name(NAME)
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return Names()
    try:
        given = read_toml(text_of(data))
        for key in given:
            as_word(key, NAME, ("names", "frames"))
        names = _matching(given.get("names", []), "names", _HOST, ".", _("must be a name such as cuelight.example.org"))
        sites = _matching(
            given.get("frames", []), "frames", _SITE, "/", _("must be a site such as https://house.example")
        )
        return Names(names, sites)
    except InputError as error:
        raise error.located(str(path)) from error


def _matching(values: object, field: str, form: re.Pattern[str], end: str, otherwise: str) -> tuple[str, ...]:
    """Return the texts of a list; each may have one `end` more, as browsers write it."""
    found = [as_text(each, field).removesuffix(end) for each in as_list(values, field)]
    if not all(form.fullmatch(each) for each in found):
        raise InputError(otherwise, field=field)
    return tuple(found)
