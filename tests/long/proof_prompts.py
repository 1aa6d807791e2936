"""Long test of prompts: moments of random games of every game and number of players (docs/prompts.md)."""

from __future__ import annotations

import pytest

from companion.game.equipment import ON_SCREEN, REAL_TABLE
from companion.games import game_of
from tests.support.all_games import FORMS, moments
from tests.support.prompts import Fault, faults, pressed_in_vain

MOMENTS = 150


@pytest.mark.parametrize(("game", "players"), FORMS)
def test_screen_seats_and_phones_agree_and_offers_are_accepted(game: str, players: int) -> None:
    found: list[Fault] = []
    for state in moments(game, players, MOMENTS):
        found += faults(game_of(game), state)
        found += [fault for each in (REAL_TABLE, ON_SCREEN) for fault in pressed_in_vain(game_of(game), state, each)]
    assert found == []
