"""docs/deathmatch.md: its examples are accepted, and its tables match the program."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.deathmatch.decks.check import COMMON_FIELDS, OWN_FIELDS
from companion.deathmatch.model.answers import Do, answer_from_json
from companion.deathmatch.model.cards import CASTLE, NAMED_TRICKSTERS
from companion.deathmatch.model.changes import CHANGES, PlaceKind, changes_from_json
from companion.deathmatch.model.deck import deck_from_objects, load_deck
from companion.deathmatch.model.ruleset import RULINGS, Variant, names_of
from companion.deathmatch.model.state import Phase
from companion.deathmatch.notation.names import check_names
from companion.deathmatch.notation.read import position_from_json
from companion.deathmatch.notation.write import position_to_json
from cuelight.__main__ import main
from tests.games.deathmatch.positions import position
from tests.support import ROOT
from tests.system.test_docs import blocks, codes, column, table, tables

PAGE, RULES = ROOT / "docs" / "deathmatch.md", ROOT / "docs" / "deathmatch-rules.md"
HEAD = ("what it is", "if it is left out")
NAMES = ["Ann", "Ben", "Cal"]


def test_every_key_of_a_position_is_in_the_tables() -> None:
    head, seat = table(PAGE, "key", *HEAD), table(PAGE, "key of a seat", *HEAD)
    over = position_to_json(position_from_json(position(phase="over")))
    assert column(head) == list(over)
    assert column(seat) == list(over["seats"][0])


def test_the_words_of_a_position_are_in_its_table() -> None:
    rows = {codes(row[0])[0]: codes(row[1]) for row in table(PAGE, "key", *HEAD)}
    assert rows["phase"] == list(Phase)
    assert rows["variants"] == list(Variant)


def test_every_answer_has_its_fields_in_the_table() -> None:
    rows = table(PAGE, "`do`", "must have", "may have", "what happened")
    told = {codes(row[0])[0]: (tuple(codes(row[1])), tuple(codes(row[2]))) for row in rows}
    assert told == {str(do): (do.must, do.may) for do in Do}


def test_every_change_has_its_fields_in_the_table() -> None:
    values = {"card": "coins.1", "from": "discard", "to": "removed", "of": "Ann", "suit": "coins"}
    nows: dict[str, Any] = {
        "character": "Timon",
        "revealed": True,
        "setting": "heath",
        "protagonist": "Ann",
        "turn": "Ben",
    }
    rows = {codes(row[0])[0]: codes(row[1]) for row in table(PAGE, "`what`", "fields", "changed")}
    assert list(rows) == list(CHANGES)
    for what, fields in rows.items():
        change = {"what": what, **{key: nows.get(what, 3) if key == "now" else values[key] for key in fields}}
        assert changes_from_json([change], NAMES)
    text = PAGE.read_text(encoding="utf-8")
    assert all(f'"{kind}"' in text for kind in PlaceKind)


def test_every_ruling_has_its_answers_on_the_page_of_rules_the_default_first() -> None:
    rules = re.findall(r"^- \*\*(DJ\d+)\*\* ((?:.+\n)+?)(?=- |\n)", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    assert {ruling: list(dict.fromkeys(codes(text))) for ruling, text in rules} == {
        ruling: list(names_of(ruling)) for ruling in RULINGS
    }


def test_every_field_of_a_card_is_in_the_table() -> None:
    for row in table(PAGE, "`kind`", "must have", "may have"):
        (kind,), fields = codes(row[0]), {*codes(row[1]), *codes(row[2])}
        assert fields == {*COMMON_FIELDS, *OWN_FIELDS[kind]} - {"kind"}
    assert len(tables(PAGE, "`kind`", "must have", "may have")[0]) == len(OWN_FIELDS)


def test_what_the_author_told_is_on_the_page() -> None:
    deck, text = load_deck("stand-in"), " ".join(PAGE.read_text(encoding="utf-8").split())
    told = [card.id for cards in (deck.actions, deck.characters) for card in cards.values() if card.author]
    assert set(told) == {"Hamlet", "Ophelia", *NAMED_TRICKSTERS}
    assert all(name in text for name in (*told, CASTLE, "4 blades and 8 coins", "8 letters and 4 coins"))


@pytest.mark.parametrize("text", [block.text for block in blocks(PAGE, "json")])
def test_an_example_is_taken_by_the_program(text: str) -> None:
    document = json.loads(text)
    if "seats" in document:
        assert position_from_json(document).seats
    else:
        assert deck_from_objects([document, {"kind": "setting", "id": CASTLE}]).characters


@pytest.mark.parametrize("text", [block.text for block in blocks(PAGE, "jsonl")])
def test_lines_of_an_example_are_taken_by_the_program(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if '"t":' in text:
        script = tmp_path / "script.jsonl"
        script.write_text(text, encoding="utf-8")
        assert main(["script", "--json", str(script)]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["irregularities"], told["questions"]) == ([], [])
        assert told["position"]["seats"][0]["pool"] == ["coins.3"]
        return
    state = position_from_json(position())
    for line in text.splitlines():
        check_names(answer_from_json(json.loads(line), NAMES), state)
