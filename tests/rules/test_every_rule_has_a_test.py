"""The rules page and the tests name the same rules, and the rule set the same rulings."""

import re
from pathlib import Path

from companion.othello.ruleset import load_edition

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
TESTS = [path for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__)]
RULE = re.compile(r"\*\*([A-Z]\d+)\*\*")
TEST = re.compile(r"^def (test_\w+)", re.MULTILINE)
NAMED = re.compile(r"test_([a-z]\d+)_")


def rules() -> list[str]:
    """The ids on the page, in its order."""
    return RULE.findall(PAGE.read_text(encoding="utf-8"))


def names_of_tests() -> list[str]:
    """The names of the tests of rules."""
    return [name for path in TESTS for name in TEST.findall(path.read_text(encoding="utf-8"))]


def test_every_rule_has_a_test() -> None:
    named = {match[1].upper() for name in names_of_tests() if (match := NAMED.match(name))}
    assert sorted(set(rules()) - named) == []


def test_every_test_names_a_rule_of_the_page() -> None:
    unnamed = [
        name
        for name in names_of_tests()
        if not (match := NAMED.match(name)) or match[1].upper() not in rules()
    ]
    assert unnamed == []


def test_the_page_has_each_rule_once_and_leaves_no_number_out() -> None:
    found = rules()
    assert len(found) == len(set(found))
    for letter in {name[0] for name in found}:
        numbers = sorted(int(name[1:]) for name in found if name[0] == letter)
        gaps = set(range(1, numbers[-1] + 1)) - set(numbers)
        assert gaps == ({8} if letter == "S" else set()), letter  # S8 is a rule of another edition


def test_the_page_names_the_default_of_every_ruling() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for ruling, default in load_edition("2024").rulings.items():
        row = next(line for line in text.splitlines() if line.startswith(f"| **{ruling}** |"))
        assert row.split("|")[3].strip().startswith(f"`{default}`")
