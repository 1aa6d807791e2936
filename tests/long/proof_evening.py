"""A whole game with all faults and slips ends like the same game without them, on a mat and on PN532 readers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.troubled_evenings import Played, mat_with, mat_without, nfc_with, nfc_without

ACTS = 5
EVERY = 6  # number of moves between two faults
KINDS = 18
WITHOUT = {"a mat": mat_without, "PN532 readers": nfc_without}
WITH: dict[str, Callable[[Path, Played, int, int], Played]] = {"a mat": mat_with, "PN532 readers": nfc_with}


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("table", WITHOUT)
def test_a_game_with_all_faults_and_slips_is_the_game_without_and_each_costs_two_touches_at_most(
    table: str, tmp_path: Path
) -> None:
    without = WITHOUT[table](tmp_path / "well", 5, ACTS)
    played = WITH[table](tmp_path / "ill", without, 5, EVERY)
    print(f"promise evening-slips: {table}, five acts, {without.touches} touches without, with all {played.told}")
    assert played.scores == without.scores
    assert played.happened == without.happened
    assert played.too_dear == {}
    assert len(played.cost) >= KINDS
