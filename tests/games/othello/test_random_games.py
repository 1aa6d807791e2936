"""Random games of 2 to 6 players in every form: properties of each game, and of all of them together."""

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Callable

import pytest

from bench.compared import slots
from bench.random_games import (
    ENDINGS,
    NEVER,
    PLAYED,
    Form,
    Player,
    Tally,
    new_random_game,
    next_answer,
    play,
    play_chunk,
    sensible_answer,
    strange,
    unseen,
)
from companion.othello.model.answers import Answer
from companion.othello.model.decision import Decision
from companion.othello.model.events import EVENTS, event_to_json
from companion.othello.model.ruleset import edition_names
from companion.othello.model.state import State
from companion.othello.rules.options import decision
from companion.othello.rules.submit import apply

# Games with the rarest events, as (place of the form in its base, seed): with `usual_seeds` all that can happen does.
# Found by search over the seeds below 50 of each form; bench/proof.py plays ten thousand of each.
RARE = {
    "2022": ((0, 42), (1, 38)),
    "2022 own cards": ((0, 20),),
    "2022 wicked": ((0, 16),),
    "2024": ((2, 28), (3, 33)),
    "2024-first": ((2, 38), (3, 14)),
    "2024-first own cards": ((0, 1),),
}
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
    "carry-out",
}


def usual_seeds(form: Form, forms: int) -> tuple[int, ...]:
    """Return a game by bots, checked thoroughly, and a random one, with other numbers of players than the next form.

    A form that is the only one of its base has a game for each number of players.
    """
    number = PLAYED.index(form)
    return (number % 5, 5 + (number + 2) % 5) if forms > 1 else (0, 6, 7, 8, 9)


@pytest.mark.parametrize("base", sorted(NEVER))
def test_every_random_game_ends_keeps_every_property_and_shows_all_that_can_happen(base: str) -> None:
    forms = [form for form in PLAYED if form.base == base]
    games = [(form, seed) for form in forms for seed in usual_seeds(form, len(forms))]
    games += [(forms[place], seed) for place, seed in RARE.get(base, ())]
    tally = Tally()
    for form, seed in games:
        tally.add(play_chunk(range(seed, seed + 1), form))
    assert tally.games == len(games)
    assert tally.failures == {}, "\n".join(told(tally.failures))
    assert unseen(base, tally.of_edition[base]) == []
    assert strange(base, tally.of_edition[base]) == []
    assert KINDS - set(tally.decisions) <= ({"carry-out", "after-reveal"} if "own cards" not in base else set())
    assert set(tally.decisions) <= KINDS


def told(failures: dict[str, list[str]]) -> list[str]:
    """Return each broken property with its first games."""
    return [f"{name}, in {len(games)} games, such as: {games[:3]}" for name, games in failures.items()]


def test_no_edition_is_left_out() -> None:
    assert {form.base for form in PLAYED} == set(NEVER)
    assert {form.edition for form in PLAYED} == set(edition_names())


def test_an_event_that_never_happened_is_told() -> None:
    seen = (set(EVENTS) | ENDINGS) - NEVER["2024"] - {"Revived"}
    assert unseen("2024", seen) == ["Revived"]
    assert strange("2024", seen | {"StagingRanOut"}) == ["StagingRanOut"]


def digest(seed: int, between: Callable[[], object] = lambda: None) -> str:
    """Return a hash of games of every sixth form, random or by bots; `between` is called at each step."""
    told = hashlib.blake2b(digest_size=8)
    for number, form in enumerate(PLAYED[::6]):
        chosen = (next_answer, sensible_answer)[number % 2]

        def player(state: State, rng: random.Random, asked: Decision, chosen: Player = chosen) -> Answer:
            between()
            return chosen(state, rng, asked)

        game = play(seed + number, 2 + (seed + number) % 5, (), Tally(), player, form)
        told.update(repr([event_to_json(event) for event in game.events]).encode())
    return told.hexdigest()


def test_the_same_seed_gives_the_same_games_in_every_process() -> None:
    program = "from tests.games.othello.test_random_games import digest; print(digest(3))"
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for hash_seed in ("1", "2")
    }
    assert digests == {digest(3)}


def test_a_game_neither_uses_nor_disturbs_the_shared_random_generator() -> None:
    random.seed(1)
    before, first = random.getstate(), digest(4)
    assert random.getstate() == before

    def disturb() -> None:
        random.seed(random.randrange(1000))

    assert digest(4, disturb) == first


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
