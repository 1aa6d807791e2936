"""Reading JSON and TOML from untrusted sources.

Expensive documents are rejected before they are parsed.

All files and request bodies go through this module. It limits size, depth, dots and digits; the caller checks the
meaning of fields and the range of numbers.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from typing import Any, NoReturn

from companion.core.errors import InputError
from companion.core.i18n import _

MOST_LETTERS = 1024 * 1024  # of a JSON document; a position with its own deck has 20,000
MOST_TOML_LETTERS = 128 * 1024  # a deck file, several times over
MOST_DEPTH = 32
MOST_DOTS = 8  # in one line outside texts: `a.b.c` makes a table for each of its parts, and tomllib a set for each
MOST_DIGITS = 15
MOST_NUMBER = 10.0**MOST_DIGITS

# An unclosed text extends to the end of its line or file, so that nothing is scanned twice
_TOML_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5})?|' + r"'''(?:[^']|'(?!''))*+(?:'{3,5})?|"
    r'"(?:[^"\\\n]|\\[^\n])*+"?|' + r"'[^'\n]*+'?|"
    r"#[^\n]*+|(?P<open>[\[{])|(?P<close>[\]}])|(?P<dot>\.)|(?P<line>\n)|(?P<number>\d\w*+)",
    re.DOTALL,
)
_JSON_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*+"?|(?P<open>[\[{])|(?P<close>[\]}])|(?P<number>\d[\d.eE+-]*+|NaN|Infinity)', re.DOTALL
)
_MARK = "\ufeff"  # the byte order mark of Windows editors
_EXPONENT = re.compile(r"e\+?\d{3}", re.IGNORECASE)
_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_CURLY = re.compile(r"[=\[,]\s*[“”„‟‘’‚«»]")
_TOML_PLACE = re.compile(r" ?\(at (?:line (\d+), column \d+|end of document)\)")


def text_of(data: bytes) -> str:
    """Return the text of a file in UTF-8, also with a byte order mark, or in UTF-16 with one, as Windows writes it.

    Raises InputError with the line otherwise.
    """
    try:
        if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            return data.decode("utf-16")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        what = _("is not UTF-8 text; save it as UTF-8")
        raise InputError(what, line=data.count(b"\n", 0, error.start) + 1) from error


def read_json(text: str) -> Any:
    """Parse a JSON text.

    Raises InputError, with the line or the field and the problem, if it is invalid, too large or too deep, has
    duplicate keys, or has texts or numbers that cannot be written again.
    """
    text = text.removeprefix(_MARK)
    if len(text) > MOST_LETTERS:
        raise InputError(_too_long(MOST_LETTERS))
    if text.count("[") + text.count("{") > MOST_DEPTH:
        _check_depth(text)
    try:
        document = json.loads(
            text, object_pairs_hook=_object, parse_int=_whole, parse_float=_decimal, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        what = _("is not JSON: {error} (column {column})", error=error.msg, column=error.colno)
        raise InputError(what, line=error.lineno) from error
    except InputError as error:
        line = _line_of_number(text) if error.field is None else None
        raise InputError(error.what, line=line, field=error.field) from error
    if _ESCAPED_SURROGATE.search(text) or _SURROGATE.search(text):
        _check_texts(document, "")
    return document


def read_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text.

    Raises InputError, with the line and the problem, if it is invalid, too large or too deep, or has numbers with too
    many digits.
    """
    text = text.removeprefix(_MARK)
    if len(text) > MOST_TOML_LETTERS:
        raise InputError(_too_long(MOST_TOML_LETTERS), line=1)
    if half := _SURROGATE.search(text):
        raise InputError(_no_text(), line=_line_at(text, half.start()))
    text = text.replace("\r\n", "\n")
    if "\0" in text:  # a file whose content a power cut has lost
        what = _("is damaged: it has bytes that are zero. Put a copy of the file back, or write it again")
        raise InputError(what, line=_line_at(text, text.index("\0")))
    _check_toml(text)
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise InputError(_too_deep(), line=1) from error
    except tomllib.TOMLDecodeError as error:
        words = str(error)
        place = _TOML_PLACE.search(words)
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        what = _("is not TOML: {error}", error=_TOML_PLACE.sub("", words))
        if _CURLY.search(text.split("\n")[line - 1]):  # as word processors and phones write them
            what = _('has curly quotes; write straight ones, as in "text"')
        raise InputError(what, line=line) from error
    except ValueError as error:  # a date such as 2024-02-31
        raise InputError(_("is not TOML: {error}", error=str(error)), line=_line_of_date(text)) from error


