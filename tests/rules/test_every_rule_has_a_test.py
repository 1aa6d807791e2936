"""The rules page and the tests name the same rules, in every edition, and the rule sets the same rulings."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from companion.othello.ruleset import load_edition

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
TESTS = [path for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__)]
RULE = re.compile(r"\*\*([A-Z]\d+)\*\*")
MARKED = re.compile(r"\*\*([A-Z]\d+) of (2022|2024-first)\*\*")
OF_EDITION = {"2024-first": ("test_edition_2024_first.py",), "2022": ("test_edition_2022.py", "test_levels.py")}
TEST = re.compile(r"^def (test_\w+)", re.MULTILINE)
IN_THE_DECK = {"C8", "C9"}  # what the stand-in deck tells, and no rule set
NAMED = re.compile(r"test_([a-z]\d+)_")


def rules() -> list[str]:
    """The ids on the page, in its order."""
    return RULE.findall(PAGE.read_text(encoding="utf-8"))


def marked(edition: str) -> set[str]:
    """The ids of what is otherwise in an edition."""
    return {rule for rule, named in MARKED.findall(PAGE.read_text(encoding="utf-8")) if named == edition}


def names_of_tests(*files: str) -> list[str]:
    """The names of the tests of rules, of all or of these files."""
    paths = [path for path in TESTS if not files or path.name in files]
    return [name for path in paths for name in TEST.findall(path.read_text(encoding="utf-8"))]


def named_by(names: list[str]) -> set[str]:
    """The rules that these tests are about."""
    return {match[1].upper() for name in names if (match := NAMED.match(name))}


def test_every_rule_has_a_test() -> None:
    assert sorted(set(rules()) - named_by(names_of_tests())) == []


@pytest.mark.parametrize("edition", OF_EDITION)
def test_every_rule_that_is_otherwise_in_an_edition_has_a_test_of_its_own(edition: str) -> None:
    assert sorted(marked(edition) - named_by(names_of_tests(*OF_EDITION[edition]))) == []


@pytest.mark.parametrize("edition", OF_EDITION)
def test_the_tests_of_an_edition_are_about_what_is_otherwise_in_it(edition: str) -> None:
    known = marked(edition) | {rule for rule in rules() if rule.startswith("R")}
    assert sorted(named_by(names_of_tests(*OF_EDITION[edition])) - known) == []


@pytest.mark.parametrize("edition", OF_EDITION)
def test_the_file_of_an_edition_names_the_rules_that_are_otherwise_in_it(edition: str) -> None:
    file = files("companion.othello") / "editions" / f"{edition}.toml"
    told = set(re.findall(r"\b[A-Z]\d+\b", file.read_text(encoding="utf-8")))
    assert sorted(marked(edition) - told - IN_THE_DECK) == []


def test_every_test_names_a_rule_of_the_page() -> None:
    unnamed = [name for name in names_of_tests() if not named_by([name]) <= set(rules()) or not NAMED.match(name)]
    assert unnamed == []


def test_the_page_has_each_rule_once_and_leaves_no_number_out() -> None:
    found = rules()
    assert len(found) == len(set(found))
    for letter in {name[0] for name in found}:
        numbers = sorted(int(name[1:]) for name in found if name[0] == letter)
        gaps = set(range(1, numbers[-1] + 1)) - set(numbers)
        assert gaps == set(), letter


def test_the_page_names_every_answer_of_every_ruling_the_default_first() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    for ruling, answers in load_edition("2024").answers.items():
        row = next(line for line in lines if line.startswith(f"| **{ruling}** |"))
        default, others = row.split("|")[3:5]
        assert default.strip().startswith(f"`{answers[0]}`")
        assert re.findall(r"`([\w-]+)`", others) == list(answers[1:])


def test_every_other_answer_of_a_ruling_has_a_test_that_names_it() -> None:
    names = names_of_tests("test_ruling_alternatives.py")
    for ruling, answers in load_edition("2024").answers.items():
        for answer in answers[1:]:
            start = f"test_{ruling}_{answer}".lower().replace("-", "_")
            assert any(name.startswith(start) for name in names), start
