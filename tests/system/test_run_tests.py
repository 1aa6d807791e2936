"""`make test`: a few failing tests are each tried once more, alone, and one line at the end says how it went."""

import os
import re
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


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    return done.stdout.splitlines()[-1]


def test_what_passes_alone_at_the_second_try_is_told_and_passes(tmp_path: Path) -> None:
    done = run(tmp_path, AT_FIRST.format(count=2))
    assert done.returncode == 0
    assert "2 failed, 1 passed" in done.stdout
    assert re.fullmatch(
        r"3 tests passed in \d+ s; at the second try only \(2\): "
        r"test_some\.py::test_it\[0\] test_some\.py::test_it\[1\]",
        last_line(done),
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def test_it():\n    assert False", r"1 test failed in \d+ s, 0 passed: test_some\.py::test_it"),
        (AT_FIRST.format(count=6), r"6 tests failed in \d+ s, 1 passed: test_some\.py::test_it\[0\] .* and 1 more"),
        ("import nothing_of_this_name", r"The tests could not be run to their end; .*"),
    ],
    ids=["one that fails twice", "more than a few", "one that cannot be read"],
)
def test_what_fails_twice_or_often_or_cannot_be_run_has_failed(tmp_path: Path, text: str, told: str) -> None:
    done = run(tmp_path, text)
    assert done.returncode != 0
    assert re.fullmatch(told, last_line(done))
    assert ("Trying once more" in done.stdout) == (last_line(done).startswith("1 test failed"))


def test_what_passes_is_run_once(tmp_path: Path) -> None:
    done = run(tmp_path, "def test_it():\n    pass")
    assert done.returncode == 0
    assert "once more" not in done.stdout
    assert re.fullmatch(r"1 test passed in \d+ s", last_line(done))
