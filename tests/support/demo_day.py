"""A day of a demo table in fast time: strangers come, play a little, take a card with them or return it, and leave.

No staff touches anything. The table is a real process with journal and pages, and is killed in between.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from tests.support.waiting import until as patient

Json = dict[str, Any]
IDLE_MINUTES = 15
PATIENCE = 60.0
RACKED = ("I.1", "I.2", "I.3", "I.5", "Take the Lead", "Seize", "No Drama")
BETWEEN_LOOKS = 0.1  # seconds; each poll costs the table a request


def until(true: Callable[[], bool]) -> None:
    """Poll until a condition is true; fail after a time limit."""

    def look() -> bool:
        found = true()
        if not found:
            time.sleep(BETWEEN_LOOKS)
        return found

    patient(look, PATIENCE)


class DemoDay:
    """One table and the strangers who visit it, as a context manager."""

    def __init__(self, folder: Path) -> None:
        self._journal = folder / "table.db"
        (folder / "shop.toml").write_text(f"demo = true\nidle_minutes = {IDLE_MINUTES}\n")
        self.begun = self.cuts = 0

    def __enter__(self) -> DemoDay:
        self._start()
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        self.power_cut(again=False)

    def _start(self) -> None:
        script = str(Path(__file__).with_name("demo_day_table.py"))
        command = [sys.executable, script, str(self._journal)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        assert self.address.startswith("http")

    @property
    def board(self) -> Json:
        with urlopen(f"{self.address}/api/board", timeout=PATIENCE) as answer:
            return dict(json.load(answer))

    def state(self) -> str:
        return str(self.board["table"]["state"])

    def missing(self) -> list[str]:
        return list(self.board["table"]["shop"]["missing"])

    def hand(self, *line: str) -> None:
        """Perform a gesture on the mat."""
        assert self._process.stdin is not None
        self._process.stdin.write(" ".join(line) + "\n")
        self._process.stdin.flush()

    def memory(self) -> int:
        """Return the resident memory of the process in kilobytes."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

    # --- visitors and incidents

    def come(self, card: str) -> None:
        """Let three strangers press a button and play until the first has played a card."""
        self.hand("press", "seat1")
        until(lambda: self.state() == "playing")
        self.begun += 1
        self.hand("tag", "seat1.play", "tile:Iago")
        until(lambda: self.board["asked"] == "pre-placement")
        self.hand("lift", "seat1.play")

        def placement() -> bool:
            board = self.board
            if board["asked"] == "pre-placement":
                for seat in board["seats"]:
                    if seat["cue"] == "go-on":
                        self.hand("press", seat["seat"])
            return bool(board["asked"] == "placement")

        until(placement)
        self.hand("tag", "seat1.play", card)
        until(lambda: self.board["seats"][0]["card"] is not None)

    def come_alone(self, power_goes: bool) -> None:
        """Let one stranger start a game with a bot, deal the bot's cards, and place the first card that it plays."""
        body = json.dumps({"game": "othello", "what": "solo"}).encode()
        asked = Request(f"{self.address}/api/welcome", body, {"Content-Type": "application/json"})
        urlopen(asked, timeout=PATIENCE).close()
        until(lambda: self.state() == "playing")
        self.begun += 1
        self.hand("tag", "seat1.play", "tile:Iago")
        until(lambda: self._asked() is not None)
        self.hand("lift", "seat1.play")
        self._deal(dict(enumerate(RACKED, 1)))
        until(self._wants_a_card)
        if power_goes:
            self.power_cut()
            self._deal(self._rack)  # readers that start report the cards on them
            until(self._wants_a_card)
        self._said: Json | None = None
        until(self._serves)
        self.hand("lift", "stage.target")

    def _deal(self, cards: dict[int, str]) -> None:
        self._rack = dict(cards)
        for slot, card in cards.items():
            self.hand("tag", f"seat2.rack{slot}", card)

    def _asked(self) -> Json | None:
        """Return the table's request about the bot's rack; press the stranger's own button if it is lit."""
        board = self.board
        if board["seats"][0]["cue"] == "go-on":
            self.hand("press", "seat1")
        return next((each for each in board.get("prompter", ()) if each["kind"] == "rack"), None)

    def _wants_a_card(self) -> bool:
        """Return True if the bot has its whole hand and requests that a card be played or removed."""
        return (self._asked() or {}).get("needs") in ("lay", "leaves")

    def _serves(self) -> bool:
        """Follow the table's current request once; return True if the bot's card is played."""
        said, before = self._asked(), self._said
        self._said = said
        if said is not None and said != before:
            slot = next(iter(said["slots"]), max(self._rack))
            match said["needs"]:
                case "lay" | "leaves" | "surplus":
                    self.hand("lift", f"seat2.rack{slot}")
                    card = self._rack.pop(slot)
                    if said["needs"] == "lay":
                        self.hand("tag", "stage.target" if "on the stage" in said["text"] else "seat2.play", card)
                case "missing":
                    self._deal(self._rack | {slot: "Revive" if "staging" in said["text"] else "I.7"})
        return bool(self.board["seats"][1]["card"] == {"face": "down"})

    def clear_rack(self) -> None:
        """Remove all cards from the rack."""
        for slot in self._rack:
            self.hand("lift", f"seat2.rack{slot}")

    def steal(self, zone: str = "seat1.play") -> None:
        """Take the card in the zone away."""
        self.hand("lift", zone)

    def is_put_away(self) -> None:
        """Touch nothing until the table has ended the game."""
        self.hand("leap", str(IDLE_MINUTES * 60 + 1))
        until(lambda: self.state() == "idle")

    def network_goes(self, look: int) -> None:
        """Let a board viewer connect, lose the connection in the middle of a message, and return."""
        for _ in range(look):
            with suppress(URLError), urlopen(Request(f"{self.address}/live/board"), timeout=PATIENCE) as line:
                line.read(64)

    def power_cut(self, *, again: bool = True) -> None:
        """Kill the process without warning."""
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
        if again:
            self.cuts += 1
            self._start()

    def counted(self) -> int:
        """Return the number of games that the table has counted."""
        with urlopen(f"{self.address}/api/shop-now", timeout=PATIENCE) as answer:
            return sum(day["begun"] for day in json.load(answer)["days"])
