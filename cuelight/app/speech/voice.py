"""What is spoken by a speech program of the machine, never in the way of the table.

A voice has a thread of its own. What comes while something else is spoken waits; of all that waits only the newest is
spoken, for the table has gone on.
"""

from __future__ import annotations

import logging
import queue
import shutil
import subprocess
import threading
from collections.abc import Sequence
from typing import NamedTuple

PROGRAMS: dict[str, tuple[str, ...]] = {
    "espeak-ng": ("--",),
    "spd-say": ("--wait", "--"),
    "espeak": ("--",),
    "say": ("--",),
}
SPEAKS_IN = {"espeak-ng": "-v", "espeak": "-v", "spd-say": "-l"}
"""The option of a program that is followed by the code of a language."""

DEVNULL = subprocess.DEVNULL
LONGEST_SECONDS = 30.0


def speech_program() -> tuple[str, ...] | None:
    """The first speech program that this machine has, with what stands before the words; None when it has none."""
    for name, options in PROGRAMS.items():
        path = shutil.which(name)
        if path is not None:
            return (path, *options)
    return None


class Words(NamedTuple):
    """Something to say, in a language by its code; without one, as the machine usually speaks."""

    text: str
    language: str | None = None


class Voice:
    """Speaks words with a program; without one it is silent.

    Args:
        program: the command before the words.
    """

    def __init__(self, program: Sequence[str] | None) -> None:
        self._program = program
        self._waiting: queue.SimpleQueue[tuple[Words, ...] | None] = queue.SimpleQueue()
        self._speaking: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self.name = program[0].rpartition("/")[2] if program is not None else None

    def say(self, *words: Words) -> None:
        """Speak these, one after the other, as soon as what is spoken now is over; returns at once."""
        if self._program is None:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._speak, name="voice", daemon=True)
            self._thread.start()
        self._waiting.put(words)

    @property
    def speaking(self) -> bool:
        """Whether something is being spoken."""
        return self._speaking is not None

    def hush(self) -> None:
        """Stop in the middle of a word."""
        speaking = self._speaking
        if speaking is not None:
            speaking.kill()

    def close(self) -> None:
        """Stop for good."""
        if self._thread is not None:
            self._waiting.put(None)
            while self._thread.is_alive():
                self.hush()
                self._thread.join(0.1)

    def _speak(self) -> None:
        while (said := self._newest()) is not None:
            for words in said:
                self._utter(words)
                if not self._waiting.empty():
                    break

    def _utter(self, words: Words) -> None:
        command = [*self._command(words), words.text]
        try:
            speaking = subprocess.Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
        except OSError as error:
            logging.getLogger(__name__).warning("%s cannot speak: %s", self.name, error)
            return
        self._speaking = speaking
        try:
            speaking.wait(LONGEST_SECONDS)
        except subprocess.TimeoutExpired:
            speaking.kill()
            speaking.wait()
        self._speaking = None

    def _command(self, words: Words) -> list[str]:
        """The command before the words, in their language where the program has an option for it."""
        assert self._program is not None
        program, *options = self._program
        option = SPEAKS_IN.get(self.name or "")
        return [program, *([option, words.language] if option and words.language else []), *options]

    def _newest(self) -> tuple[Words, ...] | None:
        said = self._waiting.get()
        while said is not None and not self._waiting.empty():
            said = self._waiting.get()
        return said
