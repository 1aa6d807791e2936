"""What the text of a card changed, as the table tells it (DJ2): its form and its JSON."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias, assert_never

from companion.deathmatch.model.cards import Suit
from companion.play.correcting import check_said_once
from companion.play.errors import InputError
from companion.play.fields import Fields, as_count, as_flag, as_list, as_text, as_word, shown

MOST_POINTS = 99


class PlaceKind(StrEnum):
    """Where a card can be."""

    HAND = "hand"
    POOL = "pool"
    PILE = "pile"
    PLAYED = "played"
    DISCARD = "discard"
    REMOVED = "removed"


OWNED = (PlaceKind.HAND, PlaceKind.POOL, PlaceKind.PILE, PlaceKind.PLAYED)


class Place(NamedTuple):
    """A place for cards; `of` is whose it is, but of the discard pile and of the cards that are not in the game."""

    kind: PlaceKind
    of: int | None = None
    bottom: bool = False


class What(StrEnum):
    """What a text can change."""

    CARD = "card"
    CHARACTER = "character"
    REVEALED = "revealed"
    LIMIT = "limit"
    HAND_SIZE = "hand_size"
    SETTING = "setting"
    PROTAGONIST = "protagonist"
    SLAIN = "slain"
    TURN = "turn"


class CardMoved(NamedTuple):
    """A card went from one place to another."""

    card: str
    origin: Place
    to: Place


class CharacterChanged(NamedTuple):
    """A player has another character now, as secret as the old one."""

    of: int
    now: str


class FaceChanged(NamedTuple):
    """A character lies face up, or down; what revealing brings does not follow."""

    of: int
    now: bool


class LimitChanged(NamedTuple):
    """A player's character has other points in a suit now."""

    of: int
    suit: Suit
    now: int


class HandSizeChanged(NamedTuple):
    """A player has another hand size, until the next act's setting is active."""

    of: int
    now: int


class SettingChanged(NamedTuple):
    """Another setting is active."""

    now: str


class ProtagonistMoved(NamedTuple):
    """Another player is the protagonist; who has the act's first action stays."""

    now: int


class SlainByText(NamedTuple):
    """A character is slain, whatever its pool."""

    of: int


class TurnChanged(NamedTuple):
    """The scene that has not been opened yet is another player's action."""

    now: int


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
    match change:
        case CardMoved():
            return None
        case LimitChanged(of, suit, _):
            return What.LIMIT, of, suit
        case SettingChanged() | ProtagonistMoved() | TurnChanged():
            return what_of(change)
        case _:
            return what_of(change), change.of


def change_from_json(value: Any, names: Sequence[str], field: str = "") -> Change:
    """One change of an object.

    Raises InputError with the path of the field.
    """
    given = Fields(value, field)
    what = What(as_word(given.get("what"), given.where("what"), tuple(What)))
    for key in given.value:
        if key in _KEYS - FIELDS[what] and given.given(key):
            told = f"{what} has no field {key!r}; it has: {', '.join(sorted(FIELDS[what]))}"
            raise InputError(told, field=given.where(key))
    return _READ[what](given, names)


def _player(given: Fields, key: str, names: Sequence[str]) -> int:
    return list(names).index(as_word(given.get(key), given.where(key), names))


def _text(given: Fields, key: str) -> str:
    return as_text(given.get(key), given.where(key))


def _place(given: Fields, key: str, names: Sequence[str]) -> Place:
    value, where = given.get(key), given.where(key)
    if value in (PlaceKind.DISCARD, PlaceKind.REMOVED):
        return Place(PlaceKind(value))
    if not isinstance(value, Mapping) or len(owned := [kind for kind in OWNED if kind in value]) != 1:
        known = 'such as {"hand": "Ann"}, of a hand, pool, pile or played card; or "discard" or "removed"'
        raise InputError(f"must be a place {known}; not {shown(value)}", field=where)
    place = Fields(value, where)
    bottom = place.given("at") and as_word(place.get("at"), place.where("at"), ("top", "bottom")) == "bottom"
    if place.given("at") and owned[0] is not PlaceKind.PILE:
        raise InputError(f"only a pile has a top and a bottom, not a {owned[0]}", field=place.where("at"))
    return Place(owned[0], _player(place, owned[0], names), bottom)


