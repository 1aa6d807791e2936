"""A game at a table and all that is written down of it: what follows from its events, taken up again, taken back.

Nothing is shown as done before it is in the book: what happens in one piece of work is written whole, or has not
happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from companion.play.errors import CuelightError
from companion.play.play import Play
from companion.play.verdict import Forbidden
from companion.table.door import AnyGame
from companion.table.meaning import Misfit
from companion.table.memory import Memory
from companion.table.questions import Question


class Book(Protocol):
    """Where everything is written down; what `append_all` has taken survives a pulled plug."""

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Write these records, all of them or none, at this time."""


class Step(NamedTuple):
    """Something that can be taken back: an answer, or that the time for answers ran out.

    `text` is what it was in words, `events` how many events there were before it, `answer` the answer as it was
    written down, None where there was none. `instead` are the answers that may have been meant, each with its words;
    where time ran out, those that could have been given until then, and `about` tells what they could answer ("" where
    nobody noted it).
    """

    text: str
    events: int
    answer: Mapping[str, Any] | None = None
    lapsed: bool = False
    instead: Sequence[Mapping[str, Any]] = ()
    about: str = ""


class NothingToUndo(CuelightError, LookupError):
    """No answer has been given that could be taken back."""


class Entries(NamedTuple):
    """What stands in the book besides events; `asked` counts the questions so far."""

    steps: tuple[Step, ...] = ()
    questions: tuple[Question, ...] = ()
    irregularities: tuple[dict[str, Any], ...] = ()
    asked: int = 0


