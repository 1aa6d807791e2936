"""Playthroughs of Deathmatch: whole games as text match `tests/data/playthroughs/deathmatch`."""

import re
from pathlib import Path

import pytest

from bench.deathmatch_forms import COUNTS, FORMS, Form, sensible_answer
from bench.deathmatch_playthrough import FOLDER, head_of, heads
from bench.plain_playthrough import ANSWER, read, replayed
from bench.playthrough import difference
from companion.deathmatch.model.changes import CHANGES
from companion.deathmatch.model.decision import DecisionKind
from companion.deathmatch.model.events import EVENTS
from companion.deathmatch.model.ruleset import RULINGS, Variant, names_of

GAMES = [pytest.param(*head, id=head[2].stem) for head in heads()]
TEXTS = [head[2].read_text(encoding="utf-8") for head in heads()]
AGAIN = "`python -m bench.regenerate playthroughs` writes it anew"
# Events of a table that corrects the record, and of an empty hand, which these large decks prevent
NOT_SHOWN = {"Found", "PassedOver", "Corrected"}


@pytest.mark.parametrize(("form", "players", "file"), GAMES)
def test_the_game_goes_as_the_file_tells(form: Form, players: int, file: Path) -> None:
    told = file.read_text(encoding="utf-8")
    seed, answers = read(told)
    now = "\n".join(replayed(head_of(form, players, seed), answers)) + "\n"
    found = difference(told.splitlines(), now.splitlines())
    assert found is None, f"{file.name}, {found}\nIf that is meant: {AGAIN}."


def test_no_other_files_are_there() -> None:
    assert {file for file in FOLDER.rglob("*") if file.is_file()} == {file for _form, _players, file in heads()}


def test_the_games_have_every_number_of_players_every_variant_and_every_answer_of_every_ruling() -> None:
    rules = [head_of(form, players, 0).play().state.rules for form, players, _file in heads()]
    assert {players for _form, players, _file in heads()} == set(COUNTS)
    assert {variant for each in rules for variant in each.variants} == set(Variant)
    for ruling, (field, _kind) in RULINGS.items():
        assert {str(getattr(each, field)) for each in rules} == set(names_of(ruling)), ruling


def test_the_games_show_every_kind_of_event_decision_and_change() -> None:
    events = {word for text in TEXTS for word in re.findall(r"(?:    |; )([A-Z]\w+)", text)}
    assert set(EVENTS) - events <= NOT_SHOWN
    assert set(DecisionKind) <= {word for text in TEXTS for word in re.findall(r"^([a-z-]+) ", text, re.M)}
    assert set(CHANGES) - {"turn"} <= {word for text in TEXTS for word in re.findall(r'"what": "(\w+)"', text)}


def test_an_answer_that_fits_no_more_is_named_and_a_bot_plays_on_from_there() -> None:
    form, players, file = next(heads())
    seed, answers = read(file.read_text(encoding="utf-8"))
    head = head_of(form, players, seed)
    wrong = [*answers[:5], '{"by": "Ann", "do": "dance"}']
    *_rest, last = replayed(head, wrong)
    assert last.startswith(f"{wrong[5]} does not fit: ")
    lines = [line for part in replayed(head, wrong, sensible_answer) for line in part.splitlines()]
    assert lines[-1].startswith("winners: ")
    assert [line.removeprefix(ANSWER) for line in lines if line.startswith(ANSWER)][:5] == answers[:5]


def test_every_form_has_another_name() -> None:
    assert len({form.name for form in FORMS}) == len(FORMS)
