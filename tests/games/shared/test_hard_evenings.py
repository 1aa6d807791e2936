"""The short forms of `proof_journal`, which uses whole games: power cuts, kills and corrupted bytes."""

from pathlib import Path

import pytest

from companion.games import game_ids
from tests.support.hard_evenings import kills, power_cuts, spoilt


def test_a_power_cut_in_a_game_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    told = power_cuts(30, tmp_path, acts=1)
    assert told["cuts"] == 30
    assert told["shown before"] > 25
    assert told["records"] > 300


@pytest.mark.parametrize("game", game_ids())
def test_a_killed_table_loses_nothing_that_it_answered(tmp_path: Path, game: str) -> None:
    told = kills(10, tmp_path, game)
    assert told["kills"] == 10
    assert told["shown"] > 40


def test_spoilt_bytes_are_noticed_and_the_table_starts(tmp_path: Path) -> None:
    told = spoilt(50, tmp_path)
    assert told["spoilt"] == 50
    assert told["noticed"] > 30
    assert told["tables started"] == 2
