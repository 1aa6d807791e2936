"""A running table for tests: the real one with journal and pages, an HTTP viewer, and people at the mat."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any, Protocol
from urllib.request import urlopen

from companion.core.errors import InputError
from companion.table.lights import LATE_SECONDS, MESSAGE_SECONDS
from cuelight.app.table import LiveTable
from cuelight.history.archive import Archive
from web.server.server import Server

Json = dict[str, Any]

STAGE = "stage.target"
PATIENCE = 60.0  # longest wait of a test, in seconds


class Clock:
    """Time that only the test advances, so that nothing becomes due during a check."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Viewer:
    """A viewer of a table's live feed over HTTP. It keeps every snapshot."""

    def __init__(self, address: str, channel: str = "board") -> None:
        self.snapshots: list[Json] = []
        self._address = f"{address}/live/{channel}"
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        # until the table stops
        with suppress(OSError, HTTPException), urlopen(self._address, timeout=PATIENCE) as lines:
            for line in lines:
                if line.startswith(b"data: {") and line.endswith(b"}\n"):
                    with self._news:
                        self.snapshots.append(json.loads(line.removeprefix(b"data: ")))
                        self._news.notify_all()

    def wait_for(self, count: int) -> None:
        """Wait for this number of snapshots."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.snapshots) >= count, PATIENCE)

    def wait_for_snapshot(self, snapshot: Json) -> None:
        """Wait until this snapshot is the newest."""
        with self._news:
            assert self._news.wait_for(lambda: self.snapshots[-1:] == [snapshot], PATIENCE), self.snapshots[-1:]

    def wait_for_the_end(self) -> list[Json]:
        """Wait until the table stops; return all snapshots before."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return self.snapshots


class House:
    """One table that runs in this process."""

    def __init__(self, path: Path, wall: Callable[[], float] = time.time, **options: Any) -> None:
        self.path = path
        self.clock = Clock()
        self.table = LiveTable(path, self.clock, wall, **options)
        self._news = threading.Condition()
        self.table.listen("desk", self._hear)
        self.table.start()

    @property
    def board(self) -> Json:
        return dict(json.loads(self.table.board()))

    @property
    def desk(self) -> Json:
        return dict(json.loads(self.table.desk()))

    def command(self, name: str, /, **body: Any) -> Json:
        """Send a command; commands that end a game confirm it, as the pages do after asking."""
        if name in ("start", "demo", "reopen"):
            body.setdefault("ends", self.table.game)
        return self.table.command(name, body)

    def mat(self, do: str, **body: str) -> None:
        """Perform a gesture and wait for its effects."""
        self.table.command("mat", {"do": do, **body})
        self.catch_up()

    def say(self, answer: Json) -> None:
        """Give an answer that has no gesture, and wait for its effects."""
        self.command("answer", **answer)

    def catch_up(self) -> None:
        """Wait until the table has processed everything sent before."""
        with suppress(InputError):
            self.table.command("nothing at all", {})

    def let_the_window_close(self) -> None:
        """Answer nothing until the window's time is up and the table has noticed."""
        window = self.desk["board"]["window"]
        self.clock.now += window["left"] + 0.01  # the shown time is rounded
        self.catch_up()  # it reads the clock again
        with self._news:
            assert self._news.wait_for(lambda: self._window() != window["id"], PATIENCE)

    def let_the_lights_come_on(self) -> None:
        """Wait the second during which a seat's light stays dark between two questions."""
        self.clock.now += LATE_SECONDS

    def wait_until_nobody_is_told_anything(self) -> None:
        """Wait until the short messages at the seats have expired."""
        self.clock.now += MESSAGE_SECONDS
        self.catch_up()  # it reads the clock again
        with self._news:
            assert self._news.wait_for(lambda: not any(seat["told"] for seat in self.board["seats"]), PATIENCE)

    def _window(self) -> int | None:
        window = self.desk["board"]["window"]
        return window and int(window["id"])

    def _hear(self, _snapshot: bytes) -> None:
        with self._news:
            self._news.notify_all()


@contextmanager
def running(path: Path, **options: Any) -> Iterator[House]:
    """Yield a running table."""
    house = House(path, **options)
    try:
        yield house
    finally:
        house.table.stop()


