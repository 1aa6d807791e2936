"""Update the translation catalogues from the code: `make words`.

    python tools/words.py        # every existing catalogue
    python tools/words.py fr     # start a language: an empty catalogue in each package

Each package has its own, in `locale/LANGUAGE.po`. New texts of the code are added without a translation; texts that are
no longer in the code are removed. tests/app/test_words.py reports missing translations.
"""

from __future__ import annotations

import io
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
KEYWORDS: dict[str, tuple[int, ...] | None] = {"N_": None, "_": None, "ngettext": (1, 2)}
SCRIPT_KEYWORDS: dict[str, tuple[int, ...] | None] = {"t": None, "rich": None, "n": (1, 2)}
WIDTH = 120


def rooms() -> list[Path]:
    """Return the packages that have their own catalogues."""
    games = sorted(file.parent for file in (ROOT / "companion").glob("*/__init__.py"))
    return [ROOT / "companion", *games, *(ROOT / name for name in ("cuelight", "firmware_bridge", "hardware", "web"))]


def extracted(room: Path) -> Catalog:
    """Return all texts in the code of a package, in the order of its files."""
    about = f"# What people read of {room.relative_to(ROOT)}. See docs/words.md."
    said = Catalog(charset="utf-8", header_comment=about)
    for file in sorted(room.glob("*.py") if room == ROOT / "companion" else room.rglob("*")):
        for message, comments, context in _messages(file):
            said.add(message, None, [(file.relative_to(ROOT).as_posix(), 1)], auto_comments=comments, context=context)
    return said


def updated(room: Path, language: str, template: Catalog) -> Catalog:
    """Return a package's catalogue with the texts of `template` and existing translations."""
    path = catalogue_of(room, language)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    else:
        catalogue = Catalog(locale=language)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.header_comment = template.header_comment
    return catalogue


def written(catalogue: Catalog) -> str:
    """Return the text of a catalogue file.

    It has no dates and line numbers, so that only changed texts change it.
    """
    made = io.BytesIO()
    write_po(made, catalogue, width=WIDTH, include_lineno=False, omit_header=True, ignore_obsolete=True)
    head = f'{catalogue.header_comment}\nmsgid ""\nmsgstr ""\n'
    told = {
        "Language": catalogue.locale_identifier,
        "Content-Type": "text/plain; charset=utf-8",
        "Plural-Forms": catalogue.plural_forms,
    }
    return head + "".join(f'"{name}: {value}\\n"\n' for name, value in told.items()) + "\n" + made.getvalue().decode()


def catalogue_of(room: Path, language: str) -> Path:
    """Return the path of a package's catalogue for a language."""
    return room / "locale" / f"{language}.po"


def languages() -> list[str]:
    """Return every language that any package has."""
    return sorted({path.stem for room in rooms() for path in room.glob("locale/*.po")})


def _messages(file: Path) -> Iterator[tuple[str | tuple[str, ...], list[str], str | None]]:
    if file.suffix == ".toml" and file.parent.name == "editions":
        yield from ((words, [], None) for words in _of_edition(tomllib.loads(file.read_text(encoding="utf-8"))))
    if file.match("decks/stand-in*.toml"):
        deck = tomllib.loads(file.read_text(encoding="utf-8"))
        yield from ((words, [], None) for words in _of_deck(deck))
    if file.name == "rules.json":
        yield from ((words, [], None) for words in json.loads(file.read_text(encoding="utf-8")).values())
    method, keywords, options = {
        ".py": ("python", KEYWORDS, {}),
        ".html": ("jinja2.ext:babel_extract", KEYWORDS, {"trim_blocks": "true", "silent": "false"}),
        ".js": ("javascript", SCRIPT_KEYWORDS, {"parse_template_string": "true"}),
    }.get(file.suffix, (None, {}, {}))
    if method is not None:
        found = extract_from_file(method, file, keywords, ("Words:",), options, strip_comment_tags=True)
        yield from ((message, comments, context) for _line, message, comments, context in found)


def _of_deck(deck: dict[str, Any]) -> Iterator[str]:
    """Yield the title of a stand-in deck, and the texts of its cards."""
    yield deck["title"]
    yield from (card["text"] for card in deck["card"] if "text" in card)


def _of_edition(edition: dict[str, Any]) -> Iterator[str]:
    """Yield the texts of an edition that are in no code.

    These are its title, its questions and answers, and card texts.
    """
    yield edition["title"]
    yield from edition.get("questions", {}).values()
    for answers in edition.get("rulings", {}).values():
        yield from answers.values() if isinstance(answers, dict) else ()
    yield from edition.get("variant_titles", {}).values()
    yield from edition.get("texts", {}).values()


def main() -> int:
    """Write changed catalogues, and print how many texts lack a translation."""
    for room in rooms():
        template = extracted(room)
        for language in sys.argv[1:] or languages():
            if not len(template):
                catalogue_of(room, language).unlink(missing_ok=True)
                continue
            path, catalogue = catalogue_of(room, language), updated(room, language, template)
            path.parent.mkdir(exist_ok=True)
            path.write_text(written(catalogue), encoding="utf-8")
            open_ones = sum(1 for one in catalogue if one.id and (one.fuzzy or not all(_strings(one.string))))
            print(f"{path.relative_to(ROOT)}: {len(catalogue)} sentences, {open_ones} without words")
    return 0


def _strings(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (string or "",) if isinstance(string, str | None) else tuple(string)


if __name__ == "__main__":
    sys.exit(main())
