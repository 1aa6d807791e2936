"""The facts of a game. Only these change a state, by `evolve`; a state is the fold of its events.

Players are seat numbers from 0, cards ids. What chance decided (who got which card, in which order) is in the events.
Facts are never derived from one another: no total stands here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias, get_args

from companion.deathmatch.model.changes import Change, change_from_json, change_to_json
from companion.play.correcting import Because
from companion.play.errors import InputError
from companion.play.fields import Fields, as_word
from companion.play.places import SEATS


class Origin(StrEnum):
    """Whence a card went to the discard pile."""

    SCENE = "scene"
    HAND = "hand"
    POOL = "pool"
    PILE = "pile"


class Source(StrEnum):
    """Whose text was carried out: that of the card that waited for it, or the active setting's."""

    CARD = "card"
    SETTING = "setting"


class ActBegan(NamedTuple):
    """A new act, whose first action is `first`'s (DA1, DA4, DJ6)."""

    act: int
    first: int


class ProtagonistChanged(NamedTuple):
    """`player` holds the protagonist card now; nobody does with two left (DS5, DA3, DA6)."""

    player: int | None


class SettingChosen(NamedTuple):
    """A setting is active; nobody chose it with two left, with DV2, or where a text did (DA1, DA6)."""

    player: int | None
    card: str


class CharacterDealt(NamedTuple):
    """A player drew a character (DS2)."""

    player: int
    character: str


class Shuffled(NamedTuple):
    """So many cards were shuffled, to be dealt (DS3, DA3)."""

    cards: int


class Dealt(NamedTuple):
    """A card went to the bottom of a draw pile: from the box, or from the discard pile (DS3, DA3)."""

    player: int
    card: str


class LeftOut(NamedTuple):
    """A card that did not come out even in the first deal is not in the game (DJ12)."""

    card: str


class Drew(NamedTuple):
    """A player drew the top card of the own draw pile (DH2)."""

    player: int
    card: str


class SceneBegan(NamedTuple):
    """The action of a player, who may open a scene (DA2, DP1)."""

    scene: int
    player: int


class Showed(NamedTuple):
    """A trickster was played from the hand for its text, which waits to be carried out (DT1, DJ2)."""

    player: int
    card: str


class CarriedOut(NamedTuple):
    """The table has carried out a text; what it changed follows (DJ2). A setting's may be nobody's in particular."""

    player: int | None
    card: str
    source: Source = Source.CARD


class Corrected(NamedTuple):
    """The host puts something right by hand; what it changes follows."""

    because: Because


class Changed(NamedTuple):
    """One thing that a text changed (DJ2), or the host."""

    change: Change


class Revealed(NamedTuple):
    """A player revealed the own character (DR1)."""

    player: int
    character: str


class Played(NamedTuple):
    """A card of the hand was laid, to open or in answer (DP1, DP2)."""

    player: int
    card: str


class Sacrificed(NamedTuple):
    """A trickster was laid that had to be; it cannot win (DT3)."""

    player: int
    card: str


class Led(NamedTuple):
    """The card of this player is the one to beat now (DP3)."""

    player: int


class SceneWon(NamedTuple):
    """A player won the scene, or nobody (DP3, DJ9)."""

    player: int | None


class Damaged(NamedTuple):
    """`player` placed a card of the scene in the damage pool of `target` (DP4)."""

    player: int
    target: int
    card: str


class Discarded(NamedTuple):
    """A card of a player, or before them, went to the discard pile (DH5)."""

    player: int
    card: str
    origin: Origin


class PassedOver(NamedTuple):
    """A player without a card had no action, or gave no answer (DJ8)."""

    player: int


class Slain(NamedTuple):
    """A character is slain and shown; its player is out (DE1, DE2)."""

    player: int
    character: str


class SceneEnded(NamedTuple):
    """A scene is over (DP5)."""

    scene: int


class ActEnded(NamedTuple):
    """An act is over (DA2)."""

    act: int


