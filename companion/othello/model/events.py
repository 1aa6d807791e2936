"""The events of a game: the facts that `evolve` applies to a state.

A state is the fold of its events. Players are seat numbers from 0, cards are names. Random results (the card drawn,
the order of a shuffled pile) are part of the event. No event repeats something that follows from other events; for
example, there is no event for a score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.codec import Named, Player, PlayerOrNobody, read_value, write_value
from companion.core.errors import InputError
from companion.core.json_fields import Fields, as_text
from companion.core.values import Value, convert, to_builtins
from companion.game.corrections import Because
from companion.othello.model.cards import Role
from companion.othello.model.frames import Frame, by_names, frames_from_json
from companion.othello.model.vocabulary import Interrupt, Marker, Owed, Protection, WhyEnded, WhyFailed


class Event(Value, frozen=True, tag_field="event", tag=True, omit_defaults=True):
    """One fact of a game.

    Each kind of fact is a subclass in this module; `EVENTS` maps names to classes.
    """


class ActBegan(Event, frozen=True):
    """An act began: its tiles are on the stage, the depletion marker is at the start (G4, S9)."""

    act: int


class LeadChanged(Event, frozen=True):
    """`player` now holds the lead tile (S3, G3, A4)."""

    player: Player


class Shuffled(Event, frozen=True):
    """Shuffled cards became the draw pile, next card to draw first (S9, P8).

    Its discard pile is empty.
    """

    pile: str
    cards: tuple[str, ...]


class LeftTheGame(Event, frozen=True):
    """Staging cards were removed for the whole game (S7)."""

    cards: tuple[str, ...]


class Dealt(Event, frozen=True):
    """A player received a card that was not drawn from a pile (S2)."""

    player: Player
    card: str


class Drew(Event, frozen=True):
    """A player drew the next card of a pile."""

    player: Player
    pile: str
    card: str


class DrewOther(Event, frozen=True):
    """A player drew from this pile, not from the recorded one (P7).

    The back of the card placed later shows this.
    """

    player: int
    pile: str


class SceneBegan(Event, frozen=True):
    """A scene began: everything limited to once per scene is available again."""

    scene: int


class Placed(Event, frozen=True):
    """A player placed a card from the hand face down (P3)."""

    player: Player
    card: str


class TakenBack(Event, frozen=True):
    """A player took the face-down card back into the hand."""

    player: Player


class Swapped(Event, frozen=True):
    """The face-down card changed places with a card from the hand (I3, A2)."""

    player: Player
    card: str


class Miscued(Event, frozen=True):
    """A player must put down another card (A2).

    The player cannot improvise the new card away in this scene.
    """

    player: Player


class Revealed(Event, frozen=True):
    """A player turned the placed card face up."""

    player: Player
    card: str


class Showed(Event, frozen=True):
    """A player played a staging card from the hand; it lies face up (A1, A3)."""

    player: Player
    card: str


class Passed(Event, frozen=True):
    """A player passed; `inferred` if that follows from the next action (V2)."""

    player: Player
    inferred: bool


class Claimed(Event, frozen=True):
    """A player wants to seize or to block with a spotlight (V1).

    The closest player goes first.
    """

    player: Player
    what: Interrupt


class Paid(Event, frozen=True):
    """A player paid tokens to the box."""

    player: Player
    token: str
    amount: int


class Gained(Event, frozen=True):
    """A player took tokens from the box."""

    player: Player
    token: str
    amount: int


class RanOut(Event, frozen=True):
    """More tokens are in play than the box has (C5).

    The table uses a substitute and counting continues.
    """

    token: str


class CoinGained(Event, frozen=True):
    """A player took a character coin from the supply (K2)."""

    player: Player
    coin: str


class CoinMissing(Event, frozen=True):
    """A player earned a coin, but the supply has none left (C6)."""

    player: Player
    coin: str


class CoinUsed(Event, frozen=True):
    """A player used a coin; it is back in the supply (O1)."""

    player: Player
    coin: str


class CoinTaken(Event, frozen=True):
    """A player took a coin from another player (O6)."""

    player: Player
    victim: Player
    coin: str


class Seized(Event, frozen=True):
    """`player` seized the card that `victim` played (Z1)."""

    player: Player
    victim: Player
    card: str


class Blocked(Event, frozen=True):
    """`player` blocked an action of `victim` with a spotlight (L1)."""

    player: Player
    victim: Player
    what: str


class Protected(Event, frozen=True):
    """Nobody can affect `player` for the rest of the scene (N1)."""

    player: Player
    way: Protection


class Undone(Event, frozen=True):
    """Protection undid the action of `player` against `target` (J8)."""

    player: Player
    target: Player
    what: str


class Succeeded(Event, frozen=True):
    """`player` played a script card successfully that was placed in front of `source` (K2, Z2).

    Its rewards follow.
    """

    player: Player
    source: Player
    card: str


class Scored(Event, frozen=True):
    """A script card went from the place of `source` to the scoring pile of `player` (K2).

    It was played in `role`.
    """

    player: Player
    source: Player
    card: str
    role: Role


class SetAside(Event, frozen=True):
    """A script card of a dead character was set aside next to the stage (X1)."""

    player: Player
    source: Player
    card: str
    role: Role


class Recovered(Event, frozen=True):
    """A card that was set aside went to the player who revived its character (A7)."""

    player: Player
    card: str
    role: Role


class Failed(Event, frozen=True):
    """A revealed card could not be played (K8, T1, T2)."""

    player: Player
    card: str
    why: WhyFailed


class Exited(Event, frozen=True):
    """A player exited with the placed card (E1)."""

    player: Player
    card: str


class Discarded(Event, frozen=True):
    """The placed card went to its discard pile."""

    player: Player
    card: str


class HandDiscarded(Event, frozen=True):
    """A card went from the hand to its discard pile (G4)."""

    player: Player
    card: str


class FaceUpDiscarded(Event, frozen=True):
    """A card that lay face up in front of a player went to its discard pile."""

    player: Player
    card: str


class Buried(Event, frozen=True):
    """A card from the hand went face down to the bottom of a draw pile (I2)."""

    player: Player
    pile: str
    card: str


class ImprovUsed(Event, frozen=True):
    """A player used the one improv of the scene (I1)."""

    player: Player


class IagoCoinUsed(Event, frozen=True):
    """A player used the one Iago coin that a scene allows (O2)."""

    player: Player


class CardTaken(Event, frozen=True):
    """`player` took a card from the hand of `victim` (A1)."""

    player: Player
    victim: Player
    card: str


class CardGiven(Event, frozen=True):
    """`player` gave a card from the hand to `target` (A1)."""

    player: Player
    target: Player
    card: str


class Wounded(Event, frozen=True):
    """A wound was placed on a character's tile (K5, O2, A6).

    If `iago` is true, it is an Iago coin that stays there.
    """

    player: Player
    character: str
    iago: bool = False


class LimitCut(Event, frozen=True):
    """A character's wound limit is lower for this scene (A6)."""

    player: Player
    character: str
    amount: int