def _too_long(most: int) -> str:
    return _("is too long; {most} letters are the most", most=most)


def _too_deep() -> str:
    return _("is nested too deeply; {most} levels are the most", most=MOST_DEPTH)


def _too_large() -> str:
    return _("has a number with too many digits; {most} are the most", most=MOST_DIGITS)


def _no_text() -> str:
    return _("has half a character (a lone surrogate) in a text")


def _check_toml(text: str) -> None:
    depth = dots = 0
    for token in _TOML_TOKEN.finditer(text):
        match token.lastgroup:
            case "open":
                depth += 1
            case "close":
                depth -= 1
            case "dot":
                dots += 1
            case "line":
                dots = 0
        if depth > MOST_DEPTH:
            raise InputError(_too_deep(), line=_line_at(text, token.start()))
        if dots > MOST_DOTS:
            what = _("has too many dots in a line; {most} are the most outside texts", most=MOST_DOTS)
            raise InputError(what, line=_line_at(text, token.start()))
        if token.lastgroup == "number" and _is_large(token[0]):
            raise InputError(_too_large(), line=_line_at(text, token.start()))


def _check_depth(text: str) -> None:
    depth = 0
    for token in _JSON_TOKEN.finditer(text):
        depth += {"open": 1, "close": -1}.get(token.lastgroup or "", 0)
        if depth > MOST_DEPTH:
            raise InputError(_too_deep(), line=_line_at(text, token.start()))


def _line_at(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _line_of_number(text: str) -> int | None:
    """Return the line of the first number that is too large or invalid."""
    numbers = (token for token in _JSON_TOKEN.finditer(text) if token.lastgroup == "number")
    wrong = (token for token in numbers if token[0].isalpha() or _is_large(token[0]))
    return next((_line_at(text, token.start()) for token in wrong), None)


def _line_of_date(text: str) -> int | None:
    date = re.search(r"\d{4}-\d\d-\d\d|\d\d:\d\d", text)
    return date and _line_at(text, date.start())


def _is_large(number: str) -> bool:
    digits = re.split(r"[.eE]", number, maxsplit=1)[0] if number[:2].lower() != "0x" else number
    return len(digits) > MOST_DIGITS or len(number) > 2 * MOST_DIGITS or bool(_EXPONENT.search(number))


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(members)
    if len(found) < len(members):  # otherwise one of them would be dropped silently
        [(name, _count)] = Counter(name for name, _value in members).most_common(1)
        raise InputError(_("stands there twice; say it once"), field=name)
    return found


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS + digits.startswith("-"):
        raise InputError(_too_large())
    return int(digits)


def _decimal(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number) or abs(number) > MOST_NUMBER:
        raise InputError(_too_large())
    return number


def _no_constant(name: str) -> NoReturn:
    raise InputError(_("has {name}, which is no number in JSON", name=name))


def _check_texts(value: Any, path: str) -> None:
    """Check that every text can be written again. Raises InputError."""
    if isinstance(value, str):
        if _SURROGATE.search(value):
            raise InputError(_no_text(), field=path or None)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _check_texts(item, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_texts(key, path)
            _check_texts(item, f"{path}.{key}" if path else key)
