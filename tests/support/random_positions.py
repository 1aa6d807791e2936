"""Random games for hypothesis: positions from play, allowed answers and forbidden ones.

If a property fails, the shrunk example is reported as a script for `cuelight script`: the position at the start, then
the answers. It can be attached to a report.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from hypothesis import strategies as st

from bench.compared import chance_state, same
from bench.random_games import COUNTS, NAMES, PLAYED, Form, game_of, next_answer
from companion.core.errors import InputError
from companion.core.verdict import Forbidden
from companion.othello.model.answers import Answer, Do, answer_from_json, answer_to_json
from companion.othello.model.deck import load_deck
from companion.othello.model.game import Dealer, Game
from companion.othello.model.ruleset import load_edition, staging_names
from companion.othello.notation.cards import check_names
from companion.othello.notation.read import position_from_json, position_to_json
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.submit import apply, settle, submit

Json: TypeAlias = dict[str, Any]
Property: TypeAlias = Callable[[Game], None]
SEED = 0  # default shuffle seed of `cuelight script`
CARDS = (*sorted(staging_names()), *load_deck("stand-in").cards, "?", "?script", "?staging")
COINS = tuple(load_edition("2024").coins)


class Broken(AssertionError):
    """A property that fails, with the script that shows it."""

    def __init__(self, why: str, script: Sequence[str]) -> None:
        self.script = "\n".join(script)
        super().__init__(f"{why}\nThe script that leads there, for `cuelight script FILE --json`:\n{self.script}")


class Start(NamedTuple):
    """The start of a game: a number of decisions into a random game."""

    form: Form
    players: int
    seed: int
    steps: int

    def position(self) -> Json:
        """Return the position after that many decisions, or at the game's end."""
        game, rng = game_of(self.form, NAMES[: self.players], Dealer(self.seed)), random.Random(self.seed)
        for _ in range(self.steps):
            asked = decision(game.state)
            if asked is None:
                break
            apply(game, next_answer(game.state, rng, asked))
        return position_to_json(game.state)


def starts(longest: int = 400) -> st.SearchStrategy[Start]:
    """Return a strategy for starts, with at most `longest` decisions in a game of any form."""
    seeds, steps = st.integers(0, 999), st.integers(0, longest)
    return st.builds(Start, st.sampled_from(PLAYED), st.sampled_from(COUNTS), seeds, steps)


values = st.one_of(
    st.sampled_from((*CARDS, *NAMES, *COINS, "hand", "face-down", "script", "staging", "no-drama", "desdemona")),
    st.booleans(),
    st.lists(st.sampled_from((*CARDS, *COINS)), max_size=3),
)
FIELDS = ("card", "to", "target", "look", "take", "give", "on", "character", "wounds", "pay", "way", "draw", "from")
odd_answers = st.builds(
    lambda do, by, fields: {"by": by, "do": str(do), **fields},
    st.sampled_from(Do),
    st.sampled_from(NAMES),
    st.dictionaries(st.sampled_from((*FIELDS, "with", "coin", "cards", "play")), values, max_size=3),
)
# an option, another permitted answer, or an answer that nobody asked for
moves = st.lists(
    st.one_of(
        st.tuples(st.just("option"), st.integers(0, 99)),
        st.tuples(st.just("besides"), st.integers(0, 99)),
        st.tuples(st.just("odd"), odd_answers),
    ),
    max_size=40,
)
Moves: TypeAlias = "list[tuple[str, Any]]"


def play(position: Json, given: Moves, *holds: Property) -> Game:
    """Play these moves from the position, and check the properties after each.

    A refusal must have reasons and change nothing. Raises Broken with a script of the moves.
    """
    game = Game(position_from_json(position), Dealer(SEED))
    settle(game)
    script = [json.dumps({"do": "position", "position": position})]
    names = [seat.name for seat in game.state.seats]
    for kind, move in given:
        answer = readable(move, game) if kind == "odd" else pick(game, kind, move)
        if answer is None:
            continue
        line = json.dumps({"t": 0.0, "do": "answer", "answer": answer_to_json(answer, names)})
        try:
            if give(game, answer):
                script.append(line)
            for hold in holds:
                hold(game)
        except Exception as error:  # report any error with the script
            script += [line] if script[-1] != line else []
            raise Broken(f"{type(error).__name__}: {error}", script) from error
    return game


def pick(game: Game, kind: str, number: int) -> Answer | None:
    """Return one of the options, or of the other permitted answers; None if there is none."""
    asked = decision(game.state)
    if asked is None:
        return None
    answers = asked.options if kind == "option" else permitted(game.state)
    return answers[number % len(answers)] if answers else None


def readable(data: Json, game: Game) -> Answer | None:
    """Read an answer; None if it is invalid, as the text interface reports with the field."""
    try:
        answer = answer_from_json(data, [seat.name for seat in game.state.seats])
        check_names(answer, game.state)
    except InputError as error:
        assert error.what
        return None
    return answer


def give(game: Game, answer: Answer) -> bool:
    """Submit an answer and return True if it was allowed. A refusal must have reasons and change nothing."""
    before, told, shuffles = game.state.copy(), len(game.events), chance_state(game)
    try:
        submit(game, answer)
    except Forbidden as forbidden:
        assert forbidden.reasons and all(reason.code and reason.rules for reason in forbidden.reasons), answer
        assert not legality(before, answer).legal, f"{answer} is legal and refused"
        same(game.state, before, f"after the refused {answer} / before")
        assert len(game.events) == told, f"the refused {answer} left events"
        assert chance_state(game) == shuffles, f"the refused {answer} changed what the next shuffle gives"
        return False
    return True
