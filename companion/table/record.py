"""A game at a table and all that is written down of it: what follows from its events, taken up again, taken back.

Nothing is shown as done before it is in the book: what happens in one piece of work is written whole, or has not
happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from companion.core.errors import CuelightError
from companion.core.i18n import _, said_from_json, said_to_json, say_again
from companion.core.verdict import Forbidden
from companion.game import AnyGame
from companion.game.interpretation import UnexpectedPlacement
from companion.game.play import Play
from companion.game.recent import RecentEvents
from companion.table.questions import Question


class RecordStore(Protocol):
    """Where everything is written down; what `append_all` has taken survives a pulled plug."""

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Write these records, all of them or none, at this time."""


class How(StrEnum):
    """How the table knows of a step: a reader or a button told it, somebody typed it, or it followed from the rules."""

    SEEN = "seen"
    TYPED = "typed"
    INFERRED = "inferred"


class Step(NamedTuple):
    """Something that can be taken back: an answer, or that the time for answers ran out.

    `text` is what it was in words, `events` how many events there were before it, `answer` the answer as it was
    written down, None where there was none. `instead` are the answers that may have been meant, each with its words;
    where time ran out, those that could have been given until then, and `about` tells what they could answer ("" where
    nobody noted it). `missed` are those that could have been given just before it, and that it cut off. `where` is how
    far the game was, and `how` the table knows of it (None where nobody noted it).
    """

    text: str
    events: int
    answer: Mapping[str, Any] | None = None
    lapsed: bool = False
    instead: Sequence[Mapping[str, Any]] = ()
    about: str = ""
    missed: Sequence[Mapping[str, Any]] = ()
    where: str = ""
    how: How | None = None


class Undone(NamedTuple):
    """A step that was taken back, with the events that came of it: it can be brought back as it was."""

    step: Step
    events: tuple[Any, ...]


class NothingToUndo(CuelightError, LookupError):
    """No answer has been given that could be taken back."""


class NothingToRedo(CuelightError, LookupError):
    """Nothing was taken back, or something else has been played since."""


class RecordState(NamedTuple):
    """What stands in the book besides events; `asked` counts the questions so far, `noted` the steps that were noted.

    `undone` is what was taken back and can be brought back, the next one first; `lost` counts what could be until
    something else was played.
    """

    steps: tuple[Step, ...] = ()
    undone: tuple[Undone, ...] = ()
    lost: int = 0
    questions: tuple[Question, ...] = ()
    irregularities: tuple[dict[str, Any], ...] = ()
    asked: int = 0
    noted: int = 0


