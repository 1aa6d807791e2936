"""Run the tests; try what fails once more, alone, and tell both.

    python tools/run_tests.py [ARGUMENT of pytest]...

Many tests use real processes, serial lines and browsers in real time, several beside each other. Where something else
takes the processor for seconds, one of thousands can be too late. A test that fails at the second try too has failed,
and so has everything if more than a few fail at first. CPython's own tests are run in this way (regrtest --rerun).
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

AT_MOST = 3
FAILED = 1  # pytest's exit code when tests were run and some did not pass
PYTEST = (sys.executable, "-m", "pytest", "--quiet")
LAST_FAILED = Path(".pytest_cache/v/cache/lastfailed")


def run(arguments: list[str]) -> int:
    """The exit code of pytest, or of a second try of the few tests that failed."""
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
