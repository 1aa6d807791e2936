"""What there is to see of a session: the game, what is noted of it, what its seats are shown. It changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.cues import Cue
from companion.game import AnyGame
from companion.game.interpretation import Offer, TableView
from companion.game.play import Play
from companion.game.recent import RecentEvents
from companion.table.clocks import Timing
from companion.table.corrections import Corrections
from companion.table.executor import Executor
from companion.table.provenance import Provenance
from companion.table.questions import Question
from companion.table.record import RecordStore, Step, Undone
from companion.table.window import Countdown, Pace


class SessionView:
    """A session as it is looked at; `Session` is what happens at it.

    Args:
        rules: the game.
        start: the state that it begins with, settled or before anything is dealt.
        chance: who shuffles; at a table nobody knows the cards.
        book: where it is all written down.
        pace: how long an interrupt may be announced.
    """

    def __init__(self, rules: AnyGame, start: Any, chance: Any, book: RecordStore, pace: Pace = Pace.USUAL) -> None:
        self.rules = rules
        self._deeds = Executor(rules, start, chance, book, pace)
        self._corrections = Corrections(self._deeds)
        self._marks = Provenance(rules, start)

    @property
    def now(self) -> float:
        """The newest time."""
        return self._deeds.now

    @property
    def _timing(self) -> Timing:
        return self._deeds.mind.timing

    @property
    def game(self) -> Play[Any, Any, Any]:
        """The game that is played."""
        return self._deeds.game

    @property
    def state(self) -> Any:
        """The game as it stands."""
        return self._deeds.state

    @property
    def memory(self) -> RecentEvents:
        """What has happened, in words, and what was shown."""
        return self._deeds.ledger.memory

    @property
    def steps(self) -> Sequence[Step]:
        """What can be taken back, the oldest first."""
        return self._deeds.ledger.entries.steps

    def marks(self) -> Sequence[Mapping[str, int]]:
        """By seat and number, which step changed it last; after the seats, of what is no seat's."""
        return self._marks.newest(self.game.events, self.steps)

    @property
    def noted(self) -> int:
        """How many steps were noted so far, those that were taken back or corrected among them."""
        return self._deeds.ledger.entries.noted

    @property
    def undone(self) -> Sequence[Undone]:
        """What was taken back and can be brought back, the next one first."""
        return self._deeds.ledger.undone

    @property
    def lost(self) -> int:
        """How many steps could be brought back until something else was played."""
        return self._deeds.ledger.entries.lost

    @property
    def pace(self) -> Pace:
        """How long windows are open."""
        return self._timing.pace

    @property
    def window_seconds(self) -> float:
        """The same in seconds; infinite where no time closes them."""
        return self._timing.window_seconds

    @property
    def paused(self) -> bool:
        """Whether the table makes a pause: windows stand still, and buttons do nothing."""
        return self._timing.paused

    @property
    def questions(self) -> Sequence[Question]:
        """What the host is asked, the oldest first."""
        return self._deeds.ledger.entries.questions

    @property
    def irregularities(self) -> Sequence[dict[str, Any]]:
        """What has happened against the rules, the oldest first."""
        return self._deeds.ledger.entries.irregularities

    @property
    def countdown(self) -> Countdown:
        """The time of the open window."""
        return self._timing.countdown

    @property
    def changed(self) -> int:
        """How often there was something new to show."""
        return self._deeds.mind.changed

    @property
    def seen(self) -> TableView[Any, Any]:
        """What the game looks at."""
        return self._deeds.seen

    def names(self) -> list[str]:
        """The players, clockwise."""
        return self._deeds.game.names

    def lying(self) -> dict[str, str]:
        """What lies in zones and is in no state yet: cards laid before their time."""
        return self._deeds.lying()

    def wanted(self) -> list[Offer]:
        """What is wanted of each seat, lit or not."""
        return self._deeds.wanted()

    def offers(self) -> list[Offer]:
        """What each seat's light shows now, and what its button means."""
        return self._timing.shown(self.wanted(), {item.player for item in self.questions}, self.now)

    def cues(self) -> list[str]:
        """What each seat's light shows now."""
        lamps = self._timing.lamps
        return [
            Cue.ATTENTION if lamps.refuses(player, self.now) else offer.cue
            for player, offer in enumerate(self.offers())
        ]

    def question(self, player: int) -> tuple[int, bool]:
        """How many questions a seat's light has asked so far, and whether the last one is still open."""
        lamp = self._timing.lamps.seats[player]
        return lamp.asks, lamp.question is not None

    def lit_at(self, player: int) -> float | None:
        """From when on a press at a seat counts; None while nothing is asked there."""
        lamp = self._timing.lamps.seats[player]
        return None if lamp.question is None else lamp.lit_at

    def told(self, player: int | None) -> str | None:
        """What a seat is told just now, or what is said in the middle."""
        return self._timing.lamps.words(player, self.now)

    def due(self) -> float | None:
        """When `tick` has something to do next, without an observation; None for never."""
        return self._timing.due(bool(self.memory.drew), self.now)

    def offered_at(self, number: int) -> list[Any]:
        """The answers that the table itself offers in place of a step, or before it."""
        step = self.steps[number] if number < len(self.steps) else None
        return [each["answer"] for each in (*step.instead, *step.missed)] if step is not None else []

    def others_at(self, number: int) -> list[dict[str, Any]]:
        """The cards that may have been laid in a step in place of the one that was noted: `answer` and `text`.

        It is made of what everybody knew then. Nothing for a step in which no card was laid for all to see.
        """
        answer = self.steps[number].answer if 0 <= number < len(self.steps) else None
        if answer is None or not self.rules.table.corrections.has_other_cards(answer):
            return []
        before, names = self.game.state_after(self.steps[number].events), self.names()
        others = self.rules.table.corrections.other_cards(before, self.rules.types.answer_from_json(answer, names))
        return [
            {
                "answer": self.rules.types.answer_to_json(other, names),
                "text": self.rules.text.public_answer(before, other),
            }
            for other in others
        ]

    def last_answer(self) -> int | None:
        """The number of the newest step that is an answer."""
        numbers = range(len(self.steps) - 1, -1, -1)
        return next((number for number in numbers if not self.steps[number].lapsed), None)
