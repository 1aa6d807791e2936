"""`make test` with failing tests: if there are only a few, each is tried once more, alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

RUN_TESTS = ROOT / "tools" / "run_tests.py"

AT_FIRST = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range({count}))
def test_it(number):
    tried = Path(f"tried{{number}}")
    again = tried.exists()
    tried.touch()
    assert again, "at first"

def test_another():
    pass
"""


def run(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_some.py").write_text(text)
    bare = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # pytest alone is fast
    return subprocess.run([sys.executable, RUN_TESTS], cwd=folder, capture_output=True, text=True, env=bare)


def test_what_passes_alone_at_the_second_try_is_told_and_passes(tmp_path: Path) -> None:
    done = run(tmp_path, AT_FIRST.format(count=2))
    assert done.returncode == 0
    assert "2 failed, 1 passed" in done.stdout
    assert "Passed at the second try only (2): test_some.py::test_it[0] test_some.py::test_it[1]" in done.stdout


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def test_it():\n    assert False", "Trying once more"),
        (AT_FIRST.format(count=6), "6 failed"),
        ("import nothing_of_this_name", "1 error"),
    ],
    ids=["one that fails twice", "more than a few", "one that cannot be read"],
)
def test_what_fails_twice_or_often_or_cannot_be_run_has_failed(tmp_path: Path, text: str, told: str) -> None:
    done = run(tmp_path, text)
    assert done.returncode != 0
    assert told in done.stdout
    assert "Passed at the second try" not in done.stdout


def test_what_passes_is_run_once(tmp_path: Path) -> None:
    done = run(tmp_path, "def test_it():\n    pass")
    assert done.returncode == 0
    assert "once more" not in done.stdout
