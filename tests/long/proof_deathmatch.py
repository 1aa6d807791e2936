"""The long forms of Deathmatch's random games: random answers, and every form and size to its end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from bench.deathmatch_forms import COUNTS, FORMS, new_game, sensible_answer
from companion.deathmatch.model.accounts import standing_copies
from companion.deathmatch.model.events import EVENTS
from companion.deathmatch.rules.options import decision
from companion.deathmatch.rules.submit import submit
from tests.games.deathmatch.random_play import RandomGame

WATCHED = 1_000  # number of random games, checked after each answer
PLAYED = 20  # number of complete games for each form and number of players
# events of a table that corrects the record, and of an empty hand, which these large decks prevent
NOT_SEEN = {"Found", "PassedOver", "Corrected"}
LONGEST = 5_000  # in answers; a longer game counts as endless


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Return a function that prints a line in the format of `make proof`."""

    def line(text: str) -> None:
        with capsys.disabled():
            print(text)

    return line


@pytest.mark.timeout(0)
def test_whatever_is_answered_in_a_thousand_games_their_properties_hold(say: Callable[[str], None]) -> None:
    answers = 0
    for seed in range(WATCHED):
        game = RandomGame(seed)
        game.play()
        answers += len(game.answers)
    say(f"promise deathmatch-games: {WATCHED:,} random games, {answers:,} answers, every ruling and variant")


@pytest.mark.timeout(0)
def test_a_game_of_every_form_and_size_ends_with_every_card_somewhere_once(say: Callable[[str], None]) -> None:
    seen: Counter[str] = Counter()
    games, longest = 0, 0
    for form in FORMS:
        for players in COUNTS:
            for seed in range(PLAYED):
                game, rng = new_game(form, players, seed), random.Random(seed)
                answers = 0
                while decision(game.state) is not None:
                    submit(game, sensible_answer(game.state, rng))
                    answers += 1
                    assert answers < LONGEST, (form.name, players, seed)
                assert game.state.winners
                assert standing_copies(game.state) == +Counter(game.state.deck.copies)
                seen.update(type(event).__name__ for event in game.events)
                games, longest = games + 1, max(longest, answers)
    assert set(EVENTS) - set(seen) <= NOT_SEEN, set(EVENTS) - set(seen)
    told = f"{games:,} games of every form with 2 to 8 players, the longest with {longest} answers"
    say(f"promise deathmatch-ends: {told}")
