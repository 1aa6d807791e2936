"""The table of gestures of Deathmatch compared with the interpreter and with the bots' gestures, in games of every
form.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bench.deathmatch_forms import FORMS, new_game, sensible_answer
from companion.core.places import TARGET, Goes, play_zone, player_at
from companion.core.verdict import Forbidden
from companion.deathmatch.model.answers import Answer
from companion.deathmatch.model.decision import Decision, DecisionKind
from companion.deathmatch.model.state import State
from companion.deathmatch.rules.options import decision
from companion.deathmatch.rules.submit import submit
from companion.deathmatch.table.gestures import read_tag
from companion.deathmatch.table.hands import moves
from companion.deathmatch.table.knowledge import owner_of
from companion.deathmatch.table.table_of_gestures import TRICKSTER, goes, held
from companion.deathmatch.table.things import Kind, thing_named
from companion.game.bots import Lay
from companion.games import game_of

DEATHMATCH = game_of("deathmatch")
LOOKED_AT = 0.1  # share of the decisions to check
Found = tuple[DecisionKind, str, frozenset[Goes]]


def things(state: State, player: int) -> Iterator[str]:
    """Yield the things that this player could place."""
    seat = state.seats[player]
    yield from sorted({*seat.hand, *([seat.played] if seat.played is not None else [])})
    yield f"character:{seat.character}"
    yield from (f"setting:{name}" for name in state.deck.settings)
    yield Kind.PROTAGONIST


def kind_of(state: State, thing: str) -> str:
    """Return the kind of a thing in the table."""
    kind, name = thing_named(thing)
    return TRICKSTER if kind is Kind.ACTION and state.deck.is_trickster(name) else str(kind)


def is_taken(state: State, answer: Answer) -> bool:
    try:
        DEATHMATCH.secrets.check(state, answer, owner_of(answer))
    except Forbidden:
        return False
    return True


def where(state: State, zone: str, player: int, asked: Decision) -> frozenset[Goes]:
    """Return the table's names for this zone, for a thing of this player's."""
    lays_at = player_at(zone, len(state.seats))
    if lays_at is None:
        return frozenset({Goes.STAGE})
    is_own = lays_at == player
    others = {Goes.SEAT: True, Goes.OTHER: lays_at not in asked.players}
    found = {Goes.OWN: is_own, Goes.ASKED: is_own and player in asked.players, **others}
    return frozenset(goes for goes, holds in found.items() if holds)


def laid(state: State, asked: Decision) -> Iterator[Found]:
    """Yield the allowed results of placing things, except another player's thing at the own place."""
    for player in range(len(state.seats)):
        for thing in things(state, player):
            for zone in (TARGET, *map(play_zone, range(len(state.seats)))):
                gesture = read_tag(state, zone, thing_named(thing))
                lays_at = player_at(zone, len(state.seats))
                if not isinstance(gesture, Answer) or (gesture.by == lays_at != player):
                    continue
                if is_taken(state, gesture):
                    yield asked.kind, kind_of(state, thing), where(state, zone, player, asked)


@pytest.fixture(scope="module")
def seen() -> tuple[set[Found], set[Found]]:
    """Return the gestures interpreted and those made by bots in the games."""
    read: set[Found] = set()
    made: set[Found] = set()
    for number, form in enumerate(FORMS):
        game, rng = new_game(form, form.counts[0], number), random.Random(number)
        while (asked := decision(game.state)) is not None:
            if rng.random() < LOOKED_AT or asked.kind not in {kind for kind, *_ in read}:
                read |= set(laid(game.state, asked))
            answer = sensible_answer(game.state, rng)
            for move, _pause in moves(game.state, answer, {}):
                if isinstance(move, Lay):
                    places = where(game.state, move.zone, answer.by, asked)
                    made.add((asked.kind, kind_of(game.state, move.thing), places))
            submit(game, answer)
    return read, made


def test_every_gesture_that_is_read_and_every_one_that_bots_make_is_in_the_table(
    seen: tuple[set[Found], ...],
) -> None:
    for gestures in seen:
        missing = {each for each in gestures if not each[2] & {*goes(each[0]).get(each[1], ())}}
        assert missing == set()


def test_every_gesture_of_the_table_is_read(
    seen: tuple[set[Found], ...],
) -> None:
    read = {(kind, thing, place) for kind, thing, places in seen[0] for place in places}
    table = {(kind, thing, place) for kind in DecisionKind for thing, to in goes(kind).items() for place in to}
    in_moments = {each for each in table if each[1] != Kind.CHARACTER or each[0] is DecisionKind.ACTION}
    assert in_moments - read == set()
    assert {(kind, thing) for kind in DecisionKind for thing in held(kind)} == {each[:2] for each in table}
