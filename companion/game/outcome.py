"""The outcome of an answer at a table: what happened, and what the record keeps of it, in one value.

`play_answer` and `let_lapse` ask the game everything that has to be asked before and after an answer, in this order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.verdict import Forbidden
from companion.game import AnyGame
from companion.game.interpretation import PlayAnswer
from companion.game.play import Play

Alternative = Mapping[str, Any]
"""An answer as JSON (`answer`) and in words (`text`)."""


class Outcome(NamedTuple):
    """Everything that an answer, or a window that closed, has changed.

    Args:
        before: how many events there were before it.
        events: its events; empty if it changed nothing.
        answer: the answer as JSON; None if nobody said it.
        text: the answer in words that everybody may hear.
        where: how far the game was, in words.
        instead: the answers that may have been meant in its place.
        missed: the answers that were possible until the window closed.
    """

    before: int
    events: Sequence[Any]
    answer: Mapping[str, Any] | None = None
    text: str = ""
    where: str = ""
    instead: Sequence[Alternative] = ()
    missed: Sequence[Alternative] = ()


def play_answer(rules: AnyGame, game: Play[Any, Any, Any], given: PlayAnswer) -> Outcome:
    """Play an answer, judged by what its owner, or everybody, may know.

    Raises Forbidden, with nothing changed.
    """
    state, asked, answer, before = game.state, game.asked, given.answer, len(game.events)
    shown = rules.secrets.with_face_up_card(state, answer)
    if not given.said:
        rules.secrets.play_as_seen_by(game.course, shown, given.owner)
        return Outcome(before, game.events[before:])
    written = rules.types.answer_to_json(answer, game.names)
    text, where = rules.text.public_answer(state, answer), rules.text.where(state)
    instead = alternatives(rules, state, written)
    moment = rules.rules.window_id(state, asked)
    interrupts = moment is not None and asked is not None and answer not in asked.options
    missed = tuple(_missed(rules, game)) if interrupts else ()
    rules.secrets.play_as_seen_by(game.course, shown, given.owner)
    if missed and rules.rules.window_id(game.state, game.asked) == moment:
        missed = ()  # the window is still open
    return Outcome(before, game.events[before:], written, text, where, instead, missed)


def let_lapse(rules: AnyGame, game: Play[Any, Any, Any]) -> Outcome:
    """Close the open window because its time is up."""
    before, where, missed = len(game.events), rules.text.where(game.state), tuple(_missed(rules, game))
    rules.rules.timeout(game.course)
    return Outcome(before, game.events[before:], where=where, missed=missed)


def alternatives(rules: AnyGame, state: Any, answer: Mapping[str, Any] | None) -> tuple[Alternative, ...]:
    """Return what may have been meant in place of an answer that is given to this state."""
    others = rules.table.corrections.alternatives(state, answer) if answer is not None else ()
    return tuple({"answer": other, "text": words} for other, words in others)


def _missed(rules: AnyGame, game: Play[Any, Any, Any]) -> Iterator[Alternative]:
    """Yield the possible answers in the open window, by what everybody knows; the back of a card may exclude one."""
    for option in rules.rules.missed_answers(rules.secrets.visible_to(game.state, None)):
        try:
            rules.secrets.check(game.state, option, None)
        except Forbidden:
            continue
        yield {
            "answer": rules.types.answer_to_json(option, game.names),
            "text": rules.text.public_answer(game.state, option),
        }
