"""The events of a game. Only these change a state, through `evolve`; a state is the fold of its events.

Players are seat numbers from 0, cards are ids. Events hold the results of chance (the cards of each player, their
order). No event repeats facts of another, so none holds a total.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from companion.core.codec import Named, Player, read_value, tagged_kind, write_value
from companion.core.json_fields import Fields
from companion.core.places import SEATS
from companion.core.values import Value, convert, to_builtins
from companion.deathmatch.model.changes import Change, change_from_json, change_to_json
from companion.game.corrections import Because


class Origin(StrEnum):
    """The place from which a card went to the discard pile."""

    SCENE = "scene"
    HAND = "hand"
    POOL = "pool"
    PILE = "pile"


class Source(StrEnum):
    """The source of a text: the card that waited for it, or the active setting."""

    CARD = "card"
    SETTING = "setting"


class Event(Value, frozen=True, tag_field="event", tag=True):
    """Base of all events; each kind is a class of its own."""


class ActBegan(Event, frozen=True):
    """A new act, with `first` having its first action (DA1, DA4, DJ6)."""

    act: int
    first: Player


class ProtagonistChanged(Event, frozen=True):
    """`player` holds the protagonist card now; None if two players are left (DS5, DA3, DA6)."""

    player: Player | None


class SettingChosen(Event, frozen=True):
    """A setting became active; `player` is None with two players left, with DV2, or after a text (DA1, DA6)."""

    player: Player | None
    card: str


class CharacterDealt(Event, frozen=True):
    """A player drew a character (DS2)."""

    player: Player
    character: str


class Shuffled(Event, frozen=True):
    """This number of cards was shuffled for the deal (DS3, DA3)."""

    cards: int


class Dealt(Event, frozen=True):
    """A card went to the bottom of a draw pile, from the box or the discard pile (DS3, DA3)."""

    player: Player
    card: str


class LeftOut(Event, frozen=True):
    """A card was left over in an uneven first deal and is out of the game (DJ12)."""

    card: str


class Drew(Event, frozen=True):
    """A player drew the top card of the own draw pile (DH2)."""

    player: Player
    card: str


class SceneBegan(Event, frozen=True):
    """A player has an action and may open a scene (DA2, DP1)."""

    scene: int
    player: Player


class Showed(Event, frozen=True):
    """A player played a trickster from the hand for its text, which is still to be carried out (DT1, DJ2)."""

    player: Player
    card: str


class CarriedOut(Event, frozen=True):
    """The table carried out a text; its changes follow (DJ2). `player` may be None for a setting's text."""

    player: Player | None
    card: str
    source: Source = Source.CARD


class Corrected(Event, frozen=True):
    """The host corrected the record; the changes follow."""

    because: Because


class Changed(Event, frozen=True):
    """One change by a text (DJ2) or by the host."""

    change: Change


class Revealed(Event, frozen=True):
    """A player revealed the own character (DR1)."""

    player: Player
    character: str


class Played(Event, frozen=True):
    """A player played a card of the hand, to open a scene or in answer (DP1, DP2)."""

    player: Player
    card: str


class Sacrificed(Event, frozen=True):
    """A player had to play a trickster as a card; it cannot win (DT3)."""

    player: Player
    card: str


class Led(Event, frozen=True):
    """This player's card is the one to beat now (DP3)."""

    player: Player


class SceneWon(Event, frozen=True):
    """A player, or nobody, won the scene (DP3, DJ9)."""

    player: Player | None


class Damaged(Event, frozen=True):
    """`player` placed a card of the scene in the damage pool of `target` (DP4)."""

    player: Player
    target: Player
    card: str


class Discarded(Event, frozen=True):
    """A card of a player, or from in front of them, went to the discard pile (DH5)."""

    player: Player
    card: str
    origin: Origin


class PassedOver(Event, frozen=True):
    """A player without a card had no action, or gave no answer (DJ8)."""

    player: Player


class Slain(Event, frozen=True):
    """A character was slain and shown; its player is out (DE1, DE2)."""

    player: Player
    character: str


class SceneEnded(Event, frozen=True):
    """A scene is over (DP5)."""

    scene: int


class ActEnded(Event, frozen=True):
    """An act is over (DA2)."""

    act: int


class GameEnded(Event, frozen=True):
    """The game is over (DE3)."""

    winners: tuple[Player, ...]


class Found(Event, frozen=True):
    """A card is in a player's hand, or is the player's character, even if the record differed.

    The source is the host, or the player who showed the card to the companion.
    """

    player: Player
    card: str


EVENTS: dict[str, type[Any]] = {kind.__name__: kind for kind in Event.__subclasses__()}
_NUMBERS = tuple(map(str, range(SEATS[-1])))  # player names inside a change in a journal


def event_to_json(event: Event, names: Sequence[str] | None = None) -> Any:
    """Return an event as an object with its kind under `event` and its fields.

    Players stay seat numbers. With `names` they are named, null for nobody.
    """
    if isinstance(event, Changed):
        return {"event": Changed.__name__, **change_to_json(event.change, _NUMBERS if names is None else names)}
    return to_builtins(event) if names is None else write_value(event, names)


def event_from_json(data: Any, names: Sequence[str] | None = None, field: str = "") -> Event:
    """Read the output of `event_to_json`.

    With `names` it comes from people: unknown keys are ignored, and an InputError names the field.
    """
    if names is not None:
        return _from_object(data, names, field)
    kind = EVENTS[data["event"]]
    event: Event = Changed(change_from_json(data, _NUMBERS)) if kind is Changed else convert(data, kind)
    return event


def _from_object(data: Any, names: Sequence[str], field: str) -> Event:
    kind = tagged_kind(EVENTS, Fields(data, field))
    if kind is Changed:
        return Changed(change_from_json(data, names, field))
    event: Event = read_value(kind, data, field, Named(names))
    return event
