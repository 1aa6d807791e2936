"""`cuelight emulate` as a process of its own, and hands on its page."""

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
    """A desk that runs until the end of `with`; `data` is where its user's data are."""

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
        """What a hand does; the desk after it."""
        request = urllib.request.Request(f"{self.address}/do", json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request) as answer:
            told: Json = json.load(answer)
            return told

    def lay(self, card: str, place: str | None, half: bool = False) -> None:
        """Lay a card in a place, or back into the tray."""
        self.do(do="move", card=card, place=place, half=half)

    def seen(self) -> Json:
        """What there is to see."""
        with urllib.request.urlopen(f"{self.address}/desk") as answer:
            told: Json = json.load(answer)
            return told

    def part(self, id: str) -> Json:
        """One part of it."""
        return next(part for part in self.seen()["parts"] if part["id"] == id)
