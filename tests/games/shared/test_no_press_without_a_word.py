"""Every press, hold and placed card at a table changes something, or its place shows a message.

At moments of random games of every game, each button is pressed and held, at seats that are asked and others, and
things of the box are placed everywhere.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest

from companion.core.cues import Cue
from companion.core.observation import Hold, Observation, Press, Tag, place_of
from companion.core.places import TARGET, play_zone, player_at, seat_name
from companion.games import game_ids, game_of
from companion.table.session import Session
from companion.table.snapshot import board, desk
from tests.support.all_games import SEED, Book, random_game, standing

BEGINS = 3.0  # seconds into a moment: every light with a question is lit
THINGS = 5  # number of things of the box placed everywhere
MOMENTS = 12


def table_at(rules: Any, state: Any) -> Session:
    session = Session(rules, copy(state), rules.rules.chance(), Book())
    session.settle()
    session.tick(BEGINS)
    return session


def changed(session: Session) -> str:
    """What everybody and the host see of the game, but for what is told at places and how much time is left."""
    public = board(session.view)
    for seat in public["seats"]:
        seat.pop("told")
        seat.pop("cue")
    for gone in ("told", "seq", "irregularities"):
        public.pop(gone)
    (public["window"] or {}).pop("left", None)
    host = desk(session.view)
    host.pop("irregularities")
    return json.dumps([public, host, len(session.play.events)], default=str)


def done(rules: Any, state: Any, rng: random.Random) -> Iterator[Observation]:
    """Yield every possible gesture at that moment in turn."""
    players = len(state.seats)
    box = sorted(rules.box.contents(state))
    for player in range(players):
        yield Press(BEGINS, seat_name(player))
        yield Hold(BEGINS, seat_name(player), 0.8)
    for zone in (*map(play_zone, range(players)), TARGET):
        for thing in (*rng.sample(box, THINGS), "uid:04a1b2c3"):
            yield Tag(BEGINS, zone, thing)


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("players", [3, 5])
def test_what_is_done_changes_something_or_gives_a_word_where_it_was_done(game: str, players: int) -> None:
    rules, rng = game_of(game), random.Random(SEED)
    answers = len(random_game(game, players).counts)
    silent, refused = [], 0
    for play in standing(game, players, sorted(rng.sample(range(answers), min(MOMENTS, answers)))):
        if play.asked is None:
            continue
        before = changed(table_at(rules, play.state))
        for observation in done(rules, play.state, rng):
            session = table_at(rules, play.state)
            session.observe(observation)
            player = player_at(place_of(observation), players)
            words = session.view.message(player)
            if changed(session) == before and words is None:
                silent.append((play.asked.kind, observation))
            if isinstance(observation, Press) and words is not None and player is not None:
                refused += session.view.cues[player] == Cue.ATTENTION
    assert silent == []
    assert refused > 5  # a light is red after its press was refused
