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

INTERRUPTED_AS_IT_IS_LOADED = """
import os, signal, sys

class Impatient:
    @staticmethod
    def find_spec(name, *_where):
        if name == "cuelight.program":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Impatient)
signal.signal(signal.SIGINT, signal.default_int_handler)  # what began the tests may ignore it, and that is inherited
from cuelight.__main__ import main
sys.exit(main(["--version"]))
"""


def test_ctrl_c_while_the_program_is_loaded_ends_it_without_a_word() -> None:
    run = subprocess.run([sys.executable, "-c", INTERRUPTED_AS_IT_IS_LOADED], capture_output=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, b"", b"")


def test_a_signal_that_comes_as_the_wait_begins_ends_it() -> None:
    """Where a lock is waited for in place of a byte, this hangs."""
    subprocess.run([sys.executable, "-c", SIGNALLED_AGAIN_AND_AGAIN], check=True, timeout=60)


def test_what_was_said_before_the_wait_ends_it_at_once() -> None:
    with Ending() as ending:
        ending.end()
        ending.end()
        ending.wait()
