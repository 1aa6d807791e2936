"""The long forms of `test_hard_evenings`: thousands of power cuts, kills and spoilt journals, in whole games."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hard_evenings import kills, power_cuts, spoilt


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[str, str], None]:
    """Print a promise's line as `make proof` wants it."""

    def line(promise: str, figure: str) -> None:
        with capsys.disabled():
            print(f"promise {promise}: {figure}")

    return line


@pytest.mark.timeout(0)
def test_ten_thousand_power_cuts(tmp_path: Path, say: Callable[[str, str], None]) -> None:
    told = power_cuts(10_000, tmp_path)
    say(
        "power-cuts",
        f"{told['cuts']:,} cuts in a whole game of {told['records']:,} records: 0 records lost that had been shown; "
        f"{told['tables started']} of them taken up by a whole table",
    )


@pytest.mark.timeout(0)
def test_a_thousand_kills(tmp_path: Path, say: Callable[[str, str], None]) -> None:
    told = kills(1_000, tmp_path)
    say("kills", f"{told['kills']:,} kills at {told['answers']:,} answers: 0 answers lost, every start went on")


@pytest.mark.timeout(0)
def test_ten_thousand_spoilt_journals(tmp_path: Path, say: Callable[[str, str], None]) -> None:
    told = spoilt(10_000, tmp_path)
    say(
        "spoilt-journals",
        f"{told['spoilt']:,} spoilt journals: 0 unnoticed, nothing else read, {told['nothing lost']:,} without loss, "
        f"{told['share kept']} % of the records kept on average; {told['tables started']} tables started",
    )
