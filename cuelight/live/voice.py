"""Lines of the play, spoken by a speech program of the machine, never in the way of the table.

A voice has a thread of its own. A line that comes while another is spoken waits; of several that wait only the newest
is spoken, for the table has gone on.
"""

from __future__ import annotations

import logging
import queue
import shutil
import subprocess
import threading
from collections.abc import Sequence

PROGRAMS: dict[str, tuple[str, ...]] = {
    "espeak-ng": ("--",),
    "spd-say": ("--wait", "--"),
    "espeak": ("--",),
    "say": ("--",),
}
DEVNULL = subprocess.DEVNULL
LONGEST_SECONDS = 30.0


def speech_program() -> tuple[str, ...] | None:
    """The first speech program that this machine has, with what stands before the words; None when it has none."""
    for name, options in PROGRAMS.items():
        path = shutil.which(name)
        if path is not None:
            return (path, *options)
    return None


class Voice:
    """Speaks lines with a program; without one it is silent.

    Args:
        program: the command before the words.
    """

    def __init__(self, program: Sequence[str] | None) -> None:
        self._program = program
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._speaking: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self.name = program[0].rpartition("/")[2] if program is not None else None

    def say(self, line: str) -> None:
        """Speak a line as soon as the one before is over; returns at once."""
        if self._program is None:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._speak, name="voice", daemon=True)
            self._thread.start()
        self._lines.put(line)

    @property
    def speaking(self) -> bool:
        """Whether a line is being spoken."""
        return self._speaking is not None

    def hush(self) -> None:
        """Stop in the middle of a line."""
        speaking = self._speaking
        if speaking is not None:
            speaking.kill()

    def close(self) -> None:
        """Stop for good."""
        if self._thread is not None:
            self._lines.put(None)
            while self._thread.is_alive():
                self.hush()
                self._thread.join(0.1)

    def _speak(self) -> None:
        assert self._program is not None
        while (line := self._newest()) is not None:
            try:
                speaking = subprocess.Popen([*self._program, line], stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
            except OSError as error:
                logging.getLogger(__name__).warning("%s cannot speak: %s", self.name, error)
                continue
            self._speaking = speaking
            try:
                speaking.wait(LONGEST_SECONDS)
            except subprocess.TimeoutExpired:
                speaking.kill()
                speaking.wait()
            self._speaking = None

    def _newest(self) -> str | None:
        line = self._lines.get()
        while line is not None and not self._lines.empty():
            line = self._lines.get()
        return line
