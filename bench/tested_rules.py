"""The tests of each rule, and of each example and note in the rulebooks.

A test of a rule has the rule's id in its name, `test_k1_...`; a test of a passage of a rulebook has `@passage("...")`
with a name of tests/games/othello/rules/rulebook.toml above it.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests" / "games" / "othello" / "rules"
RULES = ROOT / "docs" / "rules.md"
RULE = re.compile(r"\*\*([A-Z]\d+)\*\*")
MARKED = re.compile(r"\*\*([A-Z]\d+) of ([\w-]+)\*\*")
TEST = re.compile(r'^@passage\("([\w-]+)"\)|^def (test_\w+)', re.MULTILINE)
NAMED = re.compile(r"test_([a-z]\d+)_")
EDITION = re.compile(r"test_edition_(\w+)\.py")
SHARED = "2024"  # its tests cover the rules that the others share with it
OF_LEVELS = {"test_levels.py": "2022"}  # the only edition with levels


class Test(NamedTuple):
    """A test of a rule: its file and name, and the passages of the rulebooks that it covers."""

    file: str
    name: str
    passages: tuple[str, ...]

    @property
    def rule(self) -> str | None:
        """Id of its rule."""
        match = NAMED.match(self.name)
        return match[1].upper() if match else None

    @property
    def edition(self) -> str:
        """Edition of the file that contains it."""
        match = EDITION.fullmatch(self.file)
        return match[1].replace("_", "-") if match else OF_LEVELS.get(self.file, SHARED)


class Passage(NamedTuple):
    """An example or a note: its subject in our words, and its section in each edition."""

    kind: str
    about: str
    sections: dict[str, str]


def rules() -> list[str]:
    """Return the rule ids on the page of the rules, in order."""
    return RULE.findall(RULES.read_text(encoding="utf-8"))


def editions() -> list[str]:
    """Return the editions on the page of the rules, in order."""
    others = (edition for _rule, edition in MARKED.findall(RULES.read_text(encoding="utf-8")))
    return list(dict.fromkeys((SHARED, *others)))


def marked(edition: str) -> set[str]:
    """Return the ids of rules that differ in an edition."""
    return {rule for rule, named in MARKED.findall(RULES.read_text(encoding="utf-8")) if named == edition}


def all_tests() -> list[Test]:
    """Return all tests of rules, file by file."""
    found: list[Test] = []
    for path in sorted(TESTS.glob("test_*.py")):
        named: list[str] = []
        for passage, name in TEST.findall(path.read_text(encoding="utf-8")):
            if passage:
                named.append(passage)
            else:
                found.append(Test(path.name, name, tuple(named)))
                named = []
    return found


def passages() -> dict[str, Passage]:
    """Return the examples and notes by name, in the order of the rulebooks."""
    data = tomllib.loads((TESTS / "rulebook.toml").read_text(encoding="utf-8"))
    return {name: Passage(entry["kind"], entry["about"], entry["in"]) for name, entry in data.items()}
