"""A program that serves ends when it is told to, however badly the moment is chosen."""

import subprocess
import sys

from cuelight.commands.ending import Ending

SIGNALLED_AGAIN_AND_AGAIN = """
import os, signal, threading
from cuelight.commands.ending import Ending

def kick():
    while True:
        waits.wait()
        waits.clear()
        os.kill(os.getpid(), signal.SIGTERM)

waits = threading.Event()
threading.Thread(target=kick, daemon=True).start()
with Ending() as ending:
    ending.on_signals()
    for number in range(1000):
        waits.set()
        ending.wait()
"""


def test_a_signal_that_comes_as_the_wait_begins_ends_it() -> None:
    """Where a lock is waited for in place of a byte, this hangs."""
    subprocess.run([sys.executable, "-c", SIGNALLED_AGAIN_AND_AGAIN], check=True, timeout=60)


def test_what_was_said_before_the_wait_ends_it_at_once() -> None:
    with Ending() as ending:
        ending.end()
        ending.end()
        ending.wait()
