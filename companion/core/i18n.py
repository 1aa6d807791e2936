"""Texts for people, in the language of the table.

Every text in the code is a whole English sentence with named placeholders, and goes through `_` or `ngettext`. A
package has its translations beside it, in `locale/LANGUAGE.po`; a text without a translation stays English. A new
language is one more file in each package. The files are read when the language is chosen; nothing is compiled, so
nothing can be stale.

One process serves one table, and a table has one language: `speak` sets it for all threads at once. A process that
never calls it, such as `cuelight play`, uses English, so that its output stays stable for programs. This module does
not choose a language, and knows neither the machine's nor a person's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, Self

import polib

from companion.core.errors import InputError

ENGLISH = "en"

_ROOMS = ("companion", "companion/*", "cuelight", "firmware_bridge", "hardware", "web")
_NUMBERS = 200
"""Number of plural forms that the pages get; greater numbers use the form of their last two digits."""


class _Language(NamedTuple):
    """A language; `fixed` keeps each sentence without placeholders once it was translated."""

    code: str
    words: NullTranslations
    fixed: dict[str, str]


class _Spoken:
    """The current language.

    It is one reference, so that a thread sees the state before or after a change.
    """

    language = _Language(ENGLISH, NullTranslations(), {})


def N_(sentence: str) -> str:
    """Mark a sentence in a table for the catalogues. `_` translates it when it is used."""
    return sentence


class Sentence(str):
    """A formatted sentence that `say_again` can translate into another language later.

    `one` is the English, and `many` its form for other numbers than one, None where it has none. `language` is the one
    of the whole sentence; None if its parts differ, or if a record has kept it.
    """

    __slots__ = ("language", "many", "one", "values")
    one: str
    many: str | None
    values: Mapping[str, Any]
    language: str | None


class Worded(StrEnum):
    """Values with their words for people, marked for translation."""

    words: str

    def __new__(cls, value: str, words: str = "") -> Self:
        """Create a member."""
        made = str.__new__(cls, value)
        made._value_ = value
        made.words = words
        return made


def _said(
    text: str, values: Mapping[str, Any], one: str, many: str | None = None, language: str | None = None
) -> Sentence:
    said = Sentence(text)
    for value in values.values():
        if isinstance(value, Sentence) and value.language != language:
            language = None
    said.one, said.many, said.values, said.language = one, many, values, language
    return said


def _(sentence: str, /, **values: object) -> str:
    """Return a sentence in the table's language, with its placeholders filled.

    Example: `_("{name} has won.", name=name)`.
    """
    language = _Spoken.language
    if values:
        return _said(language.words.gettext(sentence).format(**values), values, sentence, language=language.code)
    fixed = language.fixed.get(sentence)
    if fixed is None:
        fixed = language.fixed[sentence] = _said(language.words.gettext(sentence), {}, sentence, language=language.code)
    return fixed


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Return a sentence that depends on a number.

    It is `count` in both forms: `ngettext("a card", "{count} cards", 3)`.
    """
    values["count"] = count
    language = _Spoken.language
    return _said(language.words.ngettext(one, many, count).format(**values), values, one, many, language.code)


def say_again(text: str) -> str:
    """Return a sentence in the present language of the table; any other text stays as it is."""
    if not isinstance(text, Sentence) or text.language == _Spoken.language.code:
        return text
    values = {name: say_again(value) if isinstance(value, str) else value for name, value in text.values.items()}
    if text.many is None:
        return _(text.one, **values)
    count: Any = values.pop("count")
    return ngettext(text.one, text.many, count, **values)


def said_to_json(text: str) -> dict[str, Any]:
    """Return the JSON that a record stores in addition to a text.

    It is the key `said`, or empty for plain text.
    """
    if not isinstance(text, Sentence):
        return {}
    values = {
        name: said_to_json(value) | {"text": str(value)} if isinstance(value, Sentence) else _plain(value)
        for name, value in text.values.items()
    }
    return {"said": {"one": text.one, **({"many": text.many} if text.many is not None else {}), "values": values}}


