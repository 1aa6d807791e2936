"""`cuelight emulate`: emulated parts, with which every command works as with real ones."""

from __future__ import annotations

from cuelight.commands.shutdown import Ending
from cuelight.emulate.desk import Desk
from cuelight.emulate.served import Served
from cuelight.terminal.input_files import write_text
from cuelight.terminal.paths import EMULATED, default_journal, need_room


def emulate(readers: int | None, mat: bool, port: int) -> int:
    """Start the emulated parts, print where they are, and run until the program is stopped.

    Raises DeskTaken, NoMicroPython, PortTaken, or OSError if the folder for the links to the ports cannot be used.
    """
    need_room()
    count = readers if readers is not None else 0 if mat else 3
    with Ending() as ending, Desk(default_journal(EMULATED), count, mat) as desk:
        page = Served(desk, port)
        ending.on_signals()
        for path in desk.ports:
            write_text(path)
        write_text(f"The desk is set. Open {page.address}")
        ending.wait()
        page.stop()
    return 0
