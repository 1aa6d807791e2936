"""`cuelight emulate` as its own process, and gestures on its page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any

Json = dict[str, Any]


class Workbench:
    """A desk as a context manager; `data` is the folder with the user's data."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.environment = os.environ | {"XDG_DATA_HOME": str(data)}
        self._arguments = arguments
        self.ports: list[str] = []
        self.address = ""

    def __enter__(self) -> Workbench:
        command = [sys.executable, "-m", "cuelight", "emulate", "--port", "0", *self._arguments]
        self._process = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("/"):
                self.ports.append(line.strip())
            else:
                self.address = line.split("Open ")[1].strip()
                return self
        raise AssertionError("the desk was not set")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.communicate()

    def do(self, **body: Any) -> Json:
        """Perform a gesture and return the desk after it."""
        request = urllib.request.Request(f"{self.address}/do", json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request) as answer:
            told: Json = json.load(answer)
            return told

    def lay(self, card: str, place: str | None, half: bool = False) -> None:
        """Move a card to a place, or back to the tray."""
        self.do(do="move", card=card, place=place, half=half)

    def seen(self) -> Json:
        """Return the visible state of the desk."""
        with urllib.request.urlopen(f"{self.address}/desk") as answer:
            told: Json = json.load(answer)
            return told

    def part(self, id: str) -> Json:
        return next(part for part in self.seen()["parts"] if part["id"] == id)
