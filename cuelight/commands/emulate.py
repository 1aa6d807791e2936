"""`cuelight emulate`: emulated parts, with which every command works as with real ones."""

from __future__ import annotations

from pathlib import Path

from cuelight.commands.shutdown import Ending
from cuelight.emulate.desk import Desk
from cuelight.emulate.served import Served
from cuelight.terminal.input_files import write_text


def emulate(folder: Path, readers: int, mat: bool, port: int) -> int:
    """Start the emulated parts, print where they are, and run until the program is stopped.

    Args:
        folder: the folder for the links to their ports.

    Raises DeskTaken, NoMicroPython, PortTaken, or OSError if the folder cannot be used.
    """
    with Ending() as ending, Desk(folder, readers, mat) as desk:
        page = Served(desk, port)
        ending.on_signals()
        for path in desk.ports:
            write_text(path)
        write_text(f"The desk is set. Open {page.address}")
        ending.wait()
        page.stop()
    return 0