@contextmanager
def served(house: House) -> Iterator[str]:
    """Serve the table's pages; yield their address."""
    server = Server(house.table, "127.0.0.1", 0, history=Archive(house.path))
    server.start()
    try:
        yield server.address
    finally:
        server.stop()


class Hands(Protocol):
    """The methods of a table that people need: see it, touch its mat, wait."""

    @property
    def desk(self) -> Json:
        """The visible state of the virtual table: the board, every hand, and the things on the mat."""

    def mat(self, do: str, **body: str) -> None:
        """Perform a gesture and wait for its effects."""

    def say(self, answer: Json) -> None:
        """Give an answer that has no gesture, and wait for its effects."""

    def let_the_window_close(self) -> None:
        """Answer nothing until the window's time is up."""

    def let_the_lights_come_on(self) -> None:
        """Do nothing until the current question is shown."""


class People:
    """People at a virtual mat who use only gestures and buttons, based on what they can see there.

    They prefer cards that score. `seed` decides everything that is a matter of taste.
    """

    def __init__(self, house: Hands, seed: int) -> None:
        self.house = house
        self.random = Random(seed)
        self.gestures = 0
        self._refused = ""

    def play(self, until: Callable[[Json], bool] = lambda _board: False, limit: int = 6000) -> None:
        """Play until the game is over or `until(board)` is true."""
        while (desk := self.house.desk)["decision"] is not None and not until(desk["board"]):
            assert self.gestures < limit, desk["decision"]
            self.answer(desk)

    def answer(self, desk: Json) -> None:
        """Act for one of the players asked."""
        names = [seat["name"] for seat in desk["board"]["seats"]]
        asked = [names.index(name) for name in desk["decision"]["players"]]
        getattr(self, "_" + desk["decision"]["kind"].replace("-", "_"))(desk, asked)

    # --- hands

    def lay(self, zone: str, thing: str) -> None:
        self._gesture("tag", zone=zone, thing=thing)

    def lift(self, zone: str) -> None:
        self._gesture("lift", zone=zone)

    def press(self, player: int) -> None:
        self._push("press", player)

    def hold(self, player: int) -> None:
        self._push("hold", player)

    def _push(self, do: str, player: int) -> None:
        """Press a button once its light asks for something."""
        # a red light may hide that the normal one is dark
        if self.house.desk["board"]["seats"][player]["cue"] in ("idle", "attention"):
            self.house.let_the_lights_come_on()
        self._gesture(do, button=f"seat{player + 1}")

    def _gesture(self, do: str, **body: str) -> None:
        self.gestures += 1
        self.house.mat(do, **body)

    def _turn_up(self, desk: Json, player: int, card: str) -> None:
        zone = f"seat{player + 1}.play"
        if desk["zones"][zone] is not None:
            self.lift(zone)
        self.lay(zone, card)

    # --- answers to each kind of question

    def _lead(self, desk: Json, asked: list[int]) -> None:
        self.lay(f"seat{self.random.choice(asked) + 1}.play", "tile:Iago")

    def _pre_placement(self, desk: Json, asked: list[int]) -> None:
        if self.random.random() < 0.4:
            self._place(desk, asked[0])
        else:
            self.press(asked[0])

    def _placement(self, desk: Json, asked: list[int]) -> None:
        self._place(desk, self.random.choice(asked))

    def _place(self, desk: Json, player: int) -> None:
        self.lay(f"seat{player + 1}.play", self._best(desk, player))

    def _best(self, desk: Json, player: int) -> str:
        """Return the card of a hand that is worth most now."""
        hand: list[str] = desk["hands"][f"seat{player + 1}"]
        return max(hand, key=lambda card: self._worth(desk, player, card) + self.random.random())

    def _worth(self, desk: Json, player: int, name: str) -> float:
        """Estimate the gain from a card; below zero if there is none."""
        board, card = desk["board"], desk["cards"][name]
        if card["kind"] == "staging":
            return {"Seize": 1.0, "Take the Lead": 1.0, "Exchange": 0.8, "Villainy": 0.8}.get(name, 0.2)
        fits = card["crown"] == board["seats"][player]["lead"]
        if card["curtain"] is None:
            return 2.0 + card["points"] if fits else -1.0
        depleted = board["marker"] != "act-begins"
        if card["curtain"] == "full" and not board["half_curtain"]:
            return -2.0
        return 6.0 if fits or depleted else -2.0

    def _after_placement(self, desk: Json, asked: list[int]) -> None:
        if desk["board"]["seats"][asked[0]]["cue"] == "go-on":
            self.hold(asked[0])
        else:  # it is the first card's turn already
            self._reveal(desk, asked)

    def _reveal(self, desk: Json, asked: list[int]) -> None:
        [player] = asked
        card = desk["zones"][f"seat{player + 1}.play"]
        again = f"{desk['board']['act']}.{desk['board']['scene']}.{player}"
        curtain = desk["cards"].get(card, {}).get("curtain")
        nothing = card in (None, "Seize")  # a Seize has no effect in one's own turn
        if nothing or self._refused == again or (self._worth(desk, player, card) < 0 and not curtain):
            self.hold(player)
            return
        self._refused = again
        self._turn_up(desk, player, card)

    def _window(self, desk: Json, asked: list[int]) -> None:
        player = self.random.choice(asked)
        lies = desk["zones"][f"seat{player + 1}.play"]
        card = desk["board"]["seats"][player]["card"]
        taste = self.random.random()
        if lies == "Seize" and card and card["face"] == "down" and taste < 0.8:
            self._turn_up(desk, player, lies)
        elif taste < 0.15 and desk["board"]["seats"][player]["spotlight"]:
            self.press(player)
        elif taste < 0.3:
            self.house.let_the_window_close()
        else:
            self.hold(player)

    def _protect(self, desk: Json, asked: list[int]) -> None:
        if "No Drama" in desk["hands"][f"seat{asked[0] + 1}"] and self.random.random() < 0.5:
            self.lay(STAGE, "No Drama")
        elif self.random.random() < 0.3:
            self.house.let_the_window_close()
        else:
            self.hold(asked[0])

    def _after_reveal(self, desk: Json, asked: list[int]) -> None:
        if self.random.random() < 0.5:
            self.lay(STAGE, "coin:Iago")
        else:
            self.hold(asked[0])

    def _choose(self, desk: Json, asked: list[int]) -> None:
        [player] = asked
        answers = [option["answer"] for option in desk["options"] if option["group"] == "decision"]
        chosen = self.random.choice(answers)
        if "target" in chosen:
            names = [seat["name"] for seat in desk["board"]["seats"]]
            self.press(names.index(chosen["target"]))
        elif "look" in chosen or "pay" in chosen:
            yes = chosen.get("look") or chosen.get("pay")
            self.press(player) if yes else self.hold(player)
        elif "on" in chosen or "character" in chosen:
            self.lay(STAGE, "tile:" + str(chosen.get("on") or chosen.get("character")))
        elif "wounds" in chosen:
            for name in chosen["wounds"]:
                self.lay(STAGE, f"tile:{name}")
            self.press(player)
        elif "cut" in chosen:
            self.lay(STAGE, f"tile:{next(iter(chosen['cut']))}")
            may_wound = any("wounds" in answer for answer in answers)
            self.hold(player) if may_wound else self.press(player)
        elif "take" not in chosen or chosen["take"] in desk["cards"]:
            self.house.say(chosen)
        else:
            self.lay(STAGE, f"coin:{chosen['take']}")

    def _swap(self, desk: Json, asked: list[int]) -> None:
        self._place(desk, asked[0])

    def _draw(self, desk: Json, asked: list[int]) -> None:
        self.random.choice((self.press, self.hold))(asked[0])

    def _discard(self, desk: Json, asked: list[int]) -> None:
        self.press(asked[0])

    def _intermission(self, desk: Json, asked: list[int]) -> None:
        if self.random.random() < 0.5:
            for player in asked:
                self.press(player)
        else:
            points = [seat["points"] for seat in desk["board"]["seats"]]
            last = desk["board"]["lead"]
            order = [(last + step) % len(points) for step in range(1, len(points) + 1)]
            self.lay(f"seat{min(order, key=lambda player: points[player]) + 1}.play", "tile:Iago")
