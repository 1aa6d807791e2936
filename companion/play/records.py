"""Plain records as JSON, by the types of their fields: a small game has its positions, answers and events from here.

A record is a NamedTuple. Its fields are texts, whole numbers from 0, flags, words (a `StrEnum`), a `Player`, a `Card`,
other records, tuples of one of these of any length, or None. What a record means, and whether it can be, is for its
game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from functools import cache
from types import NoneType
from typing import Any, NamedTuple, NewType, TypeVar, get_args, get_origin, get_type_hints

from companion.play.errors import InputError
from companion.play.fields import Fields, as_count, as_flag, as_list, as_text, as_word, shown

Player = NewType("Player", int)
"""A seat's number from 0; in JSON for people the player's name."""

Card = NewType("Card", str)
"""A card by its name; UNKNOWN for one that lies face down, whichever it is."""

UNKNOWN = Card("?")


class Face(NamedTuple):
    """What a page shows of a card: its title, what stands in its corner, its text, and the kind that colours it."""

    title: str
    corner: str = ""
    text: str = ""
    kind: str = "card"


Json = dict[str, Any]
R = TypeVar("R")


class Named(NamedTuple):
    """What a record can name: the players, None where they are seat numbers, and the cards, None for any."""

    players: Sequence[str] | None = None
    cards: Collection[str] | None = None


class _Field(NamedTuple):
    """What a field is: its type, whether it may be None, and of a tuple what its items are."""

    kind: Any
    optional: bool
    items: _Field | None
    has_cards: bool


@cache
def _fields(record: Any) -> Mapping[str, _Field]:
    types = get_type_hints(record)
    return {name: _field(types[name]) for name in record._fields}


def _field(kind: Any) -> _Field:
    optional = NoneType in get_args(kind)
    kind = next(each for each in get_args(kind) if each is not NoneType) if optional else kind
    items = _field(get_args(kind)[0]) if get_origin(kind) is tuple else None
    inner = [items] if items is not None else _fields(kind).values() if _is_record(kind) else []
    return _Field(kind, optional, items, kind is Card or any(each.has_cards for each in inner))


def _is_record(kind: Any) -> bool:
    return hasattr(kind, "_fields")


def players_of(record: Any, where: str = "") -> dict[str, int]:
    """The seats that a record names, by their fields, also those in records within it."""
    found: dict[str, int] = {}
    kind: Any = type(record)
    for name, field in _fields(kind).items():
        value = getattr(record, name)
        if field.kind is Player and value is not None:
            found[where + name] = value
        elif field.items is not None and _is_record(field.items.kind):
            for number, item in enumerate(value):
                found |= players_of(item, f"{where}{name}[{number}].")
    return found


# --- cards, wherever they are


def with_cards(record: R, change: Callable[[Card], Card]) -> R:
    """The record with each of its cards changed, also those in records within it."""
    kind: Any = type(record)
    with_some = {key: field for key, field in _fields(kind).items() if field.has_cards}
    changed = {key: _changed(getattr(record, key), field, change) for key, field in with_some.items()}
    found: R = record._replace(**changed)  # type: ignore[attr-defined]
    return found


def cards_of(record: Any) -> list[Card]:
    """Every card in a record, in order, the unknown ones too."""
    found: list[Card] = []

    def note(card: Card) -> Card:
        found.append(card)
        return card

    with_cards(record, note)
    return found


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards but for this one; where it is not among them, without one that may be it, or else the last.

    At a table a card was laid, whatever the book has in that hand.
    """
    at = next((cards.index(each) for each in (card, UNKNOWN) if each in cards), len(cards) - 1)
    return tuple(each for number, each in enumerate(cards) if number != at)


def with_seat(state: R, player: int, **changed: Any) -> R:
    """The state with other values in the record of one of its `seats`."""
    seats = list(state.seats)  # type: ignore[attr-defined]
    seats[player] = seats[player]._replace(**changed)
    found: R = state._replace(seats=tuple(seats))  # type: ignore[attr-defined]
    return found


def _changed(value: Any, field: _Field, change: Callable[[Card], Card]) -> Any:
    if value is None or not field.has_cards:
        return value
    if field.items is not None:
        return tuple([_changed(item, field.items, change) for item in value])
    return change(value) if field.kind is Card else with_cards(value, change)


# --- writing


def record_to_json(record: Any, names: Sequence[str] | None = None) -> Json:
    """The record as an object with every field; players by name, or as seat numbers where no names are given."""
    kind: Any = type(record)
    return {key: _written(getattr(record, key), field, names) for key, field in _fields(kind).items()}


def _written(value: Any, field: _Field, names: Sequence[str] | None) -> Any:
    if value is None:
        return None
    if field.items is not None:
        return [_written(item, field.items, names) for item in value]
    if field.kind is Player:
        return value if names is None else names[value]
    if _is_record(field.kind):
        return record_to_json(value, names)
    return str(value) if isinstance(value, StrEnum) else value


# --- reading


def record_from_json(record: type[R], fields: Fields, named: Named) -> R:
    """The record that an object describes; a field that it does not have gets its default, others are ignored.

    Raises InputError with the field for what cannot be; with `fields.found` everything that cannot be is noted there.
    """
    made: Any = record
    return record(**{key: _member(fields, key, field, made, named) for key, field in _fields(made).items()})


def _member(fields: Fields, key: str, field: _Field, record: Any, named: Named) -> Any:
    otherwise = record._field_defaults.get(key, () if field.items is not None else "" if field.kind is str else 0)
    if key in fields:
        return fields.take(lambda: _read(fields.value[key], fields.where(key), field, fields.found, named), otherwise)
    if key not in record._field_defaults:
        fields.fault(InputError("is missing", field=fields.where(key)))
    return otherwise


def _read(value: Any, where: str, field: _Field, found: list[InputError] | None, named: Named) -> Any:
    kind = field.kind
    if value is None and field.optional:
        return None
    if (each := field.items) is not None:
        items = enumerate(as_list(value, where))
        return tuple([_read(item, f"{where}[{index}]", each, found, named) for index, item in items])
    if _is_record(kind):
        return record_from_json(kind, Fields(value, where, found), named)
    if kind is Player:
        return _player(value, where, named)
    if kind is Card:
        return _card(value, where, named)
    if issubclass(kind, StrEnum):
        return kind(as_word(value, where, tuple(kind)))
    return as_flag(value, where) if kind is bool else as_count(value, where) if kind is int else as_text(value, where)


def _player(value: Any, field: str, named: Named) -> int:
    if named.players is None:
        return as_count(value, field)
    return list(named.players).index(as_word(value, field, named.players))


def _card(value: Any, field: str, named: Named) -> str:
    name = as_text(value, field)
    if named.cards is not None and name != UNKNOWN and name not in named.cards:
        some = ", ".join(list(named.cards)[:4])
        raise InputError(f"there is no card {shown(name)}; the cards are such as {some}", field=field)
    return name


# --- several kinds of records, each told apart by its name


def tagged_to_json(record: Any, tag: str, word: str, names: Sequence[str] | None = None) -> Json:
    """The record as an object that says under `tag` which kind it is, in this `word`."""
    return {tag: word, **record_to_json(record, names)}


def tagged_from_json(kinds: Mapping[str, type[Any]], data: Any, tag: str, named: Named, path: str = "") -> Any:
    """The record of one of these kinds, by their words, that `tagged_to_json` wrote. Raises InputError."""
    fields = Fields(data, path)
    kind = kinds[as_word(fields.get(tag), fields.where(tag), tuple(kinds))]
    return record_from_json(kind, fields, named)
