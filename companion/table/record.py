"""The record of one game at a table: its steps, the host's questions and the rule violations, and how they are stored.

A transaction is stored as a whole before anything of it is shown. A game is resumed from the same records.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    """Storage for records. Records that `append_all` has stored survive a power cut."""

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Store all of these records, or none of them, at this time."""


class How(StrEnum):
    """Source of a step: a reader or a button, a page, or the rules."""

    SEEN = "seen"
    TYPED = "typed"
    INFERRED = "inferred"


Alternative = Mapping[str, Any]
"""An answer as JSON (`answer`) and in words (`text`)."""


class Step(NamedTuple):
    """Something that can be undone: an answer, or the end of a window.

    Args:
        text: the step in words.
        events: how many events there were before it.
        answer: the answer as JSON; None if nobody gave one.
        lapsed: whether it is the end of a window whose time was up.
        instead: the answers that may have been meant; at the end of a window, those that it cut off.
        about: identifies the question of that window; "" in old records.
        missed: the answers that were possible just before it and that it cut off.
        where: how far the game was, in words.
        how: where it came from; None in old records.
    """

    text: str
    events: int
    answer: Mapping[str, Any] | None = None
    lapsed: bool = False
    instead: Sequence[Alternative] = ()
    about: str = ""
    missed: Sequence[Alternative] = ()
    where: str = ""
    how: How | None = None


def alternatives(game: AnyGame, state: Any, answer: Mapping[str, Any] | None) -> tuple[Alternative, ...]:
    """Return what may have been meant in place of an answer that is given to this state."""
    others = game.table.alternatives(state, answer) if answer is not None else ()
    return tuple([{"answer": other, "text": words} for other, words in others])


class Undone(NamedTuple):
    """A step that was undone, with its events: it can be redone as it was."""

    step: Step
    events: tuple[Any, ...]


class NothingToUndo(CuelightError, LookupError):
    """There is no step that could be undone."""


class NothingToRedo(CuelightError, LookupError):
    """Nothing was undone, or something else has been played since."""


class RecordState(NamedTuple):
    """Everything in the record except events, as a value that each change replaces.

    `undone` can be redone, the next step first; `lost` counts the steps that could be redone until something else was
    played. `asked` counts all questions, `noted` all steps, also those that were undone or corrected.
    """

    steps: tuple[Step, ...] = ()
    undone: tuple[Undone, ...] = ()
    lost: int = 0
    questions: tuple[Question, ...] = ()
    irregularities: tuple[dict[str, Any], ...] = ()
    asked: int = 0
    noted: int = 0

    def last_answer(self) -> int | None:
        """Return the number of the newest step that is an answer."""
        numbers = range(len(self.steps) - 1, -1, -1)
        return next((number for number in numbers if not self.steps[number].lapsed), None)

    def offered_at(self, number: int) -> list[Any]:
        """Return the answers, as JSON, that the table offers in place of a step or before it."""
        step = self.steps[number] if number < len(self.steps) else None
        return [each["answer"] for each in (*step.instead, *step.missed)] if step is not None else []


class Savepoint(NamedTuple):
    """The game and its record at the beginning of a transaction."""

    events: Sequence[Any]
    drew: Mapping[int, str]
    entries: RecordState


