"""A mat for tests of Deathmatch: gestures and buttons on a real session, with a clock that
advances with each gesture.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from companion.core.observation import Hold, Lift, Press, Tag
from companion.deathmatch.game import GAME
from companion.deathmatch.model.state import State
from companion.table.session import Session
from companion.table.snapshot import board, desk

Json = dict[str, Any]
Record = tuple[str, Any]
STAGE = "stage.target"
A_MOMENT = 2.0  # seconds between two gestures: every light is on by then


class Book:
    """A record in memory."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    def append_all(self, records: Iterable[Record], at: float) -> None:
        """Store records as a file would: as JSON."""
        self.records += [(kind, json.loads(json.dumps(body))) for kind, body in records]


class Mat:
    """A session that begins with a position. Players are given by name."""

    def __init__(self, position: Json) -> None:
        self._position = position
        self.book = Book()
        self.at = 0.0
        self.session = self._session()
        self.names = self.session.names
        self.session.settle()

    def _session(self) -> Session:
        return Session(GAME, GAME.types.position_from_json(self._position), GAME.rules.chance(), self.book)

    def restarted(self) -> Session:
        """Return a session rebuilt from the position and the record alone."""
        session = self._session()
        session.replay(list(self.book.records))
        return session

    # --- actions of people

    def lay(self, where: str, thing: str) -> Mat:
        """Place a thing in a player's zone or on the stage, and lift it again."""
        self.at += A_MOMENT
        self.session.observe(Tag(self.at, self.zone(where), thing))
        self.session.observe(Lift(self.at + 0.5, self.zone(where)))
        return self

    def press(self, who: str) -> Mat:
        self.at += A_MOMENT
        self.session.observe(Press(self.at, self.zone(who).partition(".")[0]))
        return self

    def hold(self, who: str) -> Mat:
        self.at += A_MOMENT
        self.session.observe(Hold(self.at, self.zone(who).partition(".")[0]))
        return self

    def say(self, **answer: Any) -> Mat:
        """Answer as the host at the desk."""
        self.at += A_MOMENT
        self.session.say(answer, self.at)
        return self

    def zone(self, where: str) -> str:
        return where if where == STAGE else f"seat{self.names.index(where) + 1}.play"

    # --- visible state

    @property
    def state(self) -> State:
        state: State = self.session.state
        return state

    def seat(self, who: str) -> Any:
        return self.state.seats[self.names.index(who)]

    def cues(self) -> dict[str, str]:
        return {name: str(cue) for name, cue in zip(self.names, self.session.view.cues, strict=True)}

    def codes(self) -> list[str]:
        return [entry["code"] for entry in self.session.view.record.irregularities]

    def board(self) -> Json:
        return board(self.session.view)

    def desk(self) -> Json:
        return {"board": self.board(), **desk(self.session.view)}
