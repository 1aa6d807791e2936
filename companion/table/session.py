"""The session of one table: observations in, answers by inference, events, and what everybody sees from them.

One thread owns it; it has no clock and no device of its own. Each observation is taken whole: what follows from it is
in the book before anything is shown. At a table what was done was done: what the rules forbid is kept as an
irregularity, what cannot be read becomes a question, and neither stops the game.

What something means, the game decides (`companion.table.door`) from the state and its readings. Here it is carried
out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from companion.play.errors import CuelightError, InputError
from companion.play.fields import as_word
from companion.play.places import play_zone, player_at
from companion.play.play import Play
from companion.play.tongue import N_, _
from companion.play.verdict import Forbidden
from companion.table.asker import HOST, Asker
from companion.table.corrections import next_again
from companion.table.countdown import SECONDS, Countdown, Pace
from companion.table.door import AnyGame
from companion.table.lamps import HARMLESS, LATE_SECONDS, PAUSED, TOO_LATE, Lamp, Lamps
from companion.table.ledger import Book, How, Ledger, NothingToUndo, Step, Undone
from companion.table.meaning import (
    Ask,
    Deed,
    Give,
    HasDrawn,
    Meaning,
    Misfit,
    MoreTime,
    Note,
    Offer,
    Sight,
    Tell,
)
from companion.table.memory import Memory
from companion.table.observation import (
    Hold,
    Lift,
    Observation,
    Press,
    Said,
    Tag,
    observation_to_json,
)
from companion.table.questions import Question, QuestionClosed, Reply

TIME_RAN_OUT = N_("the time for answers ran out")
DRAW_SECONDS = 5.0


class NoWindow(CuelightError, LookupError):
    """A window that is not open any more."""


class Standing(NamedTuple):
    """What a piece of work may change besides the ledger, as one value that is replaced.

    `readings` are the game's, `draws_end` is until when hands draw, `changed` counts what there was to show. `pace` is
    how long windows are open.
    """

    readings: Any
    pace: Pace = Pace.USUAL
    lamps: Lamps = Lamps()
    countdown: Countdown = Countdown()
    draws_end: float = 0.0
    changed: int = 0


class Session:
    """One game at one table.

    Args:
        rules: the game.
        start: the state that it begins with, settled or before anything is dealt.
        chance: who shuffles; at a table nobody knows the cards.
        book: where it is all written down.
        pace: how long an interrupt may be announced.

    `now` is the newest time.
    """

    def __init__(self, rules: AnyGame, start: Any, chance: Any, book: Book, pace: Pace = Pace.USUAL) -> None:
        self.rules = rules
        self.now = 0.0
        self._chance = chance
        self._ledger = Ledger(rules, start, chance, book)
        self._acting: int | None = None  # the seat at which the gesture is made that is being taken
        self._how = How.SEEN  # what is done now is known
        self._stands = Standing(rules.no_readings(), pace)
        self._look()
        self._light_anew()

    # --- what there is to see

    @property
    def game(self) -> Play[Any, Any, Any]:
        """The game that is played."""
        return self._ledger.play

    @property
    def state(self) -> Any:
        """The game as it stands."""
        return self._ledger.play.state

    @property
    def memory(self) -> Memory:
        """What has happened, in words, and what was shown."""
        return self._ledger.memory

    def tell_again(self) -> None:
        """Tell all that has happened in the language that is spoken now."""
        self._ledger.tell_again()

    @property
    def steps(self) -> Sequence[Step]:
        """What can be taken back, the oldest first."""
        return self._ledger.entries.steps

    @property
    def noted(self) -> int:
        """How many steps were noted so far, those that were taken back or corrected among them."""
        return self._ledger.entries.noted

    @property
    def undone(self) -> Sequence[Undone]:
        """What was taken back and can be brought back, the next one first."""
        return self._ledger.undone

    @property
    def lost(self) -> int:
        """How many steps could be brought back until something else was played."""
        return self._ledger.entries.lost

    @property
    def pace(self) -> Pace:
        """How long windows are open."""
        return self._stands.pace

    @property
    def window_seconds(self) -> float:
        """The same in seconds; infinite where no time closes them."""
        return SECONDS[self._stands.pace]

    @property
    def paused(self) -> bool:
        """Whether the table makes a pause: windows stand still, and buttons do nothing."""
        return self.countdown.held is not None

    @property
    def questions(self) -> Sequence[Question]:
        """What the host is asked, the oldest first."""
        return self._ledger.entries.questions

    @property
    def irregularities(self) -> Sequence[dict[str, Any]]:
        """What has happened against the rules, the oldest first."""
        return self._ledger.entries.irregularities

    @property
    def countdown(self) -> Countdown:
        """The time of the open window."""
        return self._stands.countdown

    @property
    def changed(self) -> int:
        """How often there was something new to show."""
        return self._stands.changed

    @property
    def seen(self) -> Sight[Any, Any]:
        """What the game looks at."""
        play = self._ledger.play
        return Sight(play.state, self._stands.readings, self._ledger.memory, self._chance, play.events)

    def names(self) -> list[str]:
        """The players, clockwise."""
        return self._ledger.play.names

    def lying(self) -> dict[str, str]:
        """What lies in zones and is in no state yet: cards laid before their time."""
        return self.rules.lying(self._stands.readings)

    def wanted(self) -> list[Offer]:
        """What is wanted of each seat, lit or not."""
        return self.rules.offers(self.seen)

    def offers(self) -> list[Offer]:
        """What each seat's light shows now, and what its button means."""
        shown = self._stands.lamps.shown(self.wanted(), {item.player for item in self.questions}, self.now)
        return [offer.resting() for offer in shown] if self.paused else shown

    def cues(self) -> list[str]:
        """What each seat's light shows now."""
        return [offer.cue for offer in self.offers()]

    def question(self, player: int) -> tuple[int, bool]:
        """How many questions a seat's light has asked so far, and whether the last one is still open."""
        lamp = self._stands.lamps.seats[player]
        return lamp.asks, lamp.question is not None

    def lit_at(self, player: int) -> float | None:
        """From when on a press at a seat counts; None while nothing is asked there."""
        lamp = self._stands.lamps.seats[player]
        return None if lamp.question is None else lamp.lit_at

    def told(self, player: int) -> str | None:
        """What a seat is told just now."""
        return self._stands.lamps.words(player, self.now)

    def due(self) -> float | None:
        """When `tick` has something to do next, without an observation; None for never."""
        lights = (time for time in self._stands.lamps.changes() if time > self.now)
        times = (self.countdown.due, self._stands.draws_end if self.memory.drew else None, *lights)
        return min((time for time in times if time is not None), default=None)

    def offered_at(self, number: int) -> list[Any]:
        """The answers that the table itself offers in place of a step, or before it."""
        step = self.steps[number] if number < len(self.steps) else None
        return [each["answer"] for each in (*step.instead, *step.missed)] if step is not None else []

    def last_answer(self) -> int | None:
        """The number of the newest step that is an answer."""
        numbers = range(len(self.steps) - 1, -1, -1)
        return next((number for number in numbers if not self.steps[number].lapsed), None)

    # --- what happens

    def settle(self, at: float = 0.0) -> None:
        """Begin with a position: what follows from it by itself is played and written; open windows have their time."""
        self.now = max(self.now, at)
        self._look_anew()
        with self._whole():
            before = len(self.game.events)
            self.game.settle()
            self._note_events(before, None)

    def observe(self, observation: Observation) -> None:
        """Take an observation: everything that was due by then, then what it means."""
        self.tick(observation.at)
        with self._whole():
            self._ledger.write("observation", observation_to_json(observation))
            self._how = How.TYPED if isinstance(observation, Said) else How.SEEN
            self._acting = player_at(_place_of(observation), len(self.names()))
            pushed = None
            if isinstance(observation, Press | Hold) and self._acting is not None:
                pushed = self._pushed(self._acting, observation)
            twice = self._acting is not None and pushed is not None and self._came_twice(self._acting, observation)
            meaning = self.rules.read(self.seen, observation, pushed)
            self._take(meaning if not twice else meaning.without_answers())
            if isinstance(observation, Said):
                read = self.rules.answer_from_json(observation.answer, self.names())
                owner = self.rules.owner_of(read)
                self._give(Give(read if owner is not None else self.rules.hearsay(self.state, read)), owner)
            self._follow_up()

    def say(self, answer: Mapping[str, Any], at: float, asker: Asker = HOST) -> None:
        """An answer given at a page.

        It is judged by what `asker` may know; that takes the same steps whatever the cards are that others have hidden.

        Raises InputError for one that cannot be read, Forbidden for one against the rules; nothing happens then.
        """
        self.tick(at)
        read = self.rules.answer_from_json(answer, self.names())
        owner = asker.player if asker.player == read.by else None
        self.rules.judge(self.state, read, owner)
        with self._whole():
            self._ledger.write("observation", observation_to_json(Said(at, dict(answer))))
            self._how = How.TYPED
            self._give(Give(read if owner is not None else self.rules.hearsay(self.state, read)), owner)
            self._follow_up()

    def undo(self, at: float, to: int | None = None) -> str:
        """Take a step back, with all that came after it. Returns its words.

        Args:
            to: its number, from 0; the last answer unless told.

        Raises NothingToUndo.
        """
        number = self.last_answer() if to is None else to
        self.now = max(self.now, at)
        with self._whole():
            return self._take_back(-1 if number is None else number)[0].text

    def redo(self, at: float, count: int = 1) -> str:
        """Bring back so many of the steps that were taken back, as they were. Returns the words of the last one.

        Raises NothingToRedo.
        """
        self.now = max(self.now, at)
        was = self.state
        with self._whole():
            steps = self._ledger.bring_back(count)
            self._stand_still(was)
            return steps[-1].text

    def pause(self, paused: bool, at: float) -> None:
        """Let the open window and every button rest, or go on where they stood. Cards that are laid still count."""
        self.tick(at)
        if paused == self.paused:
            return
        with self._whole():
            self._ledger.write("pause", {"paused": paused})
            countdown = self.countdown.paused(self.now) if paused else self.countdown.resumed(self.now)
            self._stands = self._stands._replace(countdown=countdown)
            self._show()

    def set_pace(self, pace: Pace, at: float) -> None:
        """Open windows for another time from now on; the one that is open has all of it."""
        self.tick(at)
        with self._whole():
            self._ledger.write("pace", {"pace": pace})
            self._stands = self._stands._replace(pace=pace)
            self._look_anew()
            self._show()

    def close_window(self, number: int, at: float) -> None:
        """Nobody answers: the open window closes now, as if its time were up.

        Raises NoWindow where another one is open, or none.
        """
        self.tick(at)
        if self.countdown.deadline is None or self.countdown.number != number:
            raise NoWindow(_("That window is closed already. Nothing was done: look again."))
        with self._whole():
            self._lapse()
            self._follow_up()

    def correct(self, number: int, answer: Mapping[str, Any], at: float, before: bool = False) -> None:
        """Put an answer in the place of a step, or before it, and play again what came after.

        What does not fit any more is asked about. For an interrupt that nobody heard, or another Lead.

        Raises NothingToUndo where there is no such step, InputError or Forbidden as `say`; nothing happens then.
        """
        read = self.rules.answer_from_json(answer, self.names())
        if not 0 <= number < len(self.steps):
            raise NothingToUndo(_("there is no such answer to correct"))
        self.now = max(self.now, at)
        with self._whole():
            later = self._take_back(number, corrects=True)[0 if before else 1 :]
            self._how = How.TYPED
            self.rules.judge(self.state, read, None)
            self._give(Give(self.rules.hearsay(self.state, read)), None)
            self._follow_up()
            left = self._play_again(later)
            if left:
                words = "; ".join(left)
                self._ask(
                    Misfit(_("After the correction this could not be played again: {words}.", words=words), None), None
                )

    def tick(self, now: float) -> None:
        """Let time pass until `now`: a window whose time is up closes, hands have drawn, lights come on."""
        since, self.now = self.now, max(self.now, now)
        due = self.countdown.due
        if due is not None and self.now >= due:
            with self._whole():
                self._lapse()
                self._follow_up()
        if self.memory.drew and self.now >= self._stands.draws_end:
            self.memory.drew.clear()
            self._show()
            self._light()
        if any(since < time <= self.now for time in self._stands.lamps.changes()):
            self._show()

    def reply(self, question: int, reply: str, at: float) -> None:
        """The host's judgement of a question: `table` is right, the `companion` is right, or `ignore` it.

        Raises LookupError for a question that is not open, InputError for another reply.
        """
        word = Reply(as_word(reply, "reply", tuple(Reply)))
        found = next((item for item in self.questions if item.id == question), None)
        if found is None:
            raise QuestionClosed(_("this question has been answered already"))
        self.now = max(self.now, at)
        with self._whole():
            self._ledger.close(found, word)
            self._show()
            if word is Reply.TABLE and found.answer is not None:
                self._how = How.TYPED
                self._believe(found.answer)
            self._follow_up()

    def compare(self, zone: str, thing: str | None, at: float) -> None:
        """What lies in a zone whose reader is back; what does not fit becomes a question, and nothing is a gesture.

        Where another card is still to be laid, none is expected yet, and what lies there fits.
        """
        self.tick(at)
        if thing is None:
            self._read(self.rules.emptied(self._stands.readings, zone))
        if zone in self.rules.still_to_lie(self._stands.readings):
            return
        misfit = self.rules.compare(self.state, zone, thing)
        if misfit is not None:
            with self._whole():
                self._ask(misfit, None)

    def awaits(self, zone: str) -> bool:
        """Whether a card that comes into this zone is one that somebody lays now."""
        return self.rules.is_awaited(self.state, zone) or zone in self.rules.still_to_lie(self._stands.readings)

    def replay(self, records: Iterable[tuple[str, Any]], at: float = 0.0) -> None:
        """Take up a game from its records; the placed cards lie there already, and those that were laid early.

        A window that was open has its whole time again, from `at` on.
        """
        kept = list(records)
        self.now = at
        self._ledger.replay(kept)
        pace = Pace(_newest(kept, "pace").get("pace", self.pace))
        countdown = Countdown(held=at if _newest(kept, "pause").get("paused") else None)
        self._stands = self._stands._replace(pace=pace, countdown=countdown)
        self._look()
        lying = self._by_zones(_newest(kept, "early"))
        self._read(self.rules.laid(self.rules.no_readings(), lying))
        awaited = self._by_zones(_newest(kept, "awaited"))
        self._read(self.rules.waits_for(self._stands.readings, awaited, self.game.events))
        self.rest(lying)
        self._show()
        self._light_anew()

    def _by_zones(self, names: Mapping[str, Any]) -> dict[str, Any]:
        """What a record says of the zones before players, by zone; records go by names."""
        return {play_zone(self.names().index(name)): said for name, said in names.items()}

    def _by_names(self, zones: Mapping[str, Any]) -> dict[str, Any]:
        """What is said of the zones before players, as records have it."""
        names = self.names()
        found = ((player_at(zone, len(names)), said) for zone, said in zones.items())
        return {names[player]: said for player, said in found if player is not None}

    def rest(self, lying: Mapping[str, str] | None = None) -> None:
        """What a reader reports next of the placed cards, and of what is `lying` elsewhere, is no gesture."""
        self._read(self.rules.rested(self.state, self._stands.readings, lying or {}))

    # --- carrying out what something means

    def _take(self, meaning: Meaning[Any]) -> bool:
        """Carry out what something means. Returns whether the game or its readings have changed."""
        before = len(self.game.events), self._stands.readings
        self._read(meaning.readings)
        if meaning.shows:
            self._show()
        for deed in meaning.deeds:
            self._do(deed)
        return (len(self.game.events), self._stands.readings) != before

    def _do(self, deed: Deed) -> None:
        match deed:
            case Give():
                self._give(deed, deed.owner)
            case Ask(misfit, answer):
                self._ask(misfit, answer)
            case Tell(player, words):
                self._stands = self._stands._replace(lamps=self._stands.lamps.telling(player, words, self.now))
                self._show()
            case Note(forbidden, shown):
                self._ledger.note_irregular(forbidden, shown)
                self._show()
            case MoreTime():
                self._stands = self._stands._replace(countdown=self.countdown.anew(self.now, self.window_seconds))
            case HasDrawn(player):
                self.memory.drew.pop(player, None)
                self._show()

    def _give(self, given: Give, owner: int | None) -> None:
        """Play an answer by what `owner`, or everybody, may know; the game says what comes of one against the rules."""
        answer, before, where = given.answer, len(self.game.events), self.rules.where(self.state)
        text, moment = self.rules.told(self.state, answer), self.rules.moment(self.state)
        missed = self._cut_off_by(answer)
        shown = self.rules.shown_by(self.state, answer)
        try:
            self.rules.submit_as_known(self.game.course, shown, owner)
        except Forbidden as forbidden:
            self._take(self.rules.refused(self.seen, answer, forbidden))
            return
        if len(self.game.events) == before:
            return  # a pass that nobody waited for: nothing to take back
        if given.said:
            written = self.rules.answer_to_json(answer, self.names())
            missed = missed if self.rules.moment(self.state) != moment else ()
            self._ledger.note_step(Step(text, before, written, missed=missed, where=where, how=self._how))
        self._note_events(before, answer)

    def _cut_off_by(self, answer: Any) -> tuple[dict[str, Any], ...]:
        """What could have been said in the open window, where an answer closes it that is none to it."""
        asked = self.game.asked
        if self.countdown.deadline is None or asked is None or answer in asked.options:
            return ()
        return self._missed()

    def _missed(self) -> tuple[dict[str, Any], ...]:
        """What can be said in the open window, with its words."""
        names = self.names()
        return tuple(
            {"answer": self.rules.answer_to_json(option, names), "text": self.rules.told(self.state, option)}
            for option in self.rules.missed(self.rules.as_known(self.state, None))
        )

    def _lapse(self) -> None:
        """The time for answers has run out: a step that can be taken back, for whoever called and was not heard."""
        before, where = len(self.game.events), self.rules.where(self.state)
        lapse = Step(_(TIME_RAN_OUT), before, None, True, self._missed(), self._about(), (), where, How.INFERRED)
        self.rules.lapse(self.game.course)
        if len(self.game.events) > before:
            self._ledger.note_step(lapse)
            self._note_events(before, None)

    def _about(self) -> str:
        """What the open window is about, in words that stay the same for the same question."""
        return in_words(self.rules.moment(self.state))

    def _believe(self, answer: Any) -> None:
        """The host says that the table is right: the book follows it, and what lies there counts."""
        before, where = len(self.game.events), self.rules.where(self.state)
        words = self.rules.follow_the_table(self.game.course, answer)
        if words is not None:
            self._ledger.note_step(Step(words, before, where=where, how=How.TYPED))
            self._note_events(before, None)
            self._give(Give(answer), None)

    def _follow_up(self) -> None:
        """What a table can go on with by itself: one thing after the other, until there is none."""
        self._how = How.INFERRED
        while any((meaning := rule(self.seen)) is not None and self._take(meaning) for rule in self.rules.follow_ups):
            pass

    def _note_events(self, before: int, answer: Any) -> None:
        """Write down and remember the events from number `before` on, which have come of an answer."""
        fresh = self._ledger.note_events(before)
        if fresh:
            self._show()
            self._look()
        self._read(self.rules.played(self.seen, answer, fresh))
        if fresh and self.memory.drew:
            self._stands = self._stands._replace(draws_end=self.now + DRAW_SECONDS)

    def _take_back(self, number: int, corrects: bool = False) -> Sequence[Step]:
        """The game as it was before a step; returns that and what came after it."""
        was = self.state
        taken = self._ledger.take_back(number, corrects)
        self._stand_still(was)
        return taken

    def _stand_still(self, was: Any) -> None:
        """Another step is the newest one now: what lies there is no gesture, and an open window has its whole time."""
        readings = self.rules.rewound(self._stands.readings, was, self.state)
        self._read(self.rules.waits_for(readings, self.rules.still_to_lie(readings), self.game.events))
        self._show()
        self._look_anew()

    def _play_again(self, waiting: Sequence[Step]) -> list[str]:
        """Play steps again as far as they fit; the words of those left."""
        over: list[Step] = []
        while (again := next_again(waiting, self._fits, self._has_turn)) is not None:
            waiting = again.waiting
            over += again.over
            if again.step.answer is None:
                self._lapse()
            else:
                self._how = again.step.how or How.TYPED
                self._give(Give(self.rules.answer_from_json(again.step.answer, self.names())), None)
            self._follow_up()
        left = [step for step in (*over, *waiting) if step.answer is not None]
        return [step.text for step in left if self.rules.is_worth_telling(step.answer or {})]

    def _has_turn(self, step: Step) -> bool:
        return step.answer is not None and self.rules.has_turn(step.answer)

    def _fits(self, step: Step) -> bool:
        """Whether a step that was taken back can be played now."""
        if step.answer is None:
            same = step.about in ("", self._about())  # or else somebody is still to be asked
            return step.lapsed and self.countdown.deadline is not None and same
        try:
            answer = self.rules.answer_from_json(step.answer, self.names())
            asked = self.game.asked
            through = self.countdown.deadline is not None and not self._has_turn(step)
            if through and (asked is None or answer.by not in asked.players):
                return False  # whom the open window asks has not been asked before
            self.rules.judge(self.state, answer, None)
        except (Forbidden, InputError):
            return False
        return True

    def _ask(self, misfit: Misfit, answer: Any) -> None:
        """Ask the host about something, once."""
        if self._ledger.ask(misfit, answer):
            if misfit.player is not None:
                self._stands = self._stands._replace(lamps=self._stands.lamps.warning(misfit.player, self.now))
            self._show()

    # --- what stands

    def _pushed(self, player: int, observation: Press | Hold) -> Any:
        """What a seat's light offers for a press or a hold; one that comes too late is told there alone."""
        lamp, offer = self._stands.lamps.seats[player], self.offers()[player]
        if self.paused:
            self._do(Tell(player, _(PAUSED)))
            return None
        if lamp.takes(_began(observation)):
            return offer.hold if isinstance(observation, Hold) else offer.press
        if not lamp.own and offer.cue != "attention":
            self._do(Tell(player, _(TOO_LATE)))
        return None

    def _came_twice(self, player: int, observation: Observation) -> bool:
        """Whether a press under a light that comes on at once may be the one before it, made twice."""
        lamp, offer = self._stands.lamps.seats[player], self.offers()[player]
        return lamp.own and offer.cue in HARMLESS and _began(observation) < lamp.ended + LATE_SECONDS

    def _read(self, readings: Any) -> None:
        self._stands = self._stands._replace(readings=readings)

    def _show(self) -> None:
        self._stands = self._stands._replace(changed=self._stands.changed + 1)

    def _look(self) -> None:
        """See whether another window is open than before."""
        countdown = self.countdown.at(self.rules.moment(self.state), self.now, self.window_seconds)
        self._stands = self._stands._replace(countdown=countdown)

    def _look_anew(self) -> None:
        """Give an open window its whole time, as if it had just opened."""
        self._stands = self._stands._replace(countdown=self.countdown._replace(moment=None))
        self._look()

    def _light(self) -> None:
        """Note which questions the lights ask are over, and which are new."""
        window = self.countdown.number if self.countdown.deadline is not None else None
        lamps = self._stands.lamps.turned_to(self.wanted(), window, self.now, self._acting)
        self._stands = self._stands._replace(lamps=lamps)
        self._acting = None

    def _light_anew(self) -> None:
        """Every light asks at once: nobody has been asked anything before."""
        lamps = self._stands.lamps._replace(seats=(Lamp(),) * len(self.names()))
        self._stands = self._stands._replace(lamps=lamps)
        self._light()

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """What happens in the block is in the book at its end, or it has not happened."""
        before, lying, awaited = self._stands, self.lying(), self.rules.still_to_lie(self._stands.readings)
        try:
            with self._ledger.whole(self.now):
                yield
                if self.lying() != lying:
                    self._ledger.write("early", self._by_names(self.lying()))
                if (now := self.rules.still_to_lie(self._stands.readings)) != awaited:
                    self._ledger.write("awaited", self._by_names(now))
                self._light()
                changed = min(self._stands.changed, before.changed + 1)
                self._stands = self._stands._replace(changed=changed)
        except Exception:
            self._stands = before
            raise


def _newest(records: Sequence[tuple[str, Any]], kind: str) -> Mapping[str, Any]:
    """The newest record of a kind; empty where there is none."""
    return next((body for its, body in reversed(records) if its == kind), {})


def in_words(moment: Hashable) -> str:
    """What tells one moment from the next, as a text."""
    return " ".join(map(in_words, moment)) if isinstance(moment, tuple) else str(moment)


def _began(observation: Observation) -> float:
    """When a button was pushed down that is told to be held, or when something else was done."""
    return observation.at - (observation.held if isinstance(observation, Hold) else 0.0)


def _place_of(observation: Observation) -> str:
    """The zone or button at which something was done; "" for none."""
    match observation:
        case Tag(_, place, _) | Lift(_, place) | Press(_, place) | Hold(_, place):
            return place
        case _:
            return ""
