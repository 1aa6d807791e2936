"""A serving program stops on request, even at the worst moment."""

import subprocess
import sys
from pathlib import Path

from cuelight.commands.shutdown import Ending

SIGNALLED_AGAIN_AND_AGAIN = """
import os, signal, threading
from cuelight.commands.shutdown import Ending

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

AT_A_TERMINAL = """
import os, pty, signal, sys

process, terminal = pty.fork()
if process == 0:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup has it ignored, and that is inherited
    os.execv(sys.argv[1], sys.argv[1:])
said = b""
while not (b" Open http" in said and said.endswith(b"\\n")):
    said += os.read(terminal, 4096)
os.close(terminal)
_, status = os.waitpid(process, 0)
sys.exit(0 if status == 0 else f"ended with {status} after {said!r}")
"""

HUNG_UP = """
import os, signal, sys
from cuelight.commands.shutdown import Ending

signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup has it
with Ending() as ending:
    ending.on_signals()
    os.kill(os.getpid(), signal.SIGHUP)
    print("goes on", flush=True)
    os.kill(os.getpid(), signal.SIGTERM)
    ending.wait()
print("ended")
"""

INTERRUPTED_AS_IT_IS_LOADED = """
import os, signal, sys

class Impatient:
    @staticmethod
    def find_spec(name, *_where):
        if name == "cuelight.cli":
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
    """This would hang if the program waited for a lock instead of a byte."""
    subprocess.run([sys.executable, "-c", SIGNALLED_AGAIN_AND_AGAIN], check=True, timeout=60)


def test_what_was_said_before_the_wait_ends_it_at_once() -> None:
    with Ending() as ending:
        ending.end()
        ending.end()
        ending.wait()


def test_a_table_whose_terminal_is_closed_ends_in_order(tmp_path: Path) -> None:
    options = ("--host", "127.0.0.1", "--port", "0", "--journal", str(tmp_path / "evening.db"))
    command = (str(Path(sys.executable).with_name("cuelight")), "demo", *options)
    run = subprocess.run(
        [sys.executable, "-c", AT_A_TERMINAL, *command], capture_output=True, check=False, text=True, timeout=60
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_a_program_under_nohup_goes_on_without_its_terminal() -> None:
    run = subprocess.run([sys.executable, "-c", HUNG_UP], capture_output=True, check=True, timeout=60)
    assert run.stdout == b"goes on\nended\n"
