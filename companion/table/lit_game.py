"""A kept game whose seats have a light and a button each: what they show, and from when on a press counts.

A light never jumps from one question to another: between two of them it is dark for `LATE_SECONDS`, so that a press
that was meant for the first is not taken for an answer to the second. What is pressed meanwhile is told at the seat.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from companion.othello.at_table.cues import HARMLESS, QUIET, Offer, offers
from companion.othello.at_table.gestures import Meaning, Misfit
from companion.othello.at_table.misfits import Question, question_to_json
from companion.othello.model.answers import Answer
from companion.othello.model.frames import Action
from companion.othello.model.state import State
from companion.table.kept_game import Backs, Book, KeptGame
from companion.table.observation import Hold, Press

LATE_SECONDS = 1.0
ATTENTION_SECONDS = 4.0  # that red is shown at a seat of which something is wanted besides
TOLD_SECONDS = 4.0
TOO_LATE = "too late: that press changed nothing"


class Lamp(NamedTuple):
    """What one seat's light asks for: `asks` counts its questions, and from `lit_at` on a press is an answer.

    `ended` is when the last question was over, `own` whether a gesture at the seat itself has ended it.
    """

    question: object = None
    asks: int = 0
    lit_at: float = 0.0
    ended: float = -math.inf
    own: bool = False

    def turned_to(self, question: object, now: float, own: bool, pause: float) -> Lamp:
        """The lamp once it asks for this, so many seconds after its last question at the earliest; None for nothing."""
        if question == self.question:
            return self
        was_lit = self.question is not None and now >= self.lit_at
        ended, own = (now, own) if was_lit else (self.ended, self.own)
        return Lamp(question, self.asks + (question is not None), max(now, ended + pause), ended, own)


class LitGame(KeptGame):
    """A kept game with lights and buttons. Everything about them follows from what is public."""

    kept = (*KeptGame.kept, "_ready", "_chosen", "_lamps", "_red", "_told")

    def __init__(self, start: State, chance: Backs, book: Book, window_seconds: float) -> None:
        super().__init__(start, chance, book, window_seconds)
        self._ready: set[int] = set()
        self._chosen: tuple[str, ...] = ()
        self._red: dict[int, float] = {}  # until when a question is shown at a seat, whatever else is wanted there
        self._told: dict[int, tuple[float, str]] = {}
        self._acting: int | None = None
        self._lamps: tuple[Lamp, ...] = ()
        self._light_anew()

    def offers(self) -> list[Offer]:
        """What each seat's light shows now, and what its button means."""
        asked_about = {question.player for question in self.questions}
        shown = []
        for player, offer in enumerate(self._wanted()):
            if player in asked_about and (offer.cue in QUIET or self.now < self._red.get(player, -math.inf)):
                offer = Offer("attention")
            elif offer.invites and self.now < self._lamps[player].lit_at:
                offer = Offer("idle")
            shown.append(offer)
        return shown

    def cues(self) -> list[str]:
        """What each seat's light shows now."""
        return [offer.cue for offer in self.offers()]

    def question(self, player: int) -> tuple[int, bool]:
        """How many questions a seat's light has asked so far, and whether the last one is still open."""
        lamp = self._lamps[player]
        return lamp.asks, lamp.question is not None

    def lit_at(self, player: int) -> float | None:
        """From when on a press at a seat counts; None while nothing is asked there."""
        lamp = self._lamps[player]
        return None if lamp.question is None else lamp.lit_at

    def told(self, player: int) -> str | None:
        """What a seat is told just now."""
        until, words = self._told.get(player, (-math.inf, ""))
        return words if self.now < until else None

    def button(self, player: int, observation: Press | Hold) -> Meaning:
        """What a press or a hold of a seat's button means; one that comes too late is told there, and means nothing."""
        lamp, offer = self._lamps[player], self.offers()[player]
        if observation.at < (lamp.lit_at if lamp.question is not None else lamp.ended + LATE_SECONDS):
            if not lamp.own and offer.cue != "attention":
                self.tell(player, TOO_LATE)
            return None
        return offer.hold if isinstance(observation, Hold) else offer.press

    def tell(self, player: int, words: str) -> None:
        """Say something at a seat, for a moment."""
        self._told = {**self._told, player: (self.now + TOLD_SECONDS, words)}
        self.changed += 1

    def due(self) -> float | None:
        """When a light has to change without anything happening; None for never."""
        return min((time for time in self._changes() if time > self.now), default=None)

    def _changes(self) -> list[float]:
        """When lights come on, stop being red, and words at seats are over."""
        lit = [lamp.lit_at for lamp in self._lamps if lamp.question is not None]
        return [*lit, *self._red.values(), *(until for until, _words in self._told.values())]

    def _wanted(self) -> list[Offer]:
        return offers(self.state, self.memory.drew, self._ready, self._chosen)

    def _light(self) -> None:
        """Note which questions are over and which are new."""
        lamps = []
        for player, (lamp, offer) in enumerate(zip(self._lamps, self._wanted(), strict=True)):
            question = (offer.cue, offer.says, self._moment(offer)) if offer.invites else None
            pause = 0.0 if offer.cue in HARMLESS else LATE_SECONDS
            lamps.append(lamp.turned_to(question, self.now, player == self._acting, pause))
        self._lamps = tuple(lamps)
        self._acting = None

    def _moment(self, offer: Offer) -> object:
        """What tells two questions of the same words apart: the window, or the action that somebody chooses for."""
        top = self.state.frames[-1]
        if self.countdown.deadline is not None:
            return self.countdown.number
        if offer.cue == "choose" and type(top) is Action:
            return len(self.state.frames), top.kind, top.player, top.name
        return None

    def _light_anew(self) -> None:
        """Every light asks at once: nobody has been asked anything before."""
        self._lamps = (Lamp(),) * len(self.state.seats)
        self._light()

    def _pass_lights(self, before: float) -> None:
        """Let the time go on for the lights, from `before` to now."""
        if any(before < time <= self.now for time in self._changes()):
            self.changed += 1

    def _ask(self, misfit: Misfit, answer: Answer | None) -> None:
        """Ask the host about something, once."""
        if any((item.text, item.player) == (misfit.text, misfit.player) for item in self.questions):
            return
        self._asked += 1
        self.questions.append(Question(self._asked, misfit.text, misfit.player, answer))
        self._records.append(("question", question_to_json(self.questions[-1], self.names())))
        if misfit.player is not None:
            self._red = {**self._red, misfit.player: self.now + ATTENTION_SECONDS}
        self.changed += 1

    @contextmanager
    def _whole(self) -> Iterator[None]:
        with super()._whole():
            yield
            self._light()
