"""Perft: the number of ways in which a game can continue from a position, by depth.

Chess programs do the same.

The count covers all sequences of exactly n legal answers from a position, each played on a copy. Under `answers`, an
answer is a legal option of the open decision; under `anything`, also a legal initiative. Every asked player passes
explicitly; passes that a later answer would imply are not counted as separate ways. A finished game has no answers.
Chance is a dealer with seed 0, so that a shuffle or a blindly taken card is determined by the answers before it; drawn
cards are those of the position's piles.

The counts are in `tests/data/perft`: a file for each edition and level, one for variants and rulings, and a folder for
each other game, counted through the game interface. The tests count up to `SHORT` sequences, `make proof` as deep as
the files go. If a count differs, it is shown divided by the first answer. Count the same with an older version, and
descend into the answer that differs:

    python -m bench.perft tests/data/perft/2024.toml "3 players, a reveal" 4      # the count, by first answer
    python -m bench.perft tests/data/perft/2024.toml "3 players, a reveal" 3 5    # after the answer number 5

`python -m bench.regenerate` updates the counts after an intended change.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from companion.game.play import Play
from companion.game.rules import ChanceKind
from companion.games import USUAL, game_in
from companion.games import read as read_game
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.game import Dealer, Game
from companion.othello.notation.read import position_from_json
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.submit import apply, settle

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "perft"
SEED = 0
SHORT = 400  # sequences that the tests count from each start
WAYS = ("answers", "anything")


Ply: TypeAlias = Game | Play[Any, Any, Any]


class Start(NamedTuple):
    """A position and its numbers of sequences of 1, 2, 3 … answers, in each way of counting."""

    name: str
    position: dict[str, Any]
    counts: dict[str, list[int]]


class Mismatch(AssertionError):
    """A count that differs from the file."""


def read(file: Path) -> list[Start]:
    """Return the starts of a file, in order."""
    found = tomllib.loads(file.read_text(encoding="utf-8"))["start"]
    return [Start(item["name"], json.loads(item["position"]), {way: item[way] for way in WAYS}) for item in found]


def game_at(position: dict[str, Any]) -> Ply:
    """A game at this position, with the dealer that the counts are made with."""
    if game_in(position).info.id != USUAL:
        return read_game(position, seed=SEED)
    game = Game(position_from_json(position), Dealer(SEED))
    settle(game)
    return game


def legal_answers(game: Ply, way: str) -> list[Any]:
    """Return all legal answers; none if the game is over."""
    if isinstance(game, Play):  # all its options are legal
        both = (*(game.asked.options if game.asked else ()), *(game.permitted if way == "anything" else ()))
        return list(dict.fromkeys(both))
    asked = decision(game.state)
    if asked is None:
        return []
    answers = dict.fromkeys(asked.options)
    if way == "anything":
        answers |= dict.fromkeys(permitted(game.state))
    return [answer for answer in answers if legality(game.state, answer).legal]


def after(game: Ply, answer: Any) -> Ply:
    """A copy of the game in which the answer was given."""
    if isinstance(game, Play):  # its dealer begins anew, so that a shuffle follows from the state
        play = Play(game.game, game.state, game.game.rules.chance(ChanceKind.DEALER, SEED))
        play.answer(answer)
        return play
    copy = game.trial()
    apply(copy, answer)
    return copy


def answer_text(game: Ply, answer: Any) -> str:
    """Return an answer as JSON."""
    played, state = (game.game, game.state) if isinstance(game, Play) else (OTHELLO, game.state)
    return json.dumps(played.types.answer_to_json(answer, played.rules.players(state)))


def counts(game: Ply, depth: int, way: str) -> list[int]:
    """Return the numbers of sequences of 1, 2, 3 … up to `depth` answers."""
    answers = legal_answers(game, way)
    found = [len(answers)] + [0] * (depth - 1)
    if depth > 1:
        for answer in answers:
            for length, longer in enumerate(counts(after(game, answer), depth - 1, way), 1):
                found[length] += longer
    return found


def divide(game: Ply, depth: int, way: str) -> Iterator[tuple[Any, int]]:
    """Yield the number of sequences of `depth` answers for each first answer."""
    for answer in legal_answers(game, way):
        yield answer, counts(after(game, answer), depth - 1, way)[-1] if depth > 1 else 1


def divided(game: Ply, depth: int, way: str) -> str:
    """Return a line for each first answer: its index, its count, and the answer."""
    parts = enumerate(divide(game, depth, way))
    return "\n".join(f"{number:4} {found:9}  {answer_text(game, answer)}" for number, (answer, found) in parts)


def check(start: Start, at_most: int | None = None) -> int:
    """Count to the depths of the file, and return the number of sequences.

    Depths with more than `at_most` sequences are skipped.

    Raises Mismatch at the first depth that differs.
    """
    game, counted = game_at(start.position), 0
    for way, file in start.counts.items():
        told = list(takewhile(lambda number: at_most is None or number <= at_most, file))
        found = counts(game, len(told), way)
        depth = next((depth for depth, pair in enumerate(zip(found, told, strict=True), 1) if pair[0] != pair[1]), 0)
        if depth:
            what = f"{found[depth - 1]} {way} to depth {depth}, not {told[depth - 1]}; by first answer:"
            raise Mismatch(f"{start.name}: {what}\n{divided(game, depth, way)}")
        counted += sum(found)
    return counted


def check_file(file: Path) -> tuple[int, list[str]]:
    """Count everything in a file; return the number of sequences, and the errors."""
    counted, wrong = 0, []
    for start in read(file):
        try:
            counted += check(start)
        except Mismatch as error:
            wrong.append(f"{file.name}: {error}")
    return counted, wrong


def main(arguments: list[str]) -> int:
    """Print the counts of both ways by first answer, after the answers with the given numbers."""
    file, name, depth, *numbers = arguments
    start = next(start for start in read(Path(file)) if start.name == name)
    for way in WAYS:
        game = game_at(start.position)
        for number in map(int, numbers):
            game = after(game, legal_answers(game, way)[number])
        print(f"{way}, {counts(game, int(depth), way)[-1]} to depth {depth}\n{divided(game, int(depth), way)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