class GameRecord:
    """The record of one game, and what the table remembers of its events (`memory`).

    Args:
        game: the game.
        play: the game in progress.
        store: where the records are stored.
    """

    def __init__(self, game: AnyGame, play: Play[Any, Any, Any], store: RecordStore) -> None:
        self._game = game
        self._play = play
        self._store = store
        self._records: list[tuple[str, Any]] = []  # of the current transaction
        self.memory = RecentEvents()
        self.entries = RecordState()
        self._noted = 0  # events that belong to a step

    def savepoint(self) -> Savepoint:
        """Return what `roll_back` needs at the beginning of a transaction."""
        return Savepoint(tuple(self._play.events), dict(self.memory.drew), self.entries)

    def commit(self, at: float) -> None:
        """Store the records of the transaction. Raises what the store raises; then nothing is stored."""
        if self._records:
            self._store.append_all(self._records, at)
            self._records = []

    def roll_back(self, to: Savepoint) -> None:
        """Restore the game and the record as they were at the beginning of the transaction."""
        self._records = []
        self._stand_after(to.events)
        self._noted = len(to.events)
        self.memory.drew.update(to.drew)
        self.entries = to.entries

    def write(self, kind: str, body: Any) -> None:
        """Add a record to the transaction."""
        self._records.append((kind, body))

    def note_step(self, step: Step, again: bool = False) -> None:
        """Record a step that can be undone; `again` says that it is redone."""
        body: dict[str, Any] = {} if step.answer is None else {"answer": step.answer}
        body["text"] = step.text
        body |= (
            said_to_json(step.text) if step.answer is None else {}
        )  # the words of an answer are made from the answer
        body |= {"lapsed": True, "instead": list(step.instead), "about": step.about} if step.lapsed else {}
        body |= {"missed": list(step.missed)} if step.missed else {}
        body |= {"how": step.how} if step.how is not None else {}
        self.write("answer", body | ({"redo": True} if again else {}))
        entries = self.entries
        self.entries = entries._replace(steps=(*entries.steps, step), lost=0, noted=entries.noted + 1)
        self._keep_undone(step, self._play.events[step.events :], again)
        self._noted = len(self._play.events)

    def note_events(self, before: int) -> Sequence[Any]:
        """Record and remember the events from number `before` on, and return them."""
        fresh = self._play.events[before:]
        if fresh:
            self.write("events", [self._game.types.event_to_json(event) for event in fresh])
            self._remember(fresh)
            if len(self._play.events) > self._noted:
                self._keep_undone(None, fresh)
        return fresh

    def note_irregular(self, forbidden: Forbidden, shown: str | None) -> None:
        """Record a rule violation; `shown` is a card that it turned up and that nobody has named."""
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
        """Keep a rule violation, with how far the game was and how many steps there were."""
        moment = {"where": self._game.text.where(self._play.state), "step": len(self.entries.steps)}
        self.entries = self.entries._replace(irregularities=(*self.entries.irregularities, entry | moment))

    def ask(self, unexpected: UnexpectedPlacement, answer: Any) -> bool:
        """Ask the host about an unexpected placement. Returns False if the same question is open already."""
        if self.open_question(unexpected) is not None:
            return False
        number = self.entries.asked + 1
        question = Question(number, unexpected.text, unexpected.player, answer, unexpected.zone)
        self.entries = self.entries._replace(questions=(*self.entries.questions, question), asked=number)
        written = None if answer is None else self._game.types.answer_to_json(answer, self._play.names)
        body = {"id": number, "text": unexpected.text, "player": unexpected.player, "answer": written}
        self.write(
            "question", body | said_to_json(unexpected.text) | ({"zone": unexpected.zone} if unexpected.zone else {})
        )
        return True

    def open_question(self, unexpected: UnexpectedPlacement) -> Question | None:
        """Return the open question about an unexpected placement."""
        wanted = (say_again(unexpected.text), unexpected.player)
        return next((each for each in self.entries.questions if (say_again(each.text), each.player) == wanted), None)

    def close(self, question: Question, reply: str) -> None:
        """Close a question that was replied to."""
        self._drop(question.id)
        self.write("question", {"id": question.id, "reply": reply, "text": question.text})

    def take_back(self, number: int, corrects: bool = False) -> Sequence[Step]:
        """Undo a step. Returns it and all steps after it.

        Args:
            number: the number of the step, from 0.
            corrects: whether a correction plays them again at once; then they cannot be redone.

        Raises NothingToUndo if there is no such step.
        """
        steps = self.entries.steps
        if not 0 <= number < len(steps):
            raise NothingToUndo(_("there is no answer to take back"))
        self.write("undo", {"events": steps[number].events} | ({"corrects": True} if corrects else {}))
        self._rewind(steps[number].events, corrects)
        return steps[number:]

    @property
    def undone(self) -> Sequence[Undone]:
        """The steps that can be redone now, the next one first; none while a step is played again."""
        undone = self.entries.undone
        return undone if undone and undone[0].step.events == len(self._play.events) else ()

    def bring_back(self, count: int) -> Sequence[Step]:
        """Redo this many steps exactly as they were, and return them.

        Raises NothingToRedo if there are fewer.
        """
        undone = self.undone[:count]
        if len(undone) < max(1, count):
            if self.entries.lost:
                raise NothingToRedo(_("There is nothing to bring back: something else has been played since."))
            raise NothingToRedo(_("There is nothing to bring back: nothing was taken back."))
        for step, events in undone:
            before = len(self._play.events)
            self._play.course.take_up(events)
            self.note_step(step, again=True)
            self.note_events(before)
        return [step for step, _events in undone]

    def _rewind(self, count: int, corrects: bool) -> None:
        """Go back to the first `count` events; later steps can be redone."""
        steps, events = self.entries.steps, self._play.events
        kept = tuple(step for step in steps if step.events < count)
        gone = steps[len(kept) :]
        ends = [*(step.events for step in gone[1:]), len(events)]
        undone = tuple(Undone(step, tuple(events[step.events : end])) for step, end in zip(gone, ends, strict=True))
        self.entries = self.entries._replace(steps=kept, undone=() if corrects else (*undone, *self.undone), lost=0)
        self._stand_after(events[:count])
        self._noted = count

    def _keep_undone(self, step: Step | None, events: Sequence[Any], again: bool = False) -> None:
        """Drop the undone steps once something else is played.

        The end of a window that ends again in the same way redoes it. A repeated answer is something else, even if it
        looks the same: that may depend on a face-down card.
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
        """Resume a game from the records of a `RecordStore`; undone events are left out."""
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

    def copy_from(self, other: GameRecord) -> None:
        """Take over what is in no record from another record of the same game."""
        self.memory.drew.update(other.memory.drew)
        self.entries = self.entries._replace(noted=other.entries.noted)

    def _take_up(self, said: Mapping[str, Any] | None, events: Sequence[Any]) -> None:
        before, step = len(self._play.events), None
        if said is not None:
            answer, text = said.get("answer"), said_from_json(said, str(said["text"]))
            step = Step(
                self._translated(answer, text),
                before,
                answer,
                bool(said.get("lapsed")),
                self._each_translated(said.get("instead", ())) or alternatives(self._game, self._play.state, answer),
                str(said.get("about", "")),
                self._each_translated(said.get("missed", ())),
                self._game.text.where(self._play.state),
                How(said["how"]) if "how" in said else None,
            )
            self.entries = self.entries._replace(steps=(*self.entries.steps, step), lost=0)
        fresh = [self._game.types.event_from_json(item) for item in events]
        self._play.course.take_up(fresh)
        self._remember(fresh)
        self._keep_undone(step, fresh, said is not None and bool(said.get("redo")))

    def _translated(self, answer: Mapping[str, Any] | None, text: str) -> str:
        """Return the words of a recorded answer in the current language; `text` if the game can no longer read it."""
        if answer is None:
            return text
        try:
            return self._game.text.answer(self._play.state, self._game.types.answer_from_json(answer, self._play.names))
        except (CuelightError, LookupError):
            return text

    def _each_translated(self, others: Iterable[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
        return tuple({**other, "text": self._translated(other["answer"], other["text"])} for other in others)

    def _take_up_question(self, body: dict[str, Any]) -> None:
        if "reply" in body:
            self._drop(body["id"])
            return
        said = body["answer"]
        answer = None if said is None else self._game.types.answer_from_json(said, self._play.names)
        text, zone = said_from_json(body, body["text"]), str(body.get("zone", ""))
        question = Question(body["id"], text, body["player"], answer, zone)
        self.entries = self.entries._replace(questions=(*self.entries.questions, question), asked=question.id)

    def _drop(self, question: int) -> None:
        left = tuple(item for item in self.entries.questions if item.id != question)
        self.entries = self.entries._replace(questions=left)

    def _remember(self, events: Sequence[Any]) -> None:
        for event in events:
            self._game.text.remember(self.memory, self._play.state, event)

    def translate_events(self) -> None:
        """Translate the recent events into the language that is set now."""
        drew = dict(self.memory.drew)
        self.memory = RecentEvents()
        self._remember(self._play.events)
        self.memory.drew.clear()
        self.memory.drew.update(drew)

    def _stand_after(self, events: Sequence[Any]) -> None:
        """Set the game and the memory to these events."""
        self._play.stand_after(events)
        self.memory = RecentEvents()
        self._remember(events)
        self.memory.drew.clear()
