"""An event of Othello as an object with players by name, read back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.othello.model.cards import Role
from companion.othello.model.events import EVENTS, PLAYER_FIELDS, Event
from companion.play.correcting import Because
from companion.play.errors import InputError
from companion.play.fields import Fields, as_text, as_word
from companion.play.values import fields_of

NUMBERS = ("act", "scene", "amount", "wounds", "points")


def event_from_object(data: Any, names: Sequence[str], field: str) -> Event:
    """The event that `play --json` printed as an object with players by name.

    Raises InputError that names the field.
    """
    item = Fields(data, field)
    kind = EVENTS.get(as_text(item.get("event"), item.where("event")))
    if kind is None:
        raise InputError(f"there is no event {item.get('event')!r}", field=item.where("event"))
    values = {key: _part(key, item, names) for key in fields_of(kind)}
    event: Event = kind(**values)
    return event


def _part(key: str, item: Fields, names: Sequence[str]) -> Any:
    if key not in item:
        raise InputError("is missing", field=item.where(key))
    value = item.get(key)
    if key in PLAYER_FIELDS:
        return -1 if value is None else names.index(item.word(key, names, ""))
    if key == "winners":
        return tuple(names.index(as_word(name, field, names)) for field, name in item.items(key))
    if key == "because":
        return Because(item.word(key, tuple(Because), ""))
    if key == "role":
        return Role(item.word(key, tuple(Role), ""))
    if key in NUMBERS:
        return item.count(key)
    return tuple(value) if isinstance(value, list) else value
