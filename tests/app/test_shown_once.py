"""Changes at a table are shown once: a command with all its effects makes only one set of snapshots."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from companion.games import game_ids
from cuelight.app.commands.dispatcher import Dispatcher
from cuelight.app.documents import desk_document
from cuelight.app.timers import Timers
from tests.support.running_table import House, People

MADE = desk_document.__code__
BEGUN = Dispatcher.carry_out.__code__, Timers.pass_time.__code__


class Counted(House):
    """A table that counts the snapshots it makes on its own thread."""

    def __init__(self, path: Path) -> None:
        self.calls: Counter[object] = Counter()
        self.tried = 0
        threading.setprofile(self._count)  # for the table's thread, which starts now
        try:
            super().__init__(path, pace=0)
        finally:
            threading.setprofile(None)

    def _count(self, frame: FrameType, event: str, _what: Any) -> None:
        if event == "call":
            self.calls[frame.f_code] += 1

    def start(self, game: str) -> None:
        self.tried += 1  # before it is recorded
        self.command("start", names=["Ann", "Ben", "Cal"], game=game)

    def mat(self, do: str, **body: str) -> None:
        """Perform a gesture and wait for its effects: a command waits for them."""
        self.table.command("mat", {"do": do, **body})

    @property
    def made_twice(self) -> int:
        """Return the number of snapshots beyond one per command, due moment and attempted game."""
        made = self.calls[MADE]  # read first, because the others still grow
        return made - sum(self.calls[begun] for begun in BEGUN) - self.tried


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Counted]:
    """Yield a table and its visitors."""
    house = Counted(tmp_path_factory.mktemp("once") / "table.db")
    yield house
    house.table.stop()


def test_every_gesture_is_shown_once_with_the_cards_that_are_taken_off_after_a_scene(house: Counted) -> None:
    house.start("othello")
    people = People(house, seed=5)
    people.play(until=lambda board: (board["act"], board["scene"]) >= (1, 3))
    assert people.gestures > 12 and house.calls[MADE] > people.gestures
    assert house.made_twice <= 0


@pytest.mark.parametrize("game", game_ids())
def test_what_is_begun_and_said_and_taken_back_and_brought_back_is_shown_once(house: Counted, game: str) -> None:
    house.start(game)
    house.command("answer", **house.desk["options"][0]["answer"])
    house.command("undo")
    house.command("redo")
    assert house.made_twice <= 0
