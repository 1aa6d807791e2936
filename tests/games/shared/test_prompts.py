"""Prompts of random games: who acts, what hands do, and only with what the table has (docs/prompts.md)."""

from __future__ import annotations

import pytest

from companion.game.equipment import ON_SCREEN, REAL_TABLE, Equipment
from companion.games import game_ids, game_of
from tests.support.all_games import moments
from tests.support.prompts import faults, pressed_in_vain

MOMENTS = 12


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("players", [3, 5])
def test_screen_seats_and_phones_agree_and_name_only_what_is_there(game: str, players: int) -> None:
    assert [fault for state in moments(game, players, MOMENTS) for fault in faults(game_of(game), state)] == []


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("equipment", [REAL_TABLE, ON_SCREEN])
def test_what_a_light_offers_is_accepted_and_changes_something(game: str, equipment: Equipment) -> None:
    found = [pressed_in_vain(game_of(game), state, equipment) for state in moments(game, 4, MOMENTS)]
    assert [fault for faults_there in found for fault in faults_there] == []
