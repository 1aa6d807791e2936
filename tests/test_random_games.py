"""A thousand random games of 2 to 6 players: what must hold at every decision, and what all of them together show."""

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from bench.invariants import ALL, slots
from bench.random_games import (
    FORMS,
    NEVER,
    SAID_AT_A_TABLE,
    STANDARD,
    Tally,
    Watch,
    new_random_game,
    next_answer,
    play,
    play_many,
    sensible_answer,
)
from companion.othello.events import EVENTS, event_to_json
from companion.othello.options import decision
from companion.othello.rules import apply

GAMES = 1000
OF_EACH_FORM = 10  # two for each number of players, one of them by bots
OF_OTHER_GAMES = {"DrawOwed", "LeftPlay", "PickedUp", "Reordered", "StagingRanOut", "TakenOver", "TurnedDown"}
KINDS = {
    "lead",
    "pre-placement",
    "placement",
    "after-placement",
    "reveal",
    "window",
    "protect",
    "choose",
    "swap",
    "draw",
    "after-reveal",
    "intermission",
    "discard",
}


@pytest.fixture(scope="module")
def tally() -> Tally:
    """All games, played once."""
    total = Tally()
    for part in play_many(GAMES):
        total.add(part)
    return total


@pytest.fixture(scope="module")
def others() -> Tally:
    """Games of every other edition, level, variant and ruling, played once."""
    total = Tally()
    for part in play_many(OF_EACH_FORM, [form for form in FORMS if form != STANDARD]):
        total.add(part)
    return total


def told(failures: list[str]) -> str:
    return "\n".join([f"in {len(failures)} games, such as:", *failures[:3]])


@pytest.mark.timeout(600)
def test_every_random_game_ends(tally: Tally) -> None:
    assert tally.games == GAMES
    assert "play" not in tally.failures, told(tally.failures["play"])


@pytest.mark.timeout(600)
@pytest.mark.parametrize("watch", ALL, ids=lambda watch: watch.__name__)
def test_every_decision_of_every_random_game_keeps_the_property(tally: Tally, watch: type[Watch]) -> None:
    assert watch.__name__ not in tally.failures, told(tally.failures[watch.__name__])


@pytest.mark.timeout(600)
def test_random_games_come_to_every_kind_of_event(tally: Tally) -> None:
    assert set(tally.events) == set(EVENTS) - SAID_AT_A_TABLE - OF_OTHER_GAMES


@pytest.mark.timeout(600)
def test_random_games_come_to_every_kind_of_decision(tally: Tally) -> None:
    assert set(tally.decisions) == KINDS


@pytest.mark.timeout(600)
def test_every_game_of_every_other_edition_variant_and_ruling_ends(others: Tally) -> None:
    assert others.games == OF_EACH_FORM * (len(FORMS) - 1)
    assert "play" not in others.failures, told(others.failures["play"])


@pytest.mark.timeout(600)
@pytest.mark.parametrize("watch", ALL, ids=lambda watch: watch.__name__)
def test_every_decision_of_the_other_editions_keeps_the_property_too(others: Tally, watch: type[Watch]) -> None:
    assert watch.__name__ not in others.failures, told(others.failures[watch.__name__])


@pytest.mark.timeout(600)
def test_the_other_games_come_to_every_kind_of_event_and_to_none_that_their_edition_does_not_know(
    others: Tally,
) -> None:
    assert set(others.events) == set(EVENTS) - SAID_AT_A_TABLE
    for edition, seen in others.of_edition.items():
        assert NEVER[edition].isdisjoint(seen), edition


def digest(seed: int) -> str:
    """What a game by chance and a game by bots come to, in a few letters."""
    told = hashlib.blake2b(digest_size=8)
    for player in (next_answer, sensible_answer):
        game = play(seed, 2 + seed % 5, (), Tally(), player)
        told.update(repr([event_to_json(event) for event in game.events]).encode())
    return told.hexdigest()


def test_the_same_seed_gives_the_same_game_in_every_process() -> None:
    program = "from test_random_games import digest; print(digest(3))"
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for hash_seed in ("1", "2", "3")
    }
    assert digests == {digest(3)}


def test_a_game_neither_uses_nor_disturbs_the_shared_random_generator() -> None:
    random.seed(1)
    before, first = random.getstate(), digest(4)
    assert random.getstate() == before
    random.seed(2)
    assert digest(4) == first


def test_a_copy_of_a_state_plays_on_without_the_original() -> None:
    rng = random.Random(5)
    game = new_random_game(5, 4)
    for _ in range(300):
        asked = decision(game.state)
        assert asked is not None
        apply(game, next_answer(game.state, rng, asked))
    position = repr(slots(game.state.copy()))
    twin = game.trial()
    while (asked := decision(twin.state)) is not None:
        apply(twin, next_answer(twin.state, rng, asked))
    assert repr(slots(game.state)) == position
