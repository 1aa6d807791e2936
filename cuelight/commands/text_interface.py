"""`cuelight play`: answers applied to a position of any game by the rules alone, without mat or timeouts."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

from companion.core.errors import InputError
from companion.core.verdict import Forbidden
from companion.game import AnyGame
from companion.game.rules import ChanceKind
from companion.games import game_in
from cuelight.terminal.input_files import STANDARD_INPUT, located, read_document, read_lines, write_text
from cuelight.terminal.output import Outcome, Refusal

FORBIDDEN = 3


def play_files(position: str, answers: str, *, as_json: bool, table: bool, seed: int) -> int:
    """Apply the answers of one file to the position of another and print the result; returns the exit status.

    Args:
        position: the file of the position, `-` for standard input.
        answers: the file of the answers, one per line, `-` for standard input.
        as_json: print a JSON document instead of text.
        table: note forbidden answers and continue.
        seed: for shuffles of piles whose cards are known.

    Raises InputError with file, line and field if an input cannot be read.
    """
    if position == answers == STANDARD_INPUT:
        raise InputError("the position and the answers cannot both come from standard input; put one in a file")
    game, state = read_position(position)
    outcome = play(game, state, list(read_answers(answers, game, state)), table=table, seed=seed)
    write_text(json.dumps(outcome.to_json(), indent=1) if as_json else outcome.to_text())
    if outcome.error is None:
        return 0
    refused = outcome.error
    where = f"{answers}:{refused.line}"
    print(f"cuelight: {where}: {refused.code} ({', '.join(refused.rules)}): {refused.message}", file=sys.stderr)
    return FORBIDDEN


def read_position(file: str) -> tuple[AnyGame, Any]:
    """Return the game and state of a file with a position, or with the output of `play` or `script`.

    Raises InputError with file, line and field.
    """
    data = position_in(read_document(file))
    with located(file):
        game: AnyGame = game_in(data)
        return game, game.types.position_from_json(data)


def position_in(document: Any) -> Any:
    """Return the position in a document: the document itself, or the one in the output of `play` or `script`."""
    return document["position"] if isinstance(document, dict) and "position" in document else document


def read_answers(file: str, game: AnyGame, state: Any) -> Iterable[tuple[int, Any]]:
    """Yield the answers of a file, each with its line number.

    Raises InputError with file, line and field.
    """
    names = game.rules.players(state)
    for line, data in read_lines(file):
        with located(file, line):
            answer = game.types.answer_from_json(data, names)
            game.types.check_names(state, answer)
        yield line, answer


def play(game: AnyGame, state: Any, answers: Iterable[tuple[int, Any]], *, table: bool, seed: int) -> Outcome:
    """Play answers one after the other, up to the first that is forbidden; at the table that one is noted."""
    course = game.rules.in_progress(state, game.rules.chance(ChanceKind.TABLE if table else ChanceKind.DEALER, seed))
    game.rules.advance(course)
    noted: list[Refusal] = []
    for line, answer in answers:
        try:
            if table:  # what is refused there is judged by what its player may know, for everybody reads why
                game.secrets.play_as_seen_by(course, answer, answer.by if answer.by >= 0 else None)
            else:
                game.rules.play(course, answer)
        except Forbidden as forbidden:
            refusal = Refusal.of(line, forbidden)
            if not table:
                return Outcome(game, course.state, course.events, noted, refusal)
            noted.append(refusal)
    left = game.table.after_table(course.state) if table else course.state
    return Outcome(game, left, course.events, noted, None)
