"""Positions of Deathmatch with random values anywhere: an error with its field, or a playable game; nothing else."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.errors import InputError, all_errors
from companion.deathmatch.model.deck import deck_to_objects, load_deck
from companion.deathmatch.notation.read import position_from_json
from companion.deathmatch.notation.write import position_to_json
from companion.deathmatch.rules.game import Dealer, Game
from companion.deathmatch.rules.options import decision, permitted
from companion.deathmatch.rules.submit import settle
from companion.deathmatch.text.describe import describe
from companion.deathmatch.text.views import board_view
from tests.games.deathmatch.positions import Json, position, two

FEW = [card for card in deck_to_objects(load_deck("stand-in")) if card["id"] not in ("blades.1", "coins.1")]
SEATS: list[Json] = [
    {"character": "Hamlet", "hand": ["blades.1", "?action"], "pile": 3, "pool": ["coins.2"], "played": "blades.4"},
    {"character": "?character", "hand": ["coins.1"], "pile": ["poison.1"], "played": "poison.3"},
    {"character": "Timon", "revealed": True, "hand": ["?action"] * 3, "pile": 7},
]
WITHOUT_SCENE = [{key: value for key, value in seat.items() if key != "played"} for seat in SEATS]
CARRYING = {"by": "Ann", "card": "One Fell Swoop"}
STARTS: list[Json] = [
    position(*SEATS, phase="scene", turn="Cal", discard=["letters.1", "?action"], limits={"Ann": {"coins": 3}}),
    position(*SEATS, phase="damage", turn="Ben", rulings={"DJ11": "scene"}, scene_cards=["Et tu, Brute?"]),
    position(*WITHOUT_SCENE, carrying=CARRYING, trickster_played=True, hand_sizes={"Ben": 1}, removed=["coins.7"]),
    position(*WITHOUT_SCENE, {"out": True, "character": "Ophelia"}, phase="setting", act=3, discard=9, characters=4),
    position(phase="casting", protagonist=None, setting=None, variants=["revealed"], rulings={"DJ16": "yes"}),
    two({"character": "King Lear"}, {}, deck={"id": "few", "title": "Few", "made_up": True, "cards": FEW}),
    position({"out": True}, {"out": True}, {}, phase="over", winners=["Cal"]),
]
VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2.5, 10**14, -(10**14), "", " ", "Ann", "Zed", "?action", "?character", "?", "castle",
    "blades.1", "Et tu, Brute?", "Hamlet", "scene", "over", "casting", "damage", "a\nb", "\u202e", "x" * 3000, [], {},
    [[]], [None], ["blades.1"] * 9, ["?action"] * 200, [0] * 1200, {"Ann": 1}, {"Ann": {"coins": 1}}, {"by": "Ann"},
    {"by": "Ben", "card": "Timon"}, {"": None}, [{"by": "Ann", "card": "Jest"}], ["castle"], ["no-tricksters"],
    "stand-in",    {"DJ1": "higher-any", "DJ6": "no-acts"}, {"DJ14": "next-act"}, {"DJ8": "redeal", "DJ12": "equal"},
]  # fmt: skip
KEYS = [*position_to_json(position_from_json(position(phase="over"))), "colour", ""]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container of a document with one of its keys."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from places(inner)


def mutated(data: Json, chance: random.Random) -> Json:
    """Return the position with something changed, missing, or added."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice([1, 1, 2, 4])):
        holder, key = chance.choice(list(places(data)))
        other, elsewhere = chance.choice(list(places(data)))
        change = chance.random()
        if change < 0.15:
            del holder[key]
        elif change < 0.3:
            holder[key] = copy.deepcopy(other[elsewhere])
        elif change < 0.45:
            data[chance.choice(KEYS)] = copy.deepcopy(chance.choice(VALUES))
        else:
            holder[key] = copy.deepcopy(chance.choice(VALUES))
        if not any(True for _ in places(data)):
            break
    return data


@pytest.mark.parametrize("start", range(len(STARTS)))
def test_whatever_stands_in_a_position_is_told_with_its_field_or_played_on(start: int) -> None:
    chance = random.Random(start)
    read = 0
    for _ in range(250):
        data = mutated(STARTS[start], chance)
        try:
            state = position_from_json(data)
        except InputError as error:
            assert all(found.field and found.what for found in all_errors(error)), data
            json.dumps(str(error)).encode()
            continue
        read += 1
        assert position_from_json(json.loads(json.dumps(position_to_json(state)))) == state, data
        game = Game(state, Dealer(0))
        settle(game)
        settled = game.state
        assert position_from_json(position_to_json(settled)) == settled, data
        assert decision(settled) is not None or settled.phase == "over", data
        permitted(settled)
        describe(settled)
        for viewer in (None, 0):
            json.dumps(board_view(settled, viewer))
    assert read