def _read_card(given: Fields, names: Sequence[str]) -> Change:
    return CardMoved(_text(given, "card"), _place(given, "from", names), _place(given, "to", names))


def _read_character(given: Fields, names: Sequence[str]) -> Change:
    return CharacterChanged(_player(given, "of", names), _text(given, "now"))


def _read_revealed(given: Fields, names: Sequence[str]) -> Change:
    return FaceChanged(_player(given, "of", names), as_flag(given.get("now"), given.where("now")))


def _read_limit(given: Fields, names: Sequence[str]) -> Change:
    suit = Suit(as_word(given.get("suit"), given.where("suit"), tuple(Suit)))
    now = as_count(given.get("now"), given.where("now"), most=MOST_POINTS)
    return LimitChanged(_player(given, "of", names), suit, now)


def _read_hand_size(given: Fields, names: Sequence[str]) -> Change:
    return HandSizeChanged(
        _player(given, "of", names), as_count(given.get("now"), given.where("now"), most=MOST_POINTS)
    )


def _read_setting(given: Fields, _names: Sequence[str]) -> Change:
    return SettingChanged(_text(given, "now"))


def _read_protagonist(given: Fields, names: Sequence[str]) -> Change:
    return ProtagonistMoved(_player(given, "now", names))


def _read_slain(given: Fields, names: Sequence[str]) -> Change:
    return SlainByText(_player(given, "of", names))


def _read_turn(given: Fields, names: Sequence[str]) -> Change:
    return TurnChanged(_player(given, "now", names))


_READ: dict[What, Callable[[Fields, Sequence[str]], Change]] = {
    What.CARD: _read_card,
    What.CHARACTER: _read_character,
    What.REVEALED: _read_revealed,
    What.LIMIT: _read_limit,
    What.HAND_SIZE: _read_hand_size,
    What.SETTING: _read_setting,
    What.PROTAGONIST: _read_protagonist,
    What.SLAIN: _read_slain,
    What.TURN: _read_turn,
}


FIELDS: dict[What, frozenset[str]] = {
    What.CARD: frozenset({"card", "from", "to"}),
    What.CHARACTER: frozenset({"of", "now"}),
    What.REVEALED: frozenset({"of", "now"}),
    What.LIMIT: frozenset({"of", "suit", "now"}),
    What.HAND_SIZE: frozenset({"of", "now"}),
    What.SETTING: frozenset({"now"}),
    What.PROTAGONIST: frozenset({"now"}),
    What.SLAIN: frozenset({"of"}),
    What.TURN: frozenset({"now"}),
}
"""The fields of each change besides `what`."""
_KEYS = frozenset[str]().union(*FIELDS.values())


def what_of(change: Change) -> What:
    """What a change changes."""
    match change:
        case CardMoved():
            return What.CARD
        case CharacterChanged():
            return What.CHARACTER
        case FaceChanged():
            return What.REVEALED
        case LimitChanged():
            return What.LIMIT
        case HandSizeChanged():
            return What.HAND_SIZE
        case SettingChanged():
            return What.SETTING
        case ProtagonistMoved():
            return What.PROTAGONIST
        case SlainByText():
            return What.SLAIN
        case TurnChanged():
            return What.TURN
        case _:
            assert_never(change)


def change_to_json(change: Change, names: Sequence[str]) -> dict[str, Any]:
    """The object that `change_from_json` reads."""
    data: dict[str, Any] = {"what": str(what_of(change))}
    match change:
        case CardMoved(card, origin, to):
            return data | {"card": card, "from": _place_to_json(origin, names), "to": _place_to_json(to, names)}
        case CharacterChanged(of, now) | FaceChanged(of, now) | HandSizeChanged(of, now):
            return data | {"of": names[of], "now": now}
        case LimitChanged(of, suit, points):
            return data | {"of": names[of], "suit": str(suit), "now": points}
        case SettingChanged(setting):
            return data | {"now": setting}
        case ProtagonistMoved(player) | TurnChanged(player):
            return data | {"now": names[player]}
        case SlainByText(of):
            return data | {"of": names[of]}
        case _:
            assert_never(change)


def _place_to_json(place: Place, names: Sequence[str]) -> Any:
    if place.of is None:
        return str(place.kind)
    return {str(place.kind): names[place.of]} | ({"at": "bottom"} if place.bottom else {})
