"""The session of one table: observations, answers and the host's commands go in, and a view of the game comes out.

One thread owns a session. It has no clock and no devices. Every change is a transaction: it is stored in the journal
before anything of it is shown. The game interprets what is placed on the mat; `companion.table.executor` carries that
out, and `companion.table.corrections` undoes and corrects steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.errors import CuelightError
from companion.core.i18n import _
from companion.core.json_fields import as_word
from companion.core.observation import Hold, Lift, Observation, Press, Said, Tag, observation_to_json, place_of
from companion.core.places import player_at
from companion.game import AnyGame
from companion.game.equipment import REAL_TABLE, Equipment
from companion.game.interpretation import without_resting
from companion.game.play import Play
from companion.table.clocks import Pace, Timers, Until
from companion.table.corrections import Corrections
from companion.table.executor import Executor
from companion.table.lights import HOLD_IS_NOTHING, PRESS_IS_NOTHING, Lamps
from companion.table.provenance import Provenance
from companion.table.questions import QuestionClosed, Reply
from companion.table.record import GameRecord, How, NothingToUndo, RecordStore
from companion.table.view import SessionView
from companion.table.viewer import HOST, Viewer


class NoWindow(CuelightError, LookupError):
    """A window that is no longer open."""


class Session:
    """One game at one table: the game, its record and the timers.

    Args:
        game: the game.
        start: the state that it begins with, settled or before anything is dealt.
        chance: shuffles the cards; at a table with real cards nobody knows the result.
        store: where the records are stored.
        pace: how long windows are open.
        equipment: what the table has.
    """

    def __init__(
        self,
        game: AnyGame,
        start: Any,
        chance: Any,
        store: RecordStore,
        pace: Pace = Pace.USUAL,
        equipment: Equipment = REAL_TABLE,
    ) -> None:
        self.game = game
        self.play: Play[Any, Any, Any] = Play(game, start, chance)
        self.names = self.play.names  # clockwise
        self.record = GameRecord(game, self.play, store)
        self.timers = Timers(pace)
        self._executor = Executor(game, self.play, self.record, self.timers, chance, equipment)
        self._corrections = Corrections(self._executor)
        self._provenance = Provenance(game, start)
        self._steps_as_json: dict[tuple[int, str], Any] = {}
        self._view: SessionView | None = None
        self._parts: tuple[Any, ...] = ()  # that the view was made from

    # --- reading

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.play.course.state

    @property
    def view(self) -> SessionView:
        """Everything that can be read now, made once per change."""
        executor, course, record, timers = self._executor, self.play.course, self.record, self.timers
        values = record.entries, timers.timing, timers.now, executor.changed, executor.ahead
        parts = (len(course.events), course, executor.pending, record.memory, *values)
        if self._view is None or parts != self._parts:
            self._parts, provenance, steps = parts, self._provenance, self._steps_as_json
            self._view = SessionView(
                self.game, self.names, executor.position, record.undone, provenance, steps, *values
            )
        return self._view

    def others_at(self, number: int) -> list[dict[str, Any]]:
        """Return the cards that may have been played in a step instead of the noted one: `answer` and `text`.

        This uses only what everybody knew then. It is empty if no card was played openly in the step.
        """
        steps = self.record.entries.steps
        answer = steps[number].answer if 0 <= number < len(steps) else None
        if answer is None or not self.game.types.answer_info(answer).has_other_cards:
            return []
        before, names = self.play.state_after(steps[number].events), self.names
        others = self.game.table.other_cards(before, self.game.types.answer_from_json(answer, names))
        return [
            {
                "answer": self.game.types.answer_to_json(other, names),
                "text": self.game.text.answer(before, other),
            }
            for other in others
        ]

    def awaits(self, zone: str) -> bool:
        """Return whether a card that appears in this zone is played now."""
        return self.game.table.is_awaited(self.play.state, zone) or zone in self._executor.pending.owed

    # --- playing

    def observe(self, observation: Observation) -> None:
        """Interpret an observation, play what it means, and record it; first do everything that was due by then."""
        self.tick(observation.at)
        executor = self._executor
        player = player_at(place_of(observation), len(self.names))
        how = How.TYPED if isinstance(observation, Said) else How.SEEN
        with executor.transaction(player):
            self.record.write("observation", observation_to_json(observation))
            pushed = self._pushed(player, observation)
            if isinstance(observation, Lift):
                executor.close_questions(observation.zone)
            elif isinstance(observation, Tag):
                executor.close_missing(observation.zone, observation.thing)
            meaning = self.game.table.interpret(executor.position.table, observation, pushed)
            if player is not None and pushed is not None:
                offer = self.view.offers[player]
                if self.timers.timing.came_twice(player, offer, observation):
                    meaning = meaning.without_answers()
            lamps = self.timers.timing.lamps
            executor.take(meaning, how)
            if isinstance(observation, Said):
                types = self.game.types
                answer = types.answer_from_json(observation.answer, self.names)
                is_own = answer.by >= 0 and types.answer_info(observation.answer).by_own_cards
                executor.say(answer, answer.by if is_own else None, how)
            executor.follow_up()
            if player is None:
                self._refuse_in_the_middle(lamps)

    def _pushed(self, player: int | None, observation: Observation) -> Any:
        """Return what a seat's light offers for a press or a hold. If it does not count, the seat shows why."""
        if player is None or not isinstance(observation, Press | Hold):
            return None
        offer = self.view.offers[player]
        refused = self.timers.timing.refuses(player, offer, observation)
        meant = offer.hold if isinstance(observation, Hold) else offer.press
        if refused is None and meant is None:
            refused = HOLD_IS_NOTHING if isinstance(observation, Hold) else PRESS_IS_NOTHING
        if refused:
            self._executor.notify(player, _(refused), refuses=refused in (PRESS_IS_NOTHING, HOLD_IS_NOTHING))
        return None if refused is not None else meant

    def _refuse_in_the_middle(self, before: Lamps) -> None:
        """Show in the middle why a seat refused what was placed there."""
        lamps, now = self.timers.timing.lamps, self.timers.now
        refused = [player for player, until in lamps.refused.items() if until != before.refused.get(player)]
        words = lamps.words(refused[-1], now) if refused else None
        if words is not None:
            self._executor.notify(None, words, refuses=True)

    def say(self, answer: Mapping[str, Any], at: float, asker: Viewer = HOST) -> None:
        """Play an answer from a page.

        It is judged by what `asker` may know, in the same steps for all possible hidden cards.

        Raises InputError for an answer that cannot be read, Forbidden for one against the rules; nothing changes then.
        """
        self.tick(at)
        executor = self._executor
        read, owner = self.judge(answer, asker)
        with executor.transaction():
            said = Said(at, dict(answer))
            self.record.write("observation", observation_to_json(said))
            executor.take(self.game.table.interpret(executor.position.table, said, None), How.TYPED)
            executor.say(read, owner, How.TYPED)
            executor.follow_up()

    def pass_ahead(self, player: int, until: Until | None, at: float) -> None:
        """Pass for a player now and until then, before being asked; None lets the player take part again.

        Raises NoWindow if the player has nothing to pass now.
        """
        self.tick(at)
        executor = self._executor
        if until is not None and not self.view.may_pass(player, until):
            raise NoWindow(_("You have nothing to pass now. Nothing was done."))
        with executor.transaction():
            executor.ahead = executor.ahead.passing(player, until, self.game.rules.scene_id(self.play.state))
            executor.show()
            executor.follow_up()

    def equip(self, equipment: Equipment) -> None:
        """Take what the table has from now on; a round that is timed by that gets its full time."""
        if equipment != self._executor.equipment:
            self._executor.equipment = equipment
            self._executor.show()
            self.timers.open(self._executor.moment())

    def judge(self, answer: Mapping[str, Any], asker: Viewer = HOST) -> tuple[Any, int | None]:
        """Try an answer by what `asker` may know. Returns it, and the player whose knowledge decided.

        Raises as `say`.
        """
        read = self.game.types.answer_from_json(answer, self.names)
        owner = asker.player if asker.player == read.by else None
        self.game.secrets.check(self.play.state, read, owner)
        return read, owner

    def settle(self, at: float = 0.0) -> None:
        """Begin with the position: play and record what follows from it, and give an open window its full time."""
        self.timers.advance(at)
        self.timers.reopen(self._executor.moment())
        with self._executor.transaction():
            before = len(self.play.events)
            self.play.settle()
            self._executor.note_events(before)

    # --- time

    def tick(self, now: float) -> None:
        """Let time pass until `now`: close a window whose time is up, end draws, light lights."""
        executor, timers, since = self._executor, self.timers, self.timers.now
        timers.advance(now)
        due = timers.timing.countdown.due
        if due is not None and timers.now >= due:
            self._lapse()
        if self.record.memory.drew and timers.now >= timers.timing.draws_end:
            self.record.memory.drew.clear()
            executor.show()
            timers.light(executor.position.prompts)
        if timers.timing.lamps.next_change(since) <= timers.now:
            executor.show()

    def _lapse(self) -> None:
        with self._executor.transaction():
            self._executor.lapse()
            self._executor.follow_up()

    def pause(self, paused: bool, at: float) -> None:
        """Pause the open window and all buttons, or continue. Cards that are played still count."""
        self.tick(at)
        if paused == self.timers.timing.paused:
            return
        with self._executor.transaction():
            self.record.write("pause", {"paused": paused})
            self.timers.pause(paused)
            self._executor.show()

    def set_pace(self, pace: Pace, at: float) -> None:
        """Set how long windows are open from now on; the open window gets its full time."""
        self.tick(at)
        with self._executor.transaction():
            self.record.write("pace", {"pace": pace})
            self.timers.set_pace(pace)
            self.timers.reopen(self._executor.moment())
            self._executor.show()

    def close_window(self, number: int, at: float) -> None:
        """Close the open window now, as if its time were up.

        Raises NoWindow if another window is open, or none.
        """
        self.tick(at)
        if self.timers.timing.window != number:
            raise NoWindow(_("That window is closed already. Nothing was done: look again."))
        self._lapse()

    # --- undoing and correcting

    def undo(self, at: float, to: int | None = None) -> str:
        """Undo a step and everything after it. Returns the words of the step.

        Args:
            at: the time.
            to: the number of the step, from 0; by default the last answer.

        Raises NothingToUndo.
        """
        number = self.record.entries.last_answer() if to is None else to
        self.timers.advance(at)
        with self._executor.transaction():
            return self._corrections.take_back(-1 if number is None else number)[0].text

    def may_take_back(self, player: int) -> bool:
        """Return True if a player may undo their own last answer.

        Nobody has acted since, and it has shown no hidden card, drawn none and used no chance.
        """
        if not self.has_just_answered(player):
            return False
        return self.game.secrets.show_nothing(self.play.events[self.record.entries.steps[-1].events :])

    def has_just_answered(self, player: int) -> bool:
        """Return True if the newest step is an answer of this player."""
        steps = self.record.entries.steps
        return bool(steps) and steps[-1].answer is not None and steps[-1].answer.get("by") == self.names[player]

    def redo(self, at: float, count: int = 1) -> str:
        """Redo this many of the steps that were undone. Returns the words of the last one.

        Raises NothingToRedo.
        """
        self.timers.advance(at)
        with self._executor.transaction():
            return self._corrections.bring_back(count)[-1].text

    def correct(self, number: int, answer: Mapping[str, Any], at: float, before: bool = False) -> None:
        """Replace a step by an answer, or insert the answer before it, and play again what came after.

        The host is asked about everything that no longer fits. This is for an interrupt that nobody noticed, say.

        Raises NothingToUndo if there is no such step, InputError or Forbidden as `say`; nothing changes then.
        """
        read = self.game.types.answer_from_json(answer, self.names)
        if not 0 <= number < len(self.record.entries.steps):
            raise NothingToUndo(_("there is no such answer to correct"))
        self.timers.advance(at)
        with self._executor.transaction():
            self._corrections.put_right(number, read, before)

    def reply(self, question: int, reply: str, at: float) -> None:
        """Take the host's reply to a question: the `table` is right, the `companion` is right, or `ignore` it.

        Raises LookupError for a question that is not open, InputError for another reply.
        """
        executor = self._executor
        word = Reply(as_word(reply, "reply", tuple(Reply)))
        found = next((item for item in self.record.entries.questions if item.id == question), None)
        if found is None:
            raise QuestionClosed(_("this question has been answered already"))
        self.timers.advance(at)
        with executor.transaction():
            self.record.close(found, word)
            executor.show()
            if word is Reply.TABLE and found.answer is not None:
                executor.believe(found.answer)
            executor.follow_up()

    # --- the mat and the journal

    def compare(self, zone: str, thing: str | None, at: float) -> None:
        """Compare a zone whose reader works again with the game. An unexpected card becomes a question, no gesture.

        If another card still has to be played there, any card fits.
        """
        self.tick(at)
        executor = self._executor
        if thing is None:  # the next card there is laid by hand
            executor.pending = without_resting(executor.pending, zone)
        if zone in executor.pending.owed:
            return
        unexpected = self.game.table.compare(self.play.state, zone, thing)
        with executor.transaction():
            if thing is not None:
                executor.close_missing(zone, thing)
            if unexpected is not None:
                executor.ask(unexpected)

    def rest(self, lying: Mapping[str, str] | None = None) -> None:
        """Ignore the next reports of cards that were played, or are `lying` elsewhere: they are no gestures."""
        self._executor.rest(lying or {})

    def replay(self, records: Iterable[tuple[str, Any]], at: float = 0.0) -> None:
        """Resume a game from its records. The cards that they name are on the mat already.

        A window that was open gets its full time again, from `at` on.
        """
        kept = list(records)
        executor, timers = self._executor, self.timers
        timers.now = at
        self.record.replay(kept)
        timers.set_pace(Pace(_newest(kept, "pace").get("pace", timers.timing.pace)))
        timers.resume(bool(_newest(kept, "pause").get("paused")))
        timers.open(executor.moment())
        undone = next((kind == "undo" for kind, _body in reversed(kept) if kind in ("undo", "events")), False)
        executor.restore_mat(_newest(kept, "early"), _newest(kept, "awaited"), undone)
        executor.show()
        executor.reset_lights()

    def go_on_from(self, other: Session) -> None:
        """Take over what is in no record from another session of the same game: timers and half-made gestures."""
        ours, theirs = self._executor, other._executor
        ours.pending, ours.changed, ours.ahead = theirs.pending, theirs.changed + 1, theirs.ahead
        ours.equipment = theirs.equipment
        self.timers.now, self.timers.timing = other.timers.now, other.timers.timing
        self.record.copy_from(other.record)

    def translate_events(self) -> None:
        """Translate the recent events into the language that is set now."""
        self.record.translate_events()


def _newest(records: Sequence[tuple[str, Any]], kind: str) -> Mapping[str, Any]:
    """Return the newest record of a kind; empty if there is none."""
    return next((body for its, body in reversed(records) if its == kind), {})
