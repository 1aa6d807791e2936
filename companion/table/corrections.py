"""Steps that are taken back, brought back, or put right with all that came after them.

When one is put right, what came after it is played again. A card that is laid, turned up or taken out waits for its
turn, with what came after it. Everything else is of its moment: where that does not come again, it must not be taken
for something at a later one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.errors import InputError
from companion.core.i18n import _, listed
from companion.core.observation import Said
from companion.core.verdict import Forbidden
from companion.game.interpretation import PlayAnswer, UnexpectedPlacement
from companion.table.executor import Executor
from companion.table.record import How, Step


class Corrections:
    """What is put right in the game of one table; each of these is to be taken whole."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._awaited: dict[str, int] = {}  # what was still to be laid when it was taken back, by zone and event

    def take_back(self, number: int, corrects: bool = False) -> Sequence[Step]:
        """The game as it was before a step; returns that and what came after it. Raises NothingToUndo."""
        was, record = self._executor.game.state, self._executor.record
        self._awaited = {**(self._still_undone() if record.undone else {}), **self._executor.still_to_lie()}
        taken = record.take_back(number, corrects)
        self._stand_still(was)
        return taken

    def bring_back(self, count: int) -> Sequence[Step]:
        """So many of the steps that were taken back, as they were; returns them. Raises NothingToRedo."""
        was, awaited = self._executor.game.state, {**self._still_undone(), **self._executor.still_to_lie()}
        steps = self._executor.record.bring_back(count)
        self._stand_still(was)
        self._await(awaited)
        return steps

    def put_right(self, number: int, answer: Any, before: bool) -> None:
        """Put an answer in the place of a step, or before it, and play again what came after.

        What does not fit any more is asked about. Raises NothingToUndo, or Forbidden.
        """
        executor, rules = self._executor, self._executor.rules
        awaited = executor.still_to_lie()
        later = self.take_back(number, corrects=True)[0 if before else 1 :]
        rules.judge(executor.game.state, answer, None)
        said = Said(executor.timers.now, rules.answer_to_json(answer, executor.game.names))
        executor.take(rules.read(executor.table, said, None), How.TYPED)  # no card was laid for it
        executor.say(answer, None, How.TYPED)
        executor.follow_up()
        awaited = {**awaited, **executor.still_to_lie()}
        left = self._play_again(later)
        self._await(
            {zone: event for zone, event in executor.still_to_lie().items() if zone in awaited}
        )  # the rest lies
        if left:
            words = _("After the correction this could not be played again: {words}.", words=listed(left))
            misfit = UnexpectedPlacement(words, None)
            executor.ask(misfit)

    def _still_undone(self) -> dict[str, int]:
        count = len(self._executor.game.events)
        return {zone: event for zone, event in self._awaited.items() if event >= count}

    def _stand_still(self, was: Any) -> None:
        """Another step is the newest one now: what lies there is no gesture, and windows and lights begin anew."""
        executor, rules = self._executor, self._executor.rules
        executor.pending = rules.rewound(executor.pending, was, executor.game.state)
        self._await(executor.still_to_lie())
        executor.show()
        executor.timers.reopen(executor.moment())
        executor.timers.put_out()

    def _await(self, zones: Mapping[str, int]) -> None:
        """In these zones a card is still to be laid, as far as the game has come to their events."""
        executor = self._executor
        executor.pending = executor.rules.waits_for(executor.pending, zones, executor.game.events)

    def _play_again(self, waiting: Sequence[Step]) -> list[str]:
        """Play steps again as far as they fit; the words of those left."""
        executor, rules = self._executor, self._executor.rules
        over: list[Step] = []
        while (again := next_again(waiting, self._fits, self._has_turn)) is not None:
            waiting = again.waiting
            over += again.over
            if again.step.answer is None:
                executor.lapse()
            else:
                answer = rules.answer_from_json(again.step.answer, executor.game.names)
                executor.play(PlayAnswer(answer), again.step.how or How.TYPED)
            executor.follow_up()
        left = [step for step in (*over, *waiting) if step.answer is not None]
        return [step.text for step in left if rules.is_worth_telling(step.answer or {})]

    def _has_turn(self, step: Step) -> bool:
        return step.answer is not None and self._executor.rules.has_turn(step.answer)

    def _fits(self, step: Step) -> bool:
        """Whether a step that was taken back can be played now."""
        executor, is_timed = self._executor, self._executor.timers.timing.window is not None
        if step.answer is None:
            same = step.about in ("", executor.about())  # or else somebody is still to be asked
            return step.lapsed and is_timed and same
        try:
            answer = executor.rules.answer_from_json(step.answer, executor.game.names)
            asked = executor.game.asked
            through = is_timed and not self._has_turn(step)
            if through and (asked is None or answer.by not in asked.players):
                return False  # whom the open window asks has not been asked before
            executor.rules.judge(executor.game.state, answer, None)
        except (Forbidden, InputError):
            return False
        return True


class Again(NamedTuple):
    """The step to play now, those that wait, and those whose moment is over."""

    step: Step
    waiting: list[Step]
    over: list[Step]


def next_again(waiting: Sequence[Step], fits: Callable[[Step], bool], has_turn: Callable[[Step], bool]) -> Again | None:
    """What is played next of the steps that wait; None where nothing fits any more.

    Args:
        fits: whether a step can be played now.
        has_turn: whether it waits for its turn.
    """
    first_card: int | None = None
    for number, step in enumerate(waiting):
        if (first_card is None or has_turn(step)) and fits(step):
            keep = number if first_card is None else first_card
            return Again(step, [*waiting[number + 1 :], *waiting[keep:number]], list(waiting[:keep]))
        if first_card is None and has_turn(step):
            first_card = number
    return None
