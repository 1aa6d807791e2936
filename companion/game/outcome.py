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


def play_answer(game: AnyGame, play: Play[Any, Any, Any], given: PlayAnswer) -> Outcome:
    """Play an answer, judged by what its owner, or everybody, may know.

    Raises Forbidden, with nothing changed.
    """
    state, asked, answer, before = play.state, play.asked, given.answer, len(play.events)
    if not given.said:
        game.secrets.play_as_seen_by(play.course, answer, given.owner)
        return Outcome(before, play.events[before:])
    written = game.types.answer_to_json(answer, play.names)
    text, where = game.text.answer(state, answer), game.text.where(state)
    instead = alternatives(game, state, written)
    moment = game.rules.window_id(state, asked)
    interrupts = moment is not None and asked is not None and answer not in asked.options
    missed = tuple(_missed(game, play)) if interrupts else ()
    game.secrets.play_as_seen_by(play.course, answer, given.owner)
    if missed and game.rules.window_id(play.state, play.asked) == moment:
        missed = ()  # the window is still open
    return Outcome(before, play.events[before:], written, text, where, instead, missed)


def let_lapse(game: AnyGame, play: Play[Any, Any, Any]) -> Outcome:
    """Close the open window because its time is up."""
    before, where, missed = len(play.events), game.text.where(play.state), tuple(_missed(game, play))
    game.rules.timeout(play.course)
    return Outcome(before, play.events[before:], where=where, missed=missed)


def alternatives(game: AnyGame, state: Any, answer: Mapping[str, Any] | None) -> tuple[Alternative, ...]:
    """Return what may have been meant in place of an answer that is given to this state."""
    others = game.table.corrections.alternatives(state, answer) if answer is not None else ()
    return tuple({"answer": other, "text": words} for other, words in others)


def _missed(game: AnyGame, play: Play[Any, Any, Any]) -> Iterator[Alternative]:
    """Yield the possible answers in the open window, by what everybody knows; the back of a card may exclude one."""
    asked = game.rules.decision(game.secrets.visible_to(play.state, None))
    for option in asked.options if asked is not None else ():
        written = game.types.answer_to_json(option, play.names)
        if game.types.answer_info(written).is_pass:
            continue
        try:
            game.secrets.check(play.state, option, None)
        except Forbidden:
            continue
        yield {"answer": written, "text": game.text.answer(play.state, option)}
