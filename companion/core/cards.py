"""Building blocks of a small game's model: values with players and cards in them.

States, answers and events are `Value`s; `companion.core.codec` reads and writes them by the types of their fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.core.codec import Codec, Named, Names, Player
from companion.core.errors import InputError
from companion.core.json_fields import as_text, shown
from companion.core.values import Value, fields_of, replace

__all__ = [
    "UNKNOWN",
    "Card",
    "Face",
    "Player",
    "Value",
    "cards_of",
    "players_of",
    "replace",
    "with_cards",
    "with_seat",
    "with_seats",
    "without",
]

UNKNOWN = "?"
"""Name of any face-down card."""


def _read_card(value: Any, where: str, named: Named) -> str:
    name = as_text(value, where)
    if named.cards is not None and name != UNKNOWN and name not in named.cards:
        some = ", ".join(list(named.cards)[:4])
        raise InputError(f"there is no card {shown(name)}; the cards are such as {some}", field=where)
    return name


def _write_card(card: str, _players: Names) -> str:
    return card


Card: TypeAlias = Annotated[str, Codec(_read_card, _write_card)]
"""A card by its name, or UNKNOWN."""


class Face(NamedTuple):
    """Face of a card on a page: title, corner, text, and the kind that selects its colour."""

    title: str
    corner: str = ""
    text: str = ""
    kind: str = "card"


V = TypeVar("V")
Change = Callable[[str], str]
Walk = Callable[[Any, Change], Any]


def with_cards(value: V, change: Change) -> V:
    """Return a copy of the value with `change` applied to all cards, including nested ones."""
    whole: Any = value
    kind: Any = type(value)
    changed: V = replace(whole, **{name: walk(getattr(value, name), change) for name, walk in _walks(kind).items()})
    return changed


@cache
def _walks(kind: Any) -> Mapping[str, Walk]:
    """Return the fields of a type that have cards, each with the function that changes them."""
    hints = get_type_hints(kind, include_extras=True)
    found = {name: _walk(hints[name]) for name in fields_of(kind)}
    return {name: walk for name, walk in found.items() if walk is not None}


def _walk(hint: Any) -> Walk | None:
    if hint == Card:
        return lambda card, change: change(card)
    if get_origin(hint) in (Union, UnionType):
        inner = _walk(next(each for each in get_args(hint) if each is not NoneType))
        return inner and (lambda value, change: None if value is None else inner(value, change))
    if get_origin(hint) is tuple:
        item = _walk(get_args(hint)[0])
        return item and (lambda items, change: tuple([item(each, change) for each in items]))
    return with_cards if isinstance(hint, type) and issubclass(hint, Value) and _walks(hint) else None


def cards_of(value: Any) -> list[str]:
    """Return all cards in a value, in order, including unknown ones."""
    found: list[str] = []

    def note(card: str) -> str:
        found.append(card)
        return card

    with_cards(value, note)
    return found


def players_of(value: Any, where: str = "") -> dict[str, int]:
    """Return the seats that a value names, by the paths of their fields."""
    found: dict[str, int] = {}
    hints = get_type_hints(type(value), include_extras=True)
    for name in fields_of(type(value)):
        part = getattr(value, name)
        if part is not None and hints[name] in (Player, Player | None):
            found[where + name] = part
        elif isinstance(part, tuple):
            for number, item in enumerate(part):
                found |= players_of(item, f"{where}{name}[{number}].") if isinstance(item, Value) else {}
    return found


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return the cards without this one.

    If it is not among them, an unknown one is removed, or else the last.

    At a table a card may be played that the record has elsewhere.
    """
    at = next((cards.index(each) for each in (card, UNKNOWN) if each in cards), len(cards) - 1)
    return tuple(each for number, each in enumerate(cards) if number != at)


def with_seat(state: V, player: int, **changed: Any) -> V:
    """Return the state with other values in one of its `seats`."""
    whole: Any = state
    seats = list(whole.seats)
    seats[player] = replace(seats[player], **changed)
    return with_seats(state, seats)


def with_seats(state: V, seats: Iterable[Any]) -> V:
    """Return the state with these `seats`."""
    whole: Any = state
    found: V = replace(whole, seats=tuple(seats))
    return found
