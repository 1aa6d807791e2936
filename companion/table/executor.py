"""Carries out interpretations: plays answers, records their outcomes, and plays what the rules do without a player.

At a table, what was done cannot be refused. So a rule violation is recorded, and an unexpected placement
becomes a question to the host; neither stops the game. `companion.table.session` decides when
anything is carried out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from companion.core.i18n import N_, _
from companion.core.places import play_zone, player_at
from companion.core.verdict import Forbidden
from companion.game import AnyGame
from companion.game.equipment import Equipment
from companion.game.interpretation import (
    AskHost,
    ConfirmDraw,
    Effect,
    ExtendWindow,
    Interpretation,
    NotifySeat,
    PlayAnswer,
    RecordEvent,
    RecordViolation,
    TableView,
    UnexpectedPlacement,
)
from companion.game.play import Play
from companion.table.clocks import Ahead, Pace, Timers
from companion.table.questions import Reply
from companion.table.record import Alternative, GameRecord, How, Step, alternatives
from companion.table.view import Position

TIME_RAN_OUT = N_("the time for answers ran out")


class Executor:
    """Carries out interpretations on the game, the record and the timers of one session.

    `pending` is the game's pending input, which only the game reads; `changed` counts the changes that pages show.

    Args:
        game: the game.
        play: the game in progress.
        record: where everything is recorded.
        timers: what runs in time.
        chance: shuffles the cards.
        equipment: what the table has.
    """

    def __init__(
        self,
        game: AnyGame,
        play: Play[Any, Any, Any],
        record: GameRecord,
        timers: Timers,
        chance: Any,
        equipment: Equipment,
    ) -> None:
        self.game = game
        self.play = play
        self.record = record
        self.timers = timers
        self.pending = game.table.pending
        self.ahead = Ahead()
        self.changed = 0
        self._chance = chance
        self.equipment = equipment
        self._position: Position | None = None
        self._parts: tuple[Any, ...] = ()  # that it was made from
        timers.open(self.moment())
        self.reset_lights()

    @property
    def position(self) -> Position:
        """The play after its newest event, and everything that the game shows of it; made once for each change.

        Another language begins with another memory, whose texts are made again.
        """
        course, memory = self.play.course, self.record.memory
        equipment = self.equipment._replace(timed=self.timers.timing.pace is not Pace.UNTIMED)
        parts = (course, len(course.events), self.pending, memory, equipment)
        if self._position is None or parts != self._parts:
            table = TableView(
                course.state, self.play.asked, self.pending, memory, self._chance, course.events, equipment
            )
            self._position, self._parts = Position(self.game, table), parts
        return self._position

    def moment(self) -> Hashable | None:
        """Return what identifies the open window; None if none is timed."""
        return self.game.rules.window_id(self.play.state, self.play.asked, self.equipment.phones)

    @contextmanager
    def transaction(self, acting: int | None = None) -> Iterator[None]:
        """Record everything that happens in the block, or undo it if the block or the journal fails.

        Args:
            acting: the seat at which a gesture is made.
        """
        saved, savepoint = (self.pending, self.changed, self.timers.timing, self.ahead), self.record.savepoint()
        try:
            yield
            if self.pending != saved[0]:
                self._write_pending(saved[0])
            self.timers.light(self.position.prompts, acting)
            self.changed = min(self.changed, saved[1] + 1)
            self.record.commit(self.timers.now)
        except BaseException:
            self.record.roll_back(savepoint)
            self.pending, self.changed, self.timers.timing, self.ahead = saved
            raise

    # --- cards on the mat that are in no state

    def _write_pending(self, before: Any) -> None:
        """Record the cards that were played early, and those that still have to be played, if they have changed."""
        lying, owed = self.pending.lying, self.pending.owed
        if lying != before.lying:
            self.record.write("early", self._by_names(lying))
        if owed != before.owed:
            self.record.write("awaited", self._by_names(owed))

    def restore_mat(self, early: Mapping[str, Any], awaited: Mapping[str, Any], undone: bool) -> None:
        """Restore the pending input from the newest records; `undone` says that an undo came last."""
        lying = self._by_zones(early)
        table, owed = self.game.table, self._by_zones(awaited)
        self.pending = table.restore(table.pending, lying, owed, self.play.events)
        if undone:
            self.pending = table.after_rewind(self.pending, self.play.state, self.play.state)
        self.rest(lying)

    def rest(self, lying: Mapping[str, str]) -> None:
        """Ignore the next reports of cards that were played, or are `lying` elsewhere: they are no gestures."""
        state, players = self.play.state, range(len(self.play.names))
        shown = {play_zone(player): card for player, card in self.record.memory.shown.items()}
        placed = {play_zone(player): self.game.table.placed(state, player) for player in players}
        laid = {zone: card for zone, card in placed.items() if card is not None}
        self.pending = self.pending._replace(resting={**shown, **lying, **laid})

    def _by_zones(self, names: Mapping[str, Any]) -> dict[str, Any]:
        """Return a record's values by zone instead of by player's name."""
        return {play_zone(self.play.names.index(name)): said for name, said in names.items()}

    def _by_names(self, zones: Mapping[str, Any]) -> dict[str, Any]:
        """Return values by player's name, as records have them, instead of by zone."""
        names = self.play.names
        found = ((player_at(zone, len(names)), said) for zone, said in zones.items())
        return {names[player]: said for player, said in found if player is not None}

    # --- carrying out interpretations

    def take(self, meaning: Interpretation[Any], how: How) -> bool:
        """Carry out an interpretation. Returns whether the game or its pending input changed."""
        before = len(self.play.events), self.pending
        self.pending = meaning.readings
        if meaning.shows:
            self.show()
        for effect in meaning.effects:
            self._do(effect, how)
        return (len(self.play.events), self.pending) != before

    def _do(self, effect: Effect, how: How) -> None:
        match effect:
            case PlayAnswer():
                self.play_answer(effect, how)
            case AskHost(unexpected, answer):
                self.ask(unexpected, answer)
            case NotifySeat(player, words, refuses):
                self.notify(player, words, refuses)
            case RecordViolation(forbidden, shown):
                self.record.note_irregular(forbidden, shown)
                self.show()
            case ExtendWindow():
                self.timers.extend()
            case ConfirmDraw(player):
                self.record.memory.drew.pop(player, None)
                self.show()
            case RecordEvent(event):
                before = len(self.play.events)
                self.play.course.emit(event)
                self.note_events(before)

    def say(self, answer: Any, owner: int | None, how: How) -> None:
        """Play an answer that was said. It is judged by what its owner knows, or for None by what everybody knows."""
        counts = answer if owner is not None else self.game.secrets.as_said_by_host(self.play.state, answer)
        self.play_answer(PlayAnswer(counts, owner=owner), how)

    def play_answer(self, given: PlayAnswer, how: How) -> None:
        """Play an answer and record it; the game decides what follows from a forbidden one."""
        position, before, rules = self.position, len(self.play.events), self.game.rules
        state, asked = position.table.state, position.table.asked
        window, is_pass = rules.window_id(state, asked), given.answer in position.passes.values()
        step = self._step(given.answer, how) if given.said else None
        if step is not None and window is not None and asked is not None and given.answer not in asked.options:
            step = step._replace(missed=tuple(self._missed()))
        try:
            self.game.secrets.play_as_seen_by(self.play.course, given.answer, given.owner)
        except Forbidden as forbidden:
            self.take(self.game.table.refused(self.position.table, given.answer, forbidden), how)
            return
        if len(self.play.events) == before:
            return  # a pass that nobody waited for: there is nothing to undo
        if step is not None:
            if step.missed and rules.window_id(self.play.state, self.play.asked) == window:
                step = step._replace(missed=())  # the window is still open
            self.record.note_step(step)
        self.note_events(before, given.answer)
        self.ahead = self.ahead.after(is_pass)

    def _step(self, answer: Any, how: How) -> Step:
        """Return the step of an answer that is about to be played."""
        state, text = self.play.state, self.game.text
        written = self.game.types.answer_to_json(answer, self.play.names)
        instead = alternatives(self.game, state, written)
        words, where = text.answer(state, answer), text.where(state)
        return Step(words, len(self.play.events), written, instead=instead, where=where, how=how)

    def _missed(self) -> Iterator[Alternative]:
        """Yield the possible answers in the open window, by what everybody knows; a card's back may exclude one."""
        game, state = self.game, self.play.state
        asked = game.rules.decision(game.secrets.visible_to(state, None))
        for option in asked.options if asked is not None else ():
            written = game.types.answer_to_json(option, self.play.names)
            if game.types.answer_info(written).is_pass:
                continue
            try:
                game.secrets.check(state, option, None)
            except Forbidden:
                continue
            yield {"answer": written, "text": game.text.answer(state, option)}

    def lapse(self) -> None:
        """Close the open window. It becomes a step, which the host can correct if a player called in time."""
        before, where, missed = len(self.play.events), self.game.text.where(self.play.state), tuple(self._missed())
        step = Step(_(TIME_RAN_OUT), before, None, True, missed, self.about(), where=where, how=How.INFERRED)
        self.game.rules.timeout(self.play.course)
        if len(self.play.events) > before:
            self.record.note_step(step)
            self.note_events(before)

    def about(self) -> str:
        """Return a text that identifies the question of the open window."""
        return _in_words(self.moment())

    def believe(self, answer: Any) -> None:
        """Follow the table, which the host says is right: play the answer that the cards there mean."""
        before, where = len(self.play.events), self.game.text.where(self.play.state)
        words = self.game.table.align_with_table(self.play.course, answer)
        if words is not None:
            self.record.note_step(Step(words, before, where=where, how=How.TYPED))
            self.note_events(before)
        self.play_answer(PlayAnswer(answer), How.TYPED)

    def follow_up(self) -> None:
        """Play what the rules do without a player, one thing after the other, until nothing is left."""
        number, rules, table = 0, self.game.table.follow_ups, self.position.table
        while number < len(rules):
            found = rules[number](table)
            if found is not None and self.take(found, How.INFERRED):
                number, table = 0, self.position.table
            else:
                number += 1
        if self._pass_ahead():
            self.follow_up()

    def _pass_ahead(self) -> bool:
        """Pass for the first player who is asked and has passed ahead. Return whether there was one."""
        asked, passes = self.play.asked, self.position.passes
        player = None if asked is None or not passes else self.ahead.first(asked.players)
        if player is None:
            return False
        self.play_answer(PlayAnswer(passes[player], owner=player), How.TYPED)
        return True

    def note_events(self, before: int, answer: Any = None) -> None:
        """Record the events from number `before` on, the outcome of an answer or of none."""
        fresh = self.record.note_events(before)
        if fresh:
            self.ahead = self.ahead.in_scene(self.game.rules.scene_id(self.play.state))
            self.show()
            self.timers.open(self.moment())
        self.pending = self.game.table.after_answer(self.position.table, answer, fresh)
        if fresh and self.record.memory.drew:
            self.timers.draw()

    def notify(self, player: int | None, words: str, refuses: bool = False) -> None:
        """Show words at a seat for a moment, or in the middle (None); `refuses` says that a gesture was refused."""
        self.timers.notify(player, words, refuses)
        self.show()

    def ask(self, unexpected: UnexpectedPlacement, answer: Any = None) -> None:
        """Ask the host about an unexpected placement, once."""
        if self.record.ask(unexpected, answer) and unexpected.player is not None:
            self.timers.warn(unexpected.player)
        self.notify(unexpected.player, _("the host can say what this is: see the desk"))

    def close_questions(self, zone: str) -> None:
        """Close the questions about a zone that is empty now."""
        for question in [each for each in self.record.entries.questions if each.zone == zone]:
            self.record.close(question, Reply.IGNORE)
            self.show()

    def close_missing(self, zone: str, thing: str) -> None:
        """Close the question about what was missing in a zone once it is there, judged by public knowledge."""
        if not self.record.entries.questions:
            return
        compare, state = self.game.table.compare, self.game.secrets.visible_to(self.play.state, None)
        missing = compare(state, zone, None)
        question = self.record.open_question(missing) if missing is not None else None
        if question is not None and compare(state, zone, thing) is None:
            self.record.close(question, Reply.IGNORE)
            self.show()

    def show(self) -> None:
        """Count a change that pages show."""
        self.changed += 1
        self._position = None

    def reset_lights(self) -> None:
        """Let every light ask at once: nobody has been asked anything before."""
        self.timers.reset_lights(len(self.play.names))
        self.timers.light(self.position.prompts)


def _in_words(moment: Hashable) -> str:
    return " ".join(map(_in_words, moment)) if isinstance(moment, tuple) else str(moment)