class Ledger:
    """The game that is played, what the table remembers of it, and the entries of its book.

    Args:
        rules: the game's.
        start: the state that it begins with.
        chance: who shuffles.
        book: where it is all written down.
    """

    def __init__(self, rules: AnyGame, start: Any, chance: Any, book: Book) -> None:
        self._rules = rules
        self._book = book
        self._records: list[tuple[str, Any]] = []
        self.play: Play[Any, Any, Any] = Play(rules, start, chance)
        self.memory = Memory()
        self.entries = Entries()

    @contextmanager
    def whole(self, at: float) -> Iterator[None]:
        """What happens in the block is in the book at its end, or it has not happened."""
        events, count, drew, entries = self.play.events, len(self.play.events), dict(self.memory.drew), self.entries
        try:
            yield
            if self._records:
                self._book.append_all(self._records, at)
        except Exception:
            self._stand_after(events[:count])
            self.memory.drew.update(drew)
            self.entries = entries
            raise
        finally:
            self._records = []

    def write(self, kind: str, body: Any) -> None:
        """Write a record with what happens in the block."""
        self._records.append((kind, body))

    def step(self, text: str, events: int, answer: Mapping[str, Any] | None = None) -> Step:
        """The step that an answer is, with what may have been meant in its place."""
        names = self.play.names
        others = self._rules.instead(answer, names) if answer is not None else []
        return Step(text, events, answer, False, tuple({"answer": other, "text": words} for other, words in others))

    def note_step(self, step: Step) -> None:
        """What happens next can be taken back."""
        body: dict[str, Any] = {} if step.answer is None else {"answer": step.answer}
        body["text"] = step.text
        lapse = {"lapsed": True, "instead": list(step.instead), "about": step.about}
        self.write("answer", body | (lapse if step.lapsed else {}))
        self.entries = self.entries._replace(steps=(*self.entries.steps, step))

    def note_events(self, before: int) -> Sequence[Any]:
        """Write and remember the events from number `before` on; returns them."""
        fresh = self.play.events[before:]
        if fresh:
            self.write("events", [self._rules.event_to_json(event) for event in fresh])
            self._remember(fresh)
        return fresh

    def note_irregular(self, forbidden: Forbidden, shown: str | None) -> None:
        """Note what the rules forbid; `shown` is a card that was turned up by it, and that nobody has named."""
        entry = {
            "code": forbidden.reasons[0].code,
            "rules": list(dict.fromkeys(rule for item in forbidden.reasons for rule in item.rules)),
            "message": f"Turned up: {shown}. {forbidden}" if shown is not None else str(forbidden),
        }
        self.entries = self.entries._replace(irregularities=(*self.entries.irregularities, entry))
        self.write("irregularity", entry)

    def ask(self, misfit: Misfit, answer: Any) -> bool:
        """Ask the host about something; False where that has been asked already."""
        if any((item.text, item.player) == (misfit.text, misfit.player) for item in self.entries.questions):
            return False
        number = self.entries.asked + 1
        question = Question(number, misfit.text, misfit.player, answer)
        self.entries = self.entries._replace(questions=(*self.entries.questions, question), asked=number)
        told = None if answer is None else self._rules.answer_to_json(answer, self.play.names)
        self.write("question", {"id": number, "text": misfit.text, "player": misfit.player, "answer": told})
        return True

    def close(self, question: Question, reply: str) -> None:
        """Somebody has replied to a question."""
        self._drop(question.id)
        self.write("question", {"id": question.id, "reply": reply, "text": question.text})

    def take_back(self, number: int) -> Sequence[Step]:
        """The game as it was before a step; returns that and what came after it.

        Raises NothingToUndo where there is no such step.
        """
        steps = self.entries.steps
        if not 0 <= number < len(steps):
            raise NothingToUndo("there is no answer to take back")
        self.write("undo", {"events": steps[number].events})
        self.entries = self.entries._replace(steps=steps[:number])
        self._stand_after(self.play.events[: steps[number].events])
        return steps[number:]

    def replay(self, records: Iterable[tuple[str, Any]]) -> None:
        """Take up a game from its records, as `Book` has them: events are folded, undone ones left out."""
        pending: Mapping[str, Any] | None = None
        for kind, body in records:
            match kind:
                case "answer":
                    pending = body
                case "events":
                    self._take_up(pending, body)
                    pending = None
                case "undo":
                    kept = tuple(step for step in self.entries.steps if step.events < int(body["events"]))
                    self.entries = self.entries._replace(steps=kept)
                    self._stand_after(self.play.events[: int(body["events"])])
                case "irregularity":
                    self.entries = self.entries._replace(irregularities=(*self.entries.irregularities, body))
                case "question":
                    self._take_up_question(body)
        self.memory.drew.clear()

    def _take_up(self, said: Mapping[str, Any] | None, events: Sequence[Any]) -> None:
        before = len(self.play.events)
        if said is not None:
            step = self.step(str(said["text"]), before, said.get("answer"))
            if said.get("lapsed"):
                instead = tuple(said.get("instead", ()))
                step = step._replace(lapsed=True, instead=instead, about=str(said.get("about", "")))
            self.entries = self.entries._replace(steps=(*self.entries.steps, step))
        fresh = [self._rules.event_from_json(item) for item in events]
        self.play.course.take_up(fresh)
        self._remember(fresh)

    def _take_up_question(self, body: dict[str, Any]) -> None:
        if "reply" in body:
            self._drop(body["id"])
            return
        said = body["answer"]
        answer = None if said is None else self._rules.answer_from_json(said, self.play.names)
        question = Question(body["id"], body["text"], body["player"], answer)
        self.entries = self.entries._replace(questions=(*self.entries.questions, question), asked=question.id)

    def _drop(self, question: int) -> None:
        left = tuple(item for item in self.entries.questions if item.id != question)
        self.entries = self.entries._replace(questions=left)

    def _remember(self, events: Sequence[Any]) -> None:
        for event in events:
            self._rules.remember(self.memory, self.play.state, event)

    def _stand_after(self, events: Sequence[Any]) -> None:
        """The game as it stood after these events."""
        self.play.stand_after(events)
        self.memory = Memory()
        self._remember(events)
        self.memory.drew.clear()
