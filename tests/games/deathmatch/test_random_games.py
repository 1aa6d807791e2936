"""Random games with every number of players, ruling and variant: properties that must hold after each answer."""

import pytest

from companion.deathmatch.model.ruleset import RULINGS, Variant, names_of
from tests.games.deathmatch.random_play import RandomGame

SEEDS = (0, 1, 5, 14, 19, 61, 96)  # few that have every number of players, ruling and variant


def games() -> list[RandomGame]:
    return [RandomGame(seed) for seed in SEEDS]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_game_keeps_its_cards_its_rules_and_its_written_form(seed: int) -> None:
    game = RandomGame(seed)
    game.play()
    assert game.answers


def test_these_games_have_all_numbers_of_players_all_rulings_and_all_variants() -> None:
    played = games()
    assert {len(game.start.seats) for game in played} == set(range(2, 9))
    assert {game.seen for game in played} == {True, False}
    for ruling, (field, _kind) in RULINGS.items():
        assert {str(getattr(game.start.rules, field)) for game in played} == set(names_of(ruling)), ruling
    assert {variant for game in played for variant in game.start.rules.variants} == set(Variant)
