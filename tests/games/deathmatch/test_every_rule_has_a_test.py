"""The rules page and the tests of Deathmatch name the same rules, and the rule set the same rulings."""

import re
from pathlib import Path

from companion.deathmatch.model.ruleset import RULINGS, names_of
from tests.support import ROOT

PAGE = (ROOT / "docs" / "deathmatch-rules.md").read_text(encoding="utf-8")
NAMED = re.compile(r"^def test_(\w+)", re.MULTILINE)


def rules() -> list[str]:
    """Return the rule ids on the page."""
    return re.findall(r"\*\*(D[A-Z]\d+)\*\*", PAGE)


def all_tests() -> list[str]:
    """Return the names of all tests of this game."""
    files = Path(__file__).parent.glob("test_*.py")
    return [name for file in files for name in NAMED.findall(file.read_text(encoding="utf-8"))]


def named() -> set[str]:
    """Return the rules in the names of tests."""
    return {found.upper() for name in all_tests() for found in re.findall(r"(?:^|_)(d[a-z]\d+)(?=_)", name)}


def test_every_rule_ruling_and_variant_of_the_page_has_a_test() -> None:
    assert sorted(set(rules()) - named()) == []


def test_every_test_names_a_rule_of_the_page() -> None:
    assert sorted(named() - set(rules())) == []


def test_the_page_leaves_no_number_out() -> None:
    found = rules()
    assert len(found) == len(set(found))
    for letter in {rule[:2] for rule in found}:
        numbers = {int(rule[2:]) for rule in found if rule[:2] == letter}
        assert numbers == set(range(1, max(numbers) + 1)), letter


def test_the_page_names_every_answer_of_every_ruling_the_default_first() -> None:
    for ruling in RULINGS:
        entry = PAGE.split(f"- **{ruling}** ", 1)[1].split("\n- **", 1)[0].split("\n\n", 1)[0]
        answers = [word for word in re.findall(r"`([a-z-]+)`", entry) if word in names_of(ruling)]
        assert list(dict.fromkeys(answers)) == list(names_of(ruling)), ruling


def test_every_answer_of_every_ruling_has_a_test_that_names_it() -> None:
    names = [name.replace("_", "-") for name in all_tests()]
    for ruling in RULINGS:
        for answer in names_of(ruling):
            told = [name for name in names if name.startswith(f"{ruling.lower()}-") and f"-{answer}" in name]
            assert told, f"{ruling} {answer}"
