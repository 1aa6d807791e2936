"""A game at a table and all that is written down of it: what follows from its events, taken up again, taken back.

Nothing is shown as done before it is in the book: what happens in one piece of work is written whole, or has not
happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any, ClassVar, NamedTuple, Protocol

from companion.othello.at_table.memory import Memory
from companion.othello.at_table.misfits import Question, question_from_json
from companion.othello.model.cards import CardName
from companion.othello.model.events import Event, event_from_json, event_to_json
from companion.othello.model.evolve import fold
from companion.othello.model.game import Chance, Game
from companion.othello.model.state import State
from companion.othello.rules.submit import settle
from companion.play.errors import CuelightError
from companion.play.verdict import Forbidden
from companion.table.countdown import Countdown


class Book(Protocol):
    """Where everything is written down; what `append_all` has taken survives a pulled plug."""

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Write these records, all of them or none, at this time."""


class Backs(Chance, Protocol):
    """Chance at a table: nobody knows the cards, at most their backs."""

    def give(self, player: int, events: Sequence[Event]) -> CardName:
        """The card, as far as it is seen, that a player gives for the one just taken (A1)."""


class Step(NamedTuple):
    """Something that can be taken back: an answer, or that the time for answers ran out.

    `text` is what it was in words, `events` how many events there were before it, `answer` the answer as it was
    written down, None where there was none. `instead` are the answers that could have been given until the time ran
    out, each with its words.
    """

    text: str
    events: int
    answer: Mapping[str, Any] | None = None
    lapsed: bool = False
    instead: Sequence[Mapping[str, Any]] = ()


class NothingToUndo(CuelightError, LookupError):
    """No answer has been given that could be taken back."""


class KeptGame:
    """A game whose events, answers, questions and irregularities are in a book.

    `steps` are the answers that can be taken back, `changed` counts what there was to show, `now` is the newest time.
    """

    kept: ClassVar[tuple[str, ...]] = ("steps", "questions", "irregularities", "countdown", "changed", "_asked")
    """What a piece of work may change besides the game."""

    def __init__(self, start: State, chance: Backs, book: Book, window_seconds: float) -> None:
        self._start = start.copy()
        self._chance = chance
        self._book = book
        self._records: list[tuple[str, Any]] = []
        self.countdown = Countdown(window_seconds)
        self.game = Game(start, chance)
        self.memory = Memory()
        self.steps: list[Step] = []
        self.questions: list[Question] = []
        self.irregularities: list[dict[str, Any]] = []
        self.now = 0.0
        self.changed = 0
        self._asked = 0
        self.countdown.look(self.state, self.now)

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.game.state

    def names(self) -> list[str]:
        """The players, clockwise."""
        return [seat.name for seat in self.state.seats]

    def settle(self, at: float = 0.0) -> None:
        """Begin with a position: what follows from it by itself is played and written; open windows have their time."""
        self.now = max(self.now, at)
        self.countdown.again()
        self.countdown.look(self.state, self.now)
        with self._whole():
            before = len(self.game.events)
            settle(self.game)
            self._note_events(before)

    def last_answer(self) -> int | None:
        """The number of the newest step that is an answer."""
        numbers = range(len(self.steps) - 1, -1, -1)
        return next((number for number in numbers if not self.steps[number].lapsed), None)

    def undo(self, at: float, to: int | None = None) -> str:
        """Take a step back, with all that came after it. Returns its words.

        Args:
            to: its number, from 0; the last answer unless told.

        Raises NothingToUndo.
        """
        number = self.last_answer() if to is None else to
        if number is None or not 0 <= number < len(self.steps):
            raise NothingToUndo("there is no answer to take back")
        self.now = max(self.now, at)
        with self._whole():
            return self._take_back(number)[0].text

    def _take_back(self, number: int) -> list[Step]:
        """The game as it was before a step; returns that and what came after it."""
        taken = self.steps[number:]
        self.steps = self.steps[:number]
        self._records.append(("undo", {"events": taken[0].events}))
        self._rewind(taken[0].events)
        return taken

    def replay(self, records: Iterable[tuple[str, Any]], at: float = 0.0) -> None:
        """Take up a game from its records, as `Book` has them: events are folded, undone ones left out.

        A window that was open has its whole time again, from `at` on.
        """
        self.now = at
        pending: Mapping[str, Any] | None = None
        for kind, body in records:
            if kind == "answer":
                pending = body
            elif kind == "events":
                if pending is not None:
                    lapsed, instead = bool(pending.get("lapsed")), tuple(pending.get("instead", ()))
                    events = len(self.game.events)
                    self.steps.append(Step(str(pending["text"]), events, pending.get("answer"), lapsed, instead))
                pending = None
                before = len(self.game.events)
                self.game.take_up([event_from_json(item) for item in body])
                self._remember(before)
            elif kind == "undo":
                self.steps = [step for step in self.steps if step.events < int(body["events"])]
                self._rewind(int(body["events"]))
            elif kind == "irregularity":
                self.irregularities.append(body)
            elif kind == "question":
                self._replay_question(body)
        self.memory.drew.clear()
        self.countdown.look(self.state, self.now)

    def _replay_question(self, body: dict[str, Any]) -> None:
        if "reply" in body:
            self.questions = [item for item in self.questions if item.id != body["id"]]
            return
        self.questions.append(question_from_json(body, self.names()))
        self._asked = self.questions[-1].id

    def _irregular(self, forbidden: Forbidden, shown: CardName | None) -> None:
        """Note what the rules forbid; `shown` is a card that was turned up by it, and that nobody has named."""
        reason = forbidden.reasons[0]
        entry = {
            "code": reason.code,
            "rules": list(dict.fromkeys(rule for item in forbidden.reasons for rule in item.rules)),
            "message": f"Turned up: {shown}. {forbidden}" if shown is not None else str(forbidden),
        }
        self.irregularities.append(entry)
        self._records.append(("irregularity", entry))
        self.changed += 1

    def _note_events(self, before: int) -> None:
        """Write and remember the events from number `before` on."""
        fresh = self.game.events[before:]
        if fresh:
            self._records.append(("events", [event_to_json(event) for event in fresh]))
            self._remember(before)
            self.countdown.look(self.state, self.now)

    def _remember(self, before: int) -> None:
        for event in self.game.events[before:]:
            self.memory.note(self.state, event)
        self.changed += 1

    def _rewind(self, count: int) -> None:
        """Back to the first `count` events."""
        self._begin_with(self.game.events[:count])
        self.changed += 1
        self.countdown.again()
        self.countdown.look(self.state, self.now)

    def _begin_with(self, events: list[Event]) -> None:
        """The game as it stood after these events."""
        self.game = Game(fold(self._start.copy(), events), self._chance)
        self.game.events = events
        self.memory = Memory()
        for event in events:
            self.memory.note(self.state, event)
        self.memory.drew.clear()

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """What happens in the block is in the book at its end, or it has not happened."""
        events, count, drew = self.game.events, len(self.game.events), dict(self.memory.drew)
        kept = {name: copy(getattr(self, name)) for name in self.kept}
        try:
            yield
            self.changed = min(self.changed, kept["changed"] + 1)
            if self._records:
                self._book.append_all(self._records, self.now)
        except Exception:
            self._begin_with(events[:count])
            self.memory.drew.update(drew)
            vars(self).update(kept)
            raise
        finally:
            self._records = []
