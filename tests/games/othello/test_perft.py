"""Perft: the numbers of answer sequences from fixed positions match `tests/data/perft` (see `bench/perft.py`)."""

import json
from copy import copy

import pytest

from bench.perft import FOLDER, SHORT, WAYS, Mismatch, Start, check, counts, game_at, legal_answers, read
from bench.perft_starts import deep, file_of, file_text, files, pruned
from bench.random_games import COUNTS, FORMS, NAMES, Form, game_of
from companion.othello.model.answers import answer_from_json, answer_to_json
from companion.othello.model.game import Dealer, Game
from companion.othello.notation.read import position_from_json, position_to_json
from companion.othello.rules.submit import submit

FILES = sorted(FOLDER.glob("*.toml"))
STARTS = [pytest.param(start, id=f"{file.stem}, {start.name}") for file in FILES for start in read(file)]
BY_TEXT = 40  # number of sequences that are also played through text


@pytest.mark.parametrize("start", STARTS)
def test_there_are_as_many_sequences_of_answers_as_the_file_says(start: Start) -> None:
    assert check(start, SHORT) >= len(WAYS)


def count_by_text(position: str, chance: Dealer, depth: int, way: str) -> int:
    """Count with everything passed through text: each position and each answer."""
    game = Game(position_from_json(json.loads(position)), chance)
    answers = legal_answers(game, way)
    if depth == 1:
        return len(answers)
    names, total = [seat.name for seat in game.state.seats], 0
    for answer in answers:
        told = json.dumps(answer_to_json(answer, names))
        next_game = Game(position_from_json(json.loads(position)), copy(chance))
        submit(next_game, answer_from_json(json.loads(told), names))
        written = json.dumps(position_to_json(next_game.state))
        assert isinstance(next_game.chance, Dealer)
        total += count_by_text(written, next_game.chance, depth - 1, way)
    return total


@pytest.mark.parametrize("start", STARTS[::4])
def test_there_are_as_many_when_positions_and_answers_go_through_text(start: Start) -> None:
    for way, counted in start.counts.items():
        depth = max((depth for depth, told in enumerate(counted, 1) if told <= BY_TEXT), default=1)
        written = json.dumps(position_to_json(game_at(start.position).state))
        assert count_by_text(written, Dealer(0), depth, way) == counted[depth - 1]


def test_there_are_starts_in_every_form_with_every_number_of_players() -> None:
    assert set(FILES) == set(files())
    for form in FORMS:
        rules = game_of(form, NAMES[:2], Dealer(0)).state.rules
        found = [start for start in read(file_of(form)) if game_at(start.position).state.rules == rules]
        assert {len(start.position["seats"]) for start in found} == set(players_of(form))


def players_of(form: Form) -> tuple[int, ...]:
    return (4,) if form.variants or form.rulings else COUNTS


def test_another_count_is_told_by_first_answer() -> None:
    start = read(FILES[0])[1]
    way = WAYS[1]
    wrong = start._replace(counts={way: [*start.counts[way][:2], start.counts[way][2] + 1]})
    with pytest.raises(Mismatch) as told:
        check(wrong)
    first, *lines = str(told.value).splitlines()
    assert first.startswith(f"{start.name}: {start.counts[way][2]} {way} to depth 3, not {start.counts[way][2] + 1}")
    assert len(lines) == start.counts[way][0]
    assert sum(int(line.split()[1]) for line in lines) == start.counts[way][2]
    assert all(json.loads(line.split("  ")[-1])["do"] for line in lines)


def test_a_game_that_is_over_has_no_answers() -> None:
    seats = [{"name": "Ann"}, {"name": "Ben"}]
    game = game_at({"edition": "2024", "act": 5, "phase": "over", "lead": "Ann", "seats": seats})
    assert counts(game, 2, "anything") == [0, 0]
    assert deep(game, "answers") == [0]


def test_the_files_are_as_they_are_written() -> None:
    for file in FILES:
        assert file_text(read(file)) == file.read_text(encoding="utf-8")


def test_a_position_without_its_defaults_is_the_same_position() -> None:
    state = game_at(read(FILES[-1])[-1].position).state
    whole = position_to_json(state)
    assert position_to_json(position_from_json(pruned(json.loads(json.dumps(whole))))) == whole
