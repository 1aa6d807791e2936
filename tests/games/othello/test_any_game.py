"""Random positions and answers: the properties that must hold, and scripts of failures to attach to a report."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.compared import same
from companion.core.errors import InputError, all_errors
from companion.othello.model.evolve import fold
from companion.othello.model.game import Dealer, Game
from companion.othello.model.state import State
from companion.othello.notation.read import position_from_json, position_to_json
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.scoring import score, totals
from companion.othello.rules.submit import settle
from companion.othello.text.views import board_view
from cuelight.__main__ import main
from tests.support.random_positions import CARDS, Broken, Json, Moves, Start, moves, play, starts

# --- properties after every answer


def somebody_can_answer(game: Game) -> None:
    asked = decision(game.state)
    if asked is not None:
        assert asked.players and any(legality(game.state, answer).legal for answer in asked.options), asked


def the_position_comes_back(game: Game) -> None:
    written = json.dumps(position_to_json(game.state))
    same(position_from_json(json.loads(written)), game.state, "read / written")


def no_card_is_twice(game: Game) -> None:
    box = Counter(game.state.rules.staging_cards) + Counter(dict.fromkeys(game.state.deck.cards, 1))
    assert not Counter(cards_in(game.state)) - box


def coins_and_tokens_are_counted(game: Game) -> None:
    state = game.state
    coins = Counter(state.supply)
    coins["Iago"] += sum(state.iago_tokens.values())  # O2: those on tiles
    for seat in state.seats:
        assert min(seat.intrigue, seat.spotlight, seat.wounds) >= 0
        coins.update(seat.coins)
        coins["Iago"] += seat.iago_wounds
    assert +coins == +Counter(state.rules.coins), f"the coins are {coins}"
    assert all(score(state, player).total == points for player, points in enumerate(totals(state)))


HOLDS = (somebody_can_answer, the_position_comes_back, no_card_is_twice, coins_and_tokens_are_counted)


def cards_in(state: State) -> Iterator[str]:
    yield from (*state.script, *state.script_discard, *state.staging, *state.staging_discard, *state.removed)
    yield from (card for card, _role in state.set_aside)
    for seat in state.seats:
        yield from (*seat.hand, *seat.face_up, *(card for card, _role in seat.scored))
        if seat.placed is not None:
            yield seat.placed


@given(starts(), moves)
def test_whatever_is_answered_the_rules_hold_and_refusals_change_nothing(start: Start, given_moves: Moves) -> None:
    position = start.position()
    game = play(position, given_moves, *HOLDS)
    again = Game(position_from_json(position), Dealer(0))
    settle(again)
    same(fold(again.state, game.events), game.state, "folded / played")


# --- positions


@given(starts())
def test_every_position_of_a_game_comes_back_as_it_was(start: Start) -> None:
    text = json.dumps(start.position())
    assert json.dumps(position_to_json(position_from_json(json.loads(text)))) == text


plain = st.none() | st.booleans() | st.integers(-2, 99) | st.text()
named = st.sampled_from((*CARDS, "Ann", "Othello", "lead", ""))
keys = st.sampled_from(("card", "as", "Iago"))
anything = st.recursive(
    plain | named, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=2), max_leaves=4
)
CHANGES = ("replace", "remove", "double")
changes = st.lists(st.tuples(st.sampled_from(CHANGES), st.integers(0, 9999), anything), min_size=1, max_size=3)


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container in a document with each of its keys or indices."""
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):
        yield data, key
        if isinstance(value, dict | list):
            yield from places(value)


def changed(position: Json, wanted: list[tuple[str, int, Any]]) -> Json:
    """Return the position with values replaced, removed, or duplicated in their list."""
    data: Json = json.loads(json.dumps(position))
    for change, number, value in wanted:
        found = list(places(data))
        if found:
            inside, key = found[number % len(found)]
            if change == "replace":
                inside[key] = value
            elif change == "remove":
                del inside[key]
            elif isinstance(inside, list):
                inside.append(inside[key])
    return data


@given(starts(), changes)
def test_a_position_that_was_tampered_with_is_read_or_refused_with_its_faults(
    start: Start, wanted: list[tuple[str, int, Any]]
) -> None:
    try:
        state = position_from_json(changed(start.position(), wanted))
    except InputError as error:
        assert all(fault.what for fault in all_errors(error)) and str(error)
        return
    same(position_from_json(json.loads(json.dumps(position_to_json(state)))), state, "read / written")
    game = Game(state, Dealer(0))
    settle(game)
    asked = decision(game.state)
    for answer in (*(asked.options if asked else ()), *permitted(game.state)):
        legality(game.state, answer)
    board_view(game.state)


# --- reports of failures


@pytest.mark.parametrize("event", ["Scored", "Paid"])
def test_a_claim_that_is_false_is_told_as_a_script_that_shows_it(
    event: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def it_never_happens(game: Game) -> None:
        assert not any(type(each).__name__ == event for each in game.events), f"{event} has happened"

    @settings(derandomize=True, database=None, deadline=None, max_examples=300)
    @given(starts(longest=60), moves)
    def try_to_break(start: Start, given_moves: Moves) -> None:
        play(start.position(), given_moves, it_never_happens)

    def happens(lines: list[str]) -> bool:
        """Return True if the command reproduces it with these lines."""
        file = tmp_path / "report.jsonl"
        file.write_text("\n".join(lines), encoding="utf-8")
        assert main(["script", str(file), "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["irregularities"] == found["questions"] == []
        return any(each["event"] == event for each in found["events"])

    with pytest.raises(Broken) as broken:
        try_to_break()
    script = broken.value.script
    assert script in str(broken.value)
    lines = script.splitlines()
    assert len(lines) <= 8, "it is not as short as it could be"
    assert happens(lines) and not happens(lines[:-1])
