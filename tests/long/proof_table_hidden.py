"""Two tables with other hidden cards show the same, at length."""

from __future__ import annotations

import pytest

from tests.games.othello.test_table_hidden import played_alike, slipped_alike


@pytest.mark.timeout(3600)
def test_two_tables_show_the_same_on_two_hundred_evenings() -> None:
    laid = sum(played_alike(seed).laid.total() for seed in range(1000, 1200))
    print(f"promise twin-tables: 200 evenings, {laid} other cards laid, nothing shown differently")


@pytest.mark.timeout(3600)
def test_two_tables_show_the_same_on_two_hundred_evenings_with_slips() -> None:
    assert slipped_alike(range(2000, 2200)).total() > 1000
