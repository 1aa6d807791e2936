"""Write the JSON Schemas of answers, events and positions of every game: `python tools/schemas.py`.

Answers and events follow from their types. Positions follow from those of some games that chance plays, so a schema
has every key that Cuelight writes; the docs say which may be left out.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec.structs import fields as struct_fields

from companion.core.codec import Player, PlayerOrNobody
from companion.core.values import Value
from companion.core.verdict import Forbidden
from companion.deathmatch.model import answers as deathmatch
from companion.deathmatch.model.changes import Change as DeathmatchChange
from companion.deathmatch.model.changes import Place
from companion.deathmatch.model.events import EVENTS as DEATHMATCH_EVENTS
from companion.deathmatch.model.events import Changed
from companion.game import AnyGame
from companion.game.rules import ChanceKind
from companion.games import game_ids, game_of
from companion.othello.model import answers as othello
from companion.othello.model.changes import FORMS, Change
from companion.othello.model.events import EVENTS as OTHELLO_EVENTS
from companion.othello.model.frames import Choices
from companion.simple.formats import SmallTypes

FOLDER = Path(__file__).parent.parent / "docs" / "schema"
GAMES, NAMES = 3, ["Ann", "Ben", "Cal", "Dan"]
Json = dict[str, Any]
PLAYER: Json = {"type": "string", "description": "the name of a player"}
PLACE: Json = {"type": ["string", "object"], "description": 'such as {"hand": "Ann"}, or "discard"'}


def schema_of(hint: Any) -> Json:
    """Return the schema of a type."""
    if hint in (Player, PlayerOrNobody):
        return PLAYER if hint == Player else any_of([PLAYER, {"type": "null"}])
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return {"type": "object", "additionalProperties": {"type": "integer"}} if is_cut(hint) else schema_of(inner[0])
    if origin in (Union, UnionType):
        return any_of([schema_of(each) for each in inner])
    if origin is tuple:
        return {"type": "array", "items": schema_of(inner[0])}
    if hint in PLAIN:
        return PLAIN[hint]
    if hint is Change:
        return {"oneOf": [_change(what) for what in FORMS]}
    if issubclass(hint, StrEnum):
        return {"enum": [str(word) for word in hint]}
    return structure(hint)


PLAIN: Mapping[Any, Json] = {
    NoneType: {"type": "null"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
    Place: PLACE,
}


def is_cut(hint: Any) -> bool:
    """Return whether it is the wounds that are removed from each character, written as an object."""
    return bool(hint == get_args(get_type_hints(Choices, include_extras=True)["cut"])[0])


def any_of(schemas: list[Json]) -> Json:
    """Return the schema of a value that fits one of these."""
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def members(kind: Any) -> dict[str, Any]:
    """Return the types of a value's members by their keys."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.encode_name: hints[field.name] for field in struct_fields(kind)}


def structure(kind: type[Value], **fixed: str) -> Json:
    """Return the schema of a value, with its tag and with keys that have one value."""
    config: Any = kind.__struct_config__
    fixed |= {config.tag_field: config.tag} if config.tag else {}
    needed = [field.encode_name for field in struct_fields(kind) if field.required]
    return of_members({key: schema_of(hint) for key, hint in members(kind).items()}, needed, fixed)


def of_members(properties: Json, needed: list[str], fixed: Mapping[str, str]) -> Json:
    """Return the schema of an object."""
    constants = {key: {"const": value} for key, value in fixed.items()}
    return {"type": "object", "properties": constants | properties, "required": [*fixed, *needed]}


def _change(what: str) -> Json:
    must, may = FORMS[what]
    player = any_of([PLAYER, {"type": "null"}])
    now = PLAIN[bool] if what == "life" else PLAIN[int]
    types = {"of": player, "from": player, "to": player, "now": now}
    return of_members({key: types.get(key, PLAIN[str]) for key in (*must, *may)}, list(must), {"what": what})


def othello_answers() -> Iterator[Json]:
    """Yield the schema of each kind of answer."""
    own, chosen = members(othello.Answer), members(Choices)
    improv = of_members({key: schema_of(chosen[key]) for key in ("way", "give", "draw")}, [], {})
    for do in othello.Do:
        types = own | chosen | ({"give": own["give"]} if do is othello.Do.TRADE else {})
        found = {key: improv if key == "improv" else schema_of(types[key]) for key in ("by", *do.keys)}
        yield of_members(found, list(do.must), {"do": str(do)})


def deathmatch_answers() -> Iterator[Json]:
    """Yield the schema of each kind of answer."""
    types = members(deathmatch.Answer)
    for do in deathmatch.Do:
        keys = ("by", *do.keys)
        yield of_members({key: schema_of(types[key]) for key in keys}, list(do.must), {"do": str(do)})


def positions(game: AnyGame) -> Iterator[Json]:
    """Yield the positions of some games that chance plays."""
    for seed in range(GAMES):
        chance, rules = random.Random(seed), game.rules
        play = rules.in_progress(
            rules.setup(NAMES, {"edition": game.info.editions[0]}), rules.chance(ChanceKind.DEALER, seed)
        )
        rules.advance(play)
        while (asked := rules.decision(play.state)) is not None:
            yield game.types.position_to_json(play.state)
            with suppress(Forbidden):
                rules.play(play, chance.choice(asked.options))
        yield game.types.position_to_json(play.state)


def inferred(values: list[Any]) -> Json:
    """Return the schema of these values."""
    kinds = {type(value) if not isinstance(value, str) else str for value in values}
    found: list[Json] = [PLAIN[kind] for kind in (NoneType, bool, int, str) if kind in kinds]
    if list in kinds:
        items = [item for value in values if isinstance(value, list) for item in value]
        found.append({"type": "array"} | ({"items": inferred(items)} if items else {}))
    if dict in kinds:
        objects = [value for value in values if isinstance(value, dict)]
        keys = dict.fromkeys(key for value in objects for key in value)
        found.append(
            {
                "type": "object",
                "properties": {key: inferred([value[key] for value in objects if key in value]) for key in keys},
            }
        )
    return any_of(found)


def schemas() -> dict[str, Json]:
    """Return the schemas of each game."""
    return {name: _schema(game_of(name)) for name in game_ids()}


def _schema(game: AnyGame) -> Json:
    answers, events = _of_types(game)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{game.info.title}: answers, events by name, and positions",
        "$defs": {
            "answer": {"oneOf": answers},
            "event": {"oneOf": events},
            "position": inferred(list(positions(game))),
        },
    }


def _of_types(game: AnyGame) -> tuple[list[Json], list[Json]]:
    """Return the schemas of a game's answers and events."""
    types = game.types
    if game.info.id == "othello":
        return list(othello_answers()), [structure(kind) for kind in OTHELLO_EVENTS.values()]
    if game.info.id == "deathmatch":
        changed = {"allOf": [of_members({}, [], {"event": "Changed"}), schema_of(DeathmatchChange)]}
        events = [structure(kind) for kind in DEATHMATCH_EVENTS.values() if kind is not Changed]
        return list(deathmatch_answers()), [*events, changed]
    assert isinstance(types, SmallTypes)
    answers = [structure(kind, do=do) for do, kind in types.kinds.items()]
    return answers, [structure(kind, event=name) for name, kind in types.events.items()]


def main() -> None:
    """Write a file for each game."""
    FOLDER.mkdir(exist_ok=True)
    for name, schema in schemas().items():
        (FOLDER / f"{name}.json").write_text(json.dumps(schema, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
