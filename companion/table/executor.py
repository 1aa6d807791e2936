"""What a table does: meanings are carried out, answers played, and what follows from them by itself goes on.

What something means the game decides, in one place (`companion.game`), from the state and its readings. At a
table what was done was done: what the rules forbid is kept as an irregularity, what cannot be read becomes a question,
and neither stops the game. Each piece of work is taken whole: what follows from it is in the book before anything is
shown.

Who asks for it, and when, is in `companion.table.session`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from companion.core.i18n import N_, _
from companion.core.places import play_zone, player_at
from companion.core.verdict import Forbidden
from companion.game import AnyGame
from companion.game.interpretation import (
    AskHost,
    ConfirmDraw,
    Effect,
    ExtendWindow,
    Interpretation,
    NotifySeat,
    Offer,
    PlayAnswer,
    RecordViolation,
    ReturnCard,
    TableView,
    UnexpectedPlacement,
)
from companion.game.play import Play
from companion.table.clocks import Timing
from companion.table.questions import Reply
from companion.table.record import GameRecord, How, RecordStore, Step
from companion.table.window import Countdown, Pace

TIME_RAN_OUT = N_("the time for answers ran out")


class LiveState(NamedTuple):
    """What a piece of work may change besides the ledger, as one value that is replaced.

    `readings` are the game's, `changed` counts what there was to show.
    """

    readings: Any
    timing: Timing
    changed: int = 0


class Executor:
    """One game at one table, as far as it does things.

    Args:
        rules: the game.
        start: the state that it begins with.
        chance: who shuffles.
        book: where it is all written down.
        pace: how long an interrupt may be announced.

    `now` is the newest time.
    """

    def __init__(self, rules: AnyGame, start: Any, chance: Any, book: RecordStore, pace: Pace) -> None:
        self.rules = rules
        self.now = 0.0
        self.ledger = GameRecord(rules, start, chance, book)
        self.mind = LiveState(rules.no_readings(), Timing(pace))
        self._chance = chance
        self.look()
        self.light_anew()

    @property
    def game(self) -> Play[Any, Any, Any]:
        """The game that is played."""
        return self.ledger.play

    @property
    def state(self) -> Any:
        """The game as it stands."""
        return self.ledger.play.state

    @property
    def seen(self) -> TableView[Any, Any]:
        """What the game looks at."""
        game = self.game
        return TableView(game.state, game.asked, self.mind.readings, self.ledger.memory, self._chance, game.events)

    def moment(self) -> Hashable | None:
        """What tells the open window from the next one; None where nothing is timed."""
        return self.rules.moment(self.state, self.game.asked)

    def wanted(self) -> list[Offer]:
        """What is wanted of each seat, lit or not."""
        return self.rules.offers(self.seen)

    @contextmanager
    def whole(self, acting: int | None = None) -> Iterator[None]:
        """What happens in the block is in the book at its end, or it has not happened.

        Args:
            acting: the seat at which a gesture is made.
        """
        before, lying, awaited = self.mind, self.lying(), self.still_to_lie()
        try:
            with self.ledger.whole(self.now):
                yield
                if self.lying() != lying:
                    self.ledger.write("early", self._by_names(self.lying()))
                if (now := self.still_to_lie()) != awaited:
                    self.ledger.write("awaited", self._by_names(now))
                self.light(acting)
                self.mind = self.mind._replace(changed=min(self.mind.changed, before.changed + 1))
        except Exception:
            self.mind = before
            raise

    # --- what the mat has that no state has

    def lying(self) -> dict[str, str]:
        """What lies in zones and is in no state yet: cards laid before their time."""
        return self.rules.lying(self.mind.readings)

    def still_to_lie(self) -> Mapping[str, int]:
        """The zones in which a card is still to be laid that the book has already."""
        return self.rules.still_to_lie(self.mind.readings)

    def lie_again(self, early: Mapping[str, Any], awaited: Mapping[str, Any], undone: bool) -> None:
        """The same as two records have it; what lies there is no gesture. `undone` says that an undo was the last."""
        lying = self._by_zones(early)
        self.read(self.rules.laid(self.rules.no_readings(), lying))
        if undone:
            self.read(self.rules.rewound(self.mind.readings, self.state, self.state))
        self.read(self.rules.waits_for(self.mind.readings, self._by_zones(awaited), self.game.events))
        self.rest(lying)

    def rest(self, lying: Mapping[str, str]) -> None:
        """What a reader reports next of the placed cards, and of what is `lying` elsewhere, is no gesture."""
        self.read(self.rules.rested(self.state, self.mind.readings, lying))

    def _by_zones(self, names: Mapping[str, Any]) -> dict[str, Any]:
        """What a record says of the zones before players, by zone; records go by names."""
        return {play_zone(self.game.names.index(name)): said for name, said in names.items()}

    def _by_names(self, zones: Mapping[str, Any]) -> dict[str, Any]:
        """What is said of the zones before players, as records have it."""
        names = self.game.names
        found = ((player_at(zone, len(names)), said) for zone, said in zones.items())
        return {names[player]: said for player, said in found if player is not None}

    # --- carrying out what something means

    def take(self, meaning: Interpretation[Any], how: How) -> bool:
        """Carry out what something means. Returns whether the game or its readings have changed."""
        before = len(self.game.events), self.mind.readings
        self.read(meaning.readings)
        if meaning.shows:
            self.show()
        for deed in meaning.deeds:
            self._do(deed, how)
        return (len(self.game.events), self.mind.readings) != before

    def _do(self, deed: Effect, how: How) -> None:
        match deed:
            case PlayAnswer():
                self.give(deed, how)
            case AskHost(misfit, answer):
                self.ask(misfit, answer)
            case NotifySeat(player, words, refuses):
                self.tell(player, words, refuses)
            case RecordViolation(forbidden, shown):
                self.ledger.note_irregular(forbidden, shown)
                self.show()
            case ExtendWindow():
                self._run(self.mind.timing.with_more_time(self.now))
            case ConfirmDraw(player):
                self.ledger.memory.drew.pop(player, None)
                self.show()
            case ReturnCard(player):
                before = len(self.game.events)
                self.rules.take_back(self.game.course, player)
                self.note_events(before, None)

    def say(self, answer: Any, owner: int | None, how: How) -> None:
        """Play an answer that was said, as far as it counts from `owner`, or from somebody who sees no cards."""
        self.give(PlayAnswer(answer if owner is not None else self.rules.hearsay(self.state, answer), owner=owner), how)

    def give(self, given: PlayAnswer, how: How) -> None:
        """Play an answer; the game says what comes of one against the rules."""
        answer, before, where = given.answer, len(self.game.events), self.rules.where(self.state)
        text, moment = self.rules.told(self.state, answer), self.moment()
        missed = self._cut_off_by(answer)
        shown = self.rules.shown_by(self.state, answer)
        written = self.rules.answer_to_json(answer, self.game.names) if given.said else None
        instead = self.ledger.instead(written)
        try:
            self.rules.submit_as_known(self.game.course, shown, given.owner)
        except Forbidden as forbidden:
            self.take(self.rules.refused(self.seen, answer, forbidden), how)
            return
        if len(self.game.events) == before:
            return  # a pass that nobody waited for: nothing to take back
        if written is not None:
            missed = missed if self.moment() != moment else ()
            self.ledger.note_step(Step(text, before, written, False, instead, missed=missed, where=where, how=how))
        self.note_events(before, answer)

    def _cut_off_by(self, answer: Any) -> tuple[dict[str, Any], ...]:
        """What could have been said in the open window, where an answer closes it that is none to it."""
        asked = self.game.asked
        if self.mind.timing.window is None or asked is None or answer in asked.options:
            return ()
        return self._missed()

    def _missed(self) -> tuple[dict[str, Any], ...]:
        """What can be said in the open window, with its words: a card's back may tell that it is not the one."""
        names = self.game.names
        return tuple(
            {"answer": self.rules.answer_to_json(option, names), "text": self.rules.told(self.state, option)}
            for option in self.rules.missed(self.rules.as_known(self.state, None))
            if self._fits_what_everybody_knows(option)
        )

    def _fits_what_everybody_knows(self, answer: Any) -> bool:
        try:
            self.rules.judge(self.state, answer, None)
        except Forbidden:
            return False
        return True

    def lapse(self) -> None:
        """The time for answers has run out: a step that can be taken back, for whoever called and was not heard."""
        before, where = len(self.game.events), self.rules.where(self.state)
        lapse = Step(_(TIME_RAN_OUT), before, None, True, self._missed(), self.about(), (), where, How.INFERRED)
        self.rules.lapse(self.game.course)
        if len(self.game.events) > before:
            self.ledger.note_step(lapse)
            self.note_events(before, None)

    def about(self) -> str:
        """What the open window is about, in words that stay the same for the same question."""
        return _in_words(self.moment())

    def believe(self, answer: Any) -> None:
        """The host says that the table is right: the book follows it, and what lies there counts."""
        before, where = len(self.game.events), self.rules.where(self.state)
        words = self.rules.follow_the_table(self.game.course, answer)
        if words is not None:
            self.ledger.note_step(Step(words, before, where=where, how=How.TYPED))
            self.note_events(before, None)
        self.give(PlayAnswer(answer), How.TYPED)

    def follow_up(self) -> None:
        """What a table can go on with by itself: one thing after the other, until there is none."""
        rules = self.rules.follow_ups
        while any((found := rule(self.seen)) is not None and self.take(found, How.INFERRED) for rule in rules):
            pass

    def note_events(self, before: int, answer: Any) -> None:
        """Write down and remember the events from number `before` on, which have come of an answer."""
        fresh = self.ledger.note_events(before)
        if fresh:
            self.show()
            self.look()
        self.read(self.rules.played(self.seen, answer, fresh))
        if fresh and self.ledger.memory.drew:
            self._run(self.mind.timing.drawing(self.now))

    def tell(self, player: int | None, words: str, refuses: bool = False) -> None:
        """Say something at a seat for a moment, or for None in the middle; it `refuses` what was done there."""
        self._run(self.mind.timing.telling(player, words, self.now, refuses))
        self.show()

    def ask(self, misfit: UnexpectedPlacement, answer: Any = None) -> None:
        """Ask the host about something, once."""
        if self.ledger.ask(misfit, answer) and misfit.player is not None:
            self._run(self.mind.timing.warning(misfit.player, self.now))
        self.tell(misfit.player, _("the host can say what this is: see the desk"))

    def close_questions(self, zone: str) -> None:
        """What lay in a zone is gone: nobody need judge it any more."""
        for question in [each for each in self.ledger.entries.questions if each.zone == zone]:
            self.ledger.close(question, Reply.IGNORE)
            self.show()

    # --- what it has in mind

    def read(self, readings: Any) -> None:
        """From now on these are the readings."""
        self.mind = self.mind._replace(readings=readings)

    def show(self) -> None:
        """There is something new to show."""
        self.mind = self.mind._replace(changed=self.mind.changed + 1)

    def _run(self, timing: Timing) -> None:
        self.mind = self.mind._replace(timing=timing)

    def begin_anew(self, paused: bool) -> None:
        """A game was taken up: an open window has its whole time, or stands still with it where there is a pause."""
        countdown = Countdown(held=self.now if paused else None)
        self._run(self.mind.timing._replace(countdown=countdown))
        self.look()

    def go_on_from(self, other: Executor) -> None:
        """Have in mind what another table has that plays the same game."""
        self.now = other.now
        self.mind = other.mind
        self.ledger.go_on_from(other.ledger)
        self.show()

    def pause(self, paused: bool) -> None:
        """Everything that runs stands still, or goes on."""
        self._run(self.mind.timing.standing_still(paused, self.now))

    def set_pace(self, pace: Pace) -> None:
        """Windows that open from now on are open so long."""
        self._run(self.mind.timing._replace(pace=pace))

    def look(self) -> None:
        """See whether another window is open than before."""
        self._run(self.mind.timing.looking(self.moment(), self.now))

    def look_anew(self) -> None:
        """Give an open window its whole time, as if it had just opened."""
        self._run(self.mind.timing.anew(self.moment(), self.now))

    def light(self, acting: int | None = None) -> None:
        """Note which questions the lights ask are over, and which are new."""
        self._run(self.mind.timing.lit(self.wanted(), self.now, acting))

    def put_out(self) -> None:
        """The game stands elsewhere now: no light asks what it asked, so that no press meant for that counts."""
        self._run(self.mind.timing.put_out(self.now))

    def light_anew(self) -> None:
        """Every light asks at once: nobody has been asked anything before."""
        self._run(self.mind.timing.dark(len(self.game.names)))
        self.light()


def _in_words(moment: Hashable) -> str:
    """What tells one moment from the next, as a text."""
    return " ".join(map(_in_words, moment)) if isinstance(moment, tuple) else str(moment)
