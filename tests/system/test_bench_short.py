"""The measurements of `make bench`: each module runs in its short form and prints every figure that has a goal."""

import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from bench import __main__ as bench
from bench.goals import GOALS, Figure
from tests.support import ROOT

NEEDS = {"engine": "chess"}  # installed only by `make bench`


@pytest.mark.timeout(300)  # browsers start slowly on a busy machine
@pytest.mark.parametrize("module", GOALS)
def test_a_module_gives_every_figure_in_its_short_form(module: str) -> None:
    if module in NEEDS:
        pytest.importorskip(NEEDS[module], reason="`make bench` installs it")
    command = [sys.executable, "-m", "bench", "--short", module]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    table = ran.stdout.splitlines()[-len(GOALS[module]) :]
    assert ran.returncode in (0, 1), ran.stdout + ran.stderr  # 1: a goal is missed, which does not matter here
    assert all(line.startswith(module) and line.endswith(("ok", "missed", "not measured")) for line in table), (
        ran.stdout
    )
    assert any(line.endswith(("ok", "missed")) for line in table), ran.stdout


def ran(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *figures: Figure) -> tuple[int, str]:
    """Return the exit status and last lines of a run whose module `table` yields these figures,
    and fails without any.
    """

    def measured(_short: bool) -> Iterator[Figure]:
        yield from figures
        if not figures:
            raise RuntimeError("no table")

    monkeypatch.setattr(bench, "import_module", lambda _name: SimpleNamespace(figures=measured))
    return bench.main(["table"]), capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize(("value", "status", "verdict"), [(20.0, 0, "ok"), (20.1, 1, "missed")])
def test_a_figure_is_judged_by_its_goal(
    value: float, status: int, verdict: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ran(monkeypatch, capsys, Figure("gesture", value, "median 3 ms")) == (
        status,
        f"table   p99 from a gesture to its light, journal included  ≤ 20 ms  {value:.3g} ms (median 3 ms)  {verdict}",
    )


def test_a_module_that_raises_is_in_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, line = ran(monkeypatch, capsys)
    assert status == 2 and line.endswith("FAILED")


def test_an_unknown_module_is_refused_with_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        bench.main(["engin"])
    assert refused.value.code == 2
    assert f"unknown: engin. Choose from {', '.join(GOALS)}." in capsys.readouterr().err
