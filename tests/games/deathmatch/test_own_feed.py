"""A player's own feed depends on nothing that another player hides: not its bytes, their order, or their number.

Two running tables begin at the same moment of a game, except that one player has another character at the second. The
same is done at both, on phones, at the mat and at the desk; everybody except that player receives the same data.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.model.unknown import known
from companion.deathmatch.rules.harm import is_reached
from companion.deathmatch.table.effects import effect_of_setting
from companion.table.viewer import HOST, Viewer, seat_of
from tests.games.deathmatch.test_hidden import dealt_anew, moments
from tests.support.running_table import running
from tests.support.twin_tables import Table
from web.api.table_port import SeatChannel

Json = dict[str, Any]
SEEDS, MOMENTS, STEPS = (1, 3), 4, 5


def some_moments(seed: int) -> list[tuple[State, random.Random]]:
    """Return a few moments of a random game with a secret character, from its beginning to its end."""
    found = [(state, rng) for state, rng in moments(seed) if secret_players(state)]
    return found[:: max(1, len(found) // MOMENTS)]


def secret_players(state: State) -> list[int]:
    return [player for player in state.alive if not state.seats[player].revealed]


def as_somebody_else(state: State, player: int, rng: random.Random) -> State | None:
    """Return the state with another secret character for this player only; None if there is none left."""
    seat = state.seats[player]
    others = [name for name in known(state.characters) if name != seat.character]
    if not others:
        return None
    now = rng.choice(others)
    left = tuple(seat.character if name == now else name for name in known(state.characters))
    other = state.with_seat(player, seat._replace(character=now))._replace(characters=left)
    return None if is_reached(other, player) else other


def deeds(table: Table, state: State, rng: random.Random) -> Iterator[tuple[Viewer, str, Json]]:
    """Yield possible actions that do not reveal a character."""
    players, names = range(len(state.seats)), state.names
    for _ in range(STEPS):
        board = table.house.board
        for player in players:
            own = json.loads(table.house.table.own(player))["own"]
            options = [each["answer"] for each in own["options"] if each["answer"]["do"] != "reveal"]
            if options and rng.random() < 0.8:
                yield seat_of(player), "answer", rng.choice(options)
        player, card = rng.choice(players), rng.choice(list(state.deck.actions))
        zone, button, kind = f"seat{player + 1}.play", f"seat{player + 1}", rng.randrange(7)
        if kind == 0:
            yield HOST, "mat", {"do": rng.choice(("press", "hold")), "button": button}
        elif kind == 1 and player != board["turn"]:
            yield HOST, "mat", {"do": "tag", "zone": zone, "thing": "?character"}
        elif kind == 2:
            name = rng.choice(list(state.deck.characters))
            yield HOST, "mat", {"do": "tag", "zone": zone, "thing": f"character:{name}"}
        elif kind == 3:
            yield seat_of(player), "answer", {"by": names[player], "do": "play", "card": card}
        elif kind == 4:
            yield HOST, "undo", {}
        elif kind == 5:
            character = rng.choice(list(state.deck.characters))
            yield HOST, "answer", {"by": names[player], "do": rng.choice(("reveal", "slain")), "character": character}
        else:
            yield HOST, "mat", {"do": "lift", "zone": zone}


def face_up(table: Table) -> list[Any]:
    return [(seat["character"], seat["out"]) for seat in table.house.board["seats"]]


@pytest.fixture
def twins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Table]]:
    monkeypatch.setattr("cuelight.app.games.store.new_seed", lambda: 7)
    with ExitStack() as stack:
        houses = [
            stack.enter_context(running(tmp_path / f"{name}.db", wall=lambda: 1000.0)) for name in ("ours", "theirs")
        ]
        yield [Table(house) for house in houses]


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_else_is_sent_anything_else_whoever_one_player_is(seed: int, twins: list[Table]) -> None:
    ours, theirs = twins
    done = told = 0
    for state, rng in some_moments(seed):
        player = rng.choice(secret_players(state))
        other = as_somebody_else(state, player, rng)
        if other is None:
            continue
        ours.take_up(state)
        theirs.take_up(other)
        own = [json.loads(table.house.table.own(player))["own"]["character"]["id"] for table in twins]
        assert own == [state.seats[player].character, other.seats[player].character]
        assert ours.sent_to_all_but(player) == theirs.sent_to_all_but(player)
        for asker, name, body in deeds(ours, state, rng):
            refused = [table.do(asker, name, body) for table in twins]
            if face_up(ours) != face_up(theirs):
                break  # a death has revealed the character
            if asker.player != player:
                assert refused[0] == refused[1]
            sent = [table.sent_to_all_but(player) for table in twins]
            assert sent[0] == sent[1]
            done += 1
            told += len(sent[0])
        ours.sent.clear()
        theirs.sent.clear()
    assert done > 5 and told > done


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_player_is_sent_is_the_same_whatever_all_others_hide(seed: int, twins: list[Table]) -> None:
    ours, theirs = twins
    done = 0
    for state, rng in some_moments(seed):
        player = rng.choice(secret_players(state))
        if state.phase is Phase.WINNER and effect_of_setting(state) is not None:
            continue  # the press names a winner, who draws a card that nobody knew before
        ours.take_up(state)
        theirs.take_up(dealt_anew(state, rng, keep=player))
        for table in twins:
            table.do(seat_of(player), "mat", {"do": "press", "button": f"seat{player + 1}"})
            table.do(HOST, "mat", {"do": "tag", "zone": "seat9.play", "thing": "protagonist"})
        seen = [
            [(to, table.plain(to, content)) for to, content in table.sent if to in ("board", SeatChannel(player))]
            for table in twins
        ]
        assert seen[0] == seen[1]
        done += len(seen[0])
        ours.sent.clear()
        theirs.sent.clear()
    assert done > 5
