"""Changes made by the text of a card, as the table reports them (DJ2): their types, which also define their JSON."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, TypeAlias, get_args

from companion.core.codec import (
    Codec,
    Named,
    Names,
    Player,
    by_tag,
    codec,
    count_to,
    members,
    read_value,
    tagged_kind,
    write_value,
)
from companion.core.errors import InputError
from companion.core.json_fields import Fields, as_list, as_word, shown
from companion.core.values import Value
from companion.deathmatch.model.cards import Suit
from companion.game.corrections import check_said_once

MOST_POINTS = 99
Points: TypeAlias = Annotated[int, count_to(MOST_POINTS)]


class PlaceKind(StrEnum):
    """The places where a card can be."""

    HAND = "hand"
    POOL = "pool"
    PILE = "pile"
    PLAYED = "played"
    DISCARD = "discard"
    REMOVED = "removed"


OWNED = (PlaceKind.HAND, PlaceKind.POOL, PlaceKind.PILE, PlaceKind.PLAYED)


class Place(Value, frozen=True):
    """A place for cards. `of` is its owner; None for the discard pile and for the cards out of the game."""

    kind: PlaceKind
    of: int | None = None
    bottom: bool = False

    def to_json(self, players: Names) -> Any:
        """Return an object such as `{"hand": "Ann"}`, or only the kind."""
        if self.of is None:
            return str(self.kind)
        return {str(self.kind): codec(Player).write(self.of, players)} | ({"at": "bottom"} if self.bottom else {})

    @classmethod
    def from_json(cls, value: Any, where: str, named: Named) -> Place:
        """Read the output of `to_json`. Raises InputError with the path of the field."""
        if value in (PlaceKind.DISCARD, PlaceKind.REMOVED):
            return cls(PlaceKind(value))
        if not isinstance(value, Mapping) or len(owned := [kind for kind in OWNED if kind in value]) != 1:
            known = 'such as {"hand": "Ann"}, of a hand, pool, pile or played card; or "discard" or "removed"'
            raise InputError(f"must be a place {known}; not {shown(value)}", field=where)
        place = Fields(value, where)
        bottom = place.given("at") and as_word(place.get("at"), place.where("at"), ("top", "bottom")) == "bottom"
        if place.given("at") and owned[0] is not PlaceKind.PILE:
            raise InputError(f"only a pile has a top and a bottom, not a {owned[0]}", field=place.where("at"))
        return cls(owned[0], codec(Player).read(place.get(owned[0]), place.where(owned[0]), named), bottom)


class CardMoved(Value, frozen=True, tag_field="what", tag="card", rename={"origin": "from"}):
    """A card moved from one place to another."""

    card: str
    origin: Place
    to: Place


class CharacterChanged(Value, frozen=True, tag_field="what", tag="character"):
    """A player has another character now, which is as secret as the old one."""

    of: Player
    now: str


class FaceChanged(Value, frozen=True, tag_field="what", tag="revealed"):
    """A character was turned face up or down; the usual consequences of a reveal do not follow."""

    of: Player
    now: bool


class LimitChanged(Value, frozen=True, tag_field="what", tag="limit"):
    """A player's character has a new point limit in a suit."""

    of: Player
    suit: Suit
    now: Points


class HandSizeChanged(Value, frozen=True, tag_field="what", tag="hand_size"):
    """A player has another hand size until the next act's setting becomes active."""

    of: Player
    now: Points


class SettingChanged(Value, frozen=True, tag_field="what", tag="setting"):
    """Another setting is active."""

    now: str


class ProtagonistMoved(Value, frozen=True, tag_field="what", tag="protagonist"):
    """Another player is the protagonist; the player with the act's first action stays the same."""

    now: Player


class SlainByText(Value, frozen=True, tag_field="what", tag="slain"):
    """A character is slain, independent of its damage pool."""

    of: Player


class TurnChanged(Value, frozen=True, tag_field="what", tag="turn"):
    """The action of the scene, which is not open yet, passes to another player."""

    now: Player


Change: TypeAlias = (
    CardMoved
    | CharacterChanged
    | FaceChanged
    | LimitChanged
    | HandSizeChanged
    | SettingChanged
    | ProtagonistMoved
    | SlainByText
    | TurnChanged
)
CHANGES = by_tag(get_args(Change))
FIELDS = {tag: frozenset(member.key for member in members(kind)) for tag, kind in CHANGES.items()}
"""The fields of each change besides `what`."""
_KEYS = frozenset[str]().union(*FIELDS.values())


def seats_of(change: Change) -> dict[str, int | None]:
    """Return the seats that a change names, by field path; None for a place whose owner is missing."""
    match change:
        case CardMoved(_, origin, to):
            return {
                f"{key}.{place.kind}": place.of for key, place in (("from", origin), ("to", to)) if place.kind in OWNED
            }
        case SettingChanged():
            return {}
        case ProtagonistMoved(player) | TurnChanged(player):
            return {"now": player}
        case _:
            return {"of": change.of}


def changes_from_json(value: Any, names: Sequence[str], field: str = "changes") -> tuple[Change, ...]:
    """Read changes from a list of objects; `names` are the players' names in seat order.

    Raises InputError with the path of the field.
    """
    items = enumerate(as_list(value, field))
    changes = tuple(change_from_json(item, names, f"{field}[{index}]") for index, item in items)
    check_said_once(map(_thing_of, changes))
    return changes


def _thing_of(change: Change) -> Hashable:
    """Return a key for the value that a change sets; None for a moved card, because several may move."""
    if isinstance(change, CardMoved):
        return None
    return type(change), getattr(change, "of", None), getattr(change, "suit", None)


def change_from_json(value: Any, names: Sequence[str], field: str = "") -> Change:
    """Read one change from an object.

    Raises InputError with the path of the field.
    """
    given = Fields(value, field)
    kind = tagged_kind(CHANGES, given)
    what = kind.__struct_config__.tag
    for key in given.value:
        if key in _KEYS - FIELDS[what] and given.given(key):
            message = f"{what} has no field {key!r}; it has: {', '.join(sorted(FIELDS[what]))}"
            raise InputError(message, field=given.where(key))
    change: Change = read_value(kind, value, field, Named(names), absent_is_null=True)
    return change


change_to_json = write_value
Changes: TypeAlias = Annotated[
    tuple[Change, ...],
    Codec(
        lambda value, where, named: changes_from_json(value, named.players or (), where),
        lambda changes, players: [write_value(change, players) for change in changes],
    ),
]