class Died(Event, frozen=True):
    """A character's tile turned to its dead side (K6, W4).

    `player` takes the wound tokens on it, whose number is `wounds`.
    """

    player: Player
    character: str
    wounds: int


class Revived(Event, frozen=True):
    """A dead character was revived (A7)."""

    player: Player
    character: str


class HandkerchiefTaken(Event, frozen=True):
    """The handkerchief went to `player`, from `origin` or from the box (-1) (K9)."""

    player: Player
    origin: PlayerOrNobody


class DrawOwed(Event, frozen=True):
    """A player will draw one more staging card in the draw phase (A3, J5)."""

    player: Player


class PickedUp(Event, frozen=True):
    """A card that lay face up in front of its player went back to the hand (J8)."""

    player: Player
    card: str


class TurnedDown(Event, frozen=True):
    """A shown card lies face down again because its action was undone (J8)."""

    player: Player


class LeftPlay(Event, frozen=True):
    """A placed card left the game (R2)."""

    player: Player
    card: str


class TakenOver(Event, frozen=True):
    """A script card went from the scoring pile of `victim` to that of `player`: a late Seize (J11)."""

    player: Player
    victim: Player
    card: str
    role: Role


class Reordered(Event, frozen=True):
    """The order of the players who have not revealed yet changed (J1)."""

    order: tuple[Player, ...]


