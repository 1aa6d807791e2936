"""Each rule of docs/rules.md has a test in each edition that differs, and so has each example in the rulebooks."""

import re
from importlib.resources import files

import pytest

from bench.tested_rules import RULES, SHARED, all_tests, marked, passages, rules
from companion.othello.game import GAME
from companion.othello.model.ruleset import load_edition

EDITIONS = [edition for edition in GAME.info.editions if edition != SHARED]
IN_THE_DECK = {"C8", "C9"}  # what the stand-in deck tells, and no rule set
OF_RULES = [test for test in all_tests() if test.file != "test_every_rule_has_a_test.py"]


def named(edition: str | None = None) -> set[str]:
    """Return the rules in the names of tests, of all editions or of one."""
    return {test.rule for test in OF_RULES if test.rule and edition in (None, test.edition)}


def test_every_rule_has_a_test() -> None:
    assert sorted(set(rules()) - named()) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule_that_is_otherwise_in_an_edition_has_a_test_of_its_own(edition: str) -> None:
    assert sorted(marked(edition) - named(edition)) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tests_of_an_edition_are_about_what_is_otherwise_in_it(edition: str) -> None:
    known = marked(edition) | {rule for rule in rules() if rule.startswith("R")}
    assert sorted(named(edition) - known) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_file_of_an_edition_names_the_rules_that_are_otherwise_in_it(edition: str) -> None:
    file = files("companion.othello") / "editions" / f"{edition}.toml"
    told = set(re.findall(r"\b[A-Z]\d+\b", file.read_text(encoding="utf-8")))
    assert sorted(marked(edition) - told - IN_THE_DECK) == []


def test_every_test_names_a_rule_of_the_page() -> None:
    assert [test.name for test in OF_RULES if test.rule not in rules()] == []


def test_the_page_has_each_rule_once_and_leaves_no_number_out() -> None:
    found = rules()
    assert len(found) == len(set(found))
    for letter in {name[0] for name in found}:
        numbers = sorted(int(name[1:]) for name in found if name[0] == letter)
        gaps = set(range(1, numbers[-1] + 1)) - set(numbers)
        assert gaps == set(), letter


def test_the_page_names_every_answer_of_every_ruling_the_default_first() -> None:
    lines = RULES.read_text(encoding="utf-8").splitlines()
    for ruling, answers in load_edition("2024").answers.items():
        row = next(line for line in lines if line.startswith(f"| **{ruling}** |"))
        default, others = row.split("|")[3:5]
        assert default.strip().startswith(f"`{answers[0]}`")
        assert re.findall(r"`([\w-]+)`", others) == list(answers[1:])


def test_every_other_answer_of_a_ruling_has_a_test_that_names_it() -> None:
    names = [test.name for test in OF_RULES if test.file == "test_ruling_alternatives.py"]
    for ruling, answers in load_edition("2024").answers.items():
        for answer in answers[1:]:
            start = f"test_{ruling}_{answer}".lower().replace("-", "_")
            assert any(name.startswith(start) for name in names), start


def test_every_example_and_every_note_of_the_rulebooks_has_a_test() -> None:
    shown = {name for test in OF_RULES for name in test.passages}
    assert sorted(passages().keys() ^ shown) == []


def test_the_passages_of_the_rulebooks_name_editions() -> None:
    for name, passage in passages().items():
        assert passage.kind in ("example", "note"), name
        assert passage.sections.keys() <= {"2024", *EDITIONS}, name
