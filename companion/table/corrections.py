"""Undoes, redoes and corrects steps.

After a correction the later steps are played again. A card that was played, turned up or removed waits for its turn,
and so do the steps after it. Everything else belongs to its moment: if that moment does not return, the step must not
be played at a later one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.errors import InputError
from companion.core.i18n import _, listed
from companion.core.observation import Said
from companion.core.verdict import Forbidden
from companion.game.interpretation import PlayAnswer, UnexpectedPlacement
from companion.table.clocks import Ahead
from companion.table.executor import Executor
from companion.table.record import How, Step


class Corrections:
    """The corrections of one session. Each call is part of a transaction."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._awaited: dict[str, int] = {}  # cards still to be placed at the last undo: zone to event

    def take_back(self, number: int, corrects: bool = False) -> Sequence[Step]:
        """Undo a step. Returns it and all steps after it. Raises NothingToUndo."""
        was, record = self._executor.play.state, self._executor.record
        self._awaited = {**(self._still_undone() if record.undone else {}), **self._executor.pending.owed}
        taken = record.take_back(number, corrects)
        self._stand_still(was)
        return taken

    def bring_back(self, count: int) -> Sequence[Step]:
        """Redo this many steps exactly as they were, and return them. Raises NothingToRedo."""
        was, awaited = self._executor.play.state, {**self._still_undone(), **self._executor.pending.owed}
        steps = self._executor.record.bring_back(count)
        self._stand_still(was)
        self._await(awaited)
        return steps

    def put_right(self, number: int, answer: Any, before: bool) -> None:
        """Replace a step by an answer, or insert the answer before it, and play the later steps again.

        The host is asked about steps that no longer fit. Raises NothingToUndo, or Forbidden.
        """
        executor, game = self._executor, self._executor.game
        awaited = executor.pending.owed
        later = self.take_back(number, corrects=True)[0 if before else 1 :]
        game.secrets.check(executor.play.state, answer, None)
        said = Said(executor.timers.now, game.types.answer_to_json(answer, executor.play.names))
        # nobody placed a card for it
        executor.take(game.table.interpret(executor.position.table, said, None), How.TYPED)
        executor.say(answer, None, How.TYPED)
        executor.follow_up()
        awaited = {**awaited, **executor.pending.owed}
        left = self._play_again(later)
        # the cards of all other zones are on the mat already
        self._await({zone: event for zone, event in executor.pending.owed.items() if zone in awaited})
        if left:
            words = _("After the correction this could not be played again: {words}.", words=listed(left))
            executor.ask(UnexpectedPlacement(words, None))

    def _still_undone(self) -> dict[str, int]:
        count = len(self._executor.play.events)
        return {zone: event for zone, event in self._awaited.items() if event >= count}

    def _stand_still(self, was: Any) -> None:
        """Adapt the table to another newest step: cards on the mat are no gestures; windows and lights start again."""
        executor, game = self._executor, self._executor.game
        executor.ahead = Ahead()  # otherwise a pass that is undone would be played again
        executor.pending = game.table.after_rewind(executor.pending, was, executor.play.state)
        self._await(executor.pending.owed)
        executor.show()
        executor.timers.reopen(executor.moment())
        executor.timers.put_out()

    def _await(self, zones: Mapping[str, int]) -> None:
        """Expect cards in these zones, if the game has reached their events."""
        executor = self._executor
        pending, events = executor.pending, executor.play.events
        executor.pending = executor.game.table.restore(pending, pending.lying, zones, events)

    def _play_again(self, waiting: Sequence[Step]) -> list[str]:
        """Play the steps that fit again. Returns the words of the other steps."""
        executor, game = self._executor, self._executor.game
        over: list[Step] = []
        while (again := next_again(waiting, self._fits, self._has_turn)) is not None:
            waiting = again.waiting
            over += again.over
            if again.step.answer is None:
                executor.lapse()
            else:
                answer = game.types.answer_from_json(again.step.answer, executor.play.names)
                executor.play_answer(PlayAnswer(answer), again.step.how or How.TYPED)
            executor.follow_up()
        left = [step for step in (*over, *waiting) if step.answer is not None]
        return [step.text for step in left if not game.types.answer_info(step.answer or {}).is_pass]

    def _has_turn(self, step: Step) -> bool:
        return step.answer is not None and self._executor.game.types.answer_info(step.answer).in_turn

    def _fits(self, step: Step) -> bool:
        """Return whether an undone step can be played now."""
        executor, is_timed = self._executor, self._executor.timers.timing.window is not None
        if step.answer is None:
            same = step.about in ("", executor.about())  # otherwise another question comes first
            return step.lapsed and is_timed and same
        try:
            answer = executor.game.types.answer_from_json(step.answer, executor.play.names)
            asked = executor.play.asked
            through = is_timed and not self._has_turn(step)
            if through and (asked is None or answer.by not in asked.players):
                return False  # that player was not asked in this window
            executor.game.secrets.check(executor.play.state, answer, None)
        except (Forbidden, InputError):
            return False
        return True


class Again(NamedTuple):
    """The next step to play, the waiting steps, and those whose moment is over."""

    step: Step
    waiting: list[Step]
    over: list[Step]


def next_again(waiting: Sequence[Step], fits: Callable[[Step], bool], has_turn: Callable[[Step], bool]) -> Again | None:
    """Return which of the waiting steps is played next; None if nothing fits any longer.

    Args:
        waiting: the steps that wait, in their order.
        fits: whether a step can be played now.
        has_turn: whether a step waits for its turn.
    """
    first_card: int | None = None
    for number, step in enumerate(waiting):
        if (first_card is None or has_turn(step)) and fits(step):
            keep = number if first_card is None else first_card
            return Again(step, [*waiting[number + 1 :], *waiting[keep:number]], list(waiting[:keep]))
        if first_card is None and has_turn(step):
            first_card = number
    return None
