"""The short forms of `proof_journal`: power cuts, kills and spoilt bytes in whole games."""

from pathlib import Path

from hard_evenings import kills, power_cuts, spoilt


def test_a_power_cut_in_a_whole_game_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    told = power_cuts(60, tmp_path)
    assert told["cuts"] == 60
    assert told["shown before"] > 50
    assert told["records"] > 1000


def test_a_killed_table_loses_nothing_that_it_answered(tmp_path: Path) -> None:
    told = kills(25, tmp_path)
    assert told["kills"] == 25
    assert told["answers"] > 100


def test_spoilt_bytes_are_noticed_and_the_table_starts(tmp_path: Path) -> None:
    told = spoilt(100, tmp_path)
    assert told["spoilt"] == 100
    assert told["noticed"] > 60
    assert told["tables started"] == 4