def _plain(value: object) -> str | int | float | None:
    return value if isinstance(value, int | float | None) else str(value)


def said_from_json(record: Mapping[str, Any], text: str) -> str:
    """Restore a text from a record; it can be translated again if the record has the key `said`."""
    said = record.get("said")
    if said is None:
        return text
    found = {
        name: said_from_json(value, value["text"]) if isinstance(value, dict) else value
        for name, value in said["values"].items()
    }
    return _said(text, found, said["one"], said.get("many"))


def together(sentences: Iterable[str]) -> str:
    """Join several sentences."""
    found = list(sentences)
    if len(found) > 1:
        return _("{said} {more}", said=found[0], more=together(found[1:]))
    return found[0] if found else ""


AND, OR, COMMA = N_("{some} and {last}"), N_("{some} or {last}"), N_("{some}, {last}")


def listed(parts: Iterable[str], together: str = AND) -> str:
    """Join several items: `Ann, Ben and Cal`; with `OR`, `Ann, Ben or Cal`."""
    items = list(parts)
    if len(items) > 1:
        return _(together, some=listed(items[:-1], COMMA), last=items[-1])
    return items[0] if items else ""


def gettext(sentence: str) -> str:
    """Return a sentence in the table's language with unfilled placeholders.

    The caller fills them itself.
    """
    return _Spoken.language.words.gettext(sentence)


def plural(one: str, many: str, count: int) -> str:
    """Return the form for a number, with its placeholders as in `gettext`."""
    return _Spoken.language.words.ngettext(one, many, count)


def spoken() -> str:
    """Return the language of the table, as in `<html lang>`: "en", "de"."""
    return _Spoken.language.code


def language_codes() -> tuple[str, ...]:
    """Return the codes of the available languages, English first."""
    return (ENGLISH, *sorted({file.stem for file in _catalogues("*")}))


def languages() -> dict[str, str]:
    """Return the available languages: each code with the language's own name, English first."""
    return {code: NAME if code == ENGLISH else _words(code).gettext(NAME) for code in language_codes()}


NAME = N_("English")
"""Name of a language in that language; each catalogue of this package translates it."""


def speak(code: str) -> None:
    """Set the language for all threads.

    Raises InputError, with the field `language`, if there is no catalogue for it.
    """
    if code != ENGLISH and code not in language_codes():
        raise InputError(
            f"there is no language {code!r}; choose one of: {', '.join(language_codes())}", field="language"
        )
    _Spoken.language = _Language(code, _words(code) if code != ENGLISH else NullTranslations(), {})


def words_of_pages(code: str) -> dict[str, object]:
    """Return the texts of the pages' scripts.

    `words` is keyed by the English; `forms` is the plural form of each number.
    """
    words = {
        entry.msgid: [entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural)] or entry.msgstr
        for entry in _entries(code)
        if any(file.endswith(".js") for file, _line in entry.occurrences)
    }
    choose = getattr(_words(code), "plural", lambda number: int(number != 1))
    return {"words": words, "forms": "".join(str(choose(number)) for number in range(_NUMBERS))}


def _catalogues(code: str) -> Iterator[Path]:
    house = Path(__file__).parents[2]
    for room in _ROOMS:
        yield from sorted(house.glob(f"{room}/locale/{code}.po"))


def _entries(code: str) -> list[polib.POEntry]:
    """Return the translated entries of all packages; a text in two packages is included twice."""
    return [entry for file in _catalogues(code) for entry in polib.pofile(str(file)).translated_entries()]


@cache
def _words(code: str) -> NullTranslations:
    together = polib.POFile()
    together.metadata = next((polib.pofile(str(file)).metadata for file in _catalogues(code)), {})
    # the first package's translation wins
    together.extend({entry.msgid: entry for entry in reversed(_entries(code))}.values())
    return GNUTranslations(BytesIO(together.to_binary()))
