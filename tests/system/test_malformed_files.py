"""Files that no person would write, given to the commands that read them, and the limits of the shared reader."""

from pathlib import Path

import pytest

from bench.malformed_files import ENDS, KINDS, read_all
from companion.core.errors import InputError
from companion.core.json_fields import shown
from companion.core.safe_parse import MOST_DEPTH, MOST_DOTS, MOST_LETTERS, MOST_TOML_LETTERS, read_json, read_toml
from companion.othello.decks.check import check_deck
from companion.othello.model.deck import deck_text
from cuelight.__main__ import main
from hardware.table_file.load import TableFileError, parse_table_file


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_file_is_read_or_refused_in_words(kind: str, tmp_path: Path) -> None:
    found = read_all(kind, 150, seed=0, folder=tmp_path)
    assert set(found.ends) <= set(ENDS)
    assert found.ends[0] and found.ends[2]  # some are still valid, and some are not


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("\na = " + "[" * 60_000, 2, "nested too deeply"),
        ("a = " + "{a=" * 20_000, 1, "nested too deeply"),
        ('a = ["""x"""", ' + "[" * 60_000, 1, "nested too deeply"),
        ("a = ['''x''''', " + "[" * 60_000, 1, "nested too deeply"),
        ("\n\n" + "a." * 60_000 + "a = 1", 3, "too many dots"),
        ('"a".' * 30_000 + "a = 1", 1, "too many dots"),
        ("[" + "a." * 60_000 + "a]", 1, "too many dots"),
        ("a = " + "9" * 5000, 1, "too many digits"),
        ("a = 0x" + "f" * 40_000, 1, "too many digits"),
        ("a = 1e400", 1, "too many digits"),
        ("b = 1\na = 2024-02-31", 2, "Invalid date"),
        ("a = '\ud800'", 1, "half a character"),
        ("a = 1\n" * MOST_TOML_LETTERS, 1, "too long"),
        ('"\\"' * 40_000, 1, "is not TOML"),
        ("a = 1\nb = “text”", 2, "curly quotes"),
        ('a = "text“', 1, "is not TOML"),
        ("a = 1\n" + "\0" * 500, 2, "bytes that are zero"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_toml_is_bounded_before_it_is_parsed(text: str, line: int, words: str) -> None:
    with pytest.raises(InputError, match=words) as refused:
        read_toml(text)
    assert refused.value.line == line


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[" * 60_000, 1, "nested too deeply"),
        ('{"a":' * 60_000, 1, "nested too deeply"),
        ('{"a": 1,\n"b": 1e400}', 2, "too many digits"),
        ("\n" + "9" * 5000, 2, "too many digits"),
        ("[NaN]", 1, "no number"),
        ("[-Infinity]", 1, "no number"),
        ("[1,]", 1, "is not JSON"),
        ('["' + "x" * MOST_LETTERS, None, "too long"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_json_is_bounded_before_it_is_parsed(text: str, line: int | None, words: str) -> None:
    with pytest.raises(InputError, match=words) as refused:
        read_json(text)
    assert refused.value.line == line


@pytest.mark.parametrize(
    ("text", "field"), [('{"a": [1, "\\ud800"]}', "a[1]"), ('{"a": {"\\udc00": 1}}', "a"), ('"\ud800"', None)]
)
def test_half_a_character_is_refused_with_its_place(text: str, field: str | None) -> None:
    with pytest.raises(InputError, match="half a character") as refused:
        read_json(text)
    assert refused.value.field == field


def test_what_is_said_twice_is_refused_by_its_name() -> None:
    for text in ('{"do": "pass", "by": "Ann", "do": "exit"}', '{"seats": [{"do": 1, "do": 1}]}'):
        with pytest.raises(InputError, match=r"^do: stands there twice"):
            read_json(text)


def test_whole_characters_in_two_halves_are_taken() -> None:
    assert read_json('"\\ud83c\\udfad"') == "🎭"


def test_what_people_write_is_within_the_bounds() -> None:
    assert read_json("[" * MOST_DEPTH + "]" * MOST_DEPTH)
    assert read_json("[-1.5, 999999999999999, 1e14]") == [-1.5, 999_999_999_999_999, 1e14]
    dotted = ".".join("a" * (MOST_DOTS + 1))
    assert read_toml(f"{dotted} = 1\nb = 3.14\nc = 'a.b.c.d.e.f.g.h.i.j.k' # a.b.c.d.e.f.g.h.i.j.k [[[[[")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("character_1", '["Iago"]'),
        ("character_2", "{ a = 1 }"),
        ("points", "2024-01-01"),
        ("points", "07:32:00"),
        ("points", "1000"),
        ("points", "nan"),
        ("title", '"\\u001b]0;mine\\u0007"'),
        ("line", '"\\u202e"'),
    ],
)
def test_a_field_of_a_card_with_something_odd_is_named_with_its_line(field: str, value: str) -> None:
    text = deck_text("stand-in") + f'\n[[card]]\nid = "I.99"\nblank = true\n{field} = {value}\n'
    (fault,) = [fault for fault in check_deck(text) if fault.where == f"I.99 {field}"]
    assert fault.line == text.count("\n")


def test_a_deck_of_very_many_cards_is_one_mistake() -> None:
    assert "14000 of them" in check_deck('id = "a"\ntitle = "A"\n' + "[[card]]\n" * 14_000)[0].reason


def test_a_table_file_of_rubbish_is_refused_without_reading_it_line_by_line() -> None:
    with pytest.raises(TableFileError) as refused:
        parse_table_file("x\n" * 30_000)
    assert len(refused.value.mistakes) < 40


def test_a_file_that_never_ends_is_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "check", "/dev/zero"]) == 2
    assert "too long" in capsys.readouterr().err


@pytest.mark.parametrize("value", [10**5000, {"a": object()}, "\ud800", ["x"] * 1000, {1: 2}], ids=type)
def test_whatever_a_value_is_an_error_can_show_it(value: object) -> None:
    assert shown(value).isprintable()
