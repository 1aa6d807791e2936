"""Everything that can be read of a session at one moment: snapshots, pages, bot players and commands read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.cues import Cue
from companion.core.i18n import _
from companion.game import AnyGame
from companion.game.display import Status
from companion.game.interpretation import Offer, TableView
from companion.game.recent import Line
from companion.table.clocks import Ahead, Timing, Until
from companion.table.provenance import Provenance
from companion.table.record import RecordState, Step, Undone

DRAWS = (Cue.DRAW_SCRIPT, Cue.DRAW_STAGING)


@dataclass(frozen=True, eq=False)
class Position:
    """The game after its newest event, and everything that the game shows of it, each made when it is first read.

    Args:
        game: the game.
        table: the state, the open decision, the pending input and the recent events.
    """

    game: AnyGame
    table: TableView[Any, Any]

    @cached_property
    def prompts(self) -> Sequence[Offer]:
        """Questions to each seat, lit or not."""
        return self.game.table.prompts(self.table)

    @cached_property
    def board(self) -> Mapping[str, Any]:
        """The game's part of the board, with the newest events."""
        game, state, asked, memory = self.game, self.table.state, self.table.asked, self.table.memory
        return {
            **game.display.board(self.table),
            "game": game.info.id,
            "where": game.text.where(state),
            "asked": asked and asked.kind,
            "happening": game.text.happening(state, self.table.equipment),
            "log": log_lines(memory.lines),
            "moments": [
                {"id": line.id, "text": line.text, "seat": line.seat, "moment": line.moment} for line in memory.moments
            ],
        }

    @cached_property
    def passes(self) -> Mapping[int, Any]:
        """The pass of each player who may pass now or in the open round."""
        return self.game.rules.passes(self.table.state, self.table.asked)

    @cached_property
    def headline(self) -> str:
        """The open decision in words, or the winners; first what all light up for, to draw."""
        if self.table.equipment.buttons and all(offer.cue in DRAWS for offer in self.prompts):
            return _("Everyone: draw a card, then press")
        return self.game.text.decision(self.table.state, self.table.asked, self.table.equipment)

    def words_for(self, player: int, known: Any = None) -> dict[str, str | None]:
        """Return what is going on and the open decision in words for one player, on the own phone.

        `known` is the state as that player knows it, if more is known than the session knows.
        """
        text, asked, equipment = self.game.text, self.table.asked, self.table.equipment
        state = self.table.state if known is None else known
        return {
            "happening": text.happening(state, equipment, player),
            "headline": text.decision(state, asked, equipment, player),
        }

    @cached_property
    def status(self) -> Status:
        """What is to be done."""
        return self.game.display.status(self.table.state, self.table.asked, self.table.equipment)

    @cached_property
    def buttons(self) -> Sequence[dict[str, Any]]:
        """The possible answers, as buttons for the host."""
        return self.game.display.buttons(self.table)

    @cached_property
    def decision(self) -> Mapping[str, Any] | None:
        """The open decision, as the host sees it."""
        asked, names = self.table.asked, self.game.rules.players(self.table.state)
        return asked and {
            "kind": asked.kind,
            "players": [names[player] for player in asked.players],
            "text": self.headline,
            "hint": self.status.hint,
            **self.status.extras,
        }


@dataclass(frozen=True, eq=False)
class SessionView:
    """A session as it is at one moment. It is out of date after the next change of the session.

    Args:
        game: the game.
        names: the players, clockwise.
        position: the game after its newest event.
        undone: the steps that can be redone, the next one first.
        provenance: finds the step that last changed a number.
        steps_as_json: steps as pages show them, by identity and language: each with the step itself.
        record: the steps, the host's questions and the rule violations.
        timing: the open window and the lights.
        now: the newest time.
        changed: counts the changes that pages show.
        ahead: the players who have passed ahead.
    """

    game: AnyGame
    names: Sequence[str]
    position: Position
    undone: Sequence[Undone]
    provenance: Provenance
    steps_as_json: dict[tuple[int, str], tuple[Step, dict[str, Any]]]
    record: RecordState
    timing: Timing
    now: float
    changed: int
    ahead: Ahead

    @cached_property
    def table(self) -> TableView[Any, Any]:
        """The state, the open decision, the pending input and the recent events."""
        return self.position.table

    @cached_property
    def offers(self) -> Sequence[Offer]:
        """Light of each seat, and the meaning of its button."""
        return self.timing.shown(
            self.position.prompts, {question.player for question in self.record.questions}, self.now
        )

    @cached_property
    def cues(self) -> Sequence[str]:
        """The cue at each seat's light; red for a moment where a gesture was refused."""
        refused = self.timing.lamps.refused
        return [
            Cue.ATTENTION if self.now < refused.get(player, self.now) else offer.cue
            for player, offer in enumerate(self.offers)
        ]

    @cached_property
    def marks(self) -> Sequence[Mapping[str, int]]:
        """By seat and number, the step that changed it last; after the seats those of the table."""
        table = self.table
        seats, counts = self.position.board["seats"], self.position.status.counts
        return self.provenance.newest(seats, counts, table.events, self.record.steps)

    @cached_property
    def due(self) -> float | None:
        """The time at which `Session.tick` has something to do; None for never."""
        return self.timing.due(bool(self.table.memory.drew), self.now)

    def lit_at(self, player: int) -> float | None:
        """Return from when on a press at a seat counts; None if nothing is asked there."""
        lamp = self.timing.lamps.seats[player]
        return None if lamp.question is None else lamp.lit_at

    def may_pass(self, player: int, until: Until) -> bool:
        """Return True if a player may pass until then: for the scene at any time of a game with windows."""
        scene = until is Until.SCENE and self.game.info.is_timed and self.table.asked is not None
        return scene or player in self.position.passes

    def message(self, player: int | None) -> str | None:
        """Return the words that are shown at a seat for a moment, or in the middle (None)."""
        return self.timing.lamps.words(player, self.now)


def log_lines(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Return the newest events in words. Equal lines in a row become one, with how many `times`."""
    found: list[dict[str, Any]] = []
    last: Line | None = None
    for line in lines:
        same = last is not None and (line.text, line.kind, line.seat) == (last.text, last.kind, last.seat)
        times = found.pop()["times"] + 1 if same else 1
        found.append({"id": line.id, "text": line.text, "kind": line.kind, "seat": line.seat, "times": times})
        last = line
    return found
