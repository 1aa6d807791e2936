"""Map of the tests for each rule, example and note: generates docs/rules-tests.md.

A test of a rule has the rule's id in its name, `test_k1_...`; a test of a passage of a rulebook has `@passage("...")`
with a name of tests/games/othello/rules/rulebook.toml above it. `python -m bench.regenerate rules-tests` writes the
page.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests" / "games" / "othello" / "rules"
RULES = ROOT / "docs" / "rules.md"
PAGE = ROOT / "docs" / "rules-tests.md"
RULE = re.compile(r"\*\*([A-Z]\d+)\*\*")
MARKED = re.compile(r"\*\*([A-Z]\d+) of ([\w-]+)\*\*")
TEST = re.compile(r'^@passage\("([\w-]+)"\)|^def (test_\w+)', re.MULTILINE)
NAMED = re.compile(r"test_([a-z]\d+)_")
EDITION = re.compile(r"test_edition_(\w+)\.py")
SHARED = "2024"  # its tests cover the rules that the others share with it
OF_LEVELS = {"test_levels.py": "2022"}  # the only edition with levels
HEAD = """# Which tests hold the rules

Every rule of [rules.md](rules.md) with the tests in `tests/games/othello/rules/` that are about it, and every example
and note of the rulebooks. `make test` fails when a rule has no test, in any edition in which it is otherwise, when an
example or a note has none, and when this page is not up to date. It is written by `python -m bench.regenerate
rules-tests`.

A test is named by its rule and a sentence: *the lead plays a card with a crown* of **K1** is
`test_k1_the_lead_plays_a_card_with_a_crown`.

## Rules

Tests of the edition of 2024 hold what the others share with it.
"""
PASSAGES = """
## Examples and notes of the rulebooks

In our own words, with the section of each edition that has it. The test runs for each of these editions. The footnotes
of tables count as notes.
"""
MUTANTS = """
## Mutants

`make mutants` asks how much the tests notice: mutmut 3.8 changes the functions of `companion/othello` in one place at a
time, and `bench/mutants.py` counts which changes fail a test. Of about 15,550 such mutants 1,503 were drawn by chance,
from every file in proportion. 1,336 were killed, 89 % (95 %: 87 to 90 %), then tests were written for the survivors:
now 1,468 of the 1,501 that there still are, 98 %. Of 400 others, drawn after that, 388 are killed, 97 % (95 %: 95 to
98 %). A mutant that no test reaches or that runs out of time counts as not killed. Tables and constants outside
functions are not changed.

All that survive were read; of the 33:

- They make no difference (20): `rpartition` for `partition` in `script_place`, since a second dot is refused either
  way; another default where there is always a value; `>=` for `>` where nothing is added.
- They never end (4): only the time that a test takes shows them.
- Texts that are put together when a module is loaded (4, `_does` and `_one` in `narrate.py`). Their tests are there,
  but mutants are tried in a process in which the modules are loaded already.
- Rules of thumb of the bots (2): in few games it matters what they are.
- What is not reached by any game that is played by the rules, or has no test (3): `check_draw` where no pile can be
  drawn, `found` for a card that is known by its back alone, `improv_ways` of who has revealed and is not done.
"""


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

    @property
    def sentence(self) -> str:
        """Its name as a sentence."""
        return NAMED.sub("", self.name).replace("_", " ")


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


def links(found: list[Test]) -> str:
    """Return the sentences of these tests, grouped by file."""
    files = dict.fromkeys(test.file for test in found)
    told = {file: "; ".join(test.sentence for test in found if test.file == file) for file in files}
    return "<br>".join(f"[{file}](../tests/games/othello/rules/{file}): {text}" for file, text in told.items())


def page() -> str:
    """Return the text of docs/rules-tests.md."""
    known = all_tests()
    lines = [HEAD, "| rule | edition | tests |", "| --- | --- | --- |"]
    for rule in rules():
        for edition in editions():
            if found := [test for test in known if test.rule == rule and test.edition == edition]:
                lines.append(f"| **{rule}** | {edition} | {links(found)} |")
    lines += [PASSAGES, "| what | kind | section | rules and tests |", "| --- | --- | --- | --- |"]
    for name, passage in passages().items():
        found = [test for test in known if name in test.passages]
        where = "<br>".join(f"{edition}: {section}" for edition, section in passage.sections.items())
        told = ", ".join(dict.fromkeys(f"**{test.rule}**" for test in found))
        lines.append(f"| {passage.about} | {passage.kind} | {where} | {told} {links(found)} |")
    return "\n".join(lines) + "\n" + MUTANTS
