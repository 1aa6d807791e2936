"""The session of one table: observations, answers and the host's words in, and what everybody sees out.

One thread owns it; it has no clock and no device of its own. Each of its methods that change something is taken whole:
what follows from it is in the book before anything is shown. What a laid thing means, the game decides; what is done
then, is in `companion.table.executor`; how steps are put right, in `companion.table.corrections`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.errors import CuelightError
from companion.core.i18n import _
from companion.core.json_fields import as_word
from companion.core.observation import Hold, Lift, Observation, Press, Said, observation_to_json, place_of
from companion.core.places import player_at
from companion.table.lights import HOLD_IS_NOTHING, PRESS_IS_NOTHING, Lamps
from companion.table.questions import QuestionClosed, Reply
from companion.table.record import How, NothingToUndo
from companion.table.seen_session import SessionView
from companion.table.viewer import HOST, Viewer
from companion.table.window import Pace


class NoWindow(CuelightError, LookupError):
    """A window that is not open any more."""


class Session(SessionView):
    """One game at one table; what there is to see of it is in its base."""

    def _reach(self, at: float) -> None:
        self._deeds.now = max(self._deeds.now, at)

    def tell_again(self) -> None:
        """Tell all that has happened in the language that is spoken now."""
        self._deeds.ledger.tell_again()

    def settle(self, at: float = 0.0) -> None:
        """Begin with a position: what follows from it by itself is played and written; open windows have their time."""
        self._reach(at)
        self._deeds.look_anew()
        with self._deeds.whole():
            before = len(self.game.events)
            self.game.settle()
            self._deeds.note_events(before, None)

    def observe(self, observation: Observation) -> None:
        """Take an observation: everything that was due by then, then what it means."""
        self.tick(observation.at)
        acting = player_at(place_of(observation), len(self.names()))
        how = How.TYPED if isinstance(observation, Said) else How.SEEN
        with self._deeds.whole(acting):
            self._deeds.ledger.write("observation", observation_to_json(observation))
            pushed = self._pushed(acting, observation)
            if isinstance(observation, Lift):
                self._deeds.close_questions(observation.zone)
            meaning = self.rules.table.interpret(self.seen, observation, pushed)
            before = self._timing.lamps
            twice = acting is not None and pushed is not None and self._came_twice(acting, observation)
            self._deeds.take(meaning if not twice else meaning.without_answers(), how)
            if isinstance(observation, Said):
                read = self.rules.types.answer_from_json(observation.answer, self.names())
                self._deeds.say(read, self.rules.secrets.owner_of(read), how)
            self._deeds.follow_up()
            if acting is None:
                self._refuse_in_the_middle(before)

    def _refuse_in_the_middle(self, before: Lamps) -> None:
        """What was laid in the middle and refused at a seat is refused where it lies, too."""
        lamps = self._timing.lamps
        refused = [player for player, until in lamps.refused.items() if until != before.refused.get(player)]
        words = lamps.words(refused[-1], self.now) if refused else None
        if words is not None:
            self._deeds.tell(None, words, refuses=True)

    def _pushed(self, player: int | None, observation: Observation) -> Any:
        """What a seat's light offers for a press or a hold; why one does not count is told there alone."""
        if player is None or not isinstance(observation, Press | Hold):
            return None
        offer = self.offers()[player]
        refused = self._timing.refuses(player, offer, observation)
        meant = offer.hold if isinstance(observation, Hold) else offer.press
        if refused is None and meant is None:
            refused = HOLD_IS_NOTHING if isinstance(observation, Hold) else PRESS_IS_NOTHING
        if refused:
            self._deeds.tell(player, _(refused), refuses=refused in (PRESS_IS_NOTHING, HOLD_IS_NOTHING))
        return None if refused is not None else meant

    def _came_twice(self, player: int, observation: Observation) -> bool:
        return self._timing.came_twice(player, self.offers()[player], observation)

    def say(self, answer: Mapping[str, Any], at: float, asker: Viewer = HOST) -> None:
        """An answer given at a page.

        It is judged by what `asker` may know; that takes the same steps whatever the cards are that others have hidden.

        Raises InputError for one that cannot be read, Forbidden for one against the rules; nothing happens then.
        """
        self.tick(at)
        read, owner = self.judge(answer, asker)
        with self._deeds.whole():
            said = Said(at, dict(answer))
            self._deeds.ledger.write("observation", observation_to_json(said))
            self._deeds.take(self.rules.table.interpret(self.seen, said, None), How.TYPED)
            self._deeds.say(read, owner, How.TYPED)
            self._deeds.follow_up()

    def judge(self, answer: Mapping[str, Any], asker: Viewer = HOST) -> tuple[Any, int | None]:
        """Try an answer on what `asker` may know; the answer as it is read, and whose knowledge it was judged by.

        Raises as `say`.
        """
        read = self.rules.types.answer_from_json(answer, self.names())
        owner = asker.player if asker.player == read.by else None
        self.rules.secrets.check(self.state, read, owner)
        return read, owner

    def undo(self, at: float, to: int | None = None) -> str:
        """Take a step back, with all that came after it. Returns its words.

        Args:
            to: its number, from 0; the last answer unless told.

        Raises NothingToUndo.
        """
        number = self.last_answer() if to is None else to
        self._reach(at)
        with self._deeds.whole():
            return self._corrections.take_back(-1 if number is None else number)[0].text

    def redo(self, at: float, count: int = 1) -> str:
        """Bring back so many of the steps that were taken back, as they were. Returns the words of the last one.

        Raises NothingToRedo.
        """
        self._reach(at)
        with self._deeds.whole():
            return self._corrections.bring_back(count)[-1].text

    def pause(self, paused: bool, at: float) -> None:
        """Let the open window and every button rest, or go on where they stood. Cards that are laid still count."""
        self.tick(at)
        if paused == self.paused:
            return
        with self._deeds.whole():
            self._deeds.ledger.write("pause", {"paused": paused})
            self._deeds.pause(paused)
            self._deeds.show()

    def set_pace(self, pace: Pace, at: float) -> None:
        """Open windows for another time from now on; the one that is open has all of it."""
        self.tick(at)
        with self._deeds.whole():
            self._deeds.ledger.write("pace", {"pace": pace})
            self._deeds.set_pace(pace)
            self._deeds.look_anew()
            self._deeds.show()

    def close_window(self, number: int, at: float) -> None:
        """Nobody answers: the open window closes now, as if its time were up.

        Raises NoWindow where another one is open, or none.
        """
        self.tick(at)
        if self._timing.window != number:
            raise NoWindow(_("That window is closed already. Nothing was done: look again."))
        with self._deeds.whole():
            self._deeds.lapse()
            self._deeds.follow_up()

    def correct(self, number: int, answer: Mapping[str, Any], at: float, before: bool = False) -> None:
        """Put an answer in the place of a step, or before it, and play again what came after.

        What does not fit any more is asked about. For an interrupt that nobody heard, or another Lead.

        Raises NothingToUndo where there is no such step, InputError or Forbidden as `say`; nothing happens then.
        """
        read = self.rules.types.answer_from_json(answer, self.names())
        if not 0 <= number < len(self.steps):
            raise NothingToUndo(_("there is no such answer to correct"))
        self._reach(at)
        with self._deeds.whole():
            self._corrections.put_right(number, read, before)

    def tick(self, now: float) -> None:
        """Let time pass until `now`: a window whose time is up closes, hands have drawn, lights come on."""
        since = self.now
        self._reach(now)
        due = self.countdown.due
        if due is not None and self.now >= due:
            with self._deeds.whole():
                self._deeds.lapse()
                self._deeds.follow_up()
        if self.memory.drew and self.now >= self._timing.draws_end:
            self.memory.drew.clear()
            self._deeds.show()
            self._deeds.light()
        if self._timing.lights_changed(since, self.now):
            self._deeds.show()

    def reply(self, question: int, reply: str, at: float) -> None:
        """The host's judgement of a question: `table` is right, the `companion` is right, or `ignore` it.

        Raises LookupError for a question that is not open, InputError for another reply.
        """
        word = Reply(as_word(reply, "reply", tuple(Reply)))
        found = next((item for item in self.questions if item.id == question), None)
        if found is None:
            raise QuestionClosed(_("this question has been answered already"))
        self._reach(at)
        with self._deeds.whole():
            self._deeds.ledger.close(found, word)
            self._deeds.show()
            if word is Reply.TABLE and found.answer is not None:
                self._deeds.believe(found.answer)
            self._deeds.follow_up()

    def compare(self, zone: str, thing: str | None, at: float) -> None:
        """What lies in a zone whose reader is back; what does not fit becomes a question, and nothing is a gesture.

        Where another card is still to be laid, none is expected yet, and what lies there fits.
        """
        self.tick(at)
        if thing is None:
            self._deeds.read(self.rules.table.zone_emptied(self._deeds.mind.readings, zone))
        if zone in self._deeds.still_to_lie():
            return
        misfit = self.rules.table.compare(self.state, zone, thing)
        if misfit is not None:
            with self._deeds.whole():
                self._deeds.ask(misfit)

    def awaits(self, zone: str) -> bool:
        """Whether a card that comes into this zone is one that somebody lays now."""
        return self.rules.table.is_awaited(self.state, zone) or zone in self._deeds.still_to_lie()

    def replay(self, records: Iterable[tuple[str, Any]], at: float = 0.0) -> None:
        """Take up a game from its records; the placed cards lie there already, and those that were laid early.

        A window that was open has its whole time again, from `at` on.
        """
        kept = list(records)
        self._deeds.now = at
        self._deeds.ledger.replay(kept)
        self._deeds.set_pace(Pace(_newest(kept, "pace").get("pace", self.pace)))
        self._deeds.begin_anew(bool(_newest(kept, "pause").get("paused")))
        undone = next((kind == "undo" for kind, _body in reversed(kept) if kind in ("undo", "events")), False)
        self._deeds.lie_again(_newest(kept, "early"), _newest(kept, "awaited"), undone)
        self._deeds.show()
        self._deeds.light_anew()

    def go_on_from(self, other: Session) -> None:
        """Take over from a session of the same game all that is in no record: what runs in time, half a gesture."""
        self._deeds.go_on_from(other._deeds)

    def rest(self, lying: Mapping[str, str] | None = None) -> None:
        """What a reader reports next of the placed cards, and of what is `lying` elsewhere, is no gesture."""
        self._deeds.rest(lying or {})


def _newest(records: Sequence[tuple[str, Any]], kind: str) -> Mapping[str, Any]:
    """The newest record of a kind; empty where there is none."""
    return next((body for its, body in reversed(records) if its == kind), {})
