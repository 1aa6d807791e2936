"""Deck files of Deathmatch: all errors with their lines, new files, and the output of `cuelight deck`."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import InputError, all_errors
from companion.deathmatch.decks.check import check_deck
from companion.deathmatch.decks.file import new_deck_text, own_deck
from companion.deathmatch.model.deck import deck_text, load_deck
from companion.deathmatch.notation.read import position_from_json
from companion.game.deck_files import Difference
from companion.games import game_of, game_of_deck
from cuelight.__main__ import main

STAND_IN = deck_text("stand-in")
DECKS = game_of("deathmatch").box.decks


def changed(*changes: tuple[str, str]) -> str:
    """Return the stand-in deck with the first of each of these texts replaced."""
    text = STAND_IN
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["deck", *arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def written(folder: Path, text: str, name: str = "mine.toml") -> str:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


# --- the check


def test_in_the_stand_in_deck_nothing_is_wrong() -> None:
    assert check_deck(STAND_IN) == []
    assert DECKS.read(STAND_IN).deck == load_deck("stand-in")


@pytest.mark.parametrize(
    ("old", "new", "where", "reason"),
    [
        ('game = "deathmatch"', 'game = "chess"', "game", "deathmatch"),
        ('id = "stand-in"', 'id = ""', "id", "must be text"),
        ("made_up = true", "made_up = 1", "made_up", "true or false"),
        ("made_up = true", 'titel = "x"', "titel", "no such field"),
        ('suit = "blades"', 'suit = "daggers"', "blades.1 suit", "blades, coins, letters, poison"),
        ("points = 1", "points = -1", "blades.1 points", "from 0"),
        ("copies = 5", "copies = 0", "blades.1 copies", "from 1"),
        ("copies = 5", "copeis = 5", "blades.1 copeis", "suit, points, copies"),
        ("limits = { blades = 4, coins = 8 }", "limits = { blades = 4 }", "Hamlet limits", "exactly two suits"),
        ("limits = { blades = 4, coins = 8 }", "limits = { blades = 4, coins = 0 }", "Hamlet limits.coins", "from 1"),
        ("hand_size = 2", "hand_size = true", "graveyard hand_size", "whole number"),
        ('id = "graveyard"', 'id = "heath"', "heath id", "twice"),
        ('id = "castle"', 'id = "keep"', "", "castle"),
        ('kind = "trickster"', 'kind = "spell"', "Et tu, Brute? kind", "action, trickster, character, setting"),
        ('text = "Look at another', f'text = "{"la " * 700}', "The Play's the Thing text", "too long"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, where: str, reason: str) -> None:
    text = changed((old, new))
    (fault,) = [fault for fault in check_deck(text) if fault.where == where and reason in fault.reason]
    line = line_of(text, new) if where and new != 'id = "heath"' else fault.line
    assert fault.line == line


def test_everything_wrong_is_told_at_once_in_the_order_of_the_lines() -> None:
    text = changed(("made_up = true", "made_up = 1"), ("points = 1", "points = []"), ("hand_size = 2", "size = 2"))
    assert [fault.where for fault in check_deck(text)] == ["made_up", "blades.1 points", "graveyard size"]


@pytest.mark.parametrize("text", ["", "game = 'deathmatch'\nid = 'x'\ntitle = 'X'\ncard = 5", "[[[", "card = [1]"])
def test_a_file_without_cards_or_that_is_no_toml_is_told_of_and_nothing_more(text: str) -> None:
    assert check_deck(text)
    with pytest.raises(InputError) as found:
        DECKS.read(text)
    assert all(error.line for error in all_errors(found.value))


def test_cards_in_one_line_stand_where_that_line_does() -> None:
    text = 'game = "deathmatch"\nid = "x"\ntitle = "X"\ncard = [{ kind = "setting", id = "castle", hand_size = 0 }]'
    assert {fault.line for fault in check_deck(text) if fault.where == "castle hand_size"} == {4}


def test_whose_deck_a_text_is_costs_nothing_to_find_whatever_stands_in_it() -> None:
    assert game_of_deck(STAND_IN).info.id == "deathmatch"
    for text in ("a = " + "[" * 50_000, ".".join("a" * 50_000) + " = 1", "[[["):
        assert game_of_deck(text).info.id == "othello"


# --- a new file


def test_a_new_deck_has_what_the_author_told_and_lacks_the_rest() -> None:
    text = new_deck_text("mine", "Mine")
    assert [fault.reason for fault in check_deck(text)] == ["has no standard action card, of the kind action"]
    example = "\n".join(re.findall(r"^#   (\[\[card\]\]|\w+ = .*)$", text, re.MULTILINE))
    deck = DECKS.read(f"{text}\n{example}\n").deck
    assert set(deck.characters) == {"Hamlet", "Ophelia"}
    assert (deck.id, deck.title, deck.made_up, deck.actions["blades.3"].copies) == ("mine", "Mine", False, 2)
    assert deck.characters["Hamlet"].limits == load_deck("stand-in").characters["Hamlet"].limits


# --- differences


def test_decks_differ_card_by_card_and_field_by_field() -> None:
    first = own_deck(load_deck("stand-in"))
    second = DECKS.read(changed(("copies = 5", "copies = 4"), ('id = "heath"', 'id = "moor"')))
    assert DECKS.differences(first, first) == []
    assert DECKS.differences(first, second) == [
        Difference("blades.1", "copies", 5, 4),
        Difference("heath", "", "setting", None),
        Difference("moor", "", None, "setting"),
    ]


# --- the commands


def test_a_deck_goes_from_new_to_checked_to_shown_and_into_a_position(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = str(tmp_path / "mine.toml")
    assert run(capsys, "new", "--game", "deathmatch", file, "--title", "Mine")[0] == 0
    status, out, _err = run(capsys, "check", file)
    assert (status, out.splitlines()[-1]) == (2, f"1 mistake in {file}")
    with Path(file).open("a") as opened:
        opened.write('\n[[card]]\nkind = "action"\nid = "coins.2"\nsuit = "coins"\npoints = 2\n')
    assert run(capsys, "check", file) == (
        0,
        f"{file}: 4 action cards, 2 characters, 1 setting; nothing is wrong.\n",
        "",
    )
    status, out, _err = run(capsys, "show", file)
    assert status == 0
    assert "Hamlet" in out
    assert "4 blades and 8 coins" in out
    cards: Any = json.loads(run(capsys, "show", "--json", file)[1])
    seats = [{"name": "Ann"}, {"name": "Ben"}]
    assert position_from_json({"game": "deathmatch", "deck": cards, "seats": seats}).deck.size == 4


def test_the_file_says_which_game_its_deck_is_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = written(tmp_path, changed(("copies = 5", "copies = 6")))
    status, out, _err = run(capsys, "diff", "--game", "deathmatch", "stand-in", file)
    assert (status, out) == (0, "blades.1 copies: 5 → 6\n1 difference\n")
    status, _out, err = run(capsys, "diff", "stand-in", file)
    assert (status, "two games" in err) == (2, True)
    status, _out, err = run(capsys, "check", written(tmp_path, 'game = "chess"\n'))
    assert status == 2
    assert f"{file}:1: game: " in err


def test_of_a_deck_with_mistakes_show_and_diff_tell_file_line_and_field(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wrong = 'points = "one"'
    text = changed(("points = 1", wrong))
    file = written(tmp_path, text)
    for arguments in (["show", file], ["diff", "--game", "deathmatch", "stand-in", file]):
        status, _out, err = run(capsys, *arguments)
        assert status == 2
        assert f"{file}:{line_of(text, wrong)}: blades.1 points: " in err


def test_there_is_one_edition_of_deathmatch(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "new", "--game", "deathmatch", "--edition", "2024", "-")[0] == 2
    assert run(capsys, "new", "--game", "deathmatch", "--edition", "2021", "-")[0] == 0
