"""JSON of typed values, derived from the types of their fields; players are written by name.

A field is text, a whole number, a flag, a word (a `StrEnum`), a `Player`, a `Card`, another value, a union of values
with distinct tags, a tuple of one of these, or None. A type with custom JSON has `to_json` and `from_json`. Errors have
the path of the field, as in `json_fields`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from msgspec.structs import fields as struct_fields

from companion.core.errors import InputError
from companion.core.json_fields import Fields, as_count, as_flag, as_list, as_text, as_word

NOBODY = -1

Names: TypeAlias = Sequence[str] | None
"""The players in seat order; None if the JSON has seat numbers."""


class Named(NamedTuple):
    """Names that JSON may contain: the players, and the cards (None for any).

    With a list of `faults` every fault is added to it and reading continues; without one the first is raised.
    """

    players: Names = None
    cards: Collection[str] | None = None
    faults: list[InputError] | None = None


Reader = Callable[[Any, str, Named], Any]
Writer = Callable[[Any, Names], Any]


class Codec(NamedTuple):
    """Reads a value, given its path, and writes it.

    Attach a custom one with `Annotated[type, Codec(...)]`.
    """

    read: Reader
    write: Writer


# --- players and cards


def _read_player(value: Any, where: str, named: Named) -> int:
    if named.players is None:
        return as_count(value, where)
    return list(named.players).index(as_word(value, where, named.players))


def _write_player(seat: int, players: Names) -> Any:
    if seat < 0:
        raise ValueError("nobody is not a player")
    return seat if players is None else players[seat]


def _read_player_or_nobody(value: Any, where: str, named: Named) -> int:
    return NOBODY if value is None else _read_player(value, where, named)


def _write_player_or_nobody(seat: int, players: Names) -> Any:
    return None if seat == NOBODY else _write_player(seat, players)


def _write_unchanged(value: Any, _players: Names) -> Any:
    return value


Player: TypeAlias = Annotated[int, Codec(_read_player, _write_player)]
"""A seat number from 0; in JSON the name of the player."""

PlayerOrNobody: TypeAlias = Annotated[int, Codec(_read_player_or_nobody, _write_player_or_nobody)]
"""The same, or -1 for nobody, which is null in JSON."""


def count_to(most: int) -> Codec:
    """Return the codec of a whole number with a limit."""
    return Codec(lambda value, where, _named: as_count(value, where, most=most), _write_unchanged)


# --- codecs of types


class Member(NamedTuple):
    """A field of a value: its JSON key, its name, whether it is required, and its codec."""

    key: str
    name: str
    required: bool
    read: Reader
    write: Writer


@cache
def members(kind: Any) -> tuple[Member, ...]:
    """Return the fields of a type of values."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        Member(each.encode_name, each.name, each.required, *codec(hints[each.name])) for each in struct_fields(kind)
    )


_SIMPLE: Mapping[Any, Callable[[Any, str], Any]] = {bool: as_flag, int: as_count, str: as_text}


@cache
def codec(hint: Any) -> Codec:
    """Return the codec of a type."""
    inner = get_args(hint)
    if get_origin(hint) is Annotated:
        return next(mark for mark in inner if isinstance(mark, Codec))
    if get_origin(hint) in (Union, UnionType):
        kinds = [each for each in inner if each is not NoneType]
        one = codec(kinds[0]) if len(kinds) == 1 else Codec(partial(read_tagged, by_tag(kinds)), write_value)
        return Codec(partial(_read_optional, one.read), partial(_write_optional, one.write))
    if get_origin(hint) is tuple:
        item = codec(inner[0])
        return Codec(partial(_read_all, item.read), partial(_write_all, item.write))
    if issubclass(hint, StrEnum):
        return Codec(lambda value, where, _: hint(as_word(value, where, tuple(hint))), lambda word, _: str(word))
    simple: Callable[[Any, str], Any] | None = _SIMPLE.get(hint)
    if simple is not None:
        return Codec(lambda value, where, _named: simple(value, where), _write_unchanged)
    return Codec(getattr(hint, "from_json", partial(read_value, hint)), getattr(hint, "to_json", write_value))


def _read_optional(read: Reader, value: Any, where: str, named: Named) -> Any:
    return None if value is None else read(value, where, named)


def _write_optional(write: Writer, value: Any, players: Names) -> Any:
    return None if value is None else write(value, players)


def _read_all(read: Reader, value: Any, where: str, named: Named) -> tuple[Any, ...]:
    return tuple([read(item, f"{where}[{index}]", named) for index, item in enumerate(as_list(value, where))])


def _write_all(write: Writer, items: Sequence[Any], players: Names) -> list[Any]:
    return [write(item, players) for item in items]


# --- values


def write_value(value: Any, players: Names) -> dict[str, Any]:
    """Return a value as an object with every field, and its tag if it has one."""
    kind: Any = type(value)
    config = kind.__struct_config__
    data = {config.tag_field: config.tag} if config.tag else {}
    for key, name, _required, _read, write in members(kind):
        data[key] = write(getattr(value, name), players)
    return data


def read_value(kind: Any, value: Any, where: str, named: Named, *, absent_is_null: bool = False) -> Any:
    """Return the value that an object describes; unknown keys are ignored.

    Args:
        absent_is_null: read a missing field without a default as null, instead of reporting that it is missing.

    Raises InputError with the path of the field.
    """
    given = Fields(value, where, named.faults)
    return kind(**dict(_read_members(kind, given, named, absent_is_null)))


def _read_members(kind: Any, given: Fields, named: Named, absent_is_null: bool) -> Iterator[tuple[str, Any]]:
    for key, name, required, read, _write in members(kind):
        if key in given or (required and absent_is_null):
            yield name, given.take(partial(read, given.get(key), given.where(key), named), None)
        elif required:
            given.fault(InputError("is missing", field=given.where(key)))
            yield name, None


def by_tag(kinds: Sequence[Any]) -> dict[str, Any]:
    """Return types of values by their tags."""
    return {kind.__struct_config__.tag: kind for kind in kinds}


def read_tagged(kinds: Mapping[str, Any], value: Any, where: str, named: Named) -> Any:
    """Read a value of one of these types. Raises InputError."""
    return read_value(tagged_kind(kinds, Fields(value, where)), value, where, named)


def tagged_kind(kinds: Mapping[str, Any], given: Fields) -> Any:
    """Return the type that the tag of an object names. Raises InputError."""
    tag: str = next(iter(kinds.values())).__struct_config__.tag_field
    return kinds[as_word(given.get(tag), given.where(tag), tuple(kinds))]
