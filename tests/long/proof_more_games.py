"""Tests that play few games in `make test`, with many."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.random_games import PLAYED, Form
from tests.games.othello import test_hidden
from tests.games.othello.test_buttons import WANTED, an_evening
from tests.games.othello.test_explain import test_the_reasons_add_up_to_the_score_at_every_moment as adds_up


@pytest.mark.timeout(3600)
def test_a_press_and_a_hold_mean_what_the_table_of_lights_says_on_a_hundred_evenings() -> None:
    meant = sum((an_evening(seed).meant for seed in range(100)), Counter[tuple[str, str, str]]())
    assert set(meant) == WANTED
    print(f"promise one-pair-a-light: 100 evenings, {meant.total()} presses and holds with a meaning")


@pytest.mark.parametrize("seed", range(40))
def test_nothing_hangs_on_hidden_cards_in_forty_games(seed: int) -> None:
    test_hidden.test_what_everybody_sees_does_not_hang_on_hidden_cards(seed)
    test_hidden.test_what_a_player_may_do_does_not_hang_on_the_cards_of_others(seed)
    test_hidden.test_a_bot_plays_without_the_cards_of_others(seed)
    adds_up(seed)


@pytest.mark.parametrize("form", PLAYED, ids=lambda form: form.name)
def test_nothing_hangs_on_hidden_cards_at_any_fifth_decision_of_any_form(
    monkeypatch: pytest.MonkeyPatch, form: Form
) -> None:
    monkeypatch.setattr(test_hidden, "SPARING", 5)
    test_hidden.test_neither_does_it_in_any_edition_with_any_variant_and_other_rulings(form)
    test_hidden.test_what_a_move_or_time_that_runs_out_leads_to_shows_the_same_to_everybody(form)
