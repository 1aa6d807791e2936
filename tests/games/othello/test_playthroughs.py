"""Playthroughs: whole games as text still match `tests/data/playthroughs` (see `bench/playthrough.py`)."""

import re
from pathlib import Path

import pytest

from bench import deathmatch_playthrough
from bench.playthrough import ANSWER, CONTEXT, Head, difference, heads, read, replayed
from bench.random_games import Form
from companion.othello.model.events import EVENTS

GAMES = [pytest.param(*head, id=f"{head[2].parent.name}, {head[2].stem}") for head in heads()]
ONE = next(heads())
# Events that only repeat an answer, need other rulings or own cards, or come from undo or the host
NOT_SHOWN = {"Passed", "Placed", "Flow", "PickedUp", "TurnedDown", "TakenOver", "Reordered", "CarriedOut", "Returned"}
NOT_SHOWN |= {"TakenBack", "DrewOther", "Found", "Corrected", "PointsSet", "ScoredSet"}
AGAIN = "`python -m bench.regenerate playthroughs` writes it anew"


@pytest.mark.parametrize(("form", "players", "file"), GAMES)
def test_the_game_goes_as_the_file_tells(form: Form, players: int, file: Path) -> None:
    seed, answers = read(file)
    told, now = file.read_text(encoding="utf-8").splitlines(), list(replayed(Head(form, players, seed), answers))
    found = difference(told, now)
    assert found is None, f"{file.parent.name}/{file.name}, {found}\nIf that is meant: {AGAIN}."


def test_no_other_files_are_there() -> None:
    files = {file for _form, _players, file in heads()}
    files |= {file for _form, _players, file in deathmatch_playthrough.heads()}
    assert {file for file in ONE[2].parent.parent.rglob("*") if file.is_file()} == files


def test_the_games_show_every_kind_of_event_that_the_rules_bring_by_themselves() -> None:
    texts = [file.read_text(encoding="utf-8") for _form, _players, file in heads()]
    words = {word for text in texts for word in re.findall(r"(?:    |; )([A-Z]\w+)", text)}
    assert set(EVENTS) - words <= NOT_SHOWN


def test_a_difference_is_shown_with_what_came_before_it() -> None:
    form, players, file = ONE
    seed, answers = read(file)
    at = next(number for number, answer in enumerate(answers) if number > 60 and answer.endswith(" reveal"))
    told = file.read_text(encoding="utf-8").splitlines()
    other = [*answers[:at], answers[at].replace("reveal", "exit"), *answers[at + 1 :]]
    now = list(replayed(Head(form, players, seed), other))
    found = (difference(told, now) or "").splitlines()
    assert re.match(r"line \d+ is another one now; Act \w+, scene \d+", found[0])
    assert f"- {ANSWER}{answers[at]}" in found and f"+ {ANSWER}{other[at]}" in found
    assert [line[0] for line in found[1:]] == [" "] * CONTEXT + ["-"] * 3 + ["+"] * 3


def test_an_answer_that_fits_no_more_is_named() -> None:
    form, players, file = ONE
    seed, answers = read(file)
    *_rest, last = replayed(Head(form, players, seed), [*answers[:5], "Ann dances"])
    assert last == "Ann dances is no answer here"


def test_where_answers_fit_no_more_a_bot_plays_on_to_the_end() -> None:
    form, players, file = ONE
    seed, answers = read(file)
    lines = list(replayed(Head(form, players, seed), answers[:40], go_on=True))
    assert lines[-1].startswith("winners: ")