class TurnEnded(Event, frozen=True):
    """A player has used the placed card (P7, Z6).

    `owes` is the player's draw in the draw phase.
    """

    player: Player
    owes: Owed | None


class HalfCurtainFell(Event, frozen=True):
    """The act's half curtain was played successfully (T1)."""

    player: Player


class FullCurtainFell(Event, frozen=True):
    """The act's full curtain was played successfully: the act is over (T5)."""

    player: Player


class MarkerMoved(Event, frozen=True):
    """The depletion marker moved (D2, D3)."""

    marker: Marker


class LastScene(Event, frozen=True):
    """The scene with this number is the act's last (T4)."""

    scene: int


class StagingRanOut(Event, frozen=True):
    """The staging pile ran out for the second time (T4).

    The act ends without further cards.
    """

    scene: int


class SceneEnded(Event, frozen=True):
    """A scene ended: face-up cards are discarded and lowered wound limits are restored (N1, A6)."""

    scene: int


class ActEnded(Event, frozen=True):
    """An act ended: unplayed script cards are back in its box (T6)."""

    act: int
    why: WhyEnded


class Traded(Event, frozen=True):
    """At intermission a player gave `amount` of `token` for the other kind (G1)."""

    player: Player
    token: str
    amount: int


class GameEnded(Event, frozen=True):
    """The game ended (G7)."""

    winners: tuple[Player, ...]


class CarriedOut(Event, frozen=True):
    """The table carried out the text of an owner's staging card; its changes follow (C11)."""

    player: Player
    card: str


class Returned(Event, frozen=True):
    """The text of an owner's staging card returned something to the box (C11).

    `what` is coin, wounds or handkerchief. It belonged to the player or, without a player (-1), lay on the tile
    `name`. For a coin, `name` is its character.
    """

    what: str
    player: Player
    name: str


class Found(Event, frozen=True):
    """The host reported that a script card is in a player's hand.

    Any other recorded place was wrong.
    """

    player: Player
    card: str


class Corrected(Event, frozen=True):
    """The host makes a correction; the events that follow contain the changes."""

    because: Because


class PointsSet(Event, frozen=True):
    """This many of a player's points are not explained by any card."""

    player: Player
    points: int


class ScoredSet(Event, frozen=True):
    """A script card is in the scoring pile of `player`, played in `role`.

    If `player` is -1, the card is on the discard pile.
    """

    player: PlayerOrNobody
    card: str
    role: Role


class Flow(Event, frozen=True):
    """The stack of frames from here on."""

    frames: tuple[Frame, ...]


EVENTS: dict[str, type[Any]] = {kind.__name__: kind for kind in Event.__subclasses__()}


def event_to_json(event: Event, names: Sequence[str] | None = None) -> Any:
    """Return an event as an object with its name under `event` and its fields.

    Players remain seat numbers. With `names` they are named, and a change of the stack is None.
    """
    if names is None:
        return to_builtins(event)
    return None if isinstance(event, Flow) else write_value(event, names)


def event_from_json(data: Any, names: Sequence[str] | None = None, field: str = "") -> Event:
    """Return the event that `event_to_json` wrote; in journals of format 1 it is a list of its name and its fields.

    With `names` it is one that `play --json` printed: raises InputError that names the field.
    """
    if names is not None:
        return _from_object(data, names, field)
    kind: Any = EVENTS[data["event"] if isinstance(data, dict) else data[0]]
    given = data if isinstance(data, dict) else by_names(kind, data)
    event: Event = Flow(frames_from_json(given["frames"])) if kind is Flow else convert(given, kind)
    return event


def _from_object(data: Any, names: Sequence[str], field: str) -> Event:
    item = Fields(data, field)
    kind = EVENTS.get(as_text(item.get("event"), item.where("event")))
    if kind is None:
        raise InputError(f"there is no event {item.get('event')!r}", field=item.where("event"))
    event: Event = read_value(kind, data, field, Named(names))
    return event
