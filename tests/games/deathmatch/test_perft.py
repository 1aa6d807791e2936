"""Perft of Deathmatch: the numbers of answer sequences match `tests/data/perft/deathmatch` (see `bench/perft.py`)."""

import pytest

from bench.deathmatch_forms import COUNTS
from bench.deathmatch_perft import MOMENTS, files
from bench.perft import FOLDER, WAYS, Mismatch, Start, check, game_at, legal_answers, read
from bench.perft_starts import file_text
from companion.deathmatch.model.ruleset import RULINGS, Variant, names_of

SHORT = 150  # largest count for each start and way in the tests; `make proof` counts all
FILES = sorted((FOLDER / "deathmatch").glob("*.toml"))
STARTS = [start for file in FILES for start in read(file)]


@pytest.mark.parametrize("start", [pytest.param(start, id=start.name) for start in STARTS])
def test_there_are_as_many_sequences_of_answers_as_the_file_says(start: Start) -> None:
    assert check(start, SHORT) >= len(WAYS)


def test_the_starts_have_every_number_of_players_every_variant_and_every_answer_of_every_ruling() -> None:
    rules = [game_at(start.position).state.rules for start in STARTS]
    assert {len(start.position["seats"]) for start in STARTS} == set(COUNTS)
    assert {variant for each in rules for variant in each.variants} == set(Variant)
    for ruling, (field, _kind) in RULINGS.items():
        assert {str(getattr(each, field)) for each in rules} == set(names_of(ruling)), ruling


def test_every_kind_of_moment_is_there_and_no_other_file() -> None:
    assert sorted(files()) == FILES
    moments = {start.name.split(", ")[-1] for start in STARTS}
    assert moments == {*MOMENTS, "the end"}
    for file in FILES:
        assert file_text(read(file)) == file.read_text(encoding="utf-8")


def test_another_count_is_told_by_first_answer() -> None:
    start = next(start for start in STARTS if len(start.counts["answers"]) > 2)
    wrong = start._replace(counts={"answers": [*start.counts["answers"][:1], start.counts["answers"][1] + 1]})
    with pytest.raises(Mismatch) as told:
        check(wrong)
    first, *lines = str(told.value).splitlines()
    assert first.startswith(f"{start.name}: {start.counts['answers'][1]} answers to depth 2, not ")
    assert sum(int(line.split()[1]) for line in lines) == start.counts["answers"][1]


def test_a_game_that_is_over_has_no_answers() -> None:
    seats = [{"name": "Ann"}, {"name": "Ben", "out": True, "character": "Hamlet"}]
    game = game_at({"game": "deathmatch", "phase": "over", "seats": seats})
    assert legal_answers(game, "anything") == []
