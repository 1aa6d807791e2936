"""A table with a mat for tests: gestures, buttons and pages as people use them, with a clock that the test moves.

Input is only observations; output is the board, the desk, the lights and the record.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.observation import Hold, Lift, Press, Tag
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.game import Unseen
from companion.othello.model.state import Seat, State
from companion.othello.notation.read import position_from_json
from companion.othello.rules.options import decision
from companion.table.session import Session
from companion.table.snapshot import board, desk
from tests.games.othello.rules.table import BARE, DECK

Json = dict[str, Any]
Record = tuple[str, Any]

STAGE = "stage.target"
A_MOMENT = 0.25  # seconds between two gestures


class Book:
    """A record in memory, whose writes can be made to fail."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.broken: Exception | None = None

    def append_all(self, records: Iterable[Record], at: float) -> None:
        """Store records as a file would: as JSON."""
        if self.broken is not None:
            raise self.broken
        self.records += [(kind, json.loads(json.dumps(body))) for kind, body in records]

    def kinds(self) -> list[str]:
        return [kind for kind, _body in self.records]


class MatTable:
    """A session at a position: by default Ann (the Lead), Ben and Cal in Act I; other keys as given.

    Players are given by name (`Ann={"placed": "?script"}`), the rest by the keys of a position. Seats have no tokens
    and no cards unless a test gives them some, so that only the players that matter are asked.
    """

    def __init__(self, phase: str = "reveal", players: str = "Ann Ben Cal", lead: str | None = "Ann", **keys: Any):
        self.names = players.split()
        seats = [{"name": name, **({} if lead is None else BARE), **keys.pop(name, {})} for name in self.names]
        data = {"edition": "2024", "deck": DECK, "phase": phase, "seats": seats, **keys}
        self._position = data | ({} if lead is None else {"lead": lead})
        self.book = Book()
        self.at = 0.0
        self._lying: set[str] = set()
        self.session = self._session()
        self.session.settle()

    def _session(self) -> Session:
        return Session(OTHELLO, position_from_json(self._position), Unseen(), self.book)

    def restarted(self) -> Session:
        """Return a session rebuilt from the position and the record alone."""
        session = self._session()
        session.replay(list(self.book.records))
        return session

    # --- actions of people

    def lay(self, where: str, thing: str) -> MatTable:
        """Put a thing in a player's zone or on the stage, after lifting the one there."""
        self.at += A_MOMENT
        zone = self.zone(where)
        if zone in self._lying:
            self.session.observe(Lift(self.at, zone))
        self._lying.add(zone)
        self.session.observe(Tag(self.at, zone, thing))
        return self

    def lift(self, where: str) -> MatTable:
        self.at += A_MOMENT
        self._lying.discard(self.zone(where))
        self.session.observe(Lift(self.at, self.zone(where)))
        return self

    def turn_up(self, name: str, card: str) -> MatTable:
        """Lift a card and put it back face up."""
        return self.lift(name).lay(name, card)

    def press(self, name: str, *, at_once: bool = False) -> MatTable:
        """Press the button once it is lit; `at_once` ignores the light."""
        self.at += A_MOMENT if at_once else self._until_lit(name)
        self.session.observe(Press(self.at, self.place(name)))
        return self

    def hold(self, name: str, *, at_once: bool = False) -> MatTable:
        self.at += A_MOMENT if at_once else self._until_lit(name)
        self.session.observe(Hold(self.at, self.place(name)))
        return self

    def _until_lit(self, name: str) -> float:
        lit_at = self.session.view.lit_at(self.names.index(name))
        return max(A_MOMENT, (lit_at or self.at) - self.at)

    def say(self, by: str | None, do: str, **fields: Any) -> MatTable:
        """Give an answer on a page."""
        self.at += A_MOMENT
        self.session.say({"do": do, **({} if by is None else {"by": by}), **fields}, self.at)
        return self

    def wait(self, seconds: float) -> MatTable:
        self.at += seconds
        self.session.tick(self.at)
        return self

    def undo(self) -> str:
        self.at += A_MOMENT
        return self.session.undo(self.at)

    def reply(self, reply: str) -> MatTable:
        """Reply to the oldest question as the host."""
        self.at += A_MOMENT
        self.session.reply(self.desk["questions"][0]["id"], reply, self.at)
        return self

    def place(self, name: str) -> str:
        return f"seat{self.names.index(name) + 1}"

    def zone(self, where: str) -> str:
        return STAGE if where == STAGE else f"{self.place(where)}.play"

    # --- results

    @property
    def state(self) -> State:
        state: State = self.session.state
        return state

    def seat(self, name: str) -> Seat:
        return self.state.seats[self.names.index(name)]

    @property
    def asked(self) -> tuple[str, list[str]]:
        """Return the kind of the open decision and the players asked."""
        found = decision(self.state)
        return ("over", []) if found is None else (found.kind, [self.names[player] for player in found.players])

    @property
    def board(self) -> Json:
        return board(self.session.view)

    @property
    def desk(self) -> Json:
        return {"board": self.board, **desk(self.session.view)}

    def cue(self, name: str) -> str:
        return self.session.view.cues[self.names.index(name)]

    @property
    def cues(self) -> Sequence[str]:
        return self.session.view.cues

    @property
    def lead(self) -> str:
        return self.names[self.state.lead]

    def scored(self, name: str) -> list[str]:
        return [card for card, _role in self.seat(name).scored]

    @property
    def irregular(self) -> list[str]:
        """Return the codes of the recorded violations."""
        return [entry["code"] for entry in self.desk["irregularities"]]

    @property
    def questions(self) -> list[str]:
        return [question["text"] for question in self.desk["questions"]]

    @property
    def log(self) -> list[str]:
        return [line["text"] for line in self.board["log"]]
