"""Each word of the game is an enum member: tables cover all members, and none is compared as text."""

import ast
from collections.abc import Collection, Iterator

import pytest

from companion.othello.bots.players import WORTH
from companion.othello.model.answers import Do
from companion.othello.model.decision import DecisionKind
from companion.othello.model.frames import FRAMES
from companion.othello.model.ruleset import edition_names, load_edition, staging_names
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Marker, Phase, Stage, WhyEnded, WhyFailed
from companion.othello.rules.coins import COINS
from companion.othello.rules.effect import Aimed
from companion.othello.rules.effects import EFFECTS, STAGING
from companion.othello.rules.flow import RUN, STAGES
from companion.othello.rules.legality.check import CHECKS
from companion.othello.rules.legality.codes import Code
from companion.othello.rules.options import ASK
from companion.othello.rules.submit import PLAY
from companion.othello.text import moment, narrate, words
from tests.games.othello.rules.table import Table
from tests.support import ROOT

OTHELLO = ROOT / "companion" / "othello"
ROOMS = ("bots", "decks", "model", "notation", "rules", "table", "text")
OF_A_VOCABULARY = {"code", "do", "kind", "marker", "owes", "phase", "stage", "way", "why"}


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (STAGING, staging_names()),
        (COINS, {name for edition in edition_names() for name in load_edition(edition).coin_names}),
        (STAGES, Stage),
        (RUN, FRAMES.values()),
        (ASK, FRAMES.values()),
        (PLAY, Do),
        (CHECKS, Do),
        (WORTH, Do),
        (moment.HEADLINES, DecisionKind),
        (narrate.MARKERS, Marker),
        (narrate.WHY_ENDED, WhyEnded),
        (narrate.WHY_FAILED, set(WhyFailed) - {WhyFailed.WRONG_ROLE}),  # whose words depend on the card
        (words.PHASES, set(Phase) - {Phase.AFTER_REVEAL}),  # part of the reveal
    ],
)
def test_a_table_has_every_word(table: Collection[object], words: Collection[object]) -> None:
    assert set(table) == set(words)


def bare_words(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that compare a field that holds a word with text."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        sides = [node.left, *node.comparators]
        parts = [part for side in sides for part in getattr(side, "elts", [side])]
        field = any(isinstance(side, ast.Attribute) and side.attr in OF_A_VOCABULARY for side in sides)
        if field and any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in parts):
            yield node.lineno


@pytest.mark.parametrize("line", ['asked.kind == "window"', 'top.stage in ("window", "claim")', '"hand" != chosen.way'])
def test_a_line_that_compares_a_word_as_text_is_found(line: str) -> None:
    assert list(bare_words(ast.parse(line))) == [1]


def test_no_word_is_compared_as_text() -> None:
    files = [path for room in ROOMS for path in sorted((OTHELLO / room).rglob("*.py"))]
    found = {path.name: list(bare_words(ast.parse(path.read_text(encoding="utf-8")))) for path in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_no_refusal_has_a_code_that_is_not_listed() -> None:
    """Errors of a choice have the name of the choice as code; all other codes are members of `Code`."""
    for path in sorted((OTHELLO / "rules").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason":
                assert not isinstance(node.args[0], ast.Constant), f"{path.name}:{node.lineno}"


def test_a_card_that_the_rules_do_not_know_yet_has_codes_when_nobody_can_be_its_target() -> None:
    class Whisper(Aimed):
        name, rule = "Whisper", "A8"

        def has_object(self, state: State, other: int) -> bool:
            return state.seats[other].spotlight > 0

    def codes(**cal: object) -> list[tuple[str, tuple[str, ...]]]:
        table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.4"}, Cal={"placed": "I.3", **cal})
        return [(reason.code, reason.rules) for reason in Whisper().no_target(table.state, 1, "Whisper")]

    assert codes() == [("whisper.no-target", ("A8",))]
    assert codes(spotlight=1, protected=True) == [("whisper.protected", ("N1",))]


@pytest.mark.parametrize("code", Code)
def test_a_code_is_of_something_that_can_be_tried(code: Code) -> None:
    tried = {"answer", "own-card", *Do, *(effect.code for effect in EFFECTS.values())}
    assert code.partition(".")[0] in tried
    assert code.rules and code.because("No.").rules == code.rules
