"""Run the tests; retry failed ones once, alone; end with one line that says how it went.

    python tools/run_tests.py [ARGUMENT of pytest]...

Many tests use real processes, serial lines and browsers in real time, several of them in parallel. If another program
occupies the processor for seconds, one of thousands can be too late. A test that also fails at the second try has
failed, and the whole run has failed if more than a few tests fail at first. CPython's own tests use the same method
(regrtest --rerun).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from xml.etree import ElementTree

AT_MOST = 5  # failed tests that are tried again, and failed tests that the last line names
FAILED = 1  # pytest's exit code if tests were run and some did not pass
PYTEST = (sys.executable, "-m", "pytest", "--quiet")
LAST_FAILED = Path(".pytest_cache/v/cache/lastfailed")


def run(arguments: list[str]) -> int:
    """Return the exit code of pytest, or of a second try of the few tests that failed."""
    began = time.monotonic()
    LAST_FAILED.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        code = subprocess.call([*PYTEST, f"--junitxml={report}", *arguments])
        passed, skipped = counted(report)
    failed = last_failed() if code == FAILED else []
    late: list[str] = []
    if 0 < len(failed) <= AT_MOST:
        print(f"\nTrying once more, alone: {' '.join(failed)}", flush=True)
        code = subprocess.call([*PYTEST, *failed])
        still = last_failed() if code else []
        late, failed = [name for name in failed if name not in still], still
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    took = f"in {minutes} min {seconds} s" if minutes else f"in {seconds} s"
    if failed:
        print(f"\n{many(len(failed))} failed {took}, {passed + len(late):,} passed: {listed(failed)}")
    elif code:
        print(f"\nThe tests could not be run to their end; see above (pytest's exit code {code}).")
    else:
        skips = f", {skipped:,} skipped" if skipped else ""
        second = f"; at the second try only ({len(late)}): {' '.join(late)}" if late else ""
        print(f"\n{many(passed + len(late))} passed {took}{skips}{second}")
    return code


def last_failed() -> list[str]:
    """Return the tests that failed in the latest run of pytest, as it noted them."""
    return sorted(json.loads(LAST_FAILED.read_text())) if LAST_FAILED.exists() else []


def counted(report: Path) -> tuple[int, int]:
    """Return how many tests passed and how many were skipped; zeros without a report."""
    if not report.exists():
        return 0, 0
    suites = list(ElementTree.parse(report).getroot().iter("testsuite"))
    total, failures, errors, skipped = (
        sum(int(suite.get(name, 0)) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    )
    return total - failures - errors - skipped, skipped


def many(count: int) -> str:
    """Return a number of tests in words."""
    return f"{count:,} test" + "s" * (count != 1)


def listed(names: list[str]) -> str:
    """Return the first names, and how many more there are."""
    more = f" and {len(names) - AT_MOST:,} more" if len(names) > AT_MOST else ""
    return " ".join(names[:AT_MOST]) + more


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
