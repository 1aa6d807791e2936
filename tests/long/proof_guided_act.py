"""The whole guided act with the box's own cards: strangers who know only the lights and the prompter.

The readers are emulated PN532 below unmodified nfcpy, and a mat whose firmware reads emulated modules: on CPython in
fast time, and on MicroPython behind a cable.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.cues import Cue
from companion.core.i18n import _
from companion.othello.game import GAME as OTHELLO
from companion.othello.lesson import LESSON
from companion.othello.model.events import ActBegan
from companion.othello.table.actual_deal import ActualDeal
from cuelight.app.bots.players import BotPlayers
from cuelight.app.devices.mat import Mat, plain_mat
from firmware_bridge.emulator.board import EmulatedMat
from hardware.fitted_table import FittedTable
from tests.support.evening import Evening, Json
from tests.support.mat_evening import HOLD_SECONDS, LIES_SECONDS, PATIENCE, PRESS_SECONDS, RELEASED_SECONDS, MatEvening
from tests.support.nfc_evening import NfcEvening
from tests.support.waiting import until

PLAYERS = LESSON.seats
ZONES = tuple(f"seat{number + 1}.play" for number in range(PLAYERS))
SHOWN_SECONDS = 0.1  # real time in which due changes are made and shown, in seconds
TOLD_ALL = 7  # number of different lesson steps that must be shown; which ones depends on the cards


class Strangers(Evening):
    """Players who start their game with a button."""

    def begin(self, seed: int) -> None:
        """Start without a game, as an idle table that visitors find."""
        self.told: Counter[str] = Counter()
        self.dark: list[str] = []
        self._seed = seed

    def come(self) -> None:
        """Press any button and wait for the game."""
        self.press_any()
        until(lambda: self.board["table"]["state"] == "playing")
        self.truth = ActualDeal(self.session.state.copy(), self._seed)
        self.rng = random.Random(self._seed)

    def press_any(self) -> None:
        """Press a button on a pin of the Pi."""
        self.fitted.press("seat2")

    def settle(self) -> None:
        """Also read the prompter on the public screen."""
        super().settle()
        for prompt in self.board.get("prompter", ()):
            self.told[prompt["text"]] += 1

    def say(self, answer: Json) -> None:
        """Press the button of a lit seat, because strangers do not use the desk."""
        seats = [seat for seat in self.board["seats"] if seat["press"]]
        lit = sorted(seats, key=lambda seat: seat["name"] != answer.get("by"))
        if lit:
            self.press(lit[0]["seat"])
        else:
            super().say(answer)

    def play_act(self) -> None:
        """Play an act; each player waits for a light before acting."""
        troupe = BotPlayers(OTHELLO, self, self.say, self.clock_now, 0.0, self.rng)
        scene = self.scene()
        while self.session.state.act < 2:
            dues = [at for player in range(PLAYERS) if (at := self.session.view.lit_at(player)) is not None]
            self.pass_time(max(0.0, *dues, self.clock_now()) - self.clock_now())
            board = self.board
            lit = {seat["cue"] for seat in board["seats"]} - {Cue.IDLE, Cue.DONE}
            if not lit and not board.get("prompter"):
                self.dark.append(board["asked"])
            self.truth.follow(self.session.play.events)
            troupe.act(self.session, self.truth.state, self.clock_now())
            self.settle()
            scene = self.clear_after(scene)


class AtReaders(Strangers, NfcEvening):
    """Strangers at PN532 readers."""


class AtMat(Strangers, MatEvening):
    """Strangers at a mat."""

    def press_any(self) -> None:
        """Press a button on the mat."""
        self.push("press", "seat2")


class AtMicroPython(Strangers):
    """Strangers at a mat whose Pico is a separate MicroPython process, in real time."""

    def __init__(self, folder: Path) -> None:
        self.mat = EmulatedMat(folder)
        self.mat.plug_in()
        names: dict[str, str] = {}
        table = plain_mat(PLAYERS, str(self.mat.path))
        self.backend = Mat(table, self.clock_now, names.get)
        self.readers = dict(zip(self.backend.layout.zones, self.backend.bridge.setup.numbers, strict=True))
        fitted = FittedTable(self.backend.layout, [self.backend], [self.backend], self.clock_now, names)
        super().__init__(folder, PLAYERS, LESSON.seed, fitted, self.backend.layout.zones)
        until(self.is_ready, PATIENCE)

    def is_ready(self) -> bool:
        """Return True if every zone is known."""
        status = self.backend.bridge.status()
        return status.live and all(zone.known != 3 for zone in status.zones)

    def clock_now(self) -> float:
        """Return the machine's time."""
        return time.monotonic()

    def press_any(self) -> None:
        """Press a button on the mat."""
        self.push("press", "seat2")

    def put(self, zone: str, uid: str) -> None:
        """Put the tag on the reader's coil."""
        self.mat.lay(uid, self.readers[zone])

    def take(self, zone: str, uid: str) -> None:
        """Lift the tag from the coil."""
        self.mat.lift(self.readers[zone], uid)

    def push(self, do: str, button: str) -> None:
        """Press the button as long as a finger would."""
        number = int(button.removeprefix("seat")) - 1
        self.mat.push(number)
        self.pass_time(HOLD_SECONDS if do == "hold" else PRESS_SECONDS)
        self.mat.release(number)
        self.pass_time(RELEASED_SECONDS)

    def pass_time(self, seconds: float, of: str | None = None) -> None:
        """Wait in real time."""
        time.sleep(max(0.0, seconds) + SHOWN_SECONDS)
        self.settle()

    def until(self, zone: str, thing: str | None) -> None:
        """Wait for the mat."""
        until(lambda: self.fitted.zones()[zone] == thing, PATIENCE)
        self.settle()

    def let_lie(self, zone: str) -> None:
        """Wait a moment."""
        self.pass_time(LIES_SECONDS)

    def close(self) -> None:
        """Stop the table and pull the cable."""
        self.table.stop()
        self.mat.unplug()


TABLES: dict[str, Callable[[Path], Strangers]] = {
    "PN532 readers": lambda folder: AtReaders(folder, ZONES, PLAYERS, LESSON.seed),
    "a mat": lambda folder: AtMat(folder, PLAYERS, LESSON.seed),
    "a mat, its firmware on MicroPython": AtMicroPython,
}


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("table", TABLES)
def test_three_strangers_play_the_guided_act_with_the_cards_of_the_box(table: str, tmp_path: Path) -> None:
    (tmp_path / "shop.toml").write_text("demo = true\n")
    evening = TABLES[table](tmp_path)
    try:
        evening.come()
        assert evening.board["prompter"][0]["text"] == _(LESSON.steps[0].says)
        evening.play_act()
        assert any(isinstance(event, ActBegan) and event.act == 2 for event in evening.session.play.events)
        said = [move.said for move in evening.moves if move.said is not None]
        print(
            f"promise guided-act: {table}, {evening.touches} touches, {evening.by_hand} entered by hand, "
            f"{len(said)} said, {len(evening.told)} of {len(LESSON.steps)} sentences"
        )
        assert (said, evening.dark) == ([], [])
        assert len(evening.told) >= TOLD_ALL
    finally:
        evening.close()
