"""Speech output through a program of the machine, without delaying the table.

A voice has a thread of its own. Of the words that wait while others are spoken, only the newest are spoken, because the
older ones are out of date.
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
"""The option of each program that selects the language."""

DEVNULL = subprocess.DEVNULL
LONGEST_SECONDS = 30.0


def speech_program() -> tuple[str, ...] | None:
    """Return the first speech program of this machine, with its arguments; None if it has none."""
    for name, options in PROGRAMS.items():
        path = shutil.which(name)
        if path is not None:
            return (path, *options)
    return None


class Words(NamedTuple):
    """Text to speak, with a language code; without one, in the program's default language."""

    text: str
    language: str | None = None


class Voice:
    """Speaks text with a program; without one it is silent.

    Args:
        program: the command; the text is appended.
    """

    def __init__(self, program: Sequence[str] | None) -> None:
        self._program = program
        self._waiting: queue.SimpleQueue[tuple[Words, ...] | None] = queue.SimpleQueue()
        self._speaking: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self.name = program[0].rpartition("/")[2] if program is not None else None

    def say(self, *words: Words) -> None:
        """Speak these texts in turn, after the one that is being spoken; returns at once."""
        if self._program is None:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._speak, name="voice", daemon=True)
            self._thread.start()
        self._waiting.put(words)

    @property
    def speaking(self) -> bool:
        """True while something is being spoken."""
        return self._speaking is not None

    def hush(self) -> None:
        """Stop at once, even within a word."""
        speaking = self._speaking
        if speaking is not None:
            speaking.kill()

    def close(self) -> None:
        """Stop for ever."""
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
        """Return the command for a text, with its language if the program has an option for it."""
        assert self._program is not None
        program, *options = self._program
        option = SPEAKS_IN.get(self.name or "")
        return [program, *([option, words.language] if option and words.language else []), *options]

    def _newest(self) -> tuple[Words, ...] | None:
        said = self._waiting.get()
        while said is not None and not self._waiting.empty():
            said = self._waiting.get()
        return said
