"""Requests as no page would send them, made by Schemathesis from the table's own description: `/api/openapi.json`.

    python -m bench.malformed_requests [COUNT]

A table with a game on it is started as a program of its own, and asked until there were so many requests, with bodies
and parameters that fit the description and that do not. No answer is a server's error, nothing is written into its
log, and afterwards it has about the memory that it had, and still shows the board.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

COUNT = 10_000
A_ROUND = 60  # examples of each operation
MOST_GROWTH_KB = 24 * 1024
_MADE = re.compile(r"(\d+) generated")


@contextmanager
def table(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A table with a game on it: the program and its address."""
    command = [sys.executable, "-m", "cuelight", "run", "--host", "127.0.0.1", "--port", "0"]
    with (folder / "log").open("w", encoding="utf-8") as log:
        program = subprocess.Popen(
            [*command, "--journal", str(folder / "table.db")], stdout=subprocess.PIPE, stderr=log, text=True
        )
    try:
        assert program.stdout is not None
        address = program.stdout.readline().rpartition(" ")[2].strip()
        body = json.dumps({"names": ["Ann", "Ben", "Cal"], "lead": 0}).encode()
        with urlopen(Request(f"{address}/api/start", body, {"Content-Type": "application/json"}), timeout=20) as answer:
            assert answer.status == 200
        yield program, address
    finally:
        program.terminate()
        program.wait(20)
        assert program.stdout is not None
        program.stdout.close()


def memory_kb(process: int) -> int:
    """What a process has of the memory now."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) if found else 0


def ask(address: str, seed: int) -> tuple[int, str]:
    """A round of requests: how many, and what Schemathesis told of what went wrong."""
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{address}/api/openapi.json", "--url", address]
    command += ["--mode", "all", "--phases", "coverage,fuzzing", "--max-examples", str(A_ROUND), "--seed", str(seed)]
    command += ["--checks", "not_a_server_error", "--exclude-path-regex", "/live/", "--suppress-health-check", "all"]
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=3600, check=False)
    made = _MADE.search(told.stdout)
    if told.returncode or made is None:
        return 0, told.stdout[-4000:] + told.stderr[-2000:]
    return int(made[1]), ""


def main(arguments: list[str]) -> int:
    """Ask, and print what came of it; 1 when something went wrong."""
    wanted, asked, wrong, seed = int(arguments[0]) if arguments else COUNT, 0, "", 0
    with tempfile.TemporaryDirectory() as name, table(Path(name)) as (program, address):
        before = memory_kb(program.pid)
        while asked < wanted and not wrong:
            seed += 1
            made, wrong = ask(address, seed)
            asked += made
        grown = memory_kb(program.pid) - before
        with urlopen(f"{address}/board", timeout=10) as answer:
            lives = answer.status == 200
        log = Path(name, "log").read_text(encoding="utf-8").splitlines()[1:]  # the first line says that it begins
    print(wrong + "\n".join(log))
    lines, megabytes = len(log), f"{grown / 1024:+.1f} MB"
    print(f"promise malformed-requests: {asked} requests, no 500, {lines} lines of log, memory {megabytes}")
    return 0 if lives and not wrong and not log and grown < MOST_GROWTH_KB else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