class GameEnded(NamedTuple):
    """The game is over (DE3)."""

    winners: tuple[int, ...]


class Found(NamedTuple):
    """A card is in a player's hand, or this is the player's character, wherever the book of the game had it.

    The host has said so, or the player has shown the companion.
    """

    player: int
    card: str


Event: TypeAlias = (
    ActBegan
    | ProtagonistChanged
    | SettingChosen
    | CharacterDealt
    | Shuffled
    | Dealt
    | LeftOut
    | Drew
    | SceneBegan
    | Showed
    | CarriedOut
    | Corrected
    | Changed
    | Revealed
    | Played
    | Sacrificed
    | Led
    | SceneWon
    | Damaged
    | Discarded
    | PassedOver
    | Slain
    | SceneEnded
    | ActEnded
    | GameEnded
    | Found
)

EVENTS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}
OF_NOBODY = (ProtagonistChanged, SettingChosen, SceneWon, CarriedOut)  # events whose player may be nobody
PLAYER_FIELDS = ("player", "target", "first")
_VOCABULARIES: dict[str, type[StrEnum]] = {"origin": Origin, "source": Source, "because": Because}
_NUMBERS = tuple(map(str, range(SEATS[-1])))  # how a change names its players in a journal


def event_to_json(event: Event) -> dict[str, Any]:
    """An event as an object with its name under `event` and its fields; players stay seat numbers."""
    return {"event": type(event).__name__, **_fields(event, _NUMBERS)}


def event_from_json(data: Mapping[str, Any]) -> Event:
    """The event that `event_to_json` wrote."""
    kind = EVENTS[data["event"]]
    if kind is Changed:
        return Changed(change_from_json(data, _NUMBERS))
    parts = {field: _part(field, part) for field, part in data.items() if field != "event"}
    event: Event = kind(**parts)
    return event


def event_to_object(event: Event, names: Sequence[str]) -> dict[str, Any]:
    """The same with players by name, null for nobody."""
    data = {"event": type(event).__name__, **_fields(event, names)}
    if isinstance(event, GameEnded):
        return data | {"winners": [names[player] for player in event.winners]}
    players = {key: names[data[key]] for key in PLAYER_FIELDS if data.get(key) is not None}
    return data | players


def event_from_object(data: Any, names: Sequence[str], field: str) -> Event:
    """The event that `event_to_object` wrote; keys that nobody knows are ignored.

    Raises InputError that names the field.
    """
    item = Fields(data, field)
    kind = EVENTS[as_word(item.get("event"), item.where("event"), tuple(EVENTS))]
    if kind is Changed:
        return Changed(change_from_json(data, names, field))
    event: Event = kind(**{key: _read_part(kind, key, item, names) for key in kind._fields if _needs(kind, key, item)})
    return event


def _needs(kind: type[Any], key: str, item: Fields) -> bool:
    return key in item or key not in kind._field_defaults


def _read_part(kind: type[Any], key: str, item: Fields, names: Sequence[str]) -> Any:
    if key not in item:
        raise InputError("is missing", field=item.where(key))
    if key in PLAYER_FIELDS:
        if item.get(key) is None and kind in OF_NOBODY:
            return None
        return names.index(as_word(item.get(key), item.where(key), names))
    if key == "winners":
        return tuple(names.index(as_word(name, where, names)) for where, name in item.items(key))
    if key in _VOCABULARIES:
        return _VOCABULARIES[key](as_word(item.get(key), item.where(key), tuple(_VOCABULARIES[key])))
    return item.count(key) if key in ("act", "scene", "cards") else item.text(key)


def _fields(event: Event, names: Sequence[str]) -> dict[str, Any]:
    if isinstance(event, Changed):
        return change_to_json(event.change, names)
    return {field: list(part) if isinstance(part, tuple) else part for field, part in event._asdict().items()}


def _part(field: str, part: Any) -> Any:
    if field in _VOCABULARIES:
        return _VOCABULARIES[field](part)
    return tuple(part) if isinstance(part, list) else part
