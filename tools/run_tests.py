"""Run the tests; retry failed ones once, alone, and report both results.

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
from pathlib import Path

AT_MOST = 5
FAILED = 1  # pytest's exit code if tests were run and some did not pass
PYTEST = (sys.executable, "-m", "pytest", "--quiet")
LAST_FAILED = Path(".pytest_cache/v/cache/lastfailed")


def run(arguments: list[str]) -> int:
    """Return the exit code of pytest, or of a second try of the few tests that failed."""
    LAST_FAILED.unlink(missing_ok=True)
    code = subprocess.call([*PYTEST, *arguments])
    failed = sorted(json.loads(LAST_FAILED.read_text())) if code == FAILED and LAST_FAILED.exists() else []
    if not 0 < len(failed) <= AT_MOST:
        return code
    print(f"\nTrying once more, alone: {' '.join(failed)}", flush=True)
    again = subprocess.call([*PYTEST, *failed])
    if again == 0:
        print(f"Passed at the second try only ({len(failed)}): {' '.join(failed)}", flush=True)
    return again


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
