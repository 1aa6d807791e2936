"""The long forms of `test_hard_evenings`: thousands of power cuts, kills and corrupted journals, in whole games.

The tests simulate the power cuts and the damage, and a killed process leaves everything it handed to the system. So the
files are in memory if there is space; a real disk would only be slower.
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.games import game_ids
from tests.support.hard_evenings import kills, power_cuts, spoilt

MEMORY = Path("/dev/shm")


@pytest.fixture
def folder() -> Iterator[Path]:
    """Yield the folder of the journals."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        yield Path(name)


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[str, str], None]:
    """Return a function that prints a promise's line in the format of `make proof`."""

    def line(promise: str, figure: str) -> None:
        with capsys.disabled():
            print(f"promise {promise}: {figure}")

    return line


@pytest.mark.timeout(0)
def test_ten_thousand_power_cuts(folder: Path, say: Callable[[str, str], None]) -> None:
    told = power_cuts(10_000, folder, acts=5)
    say(
        "power-cuts",
        f"{told['cuts']:,} cuts in a whole game of {told['records']:,} records: 0 records lost that had been shown; "
        f"{told['tables started']} of them taken up by a whole table",
    )


@pytest.mark.timeout(0)
def test_a_thousand_kills_in_every_game(folder: Path, say: Callable[[str, str], None]) -> None:
    played = {game: kills(1_000, folder / game, game, float("inf")) for game in game_ids()}
    each = ", ".join(
        f"{game} {told['kills']:,} at {told['answered'] + told['shown']:,} answers and states shown"
        for game, told in played.items()
    )
    all_told = sum(played.values(), Counter[str]())
    kept = sum(count for what, count in all_told.items() if what.endswith(", not shown yet"))
    say(
        "kills",
        f"{each}: 0 lost, every start went on; {kept:,} records besides were not shown yet; "
        f"{all_told['as shown']:,} times there were none, and the table showed the same again",
    )


@pytest.mark.timeout(0)
def test_ten_thousand_spoilt_journals(folder: Path, say: Callable[[str, str], None]) -> None:
    told = spoilt(10_000, folder)
    say(
        "spoilt-journals",
        f"{told['spoilt']:,} spoilt journals: 0 unnoticed, nothing else read, {told['nothing lost']:,} without loss, "
        f"{told['share kept']} % of the records kept on average; {told['tables started']} tables started",
    )
