"""The rules chosen at the start of a game, in its record and in its details."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Journal
from companion.othello.model.ruleset import edition_names, load_edition
from companion.othello.notation.read import position_from_json
from cuelight.app.games.round import start_of
from tests.support.running_table import running

PLAIN: dict[str, Any] = {"names": ["Ann", "Ben", "Cal"], "edition": "2024", "deck": "stand-in"}
RULES: dict[str, Any] = {
    "edition": "2022",
    "level": "evil",
    "variants": ["extra-lead-villainy"],
    "rulings": {"J8": "refund"},
}
PLACED: dict[str, Any] = {
    "edition": "2024",
    "lead": "Ann",
    "phase": "reveal",
    "seats": [{"name": name, "placed": "?staging"} for name in PLAIN["names"]],
}
BEFORE = {"J14": "exit-only", "J27": "seize-first"}


def test_a_record_from_before_there_were_levels_still_begins_its_game() -> None:
    rules = start_of(PLAIN).rules
    assert rules is load_edition("2024", rulings=BEFORE)


def test_a_record_keeps_level_variants_and_rulings() -> None:
    rules = start_of(PLAIN | RULES).rules
    assert rules is load_edition("2022", "evil", ["extra-lead-villainy"], BEFORE | {"J8": "refund"})


@pytest.mark.parametrize("record", [PLAIN | RULES, {"position": PLACED}])
def test_a_record_from_before_a_ruling_is_played_as_it_was_then(record: dict[str, Any]) -> None:
    assert {ruling: start_of(record).rules.rulings[ruling] for ruling in BEFORE} == BEFORE


def test_a_record_that_names_a_ruling_and_a_new_position_are_played_so() -> None:
    chosen = load_edition("2024").rulings
    assert start_of(PLAIN | {"rulings": dict(chosen)}).rules.rulings == chosen
    assert position_from_json(PLACED).rules.rulings == chosen


def test_the_journal_has_every_ruling_of_a_game(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("start", names=PLAIN["names"], **RULES)
        house.command("start", position=house.table.ask("position", {}))
    with closing(Journal.open(tmp_path / "table.db")) as journal:
        for kept in (journal.games()[0].body, journal.games()[1].body["position"]):
            assert (kept["edition"], kept["level"], kept["variants"]) == ("2022", "evil", ["extra-lead-villainy"])
            assert kept["rulings"] == {**load_edition("2022").rulings, "J8": "refund"}
            assert {"J1", "J14", "J27"} <= set(kept["rulings"])


@pytest.mark.parametrize("edition", edition_names())
def test_the_details_of_a_game_name_what_is_not_as_usual(edition: str, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("start", names=PLAIN["names"], edition=edition)
        told = house.board["table"]
    assert told["edition"] == edition
    assert told["level"] == ("villainy" if edition == "2022" else None)
    assert (told["variants"], told["rulings"]) == ([], {})


def test_a_table_goes_on_by_the_same_rules_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        house.table.command("start", {"names": PLAIN["names"], "lead": 1, **RULES})
        before = house.board["table"]
    assert {key: before[key] for key in RULES} == RULES
    with running(tmp_path / "table.db") as again:
        assert again.board["table"] == before
