"""Observations: reports of a reader, a button or a page, with a time.

They are not interpreted yet.

Each has a time `at`, in seconds on the reporter's clock. An object with a tag is a *thing*, named by text: `III.4` or
`Seize` is a card, `tile:Iago` a character's tile, `coin:Iago` a coin, and `uid:04A2C3` a tag that no deck knows. This
module knows their form and their JSON, with one object per line in scripts. Code that has a mat and a deck checks the
zones and cards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from companion.core.errors import InputError
from companion.core.json_fields import Fields, as_text, as_word, shown

Clock = Callable[[], float]
"""Clock of observations: seconds since some start, never decreasing unless noted."""


class TagKind(StrEnum):
    """Kind of a thing; it precedes the names of all things except cards, as in `tile:Iago`."""

    CARD = "card"
    TILE = "tile"
    COIN = "coin"
    UID = "uid"


class Tag(NamedTuple):
    """A tag arrived in an empty zone."""

    at: float
    zone: str
    thing: str


class Lift(NamedTuple):
    """The tag left the zone."""

    at: float
    zone: str


class Unsure(NamedTuple):
    """Content of a zone that is read too weakly, None for empty.

    Nobody has done anything.
    """

    at: float
    zone: str
    thing: str | None


class Press(NamedTuple):
    """A button was pressed and released."""

    at: float
    button: str


class Hold(NamedTuple):
    """A button was held for some seconds until the report.

    A cue that appeared during that time is not meant.
    """

    at: float
    button: str
    held: float = 0.0


class Said(NamedTuple):
    """An answer from a page; `answer` is the JSON object of the text interface, not yet checked."""

    at: float
    answer: dict[str, Any]


class Wait(NamedTuple):
    """Nothing happened until `at`; everything that was due by then is due."""

    at: float


Observation = Tag | Lift | Press | Hold | Said | Wait


def split_thing(thing: str) -> tuple[TagKind, str]:
    """Return the kind of a thing and its name within that kind.

    Example: (TagKind.TILE, "Iago") for `tile:Iago`.
    """
    prefix, colon, name = thing.partition(":")
    if colon and prefix in (TagKind.TILE, TagKind.COIN, TagKind.UID):
        return TagKind(prefix), name
    return TagKind.CARD, thing


def thing_from_text(text: str, field: str = "card") -> str:
    """Return the thing that a person or a page named; a uid gets its canonical spelling.

    Raises InputError if the name is missing.
    """
    sort, name = split_thing(text)
    if not name.strip():
        raise InputError(f"{shown(text)} names no {sort}; write it out, such as tile:Iago", field=field)
    return f"{TagKind.UID}:{_spelled(name)}" if sort is TagKind.UID else text


def _spelled(uid: str) -> str:
    return uid.replace(":", "").replace(" ", "").upper()


def observation_from_json(data: Any) -> Observation:
    """Return the observation that a line of a script describes.

    Members that this kind of observation does not have are ignored. Raises InputError that names the field.
    """
    fields = Fields(data)
    return _FROM_JSON[as_word(fields.get("do"), "do", tuple(_FROM_JSON))](_time(fields), fields)


def observation_to_json(observation: Observation) -> dict[str, Any]:
    """Return the object that `observation_from_json` reads back as the same observation."""
    head: dict[str, Any] = {"t": observation.at, "do": _WORDS[type(observation)]}
    match observation:
        case Tag(_, zone, thing):
            sort, name = split_thing(thing)
            return head | {"zone": zone} | ({"uid": name} if sort is TagKind.UID else {"card": thing})
        case Lift(_, zone):
            return head | {"zone": zone}
        case Press(_, button):
            return head | {"button": button}
        case Hold(_, button, held):
            return head | {"button": button} | ({"held": held} if held else {})
        case Said(_, answer):
            return head | {"answer": answer}
        case Wait():
            return head


def _time(fields: Fields, name: str = "t") -> float:
    value = fields.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise InputError(f"must be seconds from 0 on, not {shown(value)}", field=name)
    return float(value)


def _thing(fields: Fields) -> str:
    if fields.given("card") == fields.given("uid"):
        raise InputError("a tag needs either card, such as III.4 or tile:Iago, or uid", field="card")
    if fields.given("uid"):
        return thing_from_text(f"{TagKind.UID}:{as_text(fields.get('uid'), 'uid')}", "uid")
    return thing_from_text(as_text(fields.get("card"), "card"))


def _answer(fields: Fields) -> dict[str, Any]:
    answer = fields.get("answer")
    if not isinstance(answer, Mapping):
        raise InputError(
            f'must be an object such as {{"by": "Ann", "do": "pass"}}, not {shown(answer)}', field="answer"
        )
    return dict(answer)


_FROM_JSON: dict[str, Callable[[float, Fields], Observation]] = {
    "tag": lambda at, fields: Tag(at, fields.text("zone"), _thing(fields)),
    "lift": lambda at, fields: Lift(at, fields.text("zone")),
    "press": lambda at, fields: Press(at, fields.text("button")),
    "hold": lambda at, fields: Hold(at, fields.text("button"), _time(fields, "held") if fields.given("held") else 0.0),
    "answer": lambda at, fields: Said(at, _answer(fields)),
    "wait": lambda at, _fields: Wait(at),
}
_WORDS: dict[type[Observation], str] = {
    Tag: "tag",
    Lift: "lift",
    Press: "press",
    Hold: "hold",
    Said: "answer",
    Wait: "wait",
}


def place_of(observation: Observation) -> str:
    """Return the zone or button of an observation; "" for none."""
    match observation:
        case Tag(_, place, _) | Lift(_, place) | Press(_, place) | Hold(_, place):
            return place
        case _:
            return ""
