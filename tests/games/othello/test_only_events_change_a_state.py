"""Only events change a state: no package of the game writes into one, and every answer equals the
fold of its events.
"""

import ast
import random
from collections.abc import Iterator

import pytest

from bench.compared import same
from companion.othello.bots.players import random_answer
from companion.othello.model.events import Flow
from companion.othello.model.evolve import fold
from companion.othello.model.frames import Steps
from companion.othello.model.game import Dealer, Unseen
from companion.othello.model.state import Seat, State
from companion.othello.rules.options import decision
from companion.othello.rules.submit import apply, lapse, new_game, submit
from tests.support import ROOT

OTHELLO = ROOT / "companion" / "othello"
FIELDS = {*State.__struct_fields__, *Seat.__struct_fields__} - {"deck", "name", "rules"}  # fields that no game changes
CHANGES = {"append", "clear", "extend", "insert", "pop", "popitem", "remove", "setdefault", "sort", "update"}
MAY_WRITE = {
    "model/evolve.py": "the one place where the state of a game changes",
    "model/evolve_cards.py": "the same, for cards",
    "model/game.py": "the same, for the stack of frames",
    "model/hidden_cards.py": "deals a copy anew",
    "notation/read.py": "makes a state of a file",
    "notation/flow.py": "the same, for what is under way",
    "table/knowledge.py": "lays backs on a copy",
    "table/actual_deal.py": "has a state of its own, with the cards that a drawn table really has",
}


def field_of(node: ast.expr) -> str | None:
    """Return the field in an expression: `hand` for `seat.hand`, `seat.hand[0]` and `seat.hand[:]`."""
    while isinstance(node, ast.Subscript | ast.Starred):
        node = node.value
    if not isinstance(node, ast.Attribute) or node.attr not in FIELDS:
        return None
    own = isinstance(node.value, ast.Name) and node.value.id == "self"
    return None if own else node.attr


def writes(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that write into a field of a state or a seat."""
    for node in ast.walk(tree):
        written: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "setattr":
            yield node.lineno
        if isinstance(node, ast.Assign | ast.Delete):
            written = [part for target in node.targets for part in getattr(target, "elts", [target])]
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            written = [node.target]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            written = [node.func.value]
        yield from (part.lineno for part in written if field_of(part) is not None)


@pytest.mark.parametrize(
    "line",
    [
        "state.frames = ()",
        "game.state.lead, other = 1, 2",
        "state.wounds['Cassio'] += 1",
        "del state.iago_tokens[name]",
        "state.seats[0].hand.append(card)",
        "seat.hand[:] = []",
        "setattr(seat, token, 3)",
    ],
)
def test_a_line_that_writes_into_a_state_is_found(line: str) -> None:
    assert list(writes(ast.parse(line))) == [1]


@pytest.mark.parametrize("line", ["frames = state.frames", "self.name = name", "cards.append(seat.placed)"])
def test_a_line_that_only_reads_is_not(line: str) -> None:
    assert not list(writes(ast.parse(line)))


def test_no_room_of_the_game_writes_into_a_state_but_by_events() -> None:
    found = {}
    for path in sorted(OTHELLO.rglob("*.py")):
        if lines := list(writes(ast.parse(path.read_text(encoding="utf-8")))):
            found[path.relative_to(OTHELLO).as_posix()] = lines
    assert {file: lines for file, lines in found.items() if file not in MAY_WRITE} == {}
    assert set(found) == set(MAY_WRITE), "a file that writes no more"


@pytest.mark.parametrize(("edition", "players"), [("2024", 2), ("2024", 4), ("2024-first", 3), ("2022", 5)])
def test_after_every_answer_the_state_is_what_its_events_tell(edition: str, players: int) -> None:
    chance = random.Random(players)
    game = new_game([f"P{seat}" for seat in range(players)], Dealer(7), edition)
    told = game.state.copy()
    read = 0
    while (asked := decision(game.state)) is not None:
        apply(game, random_answer(game.state, chance, 0.2, asked))
        news, read = game.events[read:], len(game.events)
        same(fold(told, news), game.state, "folded / played")
        flows = [event for event in news if isinstance(event, Flow)]
        assert len(flows) <= 1, "what is under way is told more than once"
        assert not flows or news[-1] is flows[0]


def test_a_time_that_runs_out_and_a_pass_inferred_are_told_by_events_too() -> None:
    game = new_game(["Ann", "Ben", "Cal"], Unseen())
    first = game.state.copy()
    submit(game, random_answer(game.state, random.Random(1)))
    assert isinstance(game.state.frames[-1], Steps)
    lapse(game)
    assert isinstance(game.events[-1], Flow)
    same(fold(first, game.events), game.state, "folded / played")
