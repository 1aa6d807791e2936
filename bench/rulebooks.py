"""Rules of a game for its pages, generated from the page in `docs` that has every rule.

`python -m bench.regenerate rules.json` writes them; a test compares.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = {
    ROOT / "companion/othello/text/rules.json": ROOT / "docs/rules.md",
    ROOT / "companion/deathmatch/text/rules.json": ROOT / "docs/deathmatch-rules.md",
    **{file: ROOT / f"docs/{file.parent.name}.md" for file in ROOT.glob("companion/*/rules.json")},  # small games
}
_BEGINS = re.compile(r"^- \*\*([A-Z]+\d+(?: of [\w-]+)?)\*\* (.*)")
_ROW = re.compile(r"^\| \*\*([A-Z]+\d+)\*\* \| (.*?) \| (.*?) \|(.*)\|$")
_RULING = re.compile(r"(Usual:|Else:?|Default|[;·]) `([\w-]+)`(:?)")
_WITHIN = re.compile(r"\*\*(D?V\d)\*\* (.*?)(?= \*\*D?V\d\*\*|$)")


def files() -> dict[Path, partial[str]]:
    """Return every such file with a function that returns its text."""
    return {file: partial(_text, page) for file, page in PAGES.items()}


def rules_of(page: str) -> dict[str, str]:
    """Return the text of each rule on a page, by its id.

    It has no markup and no tables of numbers.
    """
    return {rule: _plain(_RULING.sub(_without_name, words)) for rule, words in _found(page.split("\n"))}


def _without_name(choice: re.Match[str]) -> str:
    """Say an answer to a ruling in words: its name is for positions; only if no words follow, it is the answer."""
    begins, name, has_words = choice.groups()
    if not has_words:
        return f"{begins} {name.replace('-', ' ')}"
    return begins if begins in ";·" else f"{begins.removesuffix(':')}:"


def _text(page: Path) -> str:
    rules = rules_of(page.read_text(encoding="utf-8"))
    return json.dumps(rules, ensure_ascii=False, indent=1) + "\n"


def _found(lines: list[str]) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines):
        if begins := _BEGINS.match(line):
            yield begins[1], " ".join([begins[2], *_rest(lines[number + 1 :])])
        elif row := _ROW.match(line):
            others = row[4].strip()
            yield row[1], " ".join([row[2], f"Usual: {row[3]}."] + ([f"Else: {others}."] if others else []))
        elif _WITHIN.search(line):
            paragraph = " ".join([line, *_rest(lines[number + 1 :], indent="")])
            if not (number and lines[number - 1].strip() and _WITHIN.search(lines[number - 1])):
                yield from ((each[1], each[2]) for each in _WITHIN.finditer(paragraph))


def _rest(lines: list[str], indent: str = "  ") -> Iterator[str]:
    """Yield the continuation lines."""
    for line in lines:
        if not line.strip() or not line.startswith(indent) or line.startswith(("- ", "#", "|")):
            return
        yield line.strip()


def _plain(words: str) -> str:
    words = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", words)
    return " ".join(re.sub(r"[`*]|\[A\] ?", "", words).split())
