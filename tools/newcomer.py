"""Do what a newcomer does with `make run`: start it, open its page, end it, start it again.

    python3 tools/newcomer.py

It needs only Python. It uses the port of README.md, or any free one if that is taken. It ends with 1 and the reason if
the table does not start, does not answer, does not end, or has lost its game.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from urllib.request import urlopen

PORT = 8000
INSTALLED = 900.0  # seconds within which the first start, which installs everything, must answer
ENDED = 15.0
PLAYED = 8  # lines of the board's log, after which the table is ended


class Unwell(Exception):
    """A problem that a newcomer would ask about."""


def arguments() -> list[str]:
    """Return additional arguments of `make run` if its port is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", PORT))
        except OSError:
            print(f"port {PORT} is taken here: another one is asked for")
            return ["ARGS=--port 0"]
    return []


def start(more: list[str]) -> tuple[subprocess.Popen[str], str]:
    """Start the table in its own process group, as a terminal does; return it with its address."""
    make = subprocess.Popen(["make", "run", *more], stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert make.stdout is not None
    for line in make.stdout:
        print(line, end="")
        if found := re.search(r"http://localhost:\d+", line):
            return make, found[0]
    raise Unwell(f"`make run` ended with {make.wait()} before it said its address")


def log(address: str) -> list[dict[str, object]]:
    """Return the board's log."""
    with urlopen(f"{address}/api/board", timeout=10) as answer:
        lines: list[dict[str, object]] = json.load(answer)["log"]
        return lines


def end(make: subprocess.Popen[str]) -> None:
    """Send Ctrl+C, and wait for the end."""
    os.killpg(make.pid, signal.SIGINT)
    try:
        make.wait(ENDED)
    except subprocess.TimeoutExpired:
        raise Unwell(f"`make run` goes on {ENDED:.0f} s after Ctrl+C") from None


def play() -> None:
    """Start twice, with an end in between. Raises Unwell, or OSError if nothing answers."""
    more, began = arguments(), time.monotonic()
    make, address = start(more)
    print(f"the first start took {time.monotonic() - began:.0f} s")
    try:
        with urlopen(f"{address}/board", timeout=10) as page:
            if b"Cuelight" not in page.read():
                raise Unwell(f"{address}/board is not Cuelight's board")
        while len(before := log(address)) < PLAYED:
            if time.monotonic() - began > INSTALLED:
                raise Unwell("the demonstration does not play")
            time.sleep(0.5)
    finally:
        end(make)
    make, address = start(more)
    try:
        if before[-1] not in log(address):
            raise Unwell("the second start did not go on where the first was")
    finally:
        end(make)
    print("the page answered, Ctrl+C ended it, and the next start went on where it was")


def main() -> int:
    """Return 1 if a newcomer would have a problem."""
    try:
        play()
    except (Unwell, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
