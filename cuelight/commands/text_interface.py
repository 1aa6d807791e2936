"""`cuelight play`: answers applied to a position, by the rules alone. No mat, no windows that time out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

from companion.othello.at_table.knowledge import play_as_known, without_doubles
from companion.othello.model.answers import Answer, Do, answer_from_json
from companion.othello.model.game import Dealer, Game
from companion.othello.model.state import State
from companion.othello.position.cards import check_card, check_choices
from companion.othello.position.read import position_from_json
from companion.othello.rules.submit import settle, submit
from companion.play.errors import InputError
from companion.play.fields import as_word
from companion.play.verdict import Forbidden
from cuelight.commands.files import STANDARD_INPUT, read_document, read_lines, write_text
from cuelight.commands.outcome import Outcome, Refusal

FORBIDDEN = 3


class AtTable(Dealer):
    """A dealer at a table, where somebody's word on a card that the others do not see is taken."""

    trusts = True


def play_files(position: str, answers: str, *, as_json: bool, table: bool, seed: int) -> int:
    """Play the answers of a file to the position of another, print what comes of it, and return the exit status.

    Args:
        position: the file of the position, `-` for standard input.
        answers: the file of the answers, one a line, `-` for standard input.
        as_json: print a JSON document, else text.
        table: note forbidden answers and go on.
        seed: for shuffles of piles whose cards are known.

    Raises InputError with file, line and field for what cannot be read.
    """
    if position == answers == STANDARD_INPUT:
        raise InputError("the position and the answers cannot both come from standard input; put one in a file")
    state = read_position(position)
    outcome = play(state, list(read_answers(answers, state)), table=table, seed=seed)
    write_text(json.dumps(outcome.to_json(), indent=1) if as_json else outcome.to_text())
    if outcome.error is None:
        return 0
    refused = outcome.error
    where = f"{answers}:{refused.line}"
    print(f"cuelight: {where}: {refused.code} ({', '.join(refused.rules)}): {refused.message}", file=sys.stderr)
    return FORBIDDEN


def read_position(file: str) -> State:
    """The state that a file's position describes, or what `play` and `script` printed.

    Raises InputError with file, line and field.
    """
    data = read_document(file)
    try:
        return position_from_json(position_in(data))
    except InputError as error:
        raise error.located(file) from error


def position_in(document: Any) -> Any:
    """The position that a document is, or that `play` and `script` printed in it."""
    return document["position"] if isinstance(document, dict) and "position" in document else document


def read_answers(file: str, state: State) -> Iterable[tuple[int, Answer]]:
    """The answers of a file, each with its line.

    Raises InputError with file, line and field.
    """
    names = [seat.name for seat in state.seats]
    for line, data in read_lines(file):
        try:
            answer = answer_from_json(data, names)
            check_names(answer, state)
        except InputError as error:
            raise error.located(file, line) from error
        yield line, answer


def check_names(answer: Answer, state: State) -> None:
    """Whether the cards, coins and characters that an answer names are in this game at all.

    Raises InputError that names the field.
    """
    rules, deck = state.rules, state.deck
    for field, card in [("card", answer.card), *(("cards", card) for card in answer.cards)]:
        if card is not None:
            check_card(card, field, rules, deck)
    if answer.coin is not None:
        as_word(answer.coin, "coin", tuple(rules.coins))
    take = ("coin",) if answer.coin == "Emilia" else ("card", "coin") if answer.do is Do.CHOOSE else ("card",)
    check_choices(answer.choices, rules, deck, take)


def play(state: State, answers: Iterable[tuple[int, Answer]], *, table: bool, seed: int) -> Outcome:
    """Play answers one after the other, up to the first that is forbidden.

    At the table that one is noted; there each is judged by what its player may know, for everybody reads what is noted.
    """
    game = Game(state, AtTable(seed) if table else Dealer(seed))
    settle(game)
    noted: list[Refusal] = []
    for line, answer in answers:
        try:
            if table:
                play_as_known(game, answer, answer.by)
            else:
                submit(game, answer)
        except Forbidden as forbidden:
            refusal = Refusal.of(line, forbidden)
            if not table:
                return Outcome(game.state, game.events, noted, refusal)
            noted.append(refusal)
    if table:
        game.state = without_doubles(game.state)
    return Outcome(game.state, game.events, noted, None)