class GameRecord:
    """The game that is played, what the table remembers of it, and the entries of its book.

    Args:
        rules: the game's.
        start: the state that it begins with.
        chance: who shuffles.
        book: where it is all written down.
    """

    def __init__(self, rules: AnyGame, start: Any, chance: Any, book: RecordStore) -> None:
        self._rules = rules
        self._book = book
        self._records: list[tuple[str, Any]] = []
        self.play: Play[Any, Any, Any] = Play(rules, start, chance)
        self.memory = RecentEvents()
        self.entries = RecordState()
        self._told = 0  # events that belong to a step that is noted

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
            self._told = count
            self.memory.drew.update(drew)
            self.entries = entries
            raise
        finally:
            self._records = []

    def write(self, kind: str, body: Any) -> None:
        """Write a record with what happens in the block."""
        self._records.append((kind, body))

    def note_step(self, step: Step, again: bool = False) -> None:
        """What happens next can be taken back; `again` says that it is brought back."""
        body: dict[str, Any] = {} if step.answer is None else {"answer": step.answer}
        body["text"] = step.text
        body |= said_to_json(step.text) if step.answer is None else {}  # an answer is told again from what it is
        body |= {"lapsed": True, "instead": list(step.instead), "about": step.about} if step.lapsed else {}
        body |= {"missed": list(step.missed)} if step.missed else {}
        body |= {"how": step.how} if step.how is not None else {}
        self.write("answer", body | ({"redo": True} if again else {}))
        entries = self.entries
        self.entries = entries._replace(steps=(*entries.steps, step), lost=0, noted=entries.noted + 1)
        self._keep_undone(step, self.play.events[step.events :], again)
        self._told = len(self.play.events)

    def instead(self, answer: Mapping[str, Any] | None) -> tuple[dict[str, Any], ...]:
        """What may have been meant in place of an answer that has not been played yet."""
        others = self._rules.table.corrections.alternatives(self.play.state, answer) if answer is not None else ()
        return tuple({"answer": other, "text": words} for other, words in others)

    def note_events(self, before: int) -> Sequence[Any]:
        """Write and remember the events from number `before` on; returns them."""
        fresh = self.play.events[before:]
        if fresh:
            self.write("events", [self._rules.types.event_to_json(event) for event in fresh])
            self._remember(fresh)
            if len(self.play.events) > self._told:
                self._keep_undone(None, fresh)
        return fresh

    def note_irregular(self, forbidden: Forbidden, shown: str | None) -> None:
        """Note what the rules forbid; `shown` is a card that was turned up by it, and that nobody has named."""
        words = forbidden.words
        if shown is not None:
            words = _("Turned up: {shown}. {forbidden}", shown=shown, forbidden=words)
        entry = {
            "code": forbidden.reasons[0].code,
            "rules": list(dict.fromkeys(rule for item in forbidden.reasons for rule in item.rules)),
            "message": words,
        }
        self._keep_irregular(entry)
        self.write("irregularity", entry | said_to_json(words))

    def _keep_irregular(self, entry: dict[str, Any]) -> None:
        """An irregular play, with how far the game was, and how many steps there were before it."""
        moment = {"where": self._rules.text.where(self.play.state), "step": len(self.entries.steps)}
        self.entries = self.entries._replace(irregularities=(*self.entries.irregularities, entry | moment))

    def ask(self, misfit: UnexpectedPlacement, answer: Any) -> bool:
        """Ask the host about something; False where that has been asked already."""
        wanted = (say_again(misfit.text), misfit.player)
        if any((say_again(item.text), item.player) == wanted for item in self.entries.questions):
            return False
        number = self.entries.asked + 1
        question = Question(number, misfit.text, misfit.player, answer, misfit.zone)
        self.entries = self.entries._replace(questions=(*self.entries.questions, question), asked=number)
        told = None if answer is None else self._rules.types.answer_to_json(answer, self.play.names)
        body = {"id": number, "text": misfit.text, "player": misfit.player, "answer": told}
        self.write("question", body | said_to_json(misfit.text) | ({"zone": misfit.zone} if misfit.zone else {}))
        return True

    def close(self, question: Question, reply: str) -> None:
        """Somebody has replied to a question."""
        self._drop(question.id)
        self.write("question", {"id": question.id, "reply": reply, "text": question.text})

    def take_back(self, number: int, corrects: bool = False) -> Sequence[Step]:
        """The game as it was before a step; returns that and what came after it.

        Args:
            corrects: what is taken back is played again at once, as far as it fits: it cannot be brought back.

        Raises NothingToUndo where there is no such step.
        """
        steps = self.entries.steps
        if not 0 <= number < len(steps):
            raise NothingToUndo(_("there is no answer to take back"))
        self.write("undo", {"events": steps[number].events} | ({"corrects": True} if corrects else {}))
        self._rewind(steps[number].events, corrects)
        return steps[number:]

    @property
    def undone(self) -> Sequence[Undone]:
        """What can be brought back now, the next one first; nothing in the middle of a step that is played anew."""
        undone = self.entries.undone
        return undone if undone and undone[0].step.events == len(self.play.events) else ()

    def bring_back(self, count: int) -> Sequence[Step]:
        """Let so many of the steps that were taken back happen again, as they were; returns them.

        Raises NothingToRedo where there are not so many.
        """
        undone = self.undone[:count]
        if len(undone) < max(1, count):
            if self.entries.lost:
                raise NothingToRedo(_("There is nothing to bring back: something else has been played since."))
            raise NothingToRedo(_("There is nothing to bring back: nothing was taken back."))
        for step, events in undone:
            before = len(self.play.events)
            self.play.course.take_up(events)
            self.note_step(step, again=True)
            self.note_events(before)
        return [step for step, _events in undone]

    def _rewind(self, count: int, corrects: bool) -> None:
        """The game as it was after so many events; what came then can be brought back."""
        steps, events = self.entries.steps, self.play.events
        kept = tuple(step for step in steps if step.events < count)
        gone = steps[len(kept) :]
        ends = [*(step.events for step in gone[1:]), len(events)]
        undone = tuple(Undone(step, tuple(events[step.events : end])) for step, end in zip(gone, ends, strict=True))
        self.entries = self.entries._replace(steps=kept, undone=() if corrects else (*undone, *self.undone), lost=0)
        self._stand_after(events[:count])
        self._told = count

    def _keep_undone(self, step: Step | None, events: Sequence[Any], again: bool = False) -> None:
        """What was taken back can be brought back as long as nothing else is played.

        A window whose time runs out again as it did is brought back by that. Whatever somebody answers is something
        else, also where it is the same: whether it is may hang on a card that lies face down.
        """
        undone = self.entries.undone
        if not undone:
            return
        lapsed = step is not None and step.lapsed and undone[0].step.lapsed and tuple(events) == undone[0].events
        if again or lapsed:
            self.entries = self.entries._replace(undone=undone[1:])
        else:
            self.entries = self.entries._replace(undone=(), lost=len(undone))

    def replay(self, records: Iterable[tuple[str, Any]]) -> None:
        """Take up a game from its records, as `RecordStore` has them: events are folded, undone ones left out."""
        pending: Mapping[str, Any] | None = None
        for kind, body in records:
            match kind:
                case "answer":
                    pending = body
                case "events":
                    self._take_up(pending, body)
                    pending = None
                case "undo":
                    self._rewind(int(body["events"]), bool(body.get("corrects")))
                case "irregularity":
                    message = said_from_json(body, body["message"])
                    self._keep_irregular({key: body[key] for key in body if key != "said"} | {"message": message})
                case "question":
                    self._take_up_question(body)
        self.memory.drew.clear()

    def go_on_from(self, other: GameRecord) -> None:
        """What is in no record stands as in another ledger of the same game."""
        self.memory.drew.update(other.memory.drew)
        self.entries = self.entries._replace(noted=other.entries.noted)

    def _take_up(self, said: Mapping[str, Any] | None, events: Sequence[Any]) -> None:
        before, step = len(self.play.events), None
        if said is not None:
            answer, text = said.get("answer"), said_from_json(said, str(said["text"]))
            step = Step(
                self._told_again(answer, text),
                before,
                answer,
                bool(said.get("lapsed")),
                self._each_told_again(said.get("instead", ())) or self.instead(answer),
                str(said.get("about", "")),
                self._each_told_again(said.get("missed", ())),
                self._rules.text.where(self.play.state),
                How(said["how"]) if "how" in said else None,
            )
            self.entries = self.entries._replace(steps=(*self.entries.steps, step), lost=0)
        fresh = [self._rules.types.event_from_json(item) for item in events]
        self.play.course.take_up(fresh)
        self._remember(fresh)
        self._keep_undone(step, fresh, said is not None and bool(said.get("redo")))

    def _told_again(self, answer: Mapping[str, Any] | None, text: str) -> str:
        """An answer of a record in the words of today; its text as it stands there, where the game reads it no more."""
        if answer is None:
            return text
        try:
            return self._rules.text.public_answer(
                self.play.state, self._rules.types.answer_from_json(answer, self.play.names)
            )
        except (CuelightError, LookupError):
            return text

    def _each_told_again(self, others: Iterable[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
        return tuple({**other, "text": self._told_again(other["answer"], other["text"])} for other in others)

    def _take_up_question(self, body: dict[str, Any]) -> None:
        if "reply" in body:
            self._drop(body["id"])
            return
        said = body["answer"]
        answer = None if said is None else self._rules.types.answer_from_json(said, self.play.names)
        text, zone = said_from_json(body, body["text"]), str(body.get("zone", ""))
        question = Question(body["id"], text, body["player"], answer, zone)
        self.entries = self.entries._replace(questions=(*self.entries.questions, question), asked=question.id)

    def _drop(self, question: int) -> None:
        left = tuple(item for item in self.entries.questions if item.id != question)
        self.entries = self.entries._replace(questions=left)

    def _remember(self, events: Sequence[Any]) -> None:
        for event in events:
            self._rules.text.remember(self.memory, self.play.state, event)

    def tell_again(self) -> None:
        """Remember all events in the words of today: another language is spoken now."""
        drew = dict(self.memory.drew)
        self.memory = RecentEvents()
        self._remember(self.play.events)
        self.memory.drew.clear()
        self.memory.drew.update(drew)

    def _stand_after(self, events: Sequence[Any]) -> None:
        """The game as it stood after these events."""
        self.play.stand_after(events)
        self.memory = RecentEvents()
        self._remember(events)
        self.memory.drew.clear()
