"""The guided act, whole, with the box's own cards: strangers who know nothing but the lights and the prompter.

The readers are emulated PN532 below unmodified nfcpy, and a mat whose firmware reads emulated modules.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from evening import Evening, Json
from mat_evening import MatEvening
from nfc_evening import NfcEvening
from waiting import until

from companion.othello.at_table.truth import Truth
from companion.othello.game import GAME as OTHELLO
from companion.othello.lesson import LESSON
from companion.othello.model.events import ActBegan
from companion.play.cues import Cue
from companion.play.tongue import _
from cuelight.live.troupe import Troupe

PLAYERS = LESSON.seats
ZONES = tuple(f"seat{number + 1}.play" for number in range(PLAYERS))
TOLD_ALL = 7  # of the lesson's steps, which of them depends on the cards


class Strangers(Evening):
    """Nobody starts a game for them: one of them presses a button."""

    def begin(self, seed: int) -> None:
        """The table is free; somebody comes later."""
        self.told: Counter[str] = Counter()
        self.dark: list[str] = []
        self._seed = seed

    def come(self) -> None:
        """One of them presses any button."""
        self.press_any()
        until(lambda: self.board["table"]["state"] == "playing")
        self.truth = Truth(self.session.state.copy(), self._seed)
        self.rng = random.Random(self._seed)

    def press_any(self) -> None:
        """On a pin of the Pi."""
        self.fitted.press("seat2")

    def settle(self) -> None:
        """And look at the wall."""
        super().settle()
        for prompt in self.board.get("prompter", ()):
            self.told[prompt["text"]] += 1

    def say(self, answer: Json) -> None:
        """They know no desk: whoever would say something presses where a seat is lit."""
        seats = [seat for seat in self.board["seats"] if seat["press"]]
        lit = sorted(seats, key=lambda seat: seat["name"] != answer.get("by"))
        if lit:
            self.press(lit[0]["seat"])
        else:
            super().say(answer)

    def play_act(self) -> None:
        """Each waits for a light before doing anything."""
        troupe = Troupe(OTHELLO, self, self.say, self.clock_now, 0.0, self.rng)
        scene = self.scene()
        while self.session.state.act < 2:
            dues = [at for player in range(PLAYERS) if (at := self.session.lit_at(player)) is not None]
            self.pass_time(max(0.0, *dues, self.clock_now()) - self.clock_now())
            board = self.board
            lit = {seat["cue"] for seat in board["seats"]} - {Cue.IDLE, Cue.DONE}
            if not lit and not board.get("prompter"):
                self.dark.append(board["asked"])
            self.truth.follow(self.session.game.events)
            troupe.act(self.session, self.truth.state, self.clock_now())
            self.settle()
            scene = self.clear_after(scene)


class AtReaders(Strangers, NfcEvening):
    """On PN532 readers."""


class AtMat(Strangers, MatEvening):
    """On a mat."""

    def press_any(self) -> None:
        """On the mat."""
        self.push("press", "seat2")


TABLES: dict[str, Callable[[Path], Strangers]] = {
    "PN532 readers": lambda folder: AtReaders(folder, ZONES, PLAYERS, LESSON.seed),
    "a mat": lambda folder: AtMat(folder, PLAYERS, LESSON.seed),
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
        assert any(isinstance(event, ActBegan) and event.act == 2 for event in evening.session.game.events)
        said = [move.said for move in evening.moves if move.said is not None]
        print(
            f"promise guided-act: {table}, {evening.touches} touches, {evening.by_hand} entered by hand, "
            f"{len(said)} said, {len(evening.told)} of {len(LESSON.steps)} sentences"
        )
        assert (said, evening.dark) == ([], [])
        assert len(evening.told) >= TOLD_ALL
    finally:
        evening.close()
