"""What the text of a card changed, as the table tells it (DJ2): its form, from which its JSON is made."""

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
    """Where a card can be."""

    HAND = "hand"
    POOL = "pool"
    PILE = "pile"
    PLAYED = "played"
    DISCARD = "discard"
    REMOVED = "removed"


OWNED = (PlaceKind.HAND, PlaceKind.POOL, PlaceKind.PILE, PlaceKind.PLAYED)


class Place(Value, frozen=True):
    """A place for cards; `of` is whose it is, but of the discard pile and of the cards that are not in the game."""

    kind: PlaceKind
    of: int | None = None
    bottom: bool = False

    def to_json(self, players: Names) -> Any:
        """Such as `{"hand": "Ann"}`, or the kind alone."""
        if self.of is None:
            return str(self.kind)
        return {str(self.kind): codec(Player).write(self.of, players)} | ({"at": "bottom"} if self.bottom else {})

    @classmethod
    def from_json(cls, value: Any, where: str, named: Named) -> Place:
        """The place that `to_json` wrote. Raises InputError with the path of the field."""
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
    """A card went from one place to another."""

    card: str
    origin: Place
    to: Place


class CharacterChanged(Value, frozen=True, tag_field="what", tag="character"):
    """A player has another character now, as secret as the old one."""

    of: Player
    now: str


class FaceChanged(Value, frozen=True, tag_field="what", tag="revealed"):
    """A character lies face up, or down; what revealing brings does not follow."""

    of: Player
    now: bool


class LimitChanged(Value, frozen=True, tag_field="what", tag="limit"):
    """A player's character has other points in a suit now."""

    of: Player
    suit: Suit
    now: Points


class HandSizeChanged(Value, frozen=True, tag_field="what", tag="hand_size"):
    """A player has another hand size, until the next act's setting is active."""

    of: Player
    now: Points


class SettingChanged(Value, frozen=True, tag_field="what", tag="setting"):
    """Another setting is active."""

    now: str


class ProtagonistMoved(Value, frozen=True, tag_field="what", tag="protagonist"):
    """Another player is the protagonist; who has the act's first action stays."""

    now: Player


class SlainByText(Value, frozen=True, tag_field="what", tag="slain"):
    """A character is slain, whatever its pool."""

    of: Player


class TurnChanged(Value, frozen=True, tag_field="what", tag="turn"):
    """The scene that has not been opened yet is another player's action."""

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
    """The seats that a change names, by the path of the field; None for a place whose owner is missing."""
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
    """The changes of a list of objects; `names` are the players' names in seat order.

    Raises InputError with the path of the field.
    """
    items = enumerate(as_list(value, field))
    changes = tuple(change_from_json(item, names, f"{field}[{index}]") for index, item in items)
    check_said_once(map(_thing_of, changes))
    return changes


def _thing_of(change: Change) -> Hashable:
    """What a change says how it is now; None for a card that went elsewhere, since several may."""
    if isinstance(change, CardMoved):
        return None
    return type(change), getattr(change, "of", None), getattr(change, "suit", None)


def change_from_json(value: Any, names: Sequence[str], field: str = "") -> Change:
    """One change of an object.

    Raises InputError with the path of the field.
    """
    given = Fields(value, field)
    kind = tagged_kind(CHANGES, given)
    what = kind.__struct_config__.tag
    for key in given.value:
        if key in _KEYS - FIELDS[what] and given.given(key):
            told = f"{what} has no field {key!r}; it has: {', '.join(sorted(FIELDS[what]))}"
            raise InputError(told, field=given.where(key))
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
