"""A game in progress, of any kind, by its rules: begin, ask, answer, undo, read and write.

Time, gestures and hidden information at a table are in `companion.table.session`.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Generic

from companion.game import Game
from companion.game.rules import A, Asked, E, GameInProgress, Json, S


class Play(Generic[S, A, E]):
    """A game that is being played.

    >>> from companion.games import begin, read
    >>> play = begin("othello", ["Ann", "Ben", "Cal"], seed=3)
    >>> print(play.asked.kind, play.asked.players)
    lead (0, 1, 2)
    >>> play.options[0]
    {'do': 'lead', 'to': 'Ann'}
    >>> play.answer({"do": "lead", "to": "Ann"})
    >>> print(play.headline)
    Everyone: play one card face down. Ben may first play an Exchange or swap a hand card (1 intrigue)
    >>> play.answer({"by": "Ann", "do": "lead", "to": "Ben"})
    Traceback (most recent call last):
        ...
    companion.core.verdict.Forbidden: ...
    >>> again = read(play.write())
    >>> again.write() == play.write()
    True
    >>> play.undo()
    >>> print(play.asked.kind)
    lead

    Args:
        game: the game.
        start: the state to begin with; it stays as it is.
        chance: who shuffles, as the rules take it.
    """

    def __init__(self, game: Game[S, A, E, Any], start: S, chance: Any) -> None:
        self.game = game
        self._start = copy.copy(start)
        self._chance = chance
        self._answered: list[int] = []  # how many events there were before each answer
        self.course: GameInProgress[S, E] = game.rules.in_progress(copy.copy(start), chance)
        self.names: list[str] = game.rules.players(start)
        """The players, clockwise; nobody is renamed in the course of a game."""
        self._decided: tuple[Any, int, Asked[A] | None] = None, 0, None  # in which course, after how many events

    def __copy__(self) -> Play[S, A, E]:
        """Return a separate game in the same position, which will shuffle in the same way."""
        other = Play(self.game, self._start, copy.deepcopy(self._chance))
        other.stand_after(self.events)
        other._answered = [*self._answered]
        return other

    @property
    def start(self) -> S:
        """The state that it began with, to read."""
        return self._start

    @property
    def state(self) -> S:
        """The current state."""
        return self.course.state

    @property
    def events(self) -> list[E]:
        """All events, the oldest first."""
        return self.course.events

    @property
    def asked(self) -> Asked[A] | None:
        """The open decision with every answer that fits; None at the end of the game.

        It is computed once per state. Only events change a state, so the number of events identifies it; going back to
        earlier events starts another `course`.
        """
        course, events, asked = self._decided
        if course is not self.course or events != len(self.course.events):
            asked = self.game.rules.decision(self.state)
            self._decided = self.course, len(self.course.events), asked
        return asked

    @property
    def permitted(self) -> Sequence[A]:
        """Everything else that may be done now."""
        return self.game.rules.initiatives(self.state)

    @property
    def options(self) -> list[Json]:
        """Every answer to the open decision, as JSON, by what everybody knows.

        One of them may be refused because of a card that only its player knows.
        """
        asked = self.asked
        return [self.game.types.answer_to_json(option, self.names) for option in (asked.options if asked else ())]

    @property
    def headline(self) -> str:
        """The open decision in words."""
        return self.game.text.decision(self.state, self.asked)

    def settle(self) -> None:
        """Play everything that follows from the beginning without a player."""
        self.game.rules.advance(self.course)

    def answer(self, answer: A | Mapping[str, Any]) -> None:
        """Play an answer and everything that follows from it without a player.

        Raises InputError for an object that is no answer, Forbidden for one against the rules; nothing changes then.
        """
        said: Any = answer
        own = isinstance(said, self.game.types.answer_classes)
        given: A = said if own else self.game.types.answer_from_json(said, self.names)
        before = len(self.events)
        self.game.rules.play(self.course, given)
        self._answered.append(before)

    def undo(self) -> None:
        """Undo the last answer and everything that followed. Raises LookupError if there is none."""
        if not self._answered:
            raise LookupError("no answer has been given that could be taken back")
        self.rewind(self._answered.pop())

    def rewind(self, count: int) -> None:
        """Go back to the first `count` events."""
        self.stand_after(self.events[:count])

    def state_after(self, count: int) -> S:
        """Return the state after this many events."""
        return self._course_after(self.events[:count]).state

    def stand_after(self, events: Sequence[E]) -> None:
        """Go to the state after these events, from the beginning."""
        self.course = self._course_after(events)
        self._answered = [before for before in self._answered if before < len(events)]

    def _course_after(self, events: Sequence[E]) -> GameInProgress[S, E]:
        course = self.game.rules.in_progress(copy.copy(self._start), self._chance)
        course.take_up(events)
        return course

    def write(self) -> Json:
        """Return the position."""
        return self.game.types.position_to_json(self.state)
