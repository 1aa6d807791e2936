"""The words that people read, in the language of the table.

Every text stands in the code as one whole English sentence with named places, and goes through `_` or `ngettext`. A
room has its translations beside it, in `locale/LANGUAGE.po`; what is not translated is said in English. A language more
is a file more in each room. The files are read when the language is chosen; nothing is compiled, so nothing can be old.

One process serves one table, and a table speaks one language: `speak` sets it for every thread at once. A process that
never calls it, such as `cuelight play`, speaks English, so what programs read stays as it is. This module does not
choose a language, and knows neither the machine's nor a person's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import polib

from companion.core.errors import InputError

ENGLISH = "en"

_ROOMS = ("companion", "companion/*", "cuelight", "firmware_bridge", "hardware", "web")
_NUMBERS = 200
"""Which plural form a number takes: so many are told to the pages; greater ones go by their last two digits."""


class _Language(NamedTuple):
    code: str
    words: NullTranslations


class _Spoken:
    """What is spoken now: one reference, which a thread reads as it is before or after a change."""

    language = _Language(ENGLISH, NullTranslations())


def N_(sentence: str) -> str:
    """Mark a sentence that stands in a table, for the catalogues. It is translated where it is said, with `_`."""
    return sentence


class Sentence(str):
    """A sentence as it was said once, which knows what it was made of: `say_again` says it in the language of then.

    `one` is the English, and `many` its form for other numbers than one, None where it has none. `language` is the one
    of the whole sentence; None if its parts differ, or if a record has kept it.
    """

    __slots__ = ("language", "many", "one", "values")
    one: str
    many: str | None
    values: Mapping[str, Any]
    language: str | None


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
    """A sentence in the language of the table, with values in its named places: `_("{name} has won.", name=name)`."""
    language = _Spoken.language
    said = language.words.gettext(sentence)
    return _said(said.format(**values) if values else said, values, sentence, language=language.code)


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """A sentence whose words hang on a number, which is `count` in both: `ngettext("a card", "{count} cards", 3)`."""
    values["count"] = count
    language = _Spoken.language
    return _said(language.words.ngettext(one, many, count).format(**values), values, one, many, language.code)


def say_again(text: str) -> str:
    """What was said, in the language of the table as it is now; a text that nobody said stays as it is."""
    if not isinstance(text, Sentence) or text.language == _Spoken.language.code:
        return text
    values = {name: say_again(value) if isinstance(value, str) else value for name, value in text.values.items()}
    if text.many is None:
        return _(text.one, **values)
    count: Any = values.pop("count")
    return ngettext(text.one, text.many, count, **values)


def said_to_json(text: str) -> dict[str, Any]:
    """What a record keeps of a text besides the text: the key `said`, or nothing where nobody said it."""
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
    """A text as a record keeps it, which can be said again if the record has the key `said`."""
    said = record.get("said")
    if said is None:
        return text
    found = {
        name: said_from_json(value, value["text"]) if isinstance(value, dict) else value
        for name, value in said["values"].items()
    }
    return _said(text, found, said["one"], said.get("many"))


def together(sentences: Iterable[str]) -> str:
    """Several sentences, one after the other."""
    found = list(sentences)
    if len(found) > 1:
        return _("{said} {more}", said=found[0], more=together(found[1:]))
    return found[0] if found else ""


AND, OR, COMMA = N_("{some} and {last}"), N_("{some} or {last}"), N_("{some}, {last}")


def listed(parts: Iterable[str], together: str = AND) -> str:
    """Several things as one: `Ann, Ben and Cal`; with `OR`, `Ann, Ben or Cal`."""
    items = list(parts)
    if len(items) > 1:
        return _(together, some=listed(items[:-1], COMMA), last=items[-1])
    return items[0] if items else ""


def gettext(sentence: str) -> str:
    """A sentence in the language of the table, with its places as they are: for who fills them in another way."""
    return _Spoken.language.words.gettext(sentence)


def plural(one: str, many: str, count: int) -> str:
    """As `gettext`, the form that goes with a number."""
    return _Spoken.language.words.ngettext(one, many, count)


def spoken() -> str:
    """The language of the table, as in `<html lang>`: "en", "de"."""
    return _Spoken.language.code


def language_codes() -> tuple[str, ...]:
    """What can be spoken, English first."""
    return (ENGLISH, *sorted({file.stem for file in _catalogues("*")}))


def languages() -> dict[str, str]:
    """What can be spoken: each language's code with its own name, English first."""
    return {code: NAME if code == ENGLISH else _words(code).gettext(NAME) for code in language_codes()}


NAME = N_("English")
"""How a language calls itself; each catalogue of this room translates it so."""


def speak(code: str) -> None:
    """Speak a language from now on, in every thread.

    Raises InputError, with the field `language`, for one that has no catalogue.
    """
    if code != ENGLISH and code not in language_codes():
        raise InputError(
            f"there is no language {code!r}; choose one of: {', '.join(language_codes())}", field="language"
        )
    _Spoken.language = _Language(code, _words(code) if code != ENGLISH else NullTranslations())


def words_of_pages(code: str) -> dict[str, object]:
    """What the scripts of the pages say in a language: `words`, by the English, and `forms`, the plural of a number."""
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
    """What has been translated, of all rooms; what two rooms say is there twice."""
    return [entry for file in _catalogues(code) for entry in polib.pofile(str(file)).translated_entries()]


@cache
def _words(code: str) -> NullTranslations:
    together = polib.POFile()
    together.metadata = next((polib.pofile(str(file)).metadata for file in _catalogues(code)), {})
    together.extend({entry.msgid: entry for entry in reversed(_entries(code))}.values())  # the first room's words
    return GNUTranslations(BytesIO(together.to_binary()))
